"""Customs that tables ask for, X1-X4 and X6: each an option of its game."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from oddtrick.cards import Card
from oddtrick.dealing import draw
from oddtrick.errors import RuleBroken
from oddtrick.games import rules_of
from oddtrick.match import CHANCE, Cut, Match, ToCut, start
from oddtrick.rules import Rules
from oddtrick.scoring import DealFacts, HighestAt, ScoreItem
from oddtrick.scoring.deals import COUNTING_ORDER
from oddtrick.solver.scoring_profile_check import random_outcomes
from tests.support.position_builders import cards


def deals(rules: Rules, score: tuple[int, ...] | None = None) -> Iterator[DealFacts]:
    """Yields ends of deals of a game, lopsided ones, too."""
    for number in range(40):
        before = (0,) * len(rules.sides) if score is None else score
        yield from random_outcomes(rules, number, range(rules.players), before)


def test_X1_the_side_with_more_tricks_scores_the_difference_or_nobody_does() -> None:
    rules = rules_of("colonial-scotch-whist", difference="tricks")
    by_points = rules_of("colonial-scotch-whist").scoring
    differ = 0
    for deal in deals(rules):
        ((first, second),) = by_points.stages(deal)
        (scored,) = rules.scoring.stages(deal)
        ahead = deal.side_tricks[0] > deal.side_tricks[1]
        assert scored == ((first, 0) if ahead else (0, second))
        differ += scored != (first, second)
    assert differ > 10


def test_X2_honours_held_count_for_either_side_as_dealt_and_tricks_come_first() -> None:
    held, dealt = rules_of("colonial-whist", honours="held"), rules_of("whist", honours="dealt")
    losers = 0
    for deal in deals(held):
        tricks, honours = held.scoring.stages(deal)
        assert (tricks, honours) == dealt.scoring.stages(deal)
        losers += any(points and not odd for points, odd in zip(honours, tricks, strict=True))
        one_short = replace(deal, score=(9, 9))
        assert held.scoring.stages(one_short) == (tricks, honours)
    assert losers > 10


def seated(match: Match, rng: Random) -> tuple[Match, list[Cut]]:
    """The match after its first cut, with the rounds of the cut."""
    while isinstance(match.phase, ToCut):
        seats = match.phase.cutting.to_cut
        few = [card for card in Card if card.rank >= 10]
        match = match.apply(Cut(tuple(zip(seats, rng.sample(few, len(seats)), strict=True))))
    return match, [action for action in match.opening if isinstance(action, Cut)]


@given(st.randoms(use_true_random=False))
def test_X3_whist_can_be_cut_for_partners_as_colonial_whist_is(rng: Random) -> None:
    ours, rounds = seated(start(rules_of("whist", partners="cut")), rng)
    theirs = start(rules_of("colonial-whist"))
    for cut in rounds:
        theirs = theirs.apply(cut)
    assert (ours.seating, ours.deal.dealer) == (theirs.seating, theirs.deal.dealer)
    assert ours.to_act == CHANCE


@given(st.sampled_from([(4, 2), (6, 2), (6, 3), (8, 2), (8, 4)]), st.randoms(use_true_random=False))
def test_X3_in_scotch_whist_rank_i_joins_side_i_mod_sides(
    table: tuple[int, int], rng: Random
) -> None:
    players, sides = table
    rules = rules_of("scotch-whist", players=players, sides=sides, partners="cut")
    match, rounds = seated(start(rules), rng)
    last = {
        player: tuple(c.rank for cut in rounds for p, c in cut.cards if p == player)
        for player in range(players)
    }
    ranked = sorted(range(players), key=last.__getitem__)
    assert match.seating == tuple(ranked)
    assert len(set(last.values())) == players
    assert match.deal.dealer == 0
    for rank in range(players):
        assert rules.side_of(rank) == rank % sides
    assert match.apply(draw(match, rng)).deal.dealer == 0


def test_X3_nobody_cuts_for_partners_where_there_are_none() -> None:
    with pytest.raises(RuleBroken, match=r"set sides.*\(X3\)"):
        rules_of("scotch-whist", partners="cut")


@given(st.tuples(*[st.integers(0, 41)] * 3), st.integers(0, 39))
def test_X4_counting_out_stops_at_the_item_that_puts_one_side_in_front(
    score: tuple[int, int, int], number: int
) -> None:
    rules = rules_of("scotch-whist", players=3, count_out="order")
    whole, match = HighestAt(41), rules.match
    before = replace(match.start(3, 3), score=score)
    for deal in random_outcomes(rules, number, range(3), score):
        stages = rules.scoring.stages(deal)
        assert len(stages) == len(COUNTING_ORDER)
        points, after = match.after(before, deal, stages)
        together, later = whole.after(before, deal, stages)
        if sum(total >= 41 for total in later.score) < 2:
            assert (points, after) == (together, later)
            continue
        sums = [tuple(map(sum, zip(*stages[: at + 1], strict=True))) for at in range(len(stages))]
        assert points in sums
        leads = [_alone([a + b for a, b in zip(score, each, strict=True)]) for each in sums]
        assert after.winner == next((lead for lead in leads if lead is not None), None)
        assert points == sums[next((i for i, lead in enumerate(leads) if lead is not None), -1)]


def _alone(totals: list[int]) -> int | None:
    best = max(totals)
    return totals.index(best) if best >= 41 and totals.count(best) == 1 else None


def test_X4_the_example_of_the_rulebook() -> None:
    """Ann has 30 and Bob 39; the ten and the ace win for Ann before Bob's queen is counted."""
    rules = rules_of("scotch-whist", players=3, count_out="order")
    taken = [sum(card.bit for card in cards(hand)) for hand in ("TH AH KH", "QH 6S 7S", "JH 8S 9S")]
    deal = DealFacts(
        rules.sides, (4, 4, 4), tuple(taken), (0xFFF,) * 3, 0, Card.HA.suit, (30, 39, 0)
    )
    standing = replace(rules.match.start(3, 3), score=(30, 39, 0))
    points, after = rules.match.after(standing, deal, rules.scoring.stages(deal))
    assert (points, after.score, after.winner) == ((14, 0, 0), (44, 39, 0), 0)
    assert rules.scoring.account(deal, points) == (
        (ScoreItem("card", 10, "TH"), ScoreItem("card", 4, "AH")),
        (),
        (),
    )


