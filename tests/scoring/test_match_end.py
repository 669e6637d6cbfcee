"""The end of a match, compared with slow versions that keep a list of all deals."""

from __future__ import annotations

from itertools import accumulate, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from oddtrick.scoring import (
    FirstTo,
    FixedDeals,
    HighestAt,
    LastStanding,
    MatchScoring,
    PlusOrMinus,
    Standing,
)
from tests.support.position_builders import facts

Stages = tuple[tuple[int, int], ...]

TRICKS = st.one_of(
    st.tuples(st.integers(1, 7), st.just(0)), st.tuples(st.just(0), st.integers(1, 7))
)
HONOURS = st.sampled_from([(0, 0), (2, 0), (4, 0), (0, 2), (0, 4)])
DEALS: st.SearchStrategy[list[Stages]] = st.lists(st.tuples(TRICKS, HONOURS), min_size=1)


def standings(way: MatchScoring, deals: list[Stages], sides: int = 2) -> list[Standing]:
    """The standings before the first deal and after each, until the match is over."""
    found = [way.start(sides, 4)]
    for stages in deals:
        if found[-1].over:
            break
        deal = facts(stages[0], score=found[-1].carried, sides=((0,), (1,), (2,))[:sides])
        points, standing = way.after(found[-1], deal, stages)
        before = found[-1].carried
        assert standing.score == tuple(had + new for had, new in zip(before, points, strict=True))
        found.append(standing)
    return found


@given(DEALS, st.integers(1, 12), st.integers(1, 3))
def test_W6_W7_the_target_wins_a_game_and_enough_games_win_the_match(
    deals: list[Stages], target: int, games: int
) -> None:
    score, won = [0, 0], [0, 0]
    way = FirstTo(target, "W7", games)
    found = standings(way, deals)
    for stages, standing in zip(deals, found[1:], strict=False):
        for stage in stages:
            if max(score) < target:
                score = [score[0] + stage[0], score[1] + stage[1]]
        assert standing.score == tuple(score)
        assert standing.game_over == (max(score) >= target)
        if standing.game_over:
            won[score.index(max(score))] += 1
            score = [0, 0]
        assert standing.games == tuple(won)
        assert standing.carried == tuple(score)
        assert standing.over == (max(won) == games)
        assert standing.winner == (won.index(games) if standing.over else None)
    assert [standing.deals for standing in found] == list(range(len(found)))
    assert way.rule == "W7"


@given(DEALS, st.integers(1, 12))
def test_H4_both_sides_never_reach_the_target(deals: list[Stages], target: int) -> None:
    for standing in standings(FirstTo(target, "W6"), deals):
        assert min(standing.score) < target


def test_H3_tricks_that_reach_the_target_stop_the_scoring_before_honours() -> None:
    before = Standing((3, 3), (0, 0), (0, 1, 2, 3))
    points, standing = FirstTo(5, "W6").after(before, facts((8, 5)), ((2, 0), (0, 4)))
    assert (points, standing.score, standing.winner) == ((2, 0), (5, 3), 0)


@given(DEALS, st.integers(1, 8))
def test_D1_the_higher_sum_after_the_fixed_number_of_deals_wins(
    deals: list[Stages], n: int
) -> None:
    found = standings(FixedDeals(n), [(tricks,) for tricks, _ in deals])
    sums = list(
        accumulate((tricks for tricks, _ in deals), lambda a, b: (a[0] + b[0], a[1] + b[1]))
    )
    for number, standing in enumerate(found[1:], 1):
        assert standing.score == sums[number - 1]
        assert standing.over == (number == n)
        ours, theirs = standing.score
        winner = None if ours == theirs else int(theirs > ours)
        assert standing.winner == (winner if standing.over else None)
        assert standing.games == (0, 0)
    assert FixedDeals(n).rule == "D1"


def test_D1_deals_that_end_level_have_no_winner() -> None:
    last = standings(FixedDeals(3), [((2, 0),), ((0, 3),), ((1, 0),)])[-1]
    assert (last.over, last.score, last.winner) == (True, (3, 3), None)


