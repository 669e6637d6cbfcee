"""A drive run by several people: its log, reports, clock and what each role is shown."""

from __future__ import annotations

from random import Random
from typing import Literal

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from oddtrick.drive.live import commands as c
from oddtrick.drive.live.commands import AddDevice
from oddtrick.drive.live.refusals import CommandNotAllowed
from oddtrick.drive.live.settings import PlanChoices, choices_of
from oddtrick.drive.live.state import Actor
from oddtrick.drive.live.view_types import ClockPart, DriveParts
from oddtrick.drive.live.views_by_role import Projection
from oddtrick.drive.rounds import Unplayed
from oddtrick.errors import OddtrickError
from tests.support.drives import ANN, NOON, VIEWER, DriveLog, entered, replayed

FEW = settings(max_examples=25, deadline=None)


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


@pytest.mark.parametrize(("act", "other"), [("start", "pause"), ("pause", "start")])
def test_a_clock_set_to_what_it_was_is_not_set_when_the_command_comes_again(
    act: Literal["start", "pause"], other: Literal["start", "pause"]
) -> None:
    log = DriveLog(minutes=10)
    log.does(c.BeginRound())
    log.does(c.SetClock(act=act))
    assert log.does(c.SetClock(act=act), key="twice")
    log.does(c.SetClock(act=other))
    state = log.live.clock.state
    assert not log.does(c.SetClock(act=act), key="twice")
    assert log.live.clock.state == state


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


MOVEMENTS = ("progressive", "semi-partner", "winners-move", "head-table", "partner", "duplicate")
AT_TABLE = Actor("viewer", "table 1", table=1)


def everything(log: DriveLog, actor: Actor) -> list[bytes]:
    """All that a role can ask about a drive: its parts, each round and each card."""
    shown = Projection(log.live)
    asked: list[object] = [shown.parts_for(actor)]
    asked += [shown.round_for(actor, number + 1) for number in range(log.live.round_number)]
    asked += [shown.card_for(actor, player.id) for player in log.live.drive.players]
    return list(map(msgspec.json.encode, asked))


def hidden_rounds(movement: str, seed: int, change: int, hidden: int, names: str) -> DriveLog:
    """A drive whose last rounds are hidden, all complete, with other results in those."""
    plan = PlanChoices(rounds=4, seed=1, movement=movement)  # type: ignore[arg-type]
    log = DriveLog(16, plan, hide_last=hidden, names=names)
    log.play(Random(seed), upto=4 - hidden)
    log.play(Random(seed + change))
    how: Unplayed = "average" if change else "nothing"
    log.does(c.MarkUnplayed(round=4, table=2, score=how, why="taken ill"))
    return log


@FEW
@given(
    st.sampled_from(MOVEMENTS),
    st.integers(0, 2**32),
    st.integers(1, 4),
    st.sampled_from(["hidden", "initials"]),
)
def test_what_is_hidden_changes_nothing_that_viewers_are_shown(
    movement: str, seed: int, hidden: int, names: str
) -> None:
    """Not even by who sits where: where results decide who moves, seats tell who has won."""
    logs = [hidden_rounds(movement, seed, change, hidden, names) for change in (0, 1)]
    one, other = (everything(log, VIEWER) for log in logs)
    assert one == other
    assert not any(b"Person" in text for text in one)
    first = logs[0].live.drive.plan.rounds - hidden + 1
    for log in logs:  # a screen shows where to sit, and so who has won: no tricks, no scores
        shown = Projection(log.live).parts_for(Actor("screen", "screen"))
        parts = Projection(log.live).parts_for(VIEWER)
        assert (shown.standings, shown.standings_info) == (parts.standings, parts.standings_info)
        for number in range(first, 5):
            part = Projection(log.live).round_for(Actor("screen", "screen"), number)
            assert not part.seats_hidden
            assert {table.tricks for table in part.tables} == {None}


@FEW
@given(
    st.sampled_from(MOVEMENTS),
    st.integers(0, 2**32),
    st.integers(1, 4),
    st.sampled_from(["hidden", "initials", "full"]),
    st.sampled_from([AT_TABLE, Actor("captain", "table 1", table=1), "player"]),
)
def test_a_phone_knows_no_more_than_a_viewer_but_its_own_table_and_card(
    movement: str, seed: int, hidden: int, names: str, who: Actor | str
) -> None:
    log = hidden_rounds(movement, seed, 0, hidden, names)
    player = seed % 16
    name = log.live.drive.players[player].name
    actor = Actor("captain", name, player=player) if isinstance(who, str) else who
    shown, viewer = Projection(log.live), Projection(log.live)
    parts, plain = shown.parts_for(actor), viewer.parts_for(VIEWER)
    for field in parts.__struct_fields__:
        if field not in ("you", "round", "next", "card"):
            assert getattr(parts, field) == getattr(plain, field), field
    for number in range(1, 5):
        part, bare = shown.round_for(actor, number), viewer.round_for(VIEWER, number)
        seated = {table.table: table for table in bare.tables}
        extra = [table for table in part.tables if table != seated.get(table.table)]
        for table in extra:
            at_table = table.table == 1 if actor.player is None else player in sum(table.pairs, ())
            assert at_table, (number, table)
        assert len(extra) <= 1
    for other in range(16):
        if other != actor.player:
            assert shown.card_for(actor, other) == viewer.card_for(VIEWER, other)
    if names != "full":
        text = b"".join(everything(log, actor))
        assert {each.name for each in log.live.drive.players if each.name.encode() in text} <= {
            *([name] if actor.player is not None else ()),
            *(each.name for each in log.live.drive.players if name.startswith(each.name)),
        }


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
