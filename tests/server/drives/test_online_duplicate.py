"""Duplicate drives on the server: the same sealed cards at every table, and the comparison."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from statistics import mean

import httpx
import msgspec
import pytest
from msgspec.structs import replace

from oddtrick.drive import DrivePlan, create_drive, decode_drive, encode_drive
from oddtrick.drive.compare_halls import compare_halls
from oddtrick.drive.event_boards import take_boards
from oddtrick.drive.players import bot_entries
from oddtrick.drive.sealed_boards import (
    SealedBoards,
    deal_board,
    encode_boards,
    fingerprint,
    seal_boards,
    verify_boards,
    without_secrets,
)
from oddtrick.record import decode_record
from tests.support.drives import play_at_random
from tests.support.server.api_requests import ApiClient, refusal
from tests.support.server.drive_client import DriveClient
from tests.support.server.online_drive import (
    AT_ONCE,
    check_drive,
    join_all,
    open_online,
    play_drive,
)
from tests.support.server.online_players import ENVIRON, OnlinePlayer
from tests.support.server.server_process import ServerProcess, server
from tests.support.server.ws_client import until


@pytest.fixture(scope="module")
def online_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server on an empty SQLite database, whose guests the tests can be."""
    with server(tmp_path_factory.mktemp("duplicate"), environ=ENVIRON) as process:
        yield process
        assert process.faults() == []


def boards_of(client: DriveClient) -> SealedBoards:
    return msgspec.convert(client.get("/boards"), SealedBoards)


async def test_all_tables_play_the_boards_that_were_sealed_before_anybody_joined(
    online_server: ServerProcess,
) -> None:
    desk = open_online(online_server.url, 3, movement="duplicate")
    sealed = boards_of(desk.other())
    assert [board.secret for board in sealed.boards] == [None] * 3
    players = await join_all([online_server.url], desk, 10)
    assert players[0].key
    await play_drive(desk, players)
    check_drive(desk, 3, 3)
    opened = boards_of(desk.other())
    assert list(verify_boards(sealed, opened)) == []
    assert desk.parts["boards"]["fingerprint"] == fingerprint(sealed)
    secrets = [board.secret or "" for board in opened.boards]
    for player in players:
        assert not any(secret in "".join(player.told_before_end) for secret in secrets)
    for number in (1, 2, 3):
        board = deal_board(opened, number)
        played = desk.get(f"/rounds/{number}")
        assert played["board"] == number
        for table in played["tables"]:
            record = await players[0].request("GET", f"/api/tables/{table['code']}/record")
            assert record.status_code == 200, record.text
            (deal,) = decode_record(record.text).deals
            assert deal.dealer == board.dealer
            assert [str(hand) for hand in deal.hands[0].cards] == [
                str(hand) for hand in board.hands
            ]
    desk.close()


async def test_each_result_is_compared_with_the_others_of_the_same_cards(
    online_server: ServerProcess,
) -> None:
    desk = open_online(online_server.url, 2, movement="duplicate")
    await play_drive(desk, await join_all([online_server.url], desk, 12))
    points: dict[int, int] = {}
    for number in (1, 2):
        tables = desk.get(f"/rounds/{number}")["tables"]
        for side in (0, 1):
            field = [table["tricks"][side] for table in tables]
            for table in tables:
                own = table["tricks"][side]
                beaten = sum(2 * (own > other) + (own == other) for other in field) - 1
                assert table["match_points"][side] == beaten
                assert table["above_average"][side] == pytest.approx(own - mean(field))
                for player in table["pairs"][side]:
                    points[player] = points.get(player, 0) + beaten
    assert points == {row["player"]: row["match_points"] for row in desk.parts["standings"]}
    desk.close()


async def test_a_round_begun_again_has_another_board(online_server: ServerProcess) -> None:
    # The bots are slow, so that no table has a result before the round is undone.
    desk = open_online(
        online_server.url, 2, movement="duplicate", pause_seconds=None, bot_delay_ms=10_000
    )
    (ann,) = await join_all([online_server.url], desk, 1)
    desk.does("add-entries", text="\n".join("BCDEFGH"))
    desk.does("begin-round")
    assert desk.parts["round"]["board"] == 1
    desk.does("undo-round", why="somebody was missing")
    desk.does("begin-round")
    assert desk.parts["round"]["board"] == 2
    assert [board.secret for board in boards_of(desk).boards] == [None] * 3
    other = open_online(online_server.url, 1)
    assert refusal(other.request("GET", "/boards"))[0] == 404
    other.close()
    await ann.until_stage(desk.other(ann.key).parts["next"]["online"], "playing")
    desk.close()


