"""The records that docs/record-format.md shows."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from oddtrick.record import decode_record, encode_record, record_of, replay

PAGE = (Path(__file__).parents[2] / "docs" / "record-format.md").read_text(encoding="utf-8")
SHOWN = [
    text for text in re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL) if '"oddtrick/1"' in text
]


@pytest.mark.parametrize("text", SHOWN)
def test_a_record_that_is_shown_can_be_played_on(text: str) -> None:
    match = replay(decode_record(text.encode()))
    assert match.legal_actions()
    assert replay(decode_record(encode_record(record_of(match)))) == match


def test_a_game_with_an_auction_and_one_with_a_kitty_are_shown() -> None:
    games = [decode_record(text.encode()).rules["game"] for text in SHOWN]
    assert games == ["scotch-whist", "solo-whist", "bid-whist"]
