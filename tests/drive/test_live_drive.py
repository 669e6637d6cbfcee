"""A drive run by several people: its log, reports, clock and what each role is shown."""

from __future__ import annotations

from contextlib import suppress
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from oddtrick.drive.live import commands as c
from oddtrick.drive.live.log import AddDevice
from oddtrick.drive.live.refusals import CommandNotAllowed
from oddtrick.drive.live.settings import PlanChoices, choices_of
from oddtrick.drive.live.state import Actor
from oddtrick.drive.live.view_types import ClockPart, DriveParts
from oddtrick.drive.live.views_by_role import Projection
from oddtrick.errors import OddtrickError
from tests.support.drive_log import ANN, NOON, VIEWER, DriveLog, entered, replayed

FEW = settings(max_examples=25, deadline=None)

COMMANDS = st.one_of(
    st.builds(c.BeginRound),
    st.builds(lambda why: c.UndoRound(why=why), st.just("wrong")),
    st.builds(lambda table, taken: ("enter", table, taken), st.integers(1, 5), st.integers(0, 13)),
    st.builds(
        lambda number, table, taken: c.CorrectResult(
            round=number, table=table, tricks=(taken, 13 - taken), why="misread"
        ),
        st.integers(1, 4),
        st.integers(1, 4),
        st.integers(0, 13),
    ),
    st.builds(lambda player: c.LeaveDrive(player=player, why="ill"), st.integers(0, 17)),
    st.builds(
        lambda player, name: c.ReplacePlayer(player=player, name=f"New {name}", why="late"),
        st.integers(0, 17),
        st.integers(0, 99),
    ),
    st.builds(lambda name: c.AddEntries(text=f"Late {name}"), st.integers(0, 9)),
    st.builds(lambda act: c.SetClock(act=act), st.sampled_from(["start", "pause", "reset"])),
    st.builds(
        lambda entry, here: c.ChangeEntry(entry=entry, here=here), st.integers(1, 18), st.booleans()
    ),
    st.builds(c.CloseDrive),
)


@FEW
@given(st.lists(st.tuples(COMMANDS, st.integers(0, 3)), max_size=60), st.integers(12, 18))
def test_a_log_read_back_is_the_drive_it_was(steps: list[Any], people: int) -> None:
    log = DriveLog(people, PlanChoices(rounds=4), minutes=10)
    for command, rush in steps:
        log.now += 1000
        if isinstance(command, tuple):
            command = entered(log.live, command[1], command[2])  # noqa: PLW2901  # needs the round
        with suppress(OddtrickError):
            log.does(command)
        if rush == 0 and log.live.stage == "playing":
            log.finish(Random(len(log.entries)))
    assert replayed(log.entries) == log.live


def test_a_command_sent_again_is_applied_once() -> None:
    log = DriveLog()
    log.does(c.BeginRound())
    log.does(entered(log.live, 1, 8), key="p1")
    assert not log.does(entered(log.live, 1, 8), key="p1")
    log.does(c.CorrectResult(round=1, table=1, tricks=(5, 8), why="x"))
    assert not log.does(c.EnterResult(round=1, table=1, tricks=(8, 5)), key="p1")
    assert log.live.drive.rounds[0].results[0] == (5, 8)
    assert replayed(log.entries).keys == log.live.keys


def test_a_clock_set_back_does_not_turn_the_log_back() -> None:
    log = DriveLog(minutes=10)
    log.now += 60_000
    log.does(c.BeginRound())
    ends = log.live.clock.ends_at
    log.now -= 3_600_000
    log.does(entered(log.live, 1, 8))
    assert log.live.at == NOON + 60_000
    log.does(c.SetClock(act="pause"))
    assert log.live.clock.left == ends - log.live.at == 600_000


def test_the_clock_starts_pauses_and_is_moved() -> None:
    log = DriveLog(minutes=10)
    log.does(c.BeginRound())
    log.now += 120_000
    log.does(c.SetClock(act="pause"))
    assert log.live.clock.left == 480_000
    log.does(c.SetClock(act="add", minutes=1))
    log.does(c.SetClock(act="start"))
    assert log.live.clock.ends_at == log.now + 540_000
    log.does(c.SetClock(act="ring"))
    assert log.live.clock.rings == 1
    log.does(c.SetClock(act="reset"))
    assert log.live.clock.state == "off"
    with pytest.raises(OddtrickError, match="start it first"):
        log.does(c.SetClock(act="add", minutes=1))


def test_no_clock_runs_when_the_last_result_is_in() -> None:
    log = DriveLog(minutes=10, plan=PlanChoices(rounds=1))
    log.does(c.BeginRound())
    assert _shown_clock(log).state == "running"
    log.finish(Random(1))
    assert log.live.stage == "over"
    assert (_shown_clock(log).state, _shown_clock(log).ends_at) == ("off", None)


def _shown_clock(log: DriveLog) -> ClockPart:
    clock = Projection(log.live).parts_for(ANN).clock
    assert isinstance(clock, ClockPart)
    return clock


@FEW
@given(st.integers(0, 2**32), st.integers(1, 3), st.sampled_from(["hidden", "initials"]))
def test_what_is_hidden_changes_nothing_that_the_hall_is_shown(
    seed: int, hidden: int, names: str
) -> None:
    shown = []
    for change in (0, 1):
        log = DriveLog(16, PlanChoices(rounds=4, seed=1), hide_last=hidden, names=names)
        log.play(Random(seed), upto=4 - hidden)
        log.does(c.BeginRound())
        log.finish(Random(seed + change))
        for actor in (VIEWER, Actor("screen", "screen")):
            parts = Projection(log.live).parts_for(actor)
            shown.append(msgspec.json.encode(parts))
    assert shown[:2] == shown[2:]
    assert b"Person" not in shown[0]


def test_the_desk_is_shown_everything_and_others_no_entries() -> None:
    log = DriveLog(minutes=5, fee=300)
    log.does(c.ChangeEntry(entry=1, paid=100))
    desk = Projection(log.live).parts_for(ANN)
    assert desk.entries is not msgspec.UNSET
    assert (desk.entries[0].paid, desk.entries[0].owed) == (100, 200)
    for actor in (VIEWER, Actor("captain", "table 1", table=1)):
        parts: DriveParts = Projection(log.live).parts_for(actor)
        assert parts.entries is msgspec.UNSET
        assert parts.drive is not msgspec.UNSET
        assert parts.drive.seed is None


def test_a_newer_phone_takes_the_place_of_an_older_one() -> None:
    log = DriveLog()
    log.does(AddDevice("hash 1", table=3))
    log.does(AddDevice("hash 2", table=4))
    log.does(AddDevice("hash 3", table=3))
    assert [device.replaced for device in log.live.devices.values()] == [True, False, False]


def test_a_phone_may_only_report_its_own_table() -> None:
    log = DriveLog()
    log.does(c.BeginRound())
    with pytest.raises(CommandNotAllowed, match="phone of table 1"):
        log.does(entered(log.live, 2, 8), Actor("captain", "table 1", table=1))
    with pytest.raises(CommandNotAllowed, match="does not sit at table 2"):
        log.does(entered(log.live, 2, 8), Actor("captain", "Person 1", player=0))


def test_choices_make_the_plan_and_come_back() -> None:
    choices = PlanChoices(trumps="HDN", groups=("Gents", "Ladies"), seed=7)
    assert choices_of(choices.plan()) == choices