def won(rules: Rules, *games: tuple[int, int]) -> tuple[int, ...]:
    """The points of each side after games with these final scores."""
    standing = rules.match.start(2, 4)
    deal = next(deals(rules))
    for score in games:
        _, standing = rules.match.after(standing, deal, [score])
        assert standing.game_over
    return standing.rubber


def test_X6_the_example_of_the_rulebook() -> None:
    """A treble, a single for the others, and a double with the rubber: 7 to 1."""
    rules = rules_of("whist", match="rubber", rubber_points=True)
    assert won(rules, (5, 0)) == (3, 0)
    assert won(rules, (5, 0), (3, 6), (5, 2)) == (7, 1)
    assert won(rules, (5, 0), (5, 0)) == (8, 0)
    assert won(rules_of("whist", match="rubber"), (5, 0), (5, 0)) == ()


@given(st.sampled_from([1, 2, 5, 7, 9]), st.data())
def test_X6_a_rubber_is_worth_one_to_eight_points_to_its_winners(
    target: int, data: st.DataObject
) -> None:
    rules = rules_of("whist", match="rubber", target=target, rubber_points=True)
    standing, deal, expected = rules.match.start(2, 4), next(deals(rules)), [0, 0]
    while not standing.over:
        side, losers = data.draw(st.integers(0, 1)), data.draw(st.integers(0, target - 1))
        score = (target, losers) if side == 0 else (losers, target)
        _, standing = rules.match.after(standing, deal, [score])
        expected[side] += 3 if losers == 0 else 2 if losers < target / 2 else 1
        expected[side] += 2 if standing.over else 0
        assert standing.rubber == tuple(expected)
    assert standing.winner is not None
    worth = expected[standing.winner] - expected[1 - standing.winner]
    assert 1 <= worth <= 8


def test_X6_needs_a_rubber() -> None:
    with pytest.raises(RuleBroken, match=r'rubber_points needs "rubber".*\(X6\)'):
        rules_of("whist", rubber_points=True)
