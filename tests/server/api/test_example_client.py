"""The documented example client plays whole matches; every frame matches its schema."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from oddtrick.fair import decode_proof, verify
from oddtrick.games import GAMES
from oddtrick.record import decode_record, replay
from tests.support.extent import part
from tests.support.server.api_requests import ApiClient
from tests.support.server.example_client import FILE, client
from tests.support.server.server_process import ServerProcess
from tests.support.server.table_requests import QUICK, WHIST, open_table
from tests.support.server.validate_schemas import check_frame


def guest_headers(api: ServerProcess, name: str) -> dict[str, str]:
    """Creates a guest and returns the client's headers."""
    _, cookie = client.post(api.url, "/api/me", {"name": name}, {})
    return {"Cookie": cookie.partition(";")[0]}


def recording_checker(received: list[Any]) -> Callable[[Any], None]:
    def receive(frame: Any) -> None:
        check_frame(frame)
        received.append(frame)

    return receive


def cards_in(frames: list[Any]) -> list[str]:
    result = (each for frame in frames for each in frame.get("events", ()))
    return [each["card"] for each in result if each["type"] == "played"]


def has_received(frames: list[Any], cards: int) -> bool:
    return len(cards_in(frames)) >= cards


def kinds(api_client: ApiClient, code: str) -> list[str]:
    """The kinds of occupants at a table."""
    return [place["kind"] for place in api_client(f"GET /api/tables/{code}").json()["places"]]


async def until(holds: Callable[[], bool]) -> None:
    """Polls until the condition holds."""
    while not holds():  # noqa: ASYNC110  # what is waited for happens in another process
        await asyncio.sleep(0.02)


@pytest.mark.parametrize("game", part(GAMES, 1), ids=lambda game: game.id)
def test_the_example_client_plays_a_match_of_each_game(
    api: ServerProcess, new_client: Callable[..., ApiClient], game: Any
) -> None:
    environ = {key: value for key, value in os.environ.items() if key != "ODDTRICK_TOKEN"}
    done = subprocess.run(
        [sys.executable, str(FILE), api.url, game.id],
        capture_output=True,
        text=True,
        check=False,
        env=environ,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    result = json.loads(done.stdout)
    ann = new_client()
    record = decode_record(ann(f"GET /api/tables/{result['code']}/record").content)
    match = replay(record)
    assert match.over
    assert match.winner == result["winner"]
    proof = decode_proof(ann(f"GET /api/tables/{result['code']}/proof").content)
    assert verify(proof, match, record.names).deals == len(record.deals)
    assert all(each.opened for result in proof.rounds for each in result.contributions)


def test_four_clients_play_and_a_spectator_sees_no_hand(
    api: ServerProcess, new_client: Callable[..., ApiClient]
) -> None:
    ann = new_client().named("Ann")
    code = open_table(ann, rules=WHIST)["code"]
    frames: list[list[Any]] = [[] for _ in range(5)]

    async def watch() -> None:
        """Watches the table anonymously."""
        await client.play(api.url, code, {}, recording_checker(frames[4]))

    async def play() -> list[Any]:
        players = [
            asyncio.create_task(
                client.play(api.url, code, guest_headers(api, name), recording_checker(received))
            )
            for name, received in zip(("Bob", "Cal", "Dot", "Eve"), frames[:4], strict=True)
        ]
        watching = asyncio.create_task(watch())
        await until(lambda: "open" not in kinds(ann, code))
        begin = {"id": "b", "command": {"type": "begin", "fill": None}}
        assert ann(f"POST /api/tables/{code}/commands", begin).status_code == 200
        await watching
        return await asyncio.gather(*players)

    tables = asyncio.run(asyncio.wait_for(play(), 120))
    assert [table["stage"] for table in tables] == ["over"] * 4
    assert sorted(table["you"] for table in tables) == [0, 1, 2, 3]
    matches = [frame["table"]["match"] for frame in frames[4] if frame.get("table")]
    assert all(match["hand"] == [] for match in matches if match)
    assert any(match["tricks"] or match["counts"] for match in matches if match)
    assert len(cards_in(frames[4])) == 52


def test_a_bot_account_plays_with_its_token(
    api: ServerProcess, new_client: Callable[..., ApiClient]
) -> None:
    ann = new_client()
    account = {"login": f"ann-{os.getpid()}", "password": "wide and long enough", "name": "Ann"}
    assert ann("POST /api/accounts", account).status_code == 201
    token = ann("POST /api/bots", {"name": "Robbie"}).json()["token"]
    code = open_table(ann, rules=WHIST, settings={**QUICK, "rated": True})["code"]
    headers = {"Authorization": f"Bearer {token}"}

    async def play() -> Any:
        robbie = asyncio.create_task(client.play(api.url, code, headers, recording_checker([])))
        await until(lambda: kinds(ann, code)[0] != "open")
        begin = {"id": "b", "command": {"type": "begin", "fill": "casual"}}
        assert ann(f"POST /api/tables/{code}/commands", begin).status_code == 200
        return await robbie

    table = asyncio.run(asyncio.wait_for(play(), 120))
    assert table["places"][0]["program"]
    assert table["places"][0]["name"] == "Robbie"


def test_the_client_resumes_after_a_server_is_killed(tmp_path: Path) -> None:
    process = ServerProcess(tmp_path)
    process.start()
    try:
        headers = guest_headers(process, "Ann")
        body = {"rules": {"game": "colonial-whist"}, "settings": QUICK, "sit": 0}
        code = client.post(process.url, "/api/tables", body, headers)[0]["code"]
        frames: list[Any] = []

        async def play() -> Any:
            ann = asyncio.create_task(
                client.play(process.url, code, headers, recording_checker(frames))
            )
            for cards in (3, 30):
                await until(partial(has_received, frames, cards))
                process.kill()
                await asyncio.to_thread(process.start)
            return await ann

        table = asyncio.run(asyncio.wait_for(play(), 120))
    finally:
        process.stop()
    assert table["stage"] == "over"
    welcomes = [frame for frame in frames if frame["type"] == "welcome"]
    assert len(welcomes) == 3
    assert [frame["table"] is None for frame in welcomes] == [False, True, True]
    seqs = [frame["seq"] for frame in frames if frame["type"] == "update"]
    assert seqs == list(range(seqs[0], seqs[0] + len(seqs))), "no update is repeated or missing"


def test_connecting_to_an_unknown_table_is_an_error(api: ServerProcess) -> None:
    with pytest.raises(SystemExit, match="no table with this code"):
        asyncio.run(client.play(api.url, "0" * 12, {}))
