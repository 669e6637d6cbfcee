"""Tests of taking a decision of a finished deal again, over HTTP."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from tests.support.server.api_requests import ApiClient, refusal
from tests.support.server.table_requests import open_table, play_out
from tests.support.server.upload_example_records import EXAMPLES, upload_record


def test_a_decision_of_a_finished_deal_can_be_taken_again(
    new_client: Callable[..., ApiClient],
) -> None:
    ann = new_client().named("Ann")
    code = open_table(ann, sit=0, fill="random", begin=True)["code"]
    practice = f"POST /api/tables/{code}/matches/1/practice"
    assert refusal(ann(practice, {"deal": 1, "decision": 1})) == (409, "no-decision")
    final = play_out(ann, code)
    first = ann(practice, {"deal": 1, "decision": 1}).json()
    assert first["updates"] == []
    assert first["played"] == final["match"]["deals"][0]
    names = {place["name"] for place in first["table"]["places"]}
    assert names == {place["name"] for place in final["places"]}
    card = first["table"]["match"]["legal"][0]
    going_on = {"deal": 1, "decision": 1, "moves": [card]}
    after = ann(practice, going_on).json()
    assert after["table"] == first["table"]
    assert after["updates"][0]["events"][0]["card"] == card
    assert new_client()(practice, going_on).json() == after, "for everybody who may see the match"


def test_a_faulty_practice_is_refused(new_client: Callable[..., ApiClient]) -> None:
    ann = new_client().named("Ann")
    code = open_table(ann, sit=0, fill="random", begin=True)["code"]
    practice = f"POST /api/tables/{code}/matches/1/practice"
    play_out(ann, code)
    for body in ({"deal": 0, "decision": 1}, {"deal": 1}, {"deal": 1, "decision": 1, "moves": "x"}):
        assert refusal(ann(practice, body))[0] == 400
    assert refusal(ann(practice, {"deal": 1, "decision": 53})) == (409, "no-decision")
    hand = ann(practice, {"deal": 1, "decision": 1}).json()["table"]["match"]["hand"]
    foreign = next(card for card in ("2C", "2D", "2H", "2S") if card not in hand)
    wrong = {"deal": 1, "decision": 1, "moves": [foreign]}
    assert refusal(ann(practice, wrong))[0] == 409
    other = f"POST /api/tables/{code}/matches/2/practice"
    assert refusal(ann(other, {"deal": 1, "decision": 1})) == (404, "no-match")


def test_a_decision_of_an_imported_record_can_be_taken_again(
    new_client: Callable[..., ApiClient],
) -> None:
    ann = new_client().named("Ann")
    record = upload_record(ann, EXAMPLES / "whist-1.record.json")["id"]
    practice = f"POST /api/records/{record}/practice"
    first = ann(practice, {"deal": 1, "decision": 2}).json()
    names = json.loads((EXAMPLES / "whist-1.record.json").read_text()).get("names")
    assert names is None or {place["name"] for place in first["table"]["places"]} == set(names)
    card = first["table"]["match"]["legal"][0]
    again = ann(practice, {"deal": 1, "decision": 2, "moves": [card]}).json()
    assert again["table"] == first["table"]
    assert again["updates"][0]["events"][0]["card"] == card
    assert refusal(new_client().named("Bob")(practice, {"deal": 1, "decision": 2})) == (
        404,
        "no-such-record",
    )


def test_a_deal_that_a_record_breaks_off_in_is_not_taken_again(
    new_client: Callable[..., ApiClient], tmp_path: Path
) -> None:
    ann = new_client().named("Ann")
    record = json.loads((EXAMPLES / "whist-1.record.json").read_text())
    record["deals"] = record["deals"][:1]
    record["deals"][0]["hands"][0]["plays"] = record["deals"][0]["hands"][0]["plays"][:1]
    file = tmp_path / "broken-off.json"
    file.write_text(json.dumps(record))
    practice = f"POST /api/records/{upload_record(ann, file)['id']}/practice"
    assert refusal(ann(practice, {"deal": 1, "decision": 1})) == (409, "no-decision")
