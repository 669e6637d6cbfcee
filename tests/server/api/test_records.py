"""Records of a person: played matches and uploads."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from oddtrick.pbn import decode_pbn, read_boards
from oddtrick.record import decode_record, replay, result_of
from oddtrick.server.limits import Limits
from tests.support.extent import part
from tests.support.server.api_requests import ApiClient, refusal
from tests.support.server.table_requests import all_pages, open_table, play_out
from tests.support.server.upload_example_records import EXAMPLES, RECORDS, upload_record

PBN = "application/x-pbn"


@pytest.mark.parametrize("file", part(RECORDS, 3), ids=lambda file: file.name)
def test_an_uploaded_record_is_returned_unchanged_with_its_result(
    new_client: Callable[..., ApiClient], file: Path
) -> None:
    ann = new_client().named("Ann")
    result = upload_record(ann, file)
    record = decode_record(file.read_bytes())
    expected = json.loads(file.with_name(file.name.replace("record", "result")).read_text())
    assert result["result"] == expected
    assert decode_record(ann(f"GET /api/records/{result['id']}").content) == record


def test_a_record_that_is_sent_again_is_there_once_and_other_people_have_their_own(
    new_client: Callable[..., ApiClient],
) -> None:
    ann, bob = new_client().named("Ann"), new_client().named("Bob")
    first = upload_record(ann, RECORDS[0])
    assert upload_record(ann, RECORDS[0]) == first
    assert [each["id"] for each in ann("GET /api/records").json()["records"]] == [first["id"]]
    other = upload_record(bob, RECORDS[0])
    assert other["id"] != first["id"]
    assert ann(f"DELETE /api/records/{first['id']}").status_code == 204
    assert upload_record(ann, RECORDS[0])["id"] == first["id"]
    assert bob(f"GET /api/records/{other['id']}").status_code == 200


def test_a_match_played_offline_is_listed_with_its_result_and_the_name_of_its_player(
    new_client: Callable[..., ApiClient],
) -> None:
    ann = new_client().named("Ann")
    file = next(each for each in RECORDS if each.name.startswith("whist"))
    record = {**json.loads(file.read_text()), "names": ["Bob", "Guest", "Cal", "Dot"]}
    result = result_of(replay(decode_record(json.dumps(record).encode())))
    added = ann("POST /api/records?offline_seat=1", record).json()
    assert ann("POST /api/records?offline_seat=1", record).json()["id"] == added["id"]
    (listed,) = ann("GET /api/records").json()["records"]
    won = None if result.winner is None else 1 in result.sides[result.winner]
    assert (listed["played"], listed["offline"]) == (None, {"seat": 1, "won": won})
    stored = ann(f"GET /api/records/{added['id']}").json()
    assert stored["names"] == ["Bob", "Ann", "Cal", "Dot"]
    assert ann(f"GET /api/records/{added['id']}/replay").json()["you"] == 1
    for seat in ("4", "-1", "x"):
        assert refusal(ann(f"POST /api/records?offline_seat={seat}", record))[0] == 400
    unfinished = {**record, "deals": []}
    assert refusal(ann("POST /api/records?offline_seat=0", unfinished))[0] == 400


@pytest.mark.parametrize(
    ("body", "status", "words"),
    [
        (b"", 400, "this is not JSON"),
        (b"\xff\xfe", 400, "this is not JSON"),
        (b"[]", 400, "this is not a record"),
        (b'{"rules":{"game":' + b"[" * 100_000, 400, "nested too deeply"),
        (b'{"format": "oddtrick/9", "rules": {}, "deals": []}', 400, "oddtrick/9"),
        (b'{"format": "oddtrick/1", "rules": {"game": "x"}, "deals": []}', 400, "the games are"),
    ],
)
def test_an_invalid_record_is_a_one_line_error(
    new_client: Callable[..., ApiClient], body: bytes, status: int, words: str
) -> None:
    ann = new_client().named("Ann")
    answer = ann("POST /api/records", body)
    assert answer.status_code == status
    message = answer.json()["error"]["message"]
    assert words in message
    assert "\n" not in message
    assert ann("GET /api/records").json()["records"] == []


def test_a_broken_rule_is_named_with_its_place(new_client: Callable[..., ApiClient]) -> None:
    ann = new_client().named("Ann")
    record = json.loads((EXAMPLES / "whist-3.record.json").read_text())
    plays = record["deals"][0]["hands"][0]["plays"]
    plays[0], plays[1] = plays[1], plays[0]
    answer = ann("POST /api/records", record)
    assert refusal(answer) == (409, "rule")
    error = answer.json()["error"]
    assert error["message"].startswith("deal 1, hand 1, trick 1, seat ")
    assert error["rule"].startswith("T")


def test_an_uploaded_record_has_a_size_limit(new_client: Callable[..., ApiClient]) -> None:
    ann = new_client().named("Ann")
    answer = ann("POST /api/records", b" " * (Limits().guest_record_bytes + 1))
    assert refusal(answer) == (413, "too-long")
    assert ann("POST /api/records", b" " * Limits().guest_record_bytes).status_code == 400


def test_records_are_private(new_client: Callable[..., ApiClient]) -> None:
    ann, bob = new_client().named("Ann"), new_client().named("Bob")
    name = upload_record(ann, RECORDS[0])["id"]
    assert refusal(bob(f"GET /api/records/{name}")) == (404, "no-such-record")
    assert refusal(bob(f"DELETE /api/records/{name}")) == (404, "no-such-record")
    assert refusal(new_client()(f"GET /api/records/{name}")) == (401, "unauthenticated")
    assert refusal(new_client()("GET /api/records")) == (401, "unauthenticated")
    assert refusal(new_client()("POST /api/records", {})) == (401, "unauthenticated")
    assert ann(f"GET /api/records/{name}").status_code == 200
    assert ann(f"DELETE /api/records/{name}").status_code == 204
    assert refusal(ann(f"GET /api/records/{name}")) == (404, "no-such-record")
    assert ann("GET /api/records").json()["records"] == []


def test_played_matches_and_uploads_share_one_paginated_list(
    new_client: Callable[..., ApiClient],
) -> None:
    ann = new_client().named("Ann")
    expected = []
    for turn in range(3):
        expected.append(upload_record(ann, RECORDS[turn])["id"])
        code = open_table(ann, sit=1, fill="random", begin=True)["code"]
        play_out(ann, code)
        expected.append(f"{code}.1")
    while len(ann("GET /api/records").json()["records"]) < len(expected):
        pass  # archiving is asynchronous
    for limit in (1, 2, 4, 6, 100):
        found = all_pages(ann, f"/api/records?limit={limit}", "records")
        assert [result["id"] for result in found] == expected[::-1]
    mine = ann("GET /api/records").json()["records"][0]["played"]
    assert (mine["number"], mine["seat"], mine["rated"]) == (1, 1, False)
    record = decode_record(ann(f"GET /api/records/{expected[-1]}").content)
    match = replay(record)
    assert mine["won"] == (match.winner is not None and 1 in match.rules.sides[match.winner])
    assert mine["tricks"] == sum(deal.tricks[1] for deal in result_of(match).deals)
    assert refusal(ann(f"DELETE /api/records/{expected[-1]}")) == (409, "played")
    bob = new_client().named("Bob")
    assert refusal(bob(f"GET /api/records/{expected[-1]}")) == (404, "no-such-record")


@pytest.mark.parametrize("name", ["x", "r_", "r_x", f"{0:012}.1", f"{0:012}{'.9' * 9}", "%00"])
def test_an_unknown_record_is_not_found(new_client: Callable[..., ApiClient], name: str) -> None:
    ann = new_client().named("Ann")
    assert refusal(ann(f"GET /api/records/{name}")) == (404, "no-such-record")
    assert refusal(ann(f"DELETE /api/records/{name}")) == (404, "no-such-record")


def test_whist_is_exported_as_pbn_by_parameter_or_accept_header(
    new_client: Callable[..., ApiClient],
) -> None:
    ann = new_client().named("Ann")
    file = EXAMPLES / "whist-1.record.json"
    name = upload_record(ann, file)["id"]
    by_parameter = ann(f"GET /api/records/{name}?format=pbn")
    accepted = ann(f"GET /api/records/{name}", headers={"Accept": PBN})
    assert by_parameter.headers["content-type"].startswith(PBN)
    assert by_parameter.content == accepted.content
    boards = list(read_boards(decode_pbn(by_parameter.content)))
    assert len(boards) == len(decode_record(file.read_bytes()).deals)
    plain = ann(f"GET /api/records/{name}?format=json", headers={"Accept": PBN})
    assert plain.json()["format"] == "oddtrick/1"
    assert refusal(ann(f"GET /api/records/{name}?format=pdf")) == (400, "invalid")


def test_scotch_whist_has_no_pbn(new_client: Callable[..., ApiClient]) -> None:
    ann = new_client().named("Ann")
    name = upload_record(ann, EXAMPLES / "scotch-whist-1.record.json")["id"]
    assert refusal(ann(f"GET /api/records/{name}?format=pbn")) == (409, "no-pbn")
