"""Replays of tables, stored records and submitted files."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from oddtrick.games import GAMES
from oddtrick.pbn import decode_pbn, read_boards, to_whist_match
from oddtrick.record import decode_record, encode_record, record_of, replay, steps_of
from oddtrick.server.limits import Limits
from oddtrick.server.work.uploaded_records import MOST_BOARDS
from tests.support.extent import part
from tests.support.server.api_requests import ApiClient, refusal
from tests.support.server.table_requests import WHIST, contribute, open_table, play_out
from tests.support.server.upload_example_records import EXAMPLES, RECORDS, upload_record

SHORT = {"whist": WHIST, "scotch-whist": {"game": "scotch", "players": 3, "target": 11}}


def in_json(record: bytes) -> Any:
    """Returns the replay steps of a record as decoded JSON."""
    result = decode_record(record)
    return msgspec.json.decode(msgspec.json.encode(steps_of(replay(result), result.names)))


@pytest.mark.parametrize("game", part(GAMES, 2), ids=lambda game: game.id)
def test_a_finished_match_can_be_replayed(new_client: Callable[..., ApiClient], game: Any) -> None:
    ann = new_client().named("Ann")
    rules = SHORT.get(game.id, {"game": game.id})
    code = open_table(ann, rules=rules, sit=0, fill="random", begin=True)["code"]
    play_out(ann, code)
    result = ann(f"GET /api/tables/{code}/replay").json()
    assert (result["table"], result["number"]) == (code, 1)
    assert result["match"]["names"][result["you"]] == "Ann"
    assert new_client()(f"GET /api/tables/{code}/replay").json() == {**result, "you": None}
    assert result["pbn"] == (ann(f"GET /api/tables/{code}/record?format=pbn").status_code == 200)
    assert result["match"]["cuts"]
    expected = in_json(ann(f"GET /api/tables/{code}/record").content)
    # Records of knock-out whist may omit players who were eliminated early in a tie.
    assert {**result["match"], "cuts": []} == expected
    assert ann(f"GET /api/tables/{code}/matches/1/replay").json() == result
    again = {"id": "again", "command": {"type": "rematch"}}
    assert ann(f"POST /api/tables/{code}/commands", again).status_code == 200
    assert ann(f"GET /api/tables/{code}/matches/1/replay").json() == result
    assert ann(f"GET /api/tables/{code}/replay").json()["match"]["deals"] == []


@pytest.mark.parametrize(
    "rules",
    part(
        [
            {"game": "whist", "target": 9},
            {"game": "scotch", "players": 2, "target": 99},
            {"game": "knockout", "players": 3},
        ],
        1,
    ),
    ids=lambda rules: rules["game"],
)
def test_a_replay_has_no_card_of_the_current_deal(
    new_client: Callable[..., ApiClient], rules: dict[str, Any]
) -> None:
    ann, secrets = new_client().named("Ann"), _Secrets()
    code = open_table(ann, rules=rules, sit=0, fill="random", begin=True)["code"]
    table = ann(f"GET /api/tables/{code}").json()
    seen = 0
    while table["stage"] != "over" and seen < 20:
        result = ann(f"GET /api/tables/{code}/replay").json()["match"]["deals"]
        assert all(deal["points"] is not None for deal in result)
        if table["turn"] == 0:  # the table waits for Ann
            assert len(result) == table["match"]["number"]
            seen += 1
        contribute(ann, table, secrets)
        table = ann(f"GET /api/tables/{code}").json()
    assert seen > 5


class _Secrets(dict[int, str]):
    """Secrets by draw number, created on first access."""

    def __missing__(self, number: int) -> str:
        return self.setdefault(number, f"{number:064x}")


@pytest.mark.parametrize("file", RECORDS, ids=lambda file: file.name)
def test_anybody_can_replay_a_record_without_storing_it(
    new_client: Callable[..., ApiClient], file: Path
) -> None:
    answer = new_client()("POST /api/records/replay", file.read_bytes())
    assert answer.status_code == 200
    result = answer.json()
    assert result["match"] == in_json(file.read_bytes())
    assert (result["table"], result["number"]) == (None, None)


def test_only_the_owner_can_replay_a_stored_record(new_client: Callable[..., ApiClient]) -> None:
    ann, bob = new_client().named("Ann"), new_client().named("Bob")
    name = upload_record(ann, RECORDS[0])["id"]
    result = ann(f"GET /api/records/{name}/replay").json()
    assert result["match"] == in_json(RECORDS[0].read_bytes())
    assert refusal(bob(f"GET /api/records/{name}/replay")) == (404, "no-such-record")
    assert refusal(new_client()(f"GET /api/records/{name}/replay")) == (401, "unauthenticated")
    code = open_table(ann, sit=1, fill="random", begin=True)["code"]
    play_out(ann, code)
    while (here := ann(f"GET /api/records/{code}.1/replay")).status_code == 404:
        pass  # archiving is asynchronous
    assert (here.json()["table"], here.json()["number"], here.json()["you"]) == (code, 1, 1)
    assert here.json()["match"]["deals"]


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        (b"", 400, "invalid"),
        (b"[]", 400, "invalid"),
        (b'{"format": "oddtrick/1", "rules": {"game": "x"}, "deals": []}', 400, "invalid"),
        (b" " * (Limits().guest_record_bytes + 1), 413, "too-long"),
    ],
)
def test_an_invalid_record_is_refused(
    new_client: Callable[..., ApiClient], body: bytes, status: int, code: str
) -> None:
    assert refusal(new_client()("POST /api/records/replay", body)) == (status, code)


def test_a_broken_rule_is_named(new_client: Callable[..., ApiClient]) -> None:
    record = json.loads((EXAMPLES / "whist-3.record.json").read_text())
    plays = record["deals"][0]["hands"][0]["plays"]
    plays[0], plays[1] = plays[1], plays[0]
    assert refusal(new_client()("POST /api/records/replay", record)) == (409, "rule")


def test_a_table_without_a_match_has_no_replay(new_client: Callable[..., ApiClient]) -> None:
    ann = new_client().named("Ann")
    code = open_table(ann)["code"]
    assert refusal(ann(f"GET /api/tables/{code}/replay")) == (409, "no-match")
    for path in ("replay", "matches/1/replay"):
        assert refusal(ann(f"GET /api/tables/x/{path}")) == (404, "no-such-table")
    assert refusal(ann(f"GET /api/tables/{code}/matches/2/replay")) == (404, "no-match")


PBN = {"Content-Type": "application/x-pbn"}
PBN_FILES = EXAMPLES.parent / "pbn"


def test_every_board_of_a_pbn_file_becomes_a_record(new_client: Callable[..., ApiClient]) -> None:
    data = (PBN_FILES / "whist.pbn").read_bytes()
    answer = new_client()("POST /api/records/boards", data, headers=PBN)
    assert answer.status_code == 200
    expected = [
        json.loads(encode_record(record_of(to_whist_match(board), board.names)))
        for board in read_boards(decode_pbn(data))
    ]
    assert [board["record"] for board in answer.json()["boards"]] == expected
    for board in answer.json()["boards"]:
        assert new_client()("POST /api/records/replay", board["record"]).status_code == 200


def test_a_file_holds_only_so_many_boards(new_client: Callable[..., ApiClient]) -> None:
    board = b'[Board "1"]\n\n'
    answer = new_client()("POST /api/records/boards", board * MOST_BOARDS, headers=PBN)
    assert len(answer.json()["boards"]) == MOST_BOARDS
    answer = new_client()("POST /api/records/boards", board * (MOST_BOARDS + 1), headers=PBN)
    assert refusal(answer) == (400, "invalid")
    assert f"more than {MOST_BOARDS} boards" in answer.json()["error"]["message"]


def test_a_faulty_board_comes_with_its_line_and_spares_the_others(
    new_client: Callable[..., ApiClient],
) -> None:
    text = (PBN_FILES / "whist.pbn").read_text()
    lines = text.splitlines()
    at = lines.index("H6 HT HQ HJ")
    lines[at] = "H6 HT HQ S7"  # a revoke
    data = "\n".join(lines).encode()
    first, second = new_client()("POST /api/records/boards", data, headers=PBN).json()["boards"]
    assert first["record"] is None
    assert (first["line"], first["error"]["rule"]) == (at + 1, "T3")
    assert second["record"] is not None
    assert second["error"] is None


def test_a_pbn_file_of_one_board_is_replayed(new_client: Callable[..., ApiClient]) -> None:
    data = (PBN_FILES / "whist.pbn").read_bytes()
    one = data[: data.index(b'\n\n[Event "Thursday Whist"]\n[Board "2"]')]
    result = new_client()("POST /api/records/replay", one, headers=PBN).json()["match"]
    [board] = read_boards(decode_pbn(one))
    record = record_of(to_whist_match(board), board.names)
    assert result == in_json(encode_record(record))
    wrong = one.replace(b"H6 HT HQ HJ", b"H6 HT HQ S7")
    for body, status, told in (
        (data, 400, "several boards"),
        (b"", 400, "no board"),
        (wrong, 409, "line 14"),
    ):
        answer = new_client()("POST /api/records/replay", body, headers=PBN)
        assert answer.status_code == status
        assert told in answer.json()["error"]["message"]
