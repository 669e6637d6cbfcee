"""A scoring profile declares its dependencies and accounts for every point."""

from __future__ import annotations

from collections.abc import Mapping
from functools import reduce

import pytest
from hypothesis import given
from msgspec.structs import replace

from oddtrick.cards import FULL_PACK, Card, Hand, Rank, Suit, card_at, mask_of
from oddtrick.games import GAMES, rules_of
from oddtrick.scoring import (
    CatchTheTen,
    DealFacts,
    DealScoring,
    FirstTo,
    FixedDeals,
    HighestAt,
    Honours,
    LastStanding,
    MatchGoal,
    MatchScoring,
    OddTricks,
    PlusOrMinus,
    TopTrumps,
    TricksTaken,
)
from oddtrick.scoring.deals import HONOUR_RANKS, MAX_HONOUR_POINTS
from tests.support.hypothesis_strategies import played_deals

WAYS: tuple[DealScoring, ...] = (
    *map(OddTricks, Honours),
    CatchTheTen(),
    TopTrumps(),
    TricksTaken(),
)
each_way = pytest.mark.parametrize("scoring", WAYS, ids=str)


def points_of(scoring: DealScoring, deal: DealFacts) -> tuple[int, ...]:
    return tuple(map(sum, zip(*scoring.stages(deal), strict=True)))


def swapped(mask: int, other: Mapping[Card, int]) -> int:
    return reduce(lambda cards, card: cards | other.get(card, card.bit), Hand(mask), 0)


@each_way
@given(played_deals())
def test_cards_that_a_profile_does_not_name_score_nothing(
    scoring: DealScoring, deal: DealFacts
) -> None:
    profile = scoring.profile
    named = {rank for rank, _ in (*profile.captures, *profile.wins_with)}
    named |= set() if profile.honours is Honours.NONE else set(HONOUR_RANKS)
    others = [rank for rank in Rank if rank not in named]
    suit = deal.trump or Suit.CLUBS
    turn = {
        card_at(suit, rank): card_at(suit, following).bit
        for rank, following in zip(others, [*others[1:], others[0]], strict=True)
    }
    moved = replace(
        deal,
        taken=tuple(swapped(cards, turn) for cards in deal.taken),
        dealt=tuple(swapped(cards, turn) for cards in deal.dealt),
        winning=swapped(deal.winning, turn),
    )
    assert scoring.stages(moved) == scoring.stages(deal)


@each_way
@given(played_deals())
def test_play_that_takes_the_same_tricks_scores_the_same_where_points_are_by_tricks(
    scoring: DealScoring, deal: DealFacts
) -> None:
    if scoring.profile.by_tricks:
        other = replace(deal, taken=(FULL_PACK, 0, 0, 0), winning=0)
        assert scoring.stages(other) == scoring.stages(deal)


@each_way
@given(played_deals())
def test_no_side_scores_more_than_the_most_points_and_its_surplus_of_cards(
    scoring: DealScoring, deal: DealFacts
) -> None:
    most = scoring.profile.max_points(13) + scoring.profile.card * 26
    assert max(points_of(scoring, deal)) <= most


@each_way
@given(played_deals())
def test_the_items_of_an_account_add_up_to_the_points(
    scoring: DealScoring, deal: DealFacts
) -> None:
    points = points_of(scoring, deal)
    counts = [sum(item.points or 0 for item in items) for items in scoring.account(deal, points)]
    if scoring.profile.net:
        assert points == (max(0, counts[0] - counts[1]), max(0, counts[1] - counts[0]))
    elif isinstance(scoring, TricksTaken):
        assert counts == [0, 0]
    else:
        assert counts == list(points)


@given(played_deals())
def test_H3_honours_that_the_match_did_not_count_are_not_in_the_account(deal: DealFacts) -> None:
    scoring = OddTricks(Honours.DEALT)
    odd = scoring.stages(deal)[0]
    assert not any("honours" in item.reason for side in scoring.account(deal, odd) for item in side)


def test_the_profile_names_single_cards_under_trumps_and_none_without() -> None:
    assert CatchTheTen().profile.winning_points(Suit.HEARTS) == {card_at(Suit.HEARTS, Rank.TEN): 10}
    assert mask_of(TopTrumps().profile.captured_points(Suit.SPADES)).bit_count() == 5
    assert not TopTrumps().profile.captured_points(None)
    assert OddTricks(Honours.DEALT).profile.max_points(13) == 7 + MAX_HONOUR_POINTS


@pytest.mark.parametrize(
    ("match", "goal"),
    [
        (FirstTo(5, "W6", games=2), MatchGoal(target=5, games=2, stops_at_target=True)),
        (FixedDeals(4), MatchGoal(deals=4)),
        (HighestAt(41), MatchGoal(target=41)),
        (LastStanding(), MatchGoal(eliminates=True)),
        (PlusOrMinus(7, "B6"), MatchGoal(target=7, lost_at=-7)),
    ],
    ids=str,
)
def test_a_match_describes_its_goal(match: MatchScoring, goal: MatchGoal) -> None:
    assert match.goal == goal


def test_rules_expose_their_scoring() -> None:
    rules = rules_of("scotch", players=2)
    assert rules.tricks_in(0) == 18
    assert rules.max_points(0) == 30
    alone = {game.id for game in GAMES if not game.rules().has_partners}
    assert alone >= {"scotch-whist", "knockout-whist", "oh-hell"}
    assert not alone & {"whist", "colonial-whist", "colonial-scotch-whist"}
