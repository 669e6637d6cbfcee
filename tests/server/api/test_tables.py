"""Tables over HTTP: opening, listing, reading and playing without a socket."""

from __future__ import annotations

import asyncio
import json
from collections import defaultdict
from collections.abc import Callable
from contextlib import suppress
from secrets import token_hex
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Origin

from oddtrick.fair import decode_proof, verify
from oddtrick.games import GAMES
from oddtrick.record import decode_record, replay
from oddtrick.server.access.table_access import NOT_WATCHED
from tests.support.extent import part
from tests.support.server.api_requests import ApiClient, refusal
from tests.support.server.server_process import ServerProcess
from tests.support.server.table_requests import (
    WHIST,
    all_pages,
    contribute,
    open_table,
    play_out,
)


def test_opening_a_table_without_a_name_creates_a_guest(
    new_client: Callable[..., ApiClient],
) -> None:
    ann = new_client()
    result = open_table(ann, sit=2)
    assert result["table"]["you"] == 2
    assert result["table"]["you_host"]
    assert result["table"]["places"][2]["name"] == "Guest"
    assert ann("GET /api/me").json()["kind"] == "guest"
    assert ann(f"GET /api/tables/{result['code']}").json()["you"] == 2


def test_bots_fill_the_other_places_and_the_match_begins_on_request(
    new_client: Callable[..., ApiClient],
) -> None:
    ann = new_client().named("Ann")
    kinds = [place["kind"] for place in open_table(ann, sit=1, fill="random")["table"]["places"]]
    assert kinds == ["bot", "person", "bot", "bot"]
    begun = open_table(ann, sit=0, fill="casual", begin=True)["table"]
    assert begun["stage"] in ("drawing", "playing")


@pytest.mark.parametrize(
    ("payload", "status", "code"),
    [
        ({"rules": {"game": "bridge"}}, 400, "invalid"),
        ({"rules": {}}, 400, "invalid"),
        ({"rules": {"game": 7}}, 400, "invalid"),
        ({"rules": {"game": "whist", "players": 3}}, 409, "rule"),
        ({"rules": {"game": "scotch", "players": 5, "sides": 2}}, 409, "rule"),
        ({"rules": WHIST, "sit": 4}, 409, "no-such-place"),
        ({"rules": WHIST, "sit": 8}, 400, "invalid"),
        ({"rules": WHIST, "fill": "grandmaster"}, 409, "no-such-bot"),
        ({"rules": WHIST, "begin": True}, 409, "open-places"),
        ({"rules": WHIST, "settings": {"move_seconds": 1}}, 400, "invalid"),
        ({"rules": WHIST, "name": "x"}, 400, "invalid"),
        ([], 400, "invalid"),
        (b"\xff", 400, "invalid"),
        (b'{"rules": ' + b"[" * 30_000, 400, "invalid"),
    ],
)
def test_an_invalid_request_opens_no_table(
    new_client: Callable[..., ApiClient], payload: Any, status: int, code: str
) -> None:
    name = f"Ann {token_hex(8)}"
    ann = new_client().named(name)
    body = {"settings": {"public": True}, **payload} if isinstance(payload, dict) else payload
    assert refusal(ann("POST /api/tables", body)) == (status, code)
    assert name not in [
        result["host"] for result in all_pages(ann, "/api/tables?limit=100", "tables")
    ]


def test_only_public_tables_are_listed_in_pages(
    new_client: Callable[..., ApiClient],
) -> None:
    ann = new_client().named("Ann")
    public = [open_table(ann, settings={"public": True})["code"] for _ in range(5)]
    private = open_table(ann)["code"]
    found = [table["code"] for table in all_pages(ann, "/api/tables?limit=2", "tables")]
    assert private not in found
    assert [code for code in found if code in public] == public[::-1]
    assert len(found) == len(set(found))


@pytest.mark.parametrize(
    "before", ["x", "W10", "WzEsMl0", "é", "%00", "WzEsIlx1MDAwMCJd", "a" * 500]
)
def test_an_invalid_page_cursor_is_refused(
    new_client: Callable[..., ApiClient], before: str
) -> None:
    ann = new_client().named("Ann")
    for path in ("/api/tables", "/api/me/tables", "/api/records"):
        assert refusal(ann(f"GET {path}?before={before}")) == (400, "invalid")


def test_unknown_and_malformed_codes_get_the_same_error(
    new_client: Callable[..., ApiClient],
) -> None:
    ann = new_client().named("Ann")
    answers = {
        ann(f"GET /api/tables/{code}").text for code in ("0" * 12, "x", "%20", "0" * 300, "%00")
    }
    assert len(answers) == 1
    assert refusal(ann("GET /api/tables/x")) == (404, "no-such-table")
    for path in ("record", "proof", "events", "matches/1/record", "matches/1/proof"):
        assert refusal(ann(f"GET /api/tables/x/{path}")) == (404, "no-such-table")


