"""People who change the same thing of a drive at once: the second is shown both values."""

from __future__ import annotations

from random import Random
from typing import Any, get_args

import pytest
from msgspec.structs import replace

from oddtrick.drive.late_seats import SeatShared
from oddtrick.drive.live import commands as c
from oddtrick.drive.live.decide import decide
from oddtrick.drive.live.edit_conflict_types import (
    CardHolder,
    NewResult,
    NewResults,
    ResultConflict,
)
from oddtrick.drive.live.facts import CommandBody
from oddtrick.drive.live.refusals import ChangedMeanwhile, ResultsEntered, RoundIsOver
from oddtrick.drive.live.settings import LiveSettings, OnlineSettings, PlanChoices
from oddtrick.drive.live.state import Actor
from oddtrick.drive.prizes import OwnPrize, PrizeList
from oddtrick.drive.rounds import ResultsFinal
from oddtrick.errors import OddtrickError
from oddtrick.server.errors import to_api_error
from tests.support.drives import ANN, BEA, NOON, DriveLog, entered, replayed


def test_the_second_of_two_organisers_is_shown_both_values() -> None:
    log = DriveLog()
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
    log = DriveLog()
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
    log = DriveLog()
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
    log = DriveLog()
    log.does(c.BeginRound())
    log.does(entered(log.live, 1, 8), Actor("captain", "table 1", table=1))
    log.does(entered(log.live, 2, 8), Actor("captain", "table 2", table=2))
    seen = log.live.seq
    assert log.does(c.ConfirmResult(round=1, table=1, tricks=(8, 5)), ANN)
    assert log.does(entered(log.live, 2, 8), ANN)
    log.does(c.UndoRound(why="x"), BEA, seen)
    assert log.live.round_number == 0


def test_a_round_with_a_new_result_of_an_online_table_is_not_undone() -> None:
    log = DriveLog(online=ALL)
    names = iter("abcd")
    begun = decide(log.live, c.BeginRound(), ANN, NOON, new_code=lambda: next(names))
    assert begun is not None
    log.live = begun.after
    log.does(c.EndTable("b", (8, 5)), Actor("organiser", "server"))
    with pytest.raises(ResultsEntered, match="table 2 8–5 by server"):
        log.does(c.UndoRound(why="x"), BEA, begun.after.seq)


def test_two_who_begin_or_undo_a_round_do_it_once() -> None:
    log = DriveLog()
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
    log = DriveLog()
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
    log = DriveLog(8, PlanChoices(movement="balanced", rounds=2))
    log.does(c.BeginRound())
    log.does(c.AddEntries(text="Zoe\nYan"))
    log.does(c.TakeSeat(entry=9, player=2, share=True, why="late"))
    third = c.TakeSeat(entry=10, player=2, share=True, why="late")
    with pytest.raises(SeatShared, match="card 3 is shared by two already, Person 3 & Zoe: choose"):
        log.does(third)
    entry = (CommandBody(third, ANN), log.now, "")
    assert replayed((*log.entries, entry)).drive.players[2].name == "Person 3 & Zoe & Yan"


@pytest.mark.parametrize(
    "late",
    [
        c.CorrectResult(round=2, table=4, tricks=(0, 13), why="misread"),
        c.MarkUnplayed(round=2, table=4, score="average", why="dropped"),
    ],
)
@pytest.mark.parametrize("begun_again", [False, True])
def test_a_result_of_a_round_that_was_undone_meanwhile_is_a_conflict(
    late: c.CorrectResult | c.MarkUnplayed, begun_again: bool
) -> None:
    log = DriveLog(17)
    log.play(Random(1), upto=2)
    seen = log.live.seq - 4
    log.does(c.UndoRound(why="too early"), BEA)
    if begun_again:
        for player in range(5):
            log.does(c.LeaveDrive(player=player, why="late bus"), BEA)
        log.does(c.BeginRound(), BEA)
        assert len(log.live.drive.rounds[1].results) == 3
    with pytest.raises(ChangedMeanwhile) as refused:
        log.does(late, ANN, seen)
    conflict = refused.value.conflict
    assert isinstance(conflict, ResultConflict)
    assert conflict.theirs is None


