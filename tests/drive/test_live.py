"""A drive run by several people: its log, versions, reports, clock and what each role is shown."""

from __future__ import annotations

from contextlib import suppress
from random import Random
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from oddtrick.drive.late_seats import SeatShared
from oddtrick.drive.live import commands as c
from oddtrick.drive.live.conflict_types import (
    CardHolder,
    NewResult,
    NewResults,
    ResultConflict,
)
from oddtrick.drive.live.decide import decide
from oddtrick.drive.live.fold import fold_body, open_live
from oddtrick.drive.live.log import (
    AddDevice,
    EndTable,
    LogBody,
    OpenDrive,
    decode_body,
    encode_body,
)
from oddtrick.drive.live.projection import Projection
from oddtrick.drive.live.refusals import (
    ChangedMeanwhile,
    CommandNotAllowed,
    ResultsEntered,
    RoundIsOver,
)
from oddtrick.drive.live.settings import LiveSettings, OnlineSettings, PlanChoices, choices_of
from oddtrick.drive.live.state import Actor, LiveDrive
from oddtrick.drive.live.view_types import ClockPart, DriveParts
from oddtrick.errors import OddtrickError

if TYPE_CHECKING:
    from collections.abc import Sequence

ANN = Actor("organiser", "Ann")
BEA = Actor("organiser", "Bea")
VIEWER = Actor("viewer", "viewer")
NOON = 1_800_000_000_000
FEW = settings(max_examples=25, deadline=None)


class Log:
    """A drive with its log.

    Args:
        people: the number of entries.
        **choices: the plan's choices and the settings.
    """

    def __init__(self, people: int = 16, plan: PlanChoices | None = None, **how: Any) -> None:
        opening = OpenDrive(code="k3f90pqr7xyz", settings=LiveSettings(**how), plan=plan)
        self.entries = [(LogBody(opening, ANN), NOON, "")]
        self.live = open_live(self.entries[0][0], NOON)
        self.now = NOON
        names = "\n".join(f"Person {number}" for number in range(1, people + 1))
        self.does(c.AddEntries(text=names))

    def does(
        self, command: Any, actor: Actor = ANN, seen: int | None = None, key: str | None = None
    ) -> bool:
        """Applies a command; returns whether it made an entry."""
        decision = decide(self.live, command, actor, self.now, seen=seen, key=key)
        if decision is None:
            return False
        self.entries.append((decision.body, decision.at, key or ""))
        self.live = decision.after
        return True

    def play(self, rng: Random, upto: int | None = None) -> None:
        """Plays rounds at random."""
        while self.live.round_number < (upto or self.live.drive.plan.rounds):
            self.does(c.BeginRound())
            self.finish(rng)

    def finish(self, rng: Random) -> None:
        """Enters the missing results of the round."""
        for table in self.live.tables_in("missing"):
            self.does(entered(self.live, table, rng.randrange(14)))


def entered(live: LiveDrive, table: int, taken: int) -> c.EnterResult:
    return c.EnterResult(round=live.round_number, table=table, tricks=(taken, 13 - taken))


def replayed(entries: Sequence[tuple[LogBody, int, str]]) -> LiveDrive:
    live = open_live(decode_body(encode_body(entries[0][0])), entries[0][1])
    for body, at, key in entries[1:]:
        live = fold_body(live, decode_body(encode_body(body)), at, key or None)
    return live


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
    log = Log(people, PlanChoices(rounds=4), minutes=10)
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
    log = Log()
    log.does(c.BeginRound())
    log.does(entered(log.live, 1, 8), key="p1")
    assert not log.does(entered(log.live, 1, 8), key="p1")
    log.does(c.CorrectResult(round=1, table=1, tricks=(5, 8), why="x"))
    assert not log.does(c.EnterResult(round=1, table=1, tricks=(8, 5)), key="p1")
    assert log.live.drive.rounds[0].results[0] == (5, 8)
    assert replayed(log.entries).keys == log.live.keys


def test_the_second_of_two_organisers_is_shown_both_values() -> None:
    log = Log()
    log.does(c.BeginRound())
    seen = log.live.seq
    log.does(c.EnterResult(round=1, table=3, tricks=(8, 5)), ANN, seen)
    with pytest.raises(ChangedMeanwhile) as refused:
        log.does(c.EnterResult(round=1, table=3, tricks=(5, 8)), BEA, seen)
    assert refused.value.conflict == ResultConflict(
        round=1, table=3, yours=(5, 8), theirs=(8, 5), by="Ann", at=NOON
    )
    assert not log.does(c.EnterResult(round=1, table=3, tricks=(8, 5)), BEA, seen)
    log.does(c.EnterResult(round=1, table=4, tricks=(5, 8)), BEA, seen)
    log.does(c.CorrectResult(round=1, table=3, tricks=(5, 8), why="slip"), BEA, log.live.seq)


