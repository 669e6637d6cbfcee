"""Unequal groups: who plays in the seats of the other, how many seats are empty, who sits out."""

from __future__ import annotations

from collections import Counter
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from oddtrick.drive import (
    Drive,
    DrivePlan,
    Entry,
    Round,
    Seating,
    Signature,
    add_entries,
    begin_round,
    create_drive,
    enter_result,
    leave_drive,
    open_drive,
    prizes_of,
    undo_round,
)
from oddtrick.drive.attendance import choose_crossing
from oddtrick.drive.plan import SpareSeats
from oddtrick.errors import OddtrickError
from tests.support.drives import plans, play_at_random

FEW = settings(max_examples=60, deadline=None)
SIGNED = Signature("Ann", "2026-11-27T20:15:00+00:00", "went home")


def people(gents: int, ladies: int) -> list[Entry]:
    named = [(f"Gent {number}", "A") for number in range(1, gents + 1)]
    named += [(f"Lady {number}", "B") for number in range(1, ladies + 1)]
    return [Entry(name, "A" if group == "A" else "B") for name, group in named]


def crossing(drive: Drive, played: Round) -> set[int]:
    seats = played.seating.seat_groups
    return {one for one, group in seats.items() if drive.players[one].group != group}


def fillers(drive: Drive, played: Round) -> int:
    return sum(drive.players[one].fills_seat for one in played.seating.seat_groups)


def pairs_of(seating: Seating) -> set[tuple[int, ...]]:
    pair, single = seating.sitting_out[:2], seating.sitting_out[2:]
    out = {one for one in (pair, single) if one}
    return {pair for table in seating.tables for pair in table.pairs} | out


@st.composite
def unequal_drives(draw: st.DrawFn) -> Drive:
    """Draws a drive of any two groups with all its results."""
    plan = replace(draw(plans()), seats="draw")
    gents = draw(st.integers(0, 30))
    entries = people(gents, draw(st.integers(max(0, 8 - gents), 30)))
    return play_at_random(create_drive(plan, entries), draw(st.integers(0, 2**32)))


@FEW
@given(unequal_drives())
def test_D3_at_most_three_seats_are_filled_or_people_sit_out(drive: Drive) -> None:
    for played in drive.rounds:
        out = played.seating.sitting_out
        assert fillers(drive, played) + len(out) <= 3 or drive.plan.movement == "military"
        assert fillers(drive, played) <= 3
        assert len(out) <= 3


@FEW
@given(unequal_drives())
def test_D3_sit_outs_differ_by_at_most_one_over_all_players_and_rounds(drive: Drive) -> None:
    rests = Counter(player for played in drive.rounds for player in played.seating.sitting_out)
    counts = [rests[player.id] for player in drive.players]
    assert max(counts) - min(counts) <= 1


@FEW
@given(unequal_drives())
def test_as_few_as_possible_play_in_the_seats_of_the_other_group(drive: Drive) -> None:
    for played in drive.rounds if drive.plan.grouped else ():
        own = Counter(drive.players[one].group for one in played.seating.seat_groups)
        assert len(crossing(drive, played)) == abs(own["A"] - own["B"]) // 2


@FEW
@given(unequal_drives())
def test_prizes_go_by_a_players_own_group(drive: Drive) -> None:
    for prize in prizes_of(drive):
        assert prize.group in (None, drive.players[prize.player].group)


@pytest.mark.parametrize(("gents", "ladies"), [(30, 50), (35, 45), (25, 55), (0, 80)])
@pytest.mark.parametrize("spare", get_args(SpareSeats))
def test_eighty_people_fill_twenty_tables_whatever_their_groups(
    gents: int, ladies: int, spare: SpareSeats
) -> None:
    drive = create_drive(DrivePlan(spare=spare, rounds=5), people(gents, ladies))
    drive = play_at_random(drive, seed=1)
    cross = [crossing(drive, played) for played in drive.rounds]
    for played in drive.rounds:
        assert len(played.seating.tables) == 20
        assert not fillers(drive, played)
        assert not played.seating.sitting_out
    assert all(each == cross[0] for each in cross), "the same people cross over all evening"
    assert len(cross[0]) == (ladies - gents) // 2


