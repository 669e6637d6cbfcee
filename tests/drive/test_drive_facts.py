"""Logs of facts: what a command made is what its entry gives back, whatever becomes of commands."""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from types import FrameType
from typing import Any, get_args

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import oddtrick
from oddtrick.drive.drive_file import decode_drive, encode_drive
from oddtrick.drive.event_boards import boards_for_file
from oddtrick.drive.live import commands as c
from oddtrick.drive.live import decide as decide_module
from oddtrick.drive.live import facts as f
from oddtrick.drive.live.command_effects import apply_command
from oddtrick.drive.live.facts import decode_body, encode_body
from oddtrick.drive.live.online_tables import drive_for_file
from oddtrick.drive.live.state import LiveDrive
from tests.support.drive_walks import MOVEMENTS, ONLINE, walk
from tests.support.drives import DriveLog, replayed
from tests.support.extent import times

SOURCE = Path(oddtrick.__file__).parent
BY_THE_FOLD = ("seq", "at", "begun", "keys", "touched", "completed")
"""The fields that follow from the entry itself, and not from its command."""

walks = st.builds(walk, st.integers(0, 10**6), st.sampled_from(MOVEMENTS), st.sampled_from(ONLINE))


def made(live: LiveDrive) -> dict[str, Any]:
    fields = msgspec.structs.asdict(live)
    return {name: value for name, value in fields.items() if name not in BY_THE_FOLD}


@settings(max_examples=times(40, whole=150))
@given(st.integers(0, 10**6), st.sampled_from(MOVEMENTS), st.sampled_from(ONLINE))
def test_folding_the_facts_of_a_command_gives_the_state_that_it_made(
    seed: int, movement: Any, online: Any
) -> None:
    class Checked(DriveLog):
        def does(self, *command: Any, **how: Any) -> bool:
            applied: list[LiveDrive] = []

            def apply(*given: Any) -> LiveDrive:
                applied.append(apply_command(*given))
                return applied[-1]

            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(decide_module, "apply_command", apply)
                before = self.live
                is_new = super().does(*command, **how)
            for state in applied:
                assert made(state) == made(self.live)
            assert is_new or self.live is before
            return is_new

    walk(seed, movement, online, log_type=Checked)


@settings(max_examples=times(40, whole=150))
@given(walks)
def test_a_log_and_a_file_make_the_drive_again_to_the_bit(log: DriveLog) -> None:
    for body, _, _ in log.entries:
        assert decode_body(encode_body(body)) == body
    again = replayed(log.entries)
    assert again == log.live
    assert msgspec.json.encode(again) == msgspec.json.encode(log.live)
    drive = drive_for_file(log.live)
    file = encode_drive(drive)
    assert decode_drive(file) == msgspec.structs.replace(drive, boards=boards_for_file(drive))
    assert encode_drive(decode_drive(file)) == file


def test_the_walks_come_to_every_kind_of_fact() -> None:
    told = {
        type(fact)
        for seed in range(4)
        for movement in MOVEMENTS
        for online in ONLINE
        for body, _, _ in walk(seed, movement, online).entries
        for fact in body.facts
    }
    assert told == set(get_args(f.Fact))


def fields_of(value: Any) -> Iterator[tuple[tuple[str, str], Any]]:
    """Yields each field of a value and of those within it, with what stands there."""
    if isinstance(value, msgspec.Struct):
        for name, inner in msgspec.structs.asdict(value).items():
            yield (type(value).__name__, name), inner
            yield from fields_of(inner)
    elif isinstance(value, dict | tuple):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from fields_of(inner)


def test_the_walks_change_every_field_of_the_state_by_every_command() -> None:
    given: set[type] = set()
    values: defaultdict[tuple[str, str], set[str]] = defaultdict(set)

    class Noted(DriveLog):
        def does(self, command: Any, *rest: Any, **how: Any) -> bool:
            is_new = super().does(command, *rest, **how)
            given.update([type(command)] if is_new else [])
            return is_new

    for movement in MOVEMENTS:
        for online in ONLINE:
            for seed in range(4):
                live = walk(seed, movement, online, log_type=Noted).live
                for field, value in fields_of(live):
                    values[field].add(repr(value))
    assert given == set(get_args(c.Command)) - {c.OpenDrive}
    # Facts hold settings, prizes and boards whole: a field of theirs needs no fact of its own.
    whole = ("PrizeList", "OwnPrize", "OnlineSettings", "SealedBoards")
    constant = {field for field, all_values in values.items() if len(all_values) < 2}
    assert {field for field in constant if field[0] not in whole} == {("LiveDrive", "code")}


@settings(max_examples=times(20, whole=80))
@given(walks)
def test_no_text_is_read_no_lot_drawn_and_no_command_decided_to_load_a_log(log: DriveLog) -> None:
    texts = [(encode_body(body), at, key) for body, at, key in log.entries]
    entered: set[str] = set()

    def note(frame: FrameType, event: str, _: object) -> None:
        path = Path(frame.f_code.co_filename)
        if event == "call" and path.is_relative_to(SOURCE):
            entered.add(path.relative_to(SOURCE / "drive").as_posix())

    profile = sys.getprofile()
    sys.setprofile(note)
    try:
        replayed([(decode_body(text), at, key) for text, at, key in texts])
    finally:
        sys.setprofile(profile)
    # The plan checks its choices as it is made; the others have the values and their properties.
    assert entered <= {
        "live/facts.py",
        "live/fold.py",
        "live/state.py",
        "drive.py",
        "plan.py",
        "rounds.py",
    }