@given(st.lists(st.tuples(*[st.integers(0, 30)] * 3), min_size=1))
def test_S7_the_highest_at_the_target_wins_after_a_whole_deal_and_level_plays_on(
    deals: list[tuple[int, int, int]],
) -> None:
    way = HighestAt(41)
    standing = way.start(3, 3)
    score = [0, 0, 0]
    for deal in deals:
        if standing.over:
            break
        deal_facts = facts((0, 0, 0), sides=((0,), (1,), (2,)))
        points, standing = way.after(standing, deal_facts, (deal,))
        assert points == deal
        score = [had + new for had, new in zip(score, deal, strict=True)]
        assert standing.score == tuple(score)
        ahead = [side for side in range(3) if score[side] == max(score)]
        assert standing.over == (max(score) >= 41 and len(ahead) == 1)
        assert standing.winner == (ahead[0] if standing.over else None)
        assert sum(standing.games) == standing.over


@pytest.mark.parametrize(
    ("score", "deal", "winner"),
    [
        ((30, 39, 0), (17, 2, 0), 0),
        ((40, 40, 40), (0, 0, 1), 2),
        ((40, 38, 0), (1, 3, 0), None),
        ((44, 44, 30), (4, 5, 24), 2),
        ((40, 40, 40), (0, 0, 0), None),
    ],
)
def test_S7_of_two_who_reach_forty_one_in_one_deal_the_higher_total_wins(
    score: tuple[int, ...], deal: tuple[int, ...], winner: int | None
) -> None:
    before = Standing(score, (0, 0, 0), (0, 1, 2))
    deal_facts = facts((0, 0, 0), sides=((0,), (1,), (2,)))
    _, standing = HighestAt(41).after(before, deal_facts, (deal,))
    assert (standing.winner, standing.over) == (winner, winner is not None)


@given(st.lists(st.tuples(*[st.integers(-7, 7)] * 2)), st.integers(1, 20))
def test_B6_the_target_wins_and_as_many_below_nothing_lose(
    deals: list[tuple[int, int]], target: int
) -> None:
    way, score = PlusOrMinus(target, "B6"), [0, 0]
    standing = way.start(2, 4)
    for deal in deals:
        points, standing = way.after(standing, facts((0, 0)), (deal,))
        assert points == deal
        score = [had + new for had, new in zip(score, deal, strict=True)]
        assert standing.score == tuple(score)
        better = None if score[0] == score[1] else int(score[1] > score[0])
        ended = better is not None and (score[better] >= target or score[1 - better] <= -target)
        assert standing.winner == (better if ended else None)
        assert standing.over == ended
        assert sum(standing.games) == ended
        if ended:
            break


@given(st.integers(2, 7), st.data())
def test_K4_K8_a_player_without_a_trick_is_out_and_the_last_one_in_wins(
    players: int, data: st.DataObject
) -> None:
    way = LastStanding()
    found = [way.start(players, players)]
    sides = tuple((seat,) for seat in range(players))
    for number in range(7):
        if found[-1].over:
            break
        seats = st.sampled_from(found[-1].seats_in)
        winners = data.draw(st.lists(seats, min_size=7 - number, max_size=7 - number))
        tricks = tuple(winners.count(seat) for seat in range(players))
        points, standing = way.after(found[-1], facts(tricks, sides=sides), (tricks,))
        assert points == tricks
        assert set(standing.seats_in) == set(winners)
        assert standing.score == tuple(int(seat in winners) for seat in range(players))
        assert standing.over == (len(set(winners)) == 1)
        assert standing.winner == (winners[0] if standing.over else None)
        assert standing.games == tuple(int(seat == standing.winner) for seat in range(players))
        found.append(standing)
    assert found[-1].over
    for before, after in pairwise(found):
        assert set(after.seats_in) <= set(before.seats_in)
    assert way.rule == "K8"