PLAN_8, PLAN_9 = (PlanChoices(rounds=rounds, seed=1) for rounds in (8, 9))
SOME, ALL = OnlineSettings(tables="some"), OnlineSettings(tables="all")


@pytest.mark.parametrize(
    ("first", "second", "values", "text"),
    [
        (
            c.ChangeEntry(entry=1, paid=300),
            c.ChangeEntry(entry=1, paid=500),
            (300, 500),
            "paid of Person 1 was changed by Ann: it is now 300, you were setting 500",
        ),
        (
            c.ChangeEntry(entry=1, here=True, group="A"),
            c.ChangeEntry(entry=1, here=True, group=None),
            ("A", None),
            "group of Person 1 was changed by Ann: it is now A, you were setting none",
        ),
        (
            c.ChangeDriveSettings(confirm=False),
            c.ChangeDriveSettings(confirm=True),
            (False, True),
            "the setting confirm was changed by Ann: it is now no, you were setting yes",
        ),
        (
            c.ChangeDriveSettings(online=ALL),
            c.ChangeDriveSettings(online=replace(ALL, pause_seconds=9)),
            (ALL, replace(ALL, pause_seconds=9)),
            "the setting online was changed by Ann",
        ),
        (
            c.ChangePlan(plan=PLAN_8),
            c.ChangePlan(plan=PLAN_9),
            (PLAN_8, PLAN_9),
            "the plan was changed by Ann",
        ),
        (
            c.ReplacePlayer(player=2, name="Zoe", why="x"),
            c.LeaveDrive(player=2, why="x"),
            (CardHolder("playing", "Zoe"), CardHolder("gone", "Zoe")),
            "card 3 was changed by Ann: it is now Zoe, you were setting gone",
        ),
    ],
)
def test_two_changes_of_one_thing_conflict(
    first: Any, second: Any, values: tuple[Any, Any], text: str
) -> None:
    log = Log()
    if isinstance(first, c.ReplacePlayer):
        log.does(c.BeginRound())
    seen = log.live.seq
    log.does(first, ANN, seen)
    with pytest.raises(ChangedMeanwhile, match=text) as refused:
        log.does(second, BEA, seen)
    conflict: Any = refused.value.conflict
    assert (conflict.theirs, conflict.yours) == values
    log.does(c.ChangeEntry(entry=2, here=True), BEA, seen)


def test_a_round_with_a_result_unknown_to_the_sender_is_not_undone() -> None:
    log = Log()
    log.does(c.BeginRound())
    seen = log.live.seq
    log.does(c.EnterResult(round=1, table=3, tricks=(8, 5)), ANN)
    undo = c.UndoRound(why="x")
    with pytest.raises(ResultsEntered, match="you have not seen: table 3 8–5 by Ann; look"):
        log.does(undo, BEA, seen)
    seen = log.live.seq
    log.does(c.CorrectResult(round=1, table=3, tricks=(5, 8), why="x"), ANN)
    with pytest.raises(ResultsEntered) as refused:
        log.does(undo, BEA, seen)
    result = NewResult(table=3, tricks=(5, 8), by="Ann", at=NOON)
    assert refused.value.conflict == NewResults(round=1, results=(result,))
    log.does(undo, BEA, log.live.seq)
    assert log.live.round_number == 0


def test_a_round_is_undone_although_a_result_was_confirmed_or_repeated_since() -> None:
    log = Log()
    log.does(c.BeginRound())
    log.does(entered(log.live, 1, 8), Actor("captain", "table 1", table=1))
    log.does(entered(log.live, 2, 8), Actor("captain", "table 2", table=2))
    seen = log.live.seq
    assert log.does(c.ConfirmResult(round=1, table=1, tricks=(8, 5)), ANN)
    assert log.does(entered(log.live, 2, 8), ANN)
    log.does(c.UndoRound(why="x"), BEA, seen)
    assert log.live.round_number == 0


def test_a_round_with_a_new_result_of_an_online_table_is_not_undone() -> None:
    log = Log(online=ALL)
    names = iter("abcd")
    begun = decide(log.live, c.BeginRound(), ANN, NOON, new_code=lambda: next(names))
    assert begun is not None
    log.live = begun.after
    log.does(EndTable("b", (8, 5)), Actor("organiser", "server"))
    with pytest.raises(ResultsEntered, match="table 2 8–5 by server"):
        log.does(c.UndoRound(why="x"), BEA, begun.after.seq)