def test_the_code_in_an_address_is_normalised(new_client: Callable[..., ApiClient]) -> None:
    ann = new_client().named("Ann")
    code = open_table(ann)["code"]
    typed = f"{code[:4]}-{code[4:8]}-{code[8:]}".upper()
    assert ann(f"GET /api/tables/{typed}").json()["code"] == code


def test_others_see_the_table_but_no_hand(new_client: Callable[..., ApiClient]) -> None:
    ann, bob, nobody = new_client().named("Ann"), new_client().named("Bob"), new_client()
    secret: dict[int, str] = defaultdict(lambda: token_hex(32))
    code = open_table(ann, sit=0, fill="casual", begin=True, settings={"bot_delay_ms": 10_000})[
        "code"
    ]
    while (table := ann(f"GET /api/tables/{code}").json())["stage"] == "drawing":
        contribute(ann, table, secret)
    own = ann(f"GET /api/tables/{code}").json()["match"]
    assert len(own["hand"]) == 13
    for api_client in (bob, nobody):
        seen = api_client(f"GET /api/tables/{code}").json()
        assert seen["you"] is None
        assert seen["match"]["hand"] == []
        assert "Ann" in [place["name"] for place in seen["places"]]


def test_a_table_without_spectators_requires_a_name(new_client: Callable[..., ApiClient]) -> None:
    ann, bob, nobody = new_client().named("Ann"), new_client().named("Bob"), new_client()
    code = open_table(ann, settings={"spectators": False})["code"]
    assert refusal(nobody(f"GET /api/tables/{code}")) == (401, "unauthenticated")
    assert bob(f"GET /api/tables/{code}").status_code == 200


def test_a_table_without_spectators_admits_only_players(
    api: ServerProcess, new_client: Callable[..., ApiClient]
) -> None:
    ann, bob = new_client().named("Ann"), new_client().named("Bob")
    settings = {"spectators": False, "late_join": False}
    code = open_table(ann, sit=0, fill="casual", settings=settings)["code"]

    async def looks_on() -> tuple[int | None, str | None]:
        url = f"{api.url.replace('http', 'ws', 1)}/ws/tables/{code}"
        headers = {"Cookie": bob.cookie}
        async with connect(url, origin=Origin(api.url), additional_headers=headers) as socket:
            await socket.send('{"type":"hello","protocol":1}')
            assert json.loads(await socket.recv())["type"] == "welcome"
            begin = {"id": "b", "command": {"type": "begin"}}
            await asyncio.to_thread(ann, f"POST /api/tables/{code}/commands", begin)
            result: list[str] = []
            with suppress(ConnectionClosed):
                while True:
                    result.append(str(await socket.recv()))
        assert not any('"hand":["' in frame for frame in result)
        return socket.close_code, socket.close_reason

    assert asyncio.run(looks_on()) == (1008, NOT_WATCHED)
    assert refusal(bob(f"GET /api/tables/{code}")) == (403, "not-watched")
    assert ann(f"GET /api/tables/{code}").status_code == 200


def test_a_command_is_answered_and_a_repeat_is_not_applied_twice(
    new_client: Callable[..., ApiClient],
) -> None:
    ann = new_client().named("Ann")
    code = open_table(ann)["code"]
    sit = {"id": "c1", "command": {"type": "sit", "place": 3}}
    done = ann(f"POST /api/tables/{code}/commands", sit).json()
    assert (done["type"], done["re"], done["table"]["you"]) == ("update", "c1", 3)
    again = ann(f"POST /api/tables/{code}/commands", sit).json()
    assert again == {"type": "done", "re": "c1", "seq": done["seq"]}
    other = {"id": "c2", "command": {"type": "sit", "place": 3}}
    assert refusal(ann(f"POST /api/tables/{code}/commands", other)) == (409, "seated")


@pytest.mark.parametrize(
    "command",
    [
        {"type": "tick"},
        {"type": "bot-acts", "place": 0, "seq": 1, "action": "AS"},
        {"type": "sit", "place": -1},
        {"type": "sit", "place": 2**70},
        {"type": "play"},
        {"type": "play", "card": "ASAS"},
        {"type": "leave", "place": 0},
        {},
        None,
        "leave",
    ],
)
def test_an_invalid_command_is_refused(new_client: Callable[..., ApiClient], command: Any) -> None:
    ann = new_client().named("Ann")
    code = open_table(ann)["code"]
    request = {"id": "c1", "command": command}
    assert refusal(ann(f"POST /api/tables/{code}/commands", request)) == (400, "invalid")


def test_a_client_without_a_name_cannot_send_commands(new_client: Callable[..., ApiClient]) -> None:
    code = open_table(new_client().named("Ann"))["code"]
    request = {"id": "c1", "command": {"type": "sit", "place": 0}}
    assert refusal(new_client()(f"POST /api/tables/{code}/commands", request)) == (
        401,
        "unauthenticated",
    )


