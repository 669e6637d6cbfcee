"""The laws of all movements, and each movement as the custom describes it."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given, settings
from msgspec.structs import replace

from oddtrick.drive import Drive, DrivePlan, Round, begin_round, create_drive, enter_result
from oddtrick.drive.movements.next_round import duplicate, partner
from oddtrick.drive.players import bot_entries
from oddtrick.drive.rounds import winning_pair
from oddtrick.drive.seating import check_seating, make_tables
from oddtrick.errors import OddtrickError
from tests.support.drives import FIXED_PAIRS, plan_of, play_at_random, played_drives

FEW = settings(max_examples=30)


def partnerships(played: Round) -> set[frozenset[int]]:
    return {frozenset(pair) for table in played.seating.tables for pair in table.pairs}


def places(played: Round) -> dict[int, int]:
    return {player: table.number for table in played.seating.tables for player in table.players}


def moved_players(before: Round, after: Round) -> set[int]:
    return {player for player, table in places(after).items() if places(before)[player] != table}


def winners(played: Round) -> set[int]:
    return {
        player
        for table, result in zip(played.seating.tables, played.results, strict=True)
        if result is not None
        for player in table.pairs[winning_pair(result)]
    }


def rounds_of(movement: str, players: int = 24, rounds: int = 9) -> tuple[Round, ...]:
    plan = plan_of(movement, rounds)
    return play_at_random(create_drive(plan, bot_entries(players)), seed=7).rounds


@FEW
@given(played_drives())
def test_D3_everybody_sits_once_or_sits_out_in_every_round(drive: Drive) -> None:
    players = [player.id for player in drive.players]
    for played in drive.rounds:
        check_seating(played.seating, players)
        assert len(played.seating.sitting_out) <= 3


@pytest.mark.parametrize(
    ("movement", "players"),
    [("partner", 10), ("duplicate", 14), ("progressive", 9), ("winners-move", 13)],
)
def test_D3_nobody_sits_out_again_before_everybody_else_has(movement: str, players: int) -> None:
    turns = players // (2 if movement in FIXED_PAIRS else 1)
    plan = replace(plan_of(movement, 2 * turns + 1), spare="sit-out")
    rounds = play_at_random(create_drive(plan, bot_entries(players)), seed=7).rounds
    out = [played.seating.sitting_out for played in rounds]
    for first in range(turns + 2):
        assert {player for each in out[first : first + turns] for player in each} == {
            *range(players)
        }


@FEW
@given(played_drives())
def test_the_same_results_give_the_same_seatings(drive: Drive) -> None:
    again = create_drive(drive.plan, bot_entries(sum(not p.fills_seat for p in drive.players)))
    for played in drive.rounds:
        again = begin_round(again)
        assert again.rounds[-1].seating == played.seating
        for table, result in enumerate(played.results, start=1):
            assert result is not None
            again = enter_result(again, table, result)
    assert again == drive


def test_a_progressive_table_keeps_its_winners_and_is_joined_by_its_neighbours_losers() -> None:
    for before, after in pairwise(rounds_of("progressive")):
        count = len(before.seating.tables)
        for at, table in enumerate(after.seating.tables):
            won = [winning_pair(result) for result in before.results if result is not None]
            keep = before.seating.tables[at].pairs[won[at]]
            up, down = (at + 1) % count, at - 1
            losing_a = before.seating.tables[up].pairs[1 - won[up]][0]
            losing_b = before.seating.tables[down].pairs[1 - won[down]][1]
            assert set(table.players) == {*keep, losing_a, losing_b}
        assert not partnerships(before) & partnerships(after), "all change partners"


def test_in_a_semi_partner_drive_exactly_the_winners_stay_partners() -> None:
    for before, after in pairwise(rounds_of("semi-partner")):
        kept = partnerships(before) & partnerships(after)
        assert {player for pair in kept for player in pair} == winners(before)
        moved = {
            player for player, table in places(after).items() if places(before)[player] != table
        }
        assert moved == set(places(before)) - winners(before)


def test_winners_move_while_losers_stay_and_part() -> None:
    for before, after in pairwise(rounds_of("winners-move")):
        moved = {
            player for player, table in places(after).items() if places(before)[player] != table
        }
        assert moved == winners(before)
        assert not partnerships(before) & partnerships(after)


def test_winners_climb_to_the_head_table_and_its_losers_go_to_the_last() -> None:
    for before, after in pairwise(rounds_of("head-table")):
        last = len(before.seating.tables)
        for player, table in places(before).items():
            if player in winners(before):
                assert places(after)[player] == max(1, table - 1)
            else:
                assert places(after)[player] == (last if table == 1 else table)
        assert not partnerships(before) & partnerships(after)


@pytest.mark.parametrize("movement", FIXED_PAIRS)
def test_fixed_pairs_never_split(movement: str) -> None:
    first, *later = rounds_of(movement)
    assert all(partnerships(played) == partnerships(first) for played in later)


def test_in_a_partner_drive_each_moving_pair_meets_each_sitting_pair_once_in_a_circle() -> None:
    meetings = Counter(
        table.pairs
        for played in rounds_of("partner", 24, rounds=6)
        for table in played.seating.tables
    )
    assert set(meetings.values()) == {1}
    assert len(meetings) == 6 * 6


@pytest.mark.parametrize("count", [1, 2, 5, 8])
def test_several_moves_at_once_are_those_one_by_one(count: int) -> None:
    first = by_pair = by_board = make_tables(
        ((4 * at, 4 * at + 1), (4 * at + 2, 4 * at + 3)) for at in range(count)
    )
    for number in range(2, 20):
        by_pair, by_board = partner(by_pair), duplicate(by_board, number)
        assert partner(first, number - 1) == by_pair
        assert duplicate(first, number, number - 1) == by_board


def test_in_a_duplicate_drive_sitting_and_moving_pairs_hold_the_same_cards() -> None:
    rounds = rounds_of("duplicate", 24, rounds=6)
    sitting = {
        pair for table in rounds[0].seating.tables for pair in table.pairs if pair[0] % 2 == 0
    }
    for played in rounds:
        north = [table.pairs[0] in sitting for table in played.seating.tables]
        assert sum(north) == len(north) // 2


def test_a_military_pair_visits_every_other_team_before_it_visits_one_again() -> None:
    rounds = rounds_of("military", 24, rounds=10)
    home = {table.pairs[0]: table.number for table in rounds[0].seating.tables}
    for played in rounds:
        assert {table.pairs[0]: table.number for table in played.seating.tables} == home
    visits: dict[tuple[int, int], list[int]] = {}
    for played in rounds:
        for table in played.seating.tables:
            visits.setdefault(table.pairs[1], []).append(table.number)
    for seen in visits.values():
        assert len(set(seen[:5])) == 5
        assert seen[:5] == seen[5:], "never the own table, and then the same again"


def test_a_military_drive_of_one_team_is_refused() -> None:
    with pytest.raises(OddtrickError, match="two teams, that is 8 players"):
        create_drive(DrivePlan(movement="military"), bot_entries(4))


def test_a_round_waits_for_the_results_of_the_one_before() -> None:
    drive = begin_round(create_drive(DrivePlan(), bot_entries(12)))
    drive = enter_result(drive, 2, (7, 6))
    with pytest.raises(OddtrickError, match="round 1 has no result yet from table 1, 3"):
        begin_round(drive)
