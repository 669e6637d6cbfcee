"""Tests of decoding: input is a valid command or is refused before a table sees it."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from oddtrick.errors import OddtrickError
from oddtrick.tables import Settings
from oddtrick.tables import commands as c
from oddtrick.tables.dispatch import clean_line
from tests.support.tables.table_driver import TableDriver

HEX = "0f" * 32

WRONG: list[Any] = [
    {},
    [],
    "play",
    {"type": "tick"},
    {"type": "bot-acts", "place": 0, "seq": 1, "action": "AS"},
    {"type": "arrive", "worker": "w"},
    {"type": "hold", "ms": 5},
    {"type": "sit"},
    {"type": "sit", "place": -1},
    {"type": "sit", "place": 8},
    {"type": "sit", "place": 10**30},
    {"type": "sit", "place": 1.5},
    {"type": "sit", "place": "0"},
    {"type": "sit", "place": True},
    {"type": "sit", "place": 0, "by": "ann"},
    {"type": "play", "card": "AS of"},
    {"type": "play", "card": None},
    {"type": "choose", "suit": "N"},
    {"type": "throw", "throw": "well"},
    {"type": "call", "call": 3},
    {"type": "call", "call": "x" * 46},
    {"type": "add-bot", "place": 1, "level": "x" * 17},
    {"type": "seal", "round": 1, "seal": HEX + "\n"},
    {"type": "seal", "round": 1, "seal": HEX.upper()},
    {"type": "seal", "round": 1, "seal": HEX[1:]},
    {"type": "open", "round": 0, "secret": HEX},
    {"type": "open", "round": 10**400, "secret": HEX},
    {"type": "change-settings", "settings": {"grace_seconds": -1}},
    {"type": "change-settings", "settings": {"move_seconds": 10**9}},
    {"type": "change-settings", "settings": {"move_seconds": 0}},
    {"type": "change-settings", "settings": {"bot_delay_ms": 10_001}},
    {"type": "change-settings", "settings": {"secret": True}},
]


@pytest.mark.parametrize("wrong", WRONG, ids=lambda wrong: json.dumps(wrong)[:60])
def test_invalid_commands_are_refused(wrong: Any) -> None:
    with pytest.raises(msgspec.DecodeError):
        msgspec.json.decode(json.dumps(wrong), type=c.PlayerCommand)


def test_a_command_survives_a_round_trip_through_json() -> None:
    for command in (
        c.Sit(3),
        c.Seal(2, HEX),
        c.ChangeSettings(Settings(public=True)),
        c.Begin(None),
    ):
        assert msgspec.json.decode(msgspec.json.encode(command), type=c.PlayerCommand) == command


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=9), inner),
    max_leaves=6,
)
names = st.sampled_from(
    ["type", "place", "card", "suit", "throw", "round", "seal", "secret", "text", "phrase"]
)
tags = st.sampled_from(["sit", "play", "choose", "throw", "seal", "open", "say", "begin", "claim"])


@given(st.dictionaries(names, anything), tags)
def test_malformed_input_never_causes_an_unexpected_error(sent: dict[str, Any], tag: str) -> None:
    table = TableDriver()
    table.seat("ann")
    try:
        command = msgspec.json.decode(json.dumps({**sent, "type": tag}), type=c.PlayerCommand)
    except msgspec.DecodeError:
        return
    try:
        table.do("ann", command)
        message = ""
    except OddtrickError as refusal:
        message = str(refusal)
    assert len(message) < 200


@given(st.text(), st.integers(1, 50))
def test_a_cleaned_chat_line_is_one_printable_line(text: str, length: int) -> None:
    line = clean_line(text, length)
    assert len(line) <= length
    assert line.isprintable()
    assert line == line.strip()
    assert clean_line(line, length) == line


def test_settings_with_a_time_limit_are_timed() -> None:
    assert not Settings().timed
    assert Settings(move_seconds=5).timed
    assert Settings(deal_seconds=30).timed