def test_folding_the_events_gives_the_same_table(
    new_client: Callable[..., ApiClient],
) -> None:
    ann = new_client().named("Ann")
    code = open_table(ann, sit=0)["code"]
    first = ann(f"GET /api/tables/{code}/events").json()
    assert first["updates"] == []
    assert first["table"]["you"] == 0
    for number in range(3):
        say = {"id": f"s{number}", "command": {"type": "say", "text": f"<b>{number}"}}
        assert ann(f"POST /api/tables/{code}/commands", say).status_code == 200
    since = ann(f"GET /api/tables/{code}/events?after={first['seq']}").json()
    assert since["table"] is None
    assert [update["seq"] for update in since["updates"]] == [first["seq"] + n for n in (1, 2, 3)]
    assert [update["events"][0]["message"]["text"] for update in since["updates"]] == [
        "<b>0",
        "<b>1",
        "<b>2",
    ]
    last = ann(f"GET /api/tables/{code}/events?after={since['seq']}").json()
    assert (last["table"], last["updates"]) == (None, [])
    beyond = ann(f"GET /api/tables/{code}/events?after={10**30}").json()
    assert beyond["table"]["code"] == code


@pytest.mark.parametrize("game", part(GAMES, 2), ids=lambda game: game.id)
def test_a_match_played_over_http_has_a_record_and_a_proof(
    new_client: Callable[..., ApiClient], game: Any
) -> None:
    short = {"whist": WHIST, "scotch-whist": {"game": "scotch", "players": 3, "target": 11}}
    ann = new_client().named("Ann")
    rules: Any = short.get(game.id, {"game": game.id})
    code = open_table(ann, rules=rules, sit=0, fill="random", begin=True)["code"]
    table = play_out(ann, code)
    record = decode_record(ann(f"GET /api/tables/{code}/record").content)
    match = replay(record)
    assert match.over
    assert match.winner == table["match"]["winner"]
    proof = decode_proof(ann(f"GET /api/tables/{code}/proof").content)
    assert verify(proof, match, record.names).deals == len(record.deals)
    assert any(result.contributions for result in proof.rounds)
    assert (
        ann(f"GET /api/tables/{code}/matches/1/record").json()
        == ann(f"GET /api/tables/{code}/record").json()
    )
    for number in ("0", "2", "99999999999"):
        answer = ann(f"GET /api/tables/{code}/matches/{number}/proof")
        assert answer.status_code in (400, 404)


def test_a_match_in_progress_replays_only_finished_deals(
    new_client: Callable[..., ApiClient],
) -> None:
    ann = new_client().named("Ann")
    code = open_table(ann)["code"]
    assert refusal(ann(f"GET /api/tables/{code}/record")) == (409, "no-match")
    assert refusal(ann(f"GET /api/tables/{code}/proof")) == (409, "no-match")
    code = open_table(ann, sit=0, fill="casual", begin=True)["code"]
    assert ann(f"GET /api/tables/{code}/record").json()["deals"] == []
    rounds = ann(f"GET /api/tables/{code}/proof").json()["rounds"]
    assert [result["secret"] for result in rounds if result["purpose"] == "deal"] in ([], [None])


def test_earlier_matches_of_a_table_are_kept(new_client: Callable[..., ApiClient]) -> None:
    ann = new_client().named("Ann")
    code = open_table(ann, sit=0, fill="random", begin=True)["code"]
    play_out(ann, code)
    first = ann(f"GET /api/tables/{code}/record").json()
    proof = ann(f"GET /api/tables/{code}/proof").json()
    again = {"id": "again", "command": {"type": "rematch"}}
    assert ann(f"POST /api/tables/{code}/commands", again).status_code == 200
    assert ann(f"GET /api/tables/{code}/record").json()["deals"] == []
    assert ann(f"GET /api/tables/{code}/matches/1/record").json() == first
    assert ann(f"GET /api/tables/{code}/matches/1/proof").json() == proof
    assert ann(f"GET /api/tables/{code}/matches/2/record").json()["deals"] == []


def test_my_tables_include_earlier_ones(new_client: Callable[..., ApiClient]) -> None:
    ann, bob = new_client().named("Ann"), new_client().named("Bob")
    stays, leaves = open_table(ann, sit=0)["code"], open_table(ann, sit=1)["code"]
    ann(f"POST /api/tables/{leaves}/commands", {"id": "c", "command": {"type": "leave"}})
    mine = ann("GET /api/me/tables").json()["tables"]
    assert {result["table"]["code"]: result["place"] for result in mine} == {stays: 0, leaves: None}
    assert bob("GET /api/me/tables").json()["tables"] == []
    assert refusal(new_client()("GET /api/me/tables")) == (401, "unauthenticated")


def test_another_origin_is_refused(new_client: Callable[..., ApiClient]) -> None:
    ann = new_client().named("Ann")
    stolen = {"Origin": "https://evil.example"}
    answer = ann("POST /api/tables", {"rules": WHIST}, headers=stolen)
    assert refusal(answer) == (403, "origin")