async def test_an_online_drive_plays_the_boards_of_a_hall_and_shares_its_table(
    online_server: ServerProcess,
) -> None:
    event = seal_boards("may-2026", [f"{number:064x}" for number in range(3)])
    desk = open_online(online_server.url, 2, movement="duplicate", pause_seconds=None)
    assert boards_of(desk).event == desk.code
    scorer = desk.with_role("scorer")
    assert refusal(take(scorer, event)) == (403, "drive-role")
    assert take(desk, without_secrets(event)).status_code == 400
    taken = take(desk, event)
    assert taken.json() == {"boards": 3, "fingerprint": fingerprint(event), "event": "may-2026"}
    players = await join_all([online_server.url], desk, 6)

    async def go_on() -> None:
        await until(
            lambda: stage_of(players[0]) == "between",
            "the end of the first round",
            lambda: [one.client_state.seq for each in players for one in each.seen.values()],
        )
        tables = players[0].parts["round"]["tables"]
        codes.extend(table["code"] for table in tables)
        await asyncio.to_thread(desk.does, "begin-round")

    codes: list[str | None] = []
    await play_drive(desk, players, go_on())
    check_drive(desk, 2, 2)
    assert codes == [None, None], "a review would show the cards to halls that still play them"
    assert boards_of(desk) == without_secrets(event)
    desk.does("close")
    assert list(verify_boards(without_secrets(event), boards_of(desk.other()))) == []
    for number in (1, 2):
        board = deal_board(event, number)
        for table in desk.get(f"/rounds/{number}")["tables"]:
            record = await players[0].request("GET", f"/api/tables/{table['code']}/record")
            (deal,) = decode_record(record.text).deals
            assert list(map(str, deal.hands[0].cards)) == list(map(str, board.hands))
    plan = DrivePlan(movement="duplicate", rounds=2)
    hall = play_at_random(take_boards(create_drive(plan, bot_entries(8)), event), 1)
    online = decode_drive(desk.request("GET", "/export").content)
    scores = compare_halls({"hall": hall, "online": online})
    assert {score.most for score in scores} == {2 * 2 * 3}
    assert len(scores) == len(hall.players) + len(online.players)
    desk.close()


def stage_of(player: OnlinePlayer) -> str | None:
    drive = player.parts.get("drive")
    return None if drive is None else drive["stage"]


def take(desk: DriveClient, boards: SealedBoards) -> httpx.Response:
    answer: httpx.Response = desk.request("POST", "/boards", encode_boards(boards))
    return answer


async def test_a_drive_opened_from_its_copy_deals_boards_that_nobody_has_seen(
    online_server: ServerProcess,
) -> None:
    # The tables wait for their players, so that the desk is first to enter results.
    desk = open_online(
        online_server.url, 3, movement="duplicate", pause_seconds=None, start_seconds=300
    )
    desk.does("add-entries", text="\n".join("ABCDEFGH"))
    desk.does("begin-round")
    desk.does("undo-round", why="somebody was missing")
    desk.does("begin-round")
    for table in (1, 2):
        desk.does("enter-result", round=1, table=table, tricks=[8, 5])
    sealed = boards_of(desk)
    copy = desk.request("GET", "/export").content
    assert decode_drive(copy).boards == replace(sealed, boards=sealed.boards[:2])
    again = opened_from(desk.url, copy)
    assert again.parts["standings"] == desk.parts["standings"]
    again.does("change-settings", online=AT_ONCE | {"pause_seconds": None})
    again.does("begin-round")
    assert again.parts["round"]["board"] == 3
    now = boards_of(again)
    assert without_secrets(now).boards[:2] == without_secrets(sealed).boards[:2]
    assert not {board.seal for board in now.boards[2:]} & {board.seal for board in sealed.boards}
    again.close()
    desk.close()


def opened_from(url: str, copy: bytes) -> DriveClient:
    """Opens a drive from a file."""
    api = ApiClient(url)
    opened = api("POST /api/drives/import", copy).json()
    api.close()
    return DriveClient(url, opened["code"], opened["key"])


async def test_boards_that_somebody_has_put_into_a_file_are_not_dealt(
    online_server: ServerProcess,
) -> None:
    known = seal_boards("known", [f"{number:064x}" for number in range(3)])
    drive = create_drive(DrivePlan(movement="duplicate", rounds=3), bot_entries(8))
    fields = json.loads(encode_drive(drive)) | {"boards": msgspec.to_builtins(known)}
    desk = opened_from(online_server.url, json.dumps(fields).encode())
    desk.does("change-settings", online=AT_ONCE | {"pause_seconds": None, "start_seconds": 300})
    desk.does("begin-round")
    sealed = boards_of(desk)
    assert not {board.seal for board in sealed.boards} & {board.seal for board in known.boards}
    desk.close()


async def test_an_event_goes_on_from_a_file_when_it_is_given_its_boards_again(
    online_server: ServerProcess,
) -> None:
    event = seal_boards("june-2026", [f"{number:064x}" for number in range(2)])
    waiting = {"pause_seconds": None, "start_seconds": 300}
    desk = open_online(online_server.url, 2, movement="duplicate", **waiting)
    assert take(desk, event).status_code == 200
    desk.does("add-entries", text="\n".join("ABCDEFGH"))
    desk.play_round()
    again = opened_from(desk.url, desk.request("GET", "/export").content)
    again.does("change-settings", online=AT_ONCE | waiting)
    refused = again.send("begin-round")
    assert refusal(refused) == (409, "refused")
    assert "give them again" in refused.json()["error"]["message"]
    assert take(again, seal_boards("june-2026", ["aa" * 32, "bb" * 32])).status_code == 400
    assert take(again, event).status_code == 200
    again.does("begin-round")
    assert again.parts["round"]["board"] == 2
    again.close()
    desk.close()