def test_the_organisers_choice_crosses_over_before_anybody_else() -> None:
    drive = add_entries(open_drive(DrivePlan(rounds=4)), people(6, 10))
    chosen = [7, 8, 9]
    drive = choose_crossing(drive, chosen)
    drive = begin_round(drive)
    cards = {drive.entries[entry - 1].player for entry in chosen}
    assert crossing(drive, drive.rounds[0]) < cards, "two cross, and three were chosen"
    other = choose_crossing(drive, [12, 13])
    other = play_at_random(other, seed=2)
    cards = {other.entries[entry - 1].player for entry in (12, 13)}
    assert all(crossing(other, played) == cards for played in other.rounds[1:])


def test_a_choice_that_cannot_be_is_refused() -> None:
    drive = add_entries(open_drive(DrivePlan(movement="partner")), people(6, 10))
    with pytest.raises(OddtrickError, match="there is no entry 99"):
        choose_crossing(drive, [99])
    with pytest.raises(OddtrickError, match="the seats of a partner drive are fixed"):
        choose_crossing(begin_round(choose_crossing(drive, [8])), [9])


@pytest.mark.parametrize("spare", get_args(SpareSeats))
def test_a_gent_leaves_and_a_lady_comes_and_every_table_stays_full(spare: SpareSeats) -> None:
    drive = add_entries(open_drive(DrivePlan(rounds=4, spare=spare)), people(50, 50))
    drive = begin_round(drive)
    for table in drive.rounds[0].missing:
        drive = enter_result(drive, table, (8, 5))
    drive = leave_drive(drive, 7, SIGNED)
    drive = play_at_random(add_entries(drive, [Entry("Late Lady", "B")]), seed=1)
    for played in drive.rounds[1:]:
        assert len(played.seating.tables) == 25
        assert not fillers(drive, played)
        assert len(crossing(drive, played)) == 1
    assert len(set(map(frozenset, (crossing(drive, each) for each in drive.rounds[1:])))) == 1


@pytest.mark.parametrize("players", range(5, 12))
def test_few_players_sit_out_equally_often_and_rarely_cross_over(players: int) -> None:
    plan = DrivePlan(rounds=24, spare="sit-out")
    gents = (players + 1) // 2
    drive = play_at_random(create_drive(plan, people(gents, players - gents)), seed=3)
    rests = Counter(player for played in drive.rounds for player in played.seating.sitting_out)
    counts = [rests[player.id] for player in drive.players]
    assert max(counts) - min(counts) <= 1
    assert all(len(crossing(drive, played)) <= 2 for played in drive.rounds)
    for before, after in zip(drive.rounds, drive.rounds[1:], strict=False):
        if players % 4 < 3 or players > 7:
            assert not set(before.seating.sitting_out) & set(after.seating.sitting_out)


@FEW
@given(plans(), st.integers(8, 40), st.integers(0, 2**32))
def test_drawn_seats_seat_the_same_people_and_pairs_again_the_same_way(
    plan: DrivePlan, count: int, seed: int
) -> None:
    entries = [Entry(f"Person {number}") for number in range(count)]
    listed = begin_round(create_drive(plan, entries)).rounds[0].seating
    drawn_plan = replace(plan, seats="draw", seed=seed)
    drive = begin_round(create_drive(drawn_plan, entries))
    drawn = drive.rounds[0].seating
    assert sorted(drawn.players) == sorted(listed.players)
    assert begin_round(undo_round(drive, SIGNED)).rounds[0].seating == drawn
    if not plan.by_result and plan.grouped:
        assert pairs_of(drawn) == pairs_of(listed), "only the tables are drawn"


def test_drawn_seats_depend_on_the_seed_alone() -> None:
    entries = [Entry(f"Person {number}") for number in range(40)]
    seatings = [
        begin_round(create_drive(DrivePlan(seats="draw", seed=seed), entries)).rounds[0].seating
        for seed in (1, 1, 2)
    ]
    assert seatings[0] == seatings[1] != seatings[2]
