"""Tests that calls are read as they are written."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from oddtrick.calls import Bid, Call, parse_call
from oddtrick.cards import CARDS
from oddtrick.errors import OddtrickError
from oddtrick.rules import action_text

NAMES = st.sampled_from(["pass", "no trump", "misère", "open misère", "down", "s", "d"])
BIDS = st.one_of(
    st.builds(Bid, st.integers(0, 9999)),
    st.builds(Bid, st.integers(-1, 9999), NAMES),
)
CALLS: st.SearchStrategy[Call] = st.one_of(BIDS, st.sampled_from(CARDS))


@given(CALLS)
def test_a_call_is_read_as_it_is_written(call: Call) -> None:
    assert parse_call(str(call)) == parse_call(action_text(call)) == call


@given(st.lists(BIDS, min_size=2))
def test_bids_are_ordered_by_number_then_by_name(bids: list[Bid]) -> None:
    assert sorted(bids) == sorted(bids, key=lambda bid: (bid.number, bid.name))


@given(st.one_of(st.text(max_size=6), st.from_regex(r"[0-9]? ?[a-zA-Z♠ ]{0,5}", fullmatch=True)))
def test_a_text_is_a_call_that_writes_it_or_is_refused_in_one_line(text: str) -> None:
    call, refusal = read(text)
    if call is None:
        assert "\n" not in refusal
        assert len(refusal) < 100
        return
    assert parse_call(str(call)) == call
    letters = [letter for letter in text if letter != " "]
    assert [letter for letter in str(call) if letter != " "] == letters


@given(st.from_regex(r"\d{1,4}", fullmatch=True))
def test_a_number_has_the_digits_0_to_9(text: str) -> None:
    call, _ = read(text)
    assert (call is not None) == (text.isascii() and str(int(text)) == text)


@given(st.text(max_size=6), st.integers(-1, 9))
def test_a_name_has_small_letters_alone(name: str, number: int) -> None:
    words = name.split(" ")
    small = all(word.isalpha() and all(map(str.islower, word)) for word in words)
    try:
        bid = Bid(number, name)
    except OddtrickError:
        assert not small
        return
    assert bid.name == name
    assert small or (not name and number >= 0)


def read(text: str) -> tuple[Call | None, str]:
    """A call, or the refusal of the text."""
    try:
        return parse_call(text), ""
    except OddtrickError as error:
        return None, str(error)


@pytest.mark.parametrize(
    ("number", "name"),
    [
        *((-1, ""), (-2, ""), (10000, ""), (3, "No Trump"), (3, " x"), (3, "4d"), (3, "x" * 41)),
        *((-1, "Äpfel"), (3, "xÖ"), (-1, "ǅ"), (3, "x²"), (-1, "𝐏"), (-1, "ⅷ"), (-1, "好")),
    ],
)
def test_a_bid_that_could_not_be_read_back_is_refused(number: int, name: str) -> None:
    with pytest.raises(OddtrickError, match="is no bid: give a number, a name, or both"):
        Bid(number, name)