LINES = "one\ntwo\u2028three\rfour"
IN_LINES: list[tuple[c.DriveCommand, c.DriveCommand]] = [
    (c.ChangeEntry(entry=1, note=LINES), c.ChangeEntry(entry=1, note=f"{LINES} five")),
    (c.ChangeEntry(entry=1, name="Zoe"), c.ChangeEntry(entry=1, name=LINES)),
    (c.ChangeDriveSettings(name=LINES), c.ChangeDriveSettings(name=f"{LINES} five")),
    (
        c.ReplacePlayer(player=1, name="Zoe", why=LINES),
        c.ReplacePlayer(player=1, name=LINES, why=LINES),
    ),
    (
        c.ChangePrizes(prizes=PrizeList(own=(OwnPrize(LINES),))),
        c.ChangePrizes(prizes=PrizeList()),
    ),
]


@pytest.mark.parametrize(("first", "second"), IN_LINES, ids=map(str, range(len(IN_LINES))))
def test_a_conflict_is_one_line_whatever_was_sent(
    first: c.DriveCommand, second: c.DriveCommand
) -> None:
    log = DriveLog()
    log.does(c.BeginRound())
    seen = log.live.seq
    log.does(first, Actor("organiser", LINES), seen)
    with pytest.raises(ChangedMeanwhile) as caught:
        log.does(second, BEA, seen)
    assert len(str(caught.value).splitlines()) == 1


COMMANDS: tuple[c.DriveCommand, ...] = (
    c.AddEntries(text="Lucy Late, B\nMax Late"),
    c.ChangeEntry(entry=3, here=True, paid=350),
    c.RemoveEntry(entry=3),
    c.ChooseCrossing(entries=(1, 4)),
    c.LeaveDrive(player=6, why="went home"),
    c.ReturnPlayer(player=6, why="came back"),
    c.ReplacePlayer(player=6, name="Zoe Roe", why="unwell"),
    c.TakeSeat(entry=9, player=7, why="came late"),
    c.FreePlace(entry=3),
    c.NewTableKey(table=2),
    c.BeginRound(),
    c.UndoRound(why="wrong seats"),
    c.EnterResult(round=1, table=1, tricks=(8, 5)),
    c.ConfirmResult(round=1, table=1, tricks=(8, 5)),
    c.DisputeResult(round=1, table=1, tricks=(7, 6)),
    c.CorrectResult(round=1, table=1, tricks=(5, 8), why="sides exchanged"),
    c.MarkUnplayed(round=1, table=1, score="average", why="no time"),
    c.SetClock(act="start"),
    c.ChangeDriveSettings(minutes=10, online=OnlineSettings(tables="some")),
    c.ChangePlan(plan=PlanChoices(rounds=20, scoring="tricks", groups=("Gents", "Ladies"))),
    c.ChangePrizes(prizes=PrizeList(places=2, own=(OwnPrize("Raffle", 3),))),
    c.CloseDrive(),
)
"""One of each."""


def test_a_drive_that_is_closed_refuses_each_command_as_a_matter_of_its_state() -> None:
    log = DriveLog(8, plan=PlanChoices(rounds=1, movement="partner"))
    log.does(c.AddEntries(text="Lucy"))
    log.play(Random(1))
    log.does(c.CloseDrive())

    def status_of(command: c.DriveCommand) -> int | None:
        try:
            log.does(command)
        except OddtrickError as error:
            return to_api_error(error).status
        return None

    found = {type(command): status_of(command) for command in COMMANDS}
    assert set(found) == set(get_args(c.DriveCommand))
    assert set(found.values()) == {409}, found


def test_only_what_is_shown_of_a_closed_drive_may_still_be_set() -> None:
    log = DriveLog(8, plan=PlanChoices(rounds=1))
    log.play(Random(1))
    log.does(c.CloseDrive())
    others: dict[str, Any] = {
        "name": "Jubilee",
        "minutes": 7,
        "fee": 300,
        "check_in": True,
        "confirm": False,
        "hide_last": 1,
        "names": "initials",
        "online": ALL,
    }
    assert set(others) == set(LiveSettings.__struct_fields__)
    for name, value in others.items():
        command = c.ChangeDriveSettings(**{name: value})
        if name in ("name", "names"):
            assert log.does(command)
            continue
        with pytest.raises(ResultsFinal, match="closed"):
            log.does(command)
    assert not log.does(c.ChangeDriveSettings(confirm=True, minutes=0))