def test_two_who_begin_or_undo_a_round_do_it_once() -> None:
    log = Log()
    log.play(Random(1), upto=2)
    seen = log.live.seq
    log.does(c.BeginRound(), ANN, seen)
    with pytest.raises(ChangedMeanwhile, match="Ann has begun or undone a round: round 3 is"):
        log.does(c.BeginRound(), BEA, seen)
    seen = log.live.seq
    log.does(c.UndoRound(why="x"), ANN, seen)
    with pytest.raises(ChangedMeanwhile):
        log.does(c.UndoRound(why="x"), BEA, seen)
    assert log.live.round_number == 2


def test_a_phone_that_comes_back_with_an_earlier_round_is_refused() -> None:
    log = Log()
    log.does(c.BeginRound())
    written, seen = entered(log.live, 1, 9), log.live.seq
    log.finish(Random(1))
    log.does(c.BeginRound())
    phone = Actor("captain", "table 1", table=1)
    with pytest.raises(RoundIsOver):
        log.does(written, phone, seen)
    again, seen = entered(log.live, 1, 9), log.live.seq
    log.does(c.UndoRound(why="too early"))
    log.does(c.CorrectResult(round=1, table=1, tricks=(0, 13), why="misread"))
    log.does(c.BeginRound())
    with pytest.raises(RoundIsOver):
        log.does(again, phone, seen)


def test_a_third_person_is_refused_a_share_of_a_seat_and_an_older_log_keeps_theirs() -> None:
    log = Log(8, PlanChoices(movement="balanced", rounds=2))
    log.does(c.BeginRound())
    log.does(c.AddEntries(text="Zoe\nYan"))
    log.does(c.TakeSeat(entry=9, player=2, share=True, why="late"))
    third = c.TakeSeat(entry=10, player=2, share=True, why="late")
    with pytest.raises(SeatShared, match="card 3 is shared by two already, Person 3 & Zoe: choose"):
        log.does(third)
    older = [*log.entries, (LogBody(third, ANN), log.now, "")]
    assert replayed(older).drive.players[2].name == "Person 3 & Zoe & Yan"


def test_a_clock_set_back_does_not_turn_the_log_back() -> None:
    log = Log(minutes=10)
    log.now += 60_000
    log.does(c.BeginRound())
    ends = log.live.clock.ends_at
    log.now -= 3_600_000
    log.does(entered(log.live, 1, 8))
    assert log.live.at == NOON + 60_000
    log.does(c.SetClock(act="pause"))
    assert log.live.clock.left == ends - log.live.at == 600_000


def test_the_clock_starts_pauses_and_is_moved() -> None:
    log = Log(minutes=10)
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
    log = Log(minutes=10, plan=PlanChoices(rounds=1))
    log.does(c.BeginRound())
    assert _shown_clock(log).state == "running"
    log.finish(Random(1))
    assert log.live.stage == "over"
    assert (_shown_clock(log).state, _shown_clock(log).ends_at) == ("off", None)


def _shown_clock(log: Log) -> ClockPart:
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
        log = Log(16, PlanChoices(rounds=4, seed=1), hide_last=hidden, names=names)
        log.play(Random(seed), upto=4 - hidden)
        log.does(c.BeginRound())
        log.finish(Random(seed + change))
        for actor in (VIEWER, Actor("screen", "screen")):
            parts = Projection(log.live).parts_for(actor)
            shown.append(msgspec.json.encode(parts))
    assert shown[:2] == shown[2:]
    assert b"Person" not in shown[0]


def test_the_desk_is_shown_everything_and_others_no_entries() -> None:
    log = Log(minutes=5, fee=300)
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
    log = Log()
    log.does(AddDevice("hash 1", table=3))
    log.does(AddDevice("hash 2", table=4))
    log.does(AddDevice("hash 3", table=3))
    assert [device.replaced for device in log.live.devices.values()] == [True, False, False]


def test_a_phone_may_only_report_its_own_table() -> None:
    log = Log()
    log.does(c.BeginRound())
    with pytest.raises(CommandNotAllowed, match="phone of table 1"):
        log.does(entered(log.live, 2, 8), Actor("captain", "table 1", table=1))
    with pytest.raises(CommandNotAllowed, match="does not sit at table 2"):
        log.does(entered(log.live, 2, 8), Actor("captain", "Person 1", player=0))


def test_choices_make_the_plan_and_come_back() -> None:
    choices = PlanChoices(trumps="HDN", groups=("Gents", "Ladies"), seed=7)
    assert choices_of(choices.plan()) == choices
