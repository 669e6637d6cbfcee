"""Every input gives a match or a one-line error."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from oddtrick.errors import OddtrickError
from oddtrick.match import Match
from oddtrick.record import decode_record, encode_result, record_of, replay, result_of
from tests.support.extent import times

EXAMPLES = [
    json.loads(path.read_text())
    for path in sorted((Path(__file__).parents[1] / "data" / "examples").glob("*.record.json"))
]

ANY_JSON: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=8,
)

WORDS = st.sampled_from(
    ["AS", "10H", "♠A", "N", "S", "", "AKQ.T98..5432", "rock", "0", "whist", "oddtrick/1", "-1"]
)


def check(data: bytes | str) -> None:
    """Reads and replays; errors are one line, and accepted records can be written again."""
    outcome = match_or_line(data)
    if isinstance(outcome, str):
        assert outcome
        assert "\n" not in outcome
    else:
        encode_result(result_of(outcome))
        assert replay(record_of(outcome)) == outcome


def match_or_line(data: bytes | str) -> Match | str:
    try:
        return replay(decode_record(data))
    except OddtrickError as refusal:
        return str(refusal)


@given(st.binary(max_size=200))
def test_any_bytes(data: bytes) -> None:
    check(data)


@given(ANY_JSON)
def test_any_json(value: Any) -> None:
    check(json.dumps(value))


@given(st.data())
@settings(max_examples=times(120, whole=400))
def test_a_record_with_one_thing_changed(data: st.DataObject) -> None:
    record = copy.deepcopy(data.draw(st.sampled_from(EXAMPLES)))
    place: Any = record
    while True:
        keys = list(place) if isinstance(place, dict) else list(range(len(place)))
        key = data.draw(st.sampled_from(keys))
        inner = place[key]
        if not isinstance(inner, (dict, list)) or not inner or data.draw(st.integers(0, 9)) == 0:
            break
        place = inner
    change = data.draw(st.sampled_from(["replace", "drop", "repeat"]))
    if change == "drop":
        del place[key]
    elif change == "repeat" and isinstance(place, list):
        place.insert(key, place[key])
    else:
        place[key] = data.draw(WORDS | ANY_JSON | st.integers(-2, 9))
    check(json.dumps(record))


@given(st.sampled_from(EXAMPLES), st.data())
def test_a_record_cut_off_or_with_bytes_changed(
    record: dict[str, Any], data: st.DataObject
) -> None:
    text = bytearray(json.dumps(record).encode())
    at = data.draw(st.integers(0, len(text) - 1))
    if data.draw(st.booleans()):
        del text[at:]
    else:
        text[at] = data.draw(st.integers(0, 255))
    check(bytes(text))


def test_a_deeply_nested_option() -> None:
    for depth in range(1, 1100):
        for key in ("target", "game"):
            inner = "[" * depth + "]" * depth
            rules = f'{{"game":"whist","{key}":{inner}}}'
            assert match_or_line(f'{{"format":"oddtrick/1","rules":{rules},"deals":[]}}')


def test_the_line_counts_seats_from_0() -> None:
    hands = [{"cards": ["", None, "", ""]}]
    record = {
        "format": "oddtrick/1",
        "rules": {"game": "whist"},
        "deals": [{"dealer": 0, "hands": hands}],
    }
    line = "deal 1, hand 1, cards of seat 1: expected str, got null"
    assert match_or_line(json.dumps(record)) == line
    hands[0]["cards"][1] = "ZZ"
    assert str(match_or_line(json.dumps(record))).startswith("deal 1, hand 1, seat 1: 'ZZ' is not")
    hands[0]["cards"] = [""] * 5
    line = "deal 1, hand 1: there are cards for 5 seats, not 4 (W3)"
    assert match_or_line(json.dumps(record)) == line


def test_a_cut_has_one_spelling_of_each_seat() -> None:
    record: dict[str, Any] = next(
        record
        for record in copy.deepcopy(EXAMPLES)
        if any(len(deal.get("cut", "")) > 1 for deal in record["deals"])
    )
    number, cut = next(
        (number, deal["cut"]) for number, deal in enumerate(record["deals"], 1) if deal.get("cut")
    )
    seat = min(cut)
    cut["0" + seat] = cut[seat]
    line = f"deal {number}: cut: '0{seat}' is not a seat's number (K5)"
    assert match_or_line(json.dumps(record)) == line
