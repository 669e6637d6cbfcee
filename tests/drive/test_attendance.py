"""Entries and check-in, late arrivals, people who leave and come back, in a drive under way."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from oddtrick.drive import (
    Drive,
    DrivePlan,
    Entry,
    ListedEntry,
    Round,
    Signature,
    add_entries,
    begin_round,
    change_entry,
    enter_result,
    leave_drive,
    open_drive,
    prizes_of,
    remove_entry,
    replace_player,
    return_player,
    standings_of,
    undo_round,
)
from oddtrick.drive.seating import check_seating
from oddtrick.errors import OddtrickError
from tests.support.drives import MOVEMENTS, RESULT_BASED, plans, play_at_random

FEW = settings(max_examples=40, deadline=None)
SIGNED = Signature("Ann", "2026-11-22T20:15:00+00:00", "went home")


def entered(plan: DrivePlan, count: int) -> Drive:
    names = [Entry(f"Person {number}") for number in range(1, count + 1)]
    return add_entries(open_drive(plan), names)


def with_results(drive: Drive, rng: Random) -> Drive:
    for table in drive.rounds[-1].missing:
        taken = rng.randrange(14)
        drive = enter_result(drive, table, (taken, 13 - taken))
    return drive


@st.composite
def evenings(draw: st.DrawFn, movements: tuple[str, ...] = MOVEMENTS) -> Drive:
    """Draws a drive in which people come late and leave between the rounds."""
    drive = entered(draw(plans(movements)), draw(st.integers(8, 24)))
    rng = Random(draw(st.integers(0, 2**32)))
    for number in range(drive.plan.rounds):
        drive = with_results(begin_round(drive), rng)
        for _ in range(draw(st.integers(0, 3))):
            late = f"Late {number}.{rng.random()}"
            drive = add_entries(drive, [Entry(late, rng.choice(("A", "B", None)))])
        for _ in range(draw(st.integers(0, 2))):
            people = [one for one in drive.players if one.left is None and not one.bot]
            if len(people) > 8:
                drive = leave_drive(drive, rng.choice(people).id, SIGNED)
    return drive


def present(drive: Drive, played: Round) -> set[int]:
    plan = drive.plan
    fixed = not plan.by_result and (plan.spare == "bots" or plan.movement == "military")
    return {one.id for one in drive.players if fixed or one.is_present(played.number)}


@FEW
@given(evenings())
def test_D3_everybody_who_is_there_sits_once_or_sits_out(drive: Drive) -> None:
    for played in drive.rounds:
        check_seating(played.seating, present(drive, played))


@FEW
@given(evenings((*RESULT_BASED, "partner", "duplicate", "balanced")))
def test_nobody_sits_out_who_could_sit(drive: Drive) -> None:
    for played in drive.rounds if drive.plan.by_result or drive.plan.spare == "sit-out" else ():
        out = len(played.seating.sitting_out)
        people = [one for one in present(drive, played) if not drive.players[one].fills_seat]
        assert out == (len(people) % 4 if drive.plan.spare == "sit-out" else 0)
        assert len(played.seating.tables) == (len(people) + 3 * (not out)) // 4


@FEW
@given(evenings(RESULT_BASED))
def test_the_score_of_somebody_who_left_stands_and_wins_no_prize(drive: Drive) -> None:
    gone = {player.id for player in drive.players if player.left is not None}
    assert gone.isdisjoint(prize.player for prize in prizes_of(drive))
    for player in gone:
        left = drive.players[player].left
        assert left is not None
        upto = replace(drive, rounds=drive.rounds[: left - 1])
        totals = [
            next(score.total for score in standings_of(one) if score.player == player)
            for one in (drive, upto)
        ]
        assert totals[0] == totals[1]


@FEW
@given(evenings())
def test_a_round_undone_after_arrivals_is_begun_again_with_all_of_them(drive: Drive) -> None:
    again = begin_round(undo_round(drive, SIGNED))
    there = present(again, again.rounds[-1])
    if drive.plan.by_result:
        people = {one.id for one in again.players if one.left is None and not one.fills_seat}
        assert there - people == {one for one in there if again.players[one].fills_seat}
        assert people <= there
    check_seating(again.rounds[-1].seating, there)


def test_only_those_who_are_here_are_seated() -> None:
    drive = entered(DrivePlan(), 12)
    for number in range(1, 9):
        drive = change_entry(drive, ListedEntry(number, f"Person {number}", here=True))
    first = begin_round(drive, check_in=True)
    assert len(first.rounds[0].seating.tables) == 2
    assert [entry.player is None for entry in first.entries] == [False] * 8 + [True] * 4
    played = with_results(first, Random(1))
    for number in range(9, 13):
        played = change_entry(played, replace(played.entries[number - 1], here=True))
    second = begin_round(played, check_in=True)
    assert len(second.rounds[1].seating.tables) == 3
    assert [player.since for player in second.players] == [1] * 8 + [2] * 4


def test_a_late_arrival_takes_the_place_of_a_bot_with_a_card_of_their_own() -> None:
    drive = with_results(begin_round(entered(DrivePlan(), 7)), Random(1))
    late = begin_round(add_entries(drive, [Entry("Late Lucy")]))
    assert [player.left for player in late.players if player.bot] == [2]
    assert not late.rounds[1].seating.sitting_out
    lucy = late.players[-1]
    assert (lucy.name, lucy.since, lucy.bot) == ("Late Lucy", 2, False)
    assert lucy.group == next(one.group for one in late.players if one.fills_seat)
    assert next(s.total for s in standings_of(late) if s.player == lucy.id) == 0


def test_where_seats_are_fixed_a_late_arrival_waits_for_the_card_of_a_bot() -> None:
    drive = with_results(begin_round(entered(DrivePlan(movement="partner"), 7)), Random(1))
    drive = begin_round(add_entries(drive, [Entry("Late Lucy"), Entry("Late Luke")]))
    cards = {entry.name: entry.player for entry in drive.entries}
    bot = next(player for player in drive.players if player.name == "Late Lucy")
    assert (cards["Late Lucy"], cards["Late Luke"]) == (bot.id, None)


def test_somebody_who_was_to_leave_may_stay_until_the_round_begins() -> None:
    drive = with_results(begin_round(entered(DrivePlan(), 8)), Random(1))
    left = leave_drive(drive, 3, SIGNED)
    assert return_player(left, 3, SIGNED).players == drive.players


def test_a_change_of_name_reaches_the_card_and_a_group_is_settled_with_it() -> None:
    drive = begin_round(entered(DrivePlan(), 8))
    named = change_entry(drive, replace(drive.entries[0], name="Anne"))
    assert named.players[named.entries[0].player or 0].name == "Anne"
    with pytest.raises(OddtrickError, match="has a card already"):
        change_entry(drive, replace(drive.entries[0], group="B"))
    taken = replace_player(drive, 0, "Zoe", SIGNED)
    assert taken.entries[0].name == "Zoe"


REFUSED = [
    (lambda drive: add_entries(drive, [Entry("Person 1")]), "entered already"),
    (lambda drive: add_entries(drive, [Entry(" ")]), "has no name"),
    (lambda drive: add_entries(drive, [Entry("x" * 81)]), "too long"),
    (lambda drive: change_entry(drive, ListedEntry(99, "Ann")), "there is no entry 99"),
    (lambda drive: change_entry(drive, ListedEntry(1, "Ann", paid=-1)), "less than nothing"),
    (lambda drive: remove_entry(begin_round(drive), 1), "has a card"),
    (
        lambda drive: leave_drive(begin_round(drive), 99, SIGNED),
        "there is no card 100: cards run from 1 to 8",
    ),
    (lambda drive: return_player(begin_round(drive), 1, SIGNED), "has not left"),
    (lambda drive: begin_round(open_drive(DrivePlan())), "nobody is entered yet"),
]


@pytest.mark.parametrize(("act", "message"), REFUSED, ids=[message for _, message in REFUSED])
def test_what_is_impossible_is_refused(act: object, message: str) -> None:
    assert callable(act)
    with pytest.raises(OddtrickError, match=message):
        act(entered(DrivePlan(), 8))


def test_too_few_players_left_are_refused() -> None:
    drive = with_results(begin_round(entered(DrivePlan(spare="sit-out"), 4)), Random(1))
    with pytest.raises(OddtrickError, match="too few players are left"):
        begin_round(leave_drive(drive, 0, SIGNED))


def test_a_drive_played_to_the_end_needs_no_list_of_entries() -> None:
    drive = play_at_random(entered(DrivePlan(rounds=3), 9), seed=1)
    assert drive.over
    assert all(entry.player is not None for entry in drive.entries)
