"""The points of a deal, as laws over every distribution of tricks and trumps."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from oddtrick.calls import TRICK_BIDS, Bid
from oddtrick.cards import Card, Hand, Rank, Suit, card_at, mask_of
from oddtrick.scoring import (
    CatchTheTen,
    DealFacts,
    ExactBids,
    Honours,
    MostTricks,
    OddTricks,
    ScoreItem,
    TopTrumps,
    TricksTaken,
)
from oddtrick.scoring.deals import TOP_TRUMP_POINTS, honour_points, odd_tricks
from tests.support.hypothesis_strategies import A_SUIT, SETS, played_deals
from tests.support.position_builders import PARTNERS, facts

HONOURS = (Rank.ACE, Rank.KING, Rank.QUEEN, Rank.JACK)


def side_cards(masks: tuple[int, ...], side: int) -> set[Card]:
    return {card for seat in PARTNERS[side] for card in Hand(masks[seat])}


@given(SETS, A_SUIT)
def test_H1_three_honours_are_worth_two_and_all_four_are_worth_four(
    cards: set[Card], trump: Suit
) -> None:
    honours = [card_at(trump, rank) for rank in HONOURS if card_at(trump, rank) in cards]
    assert honour_points(mask_of(cards), trump) == {3: 2, 4: 4}.get(len(honours), 0)


@given(SETS)
def test_H4_without_trumps_there_are_no_honours(cards: set[Card]) -> None:
    assert honour_points(mask_of(cards), None) == 0


@pytest.mark.parametrize("first", range(14))
def test_W5_exactly_one_side_scores_one_to_seven_for_its_tricks_above_six(first: int) -> None:
    points = odd_tricks((first, 13 - first))
    assert sorted(points) == [0, max(first, 13 - first) - 6]
    assert 1 <= sum(points) <= 7


@given(played_deals())
def test_only_one_side_of_a_deal_can_have_honours(deal: DealFacts) -> None:
    for honours in Honours:
        stages = OddTricks(honours).stages(deal)
        assert stages[0] == odd_tricks(deal.side_tricks)
        assert len(stages) == (1 if honours is Honours.NONE else 2)
        assert 0 in stages[-1]


@given(played_deals())
def test_H1_dealt_honours_count_the_cards_dealt_to_both_partners(deal: DealFacts) -> None:
    _, honours = OddTricks(Honours.DEALT).stages(deal)
    for side in (0, 1):
        held = mask_of(side_cards(deal.dealt, side))
        assert honours[side] == honour_points(held, deal.trump)


@given(played_deals())
def test_C5_captured_honours_are_counted_for_the_winners_of_the_hand_only(
    deal: DealFacts,
) -> None:
    tricks, honours = OddTricks(Honours.CAPTURED).stages(deal)
    for side in (0, 1):
        taken = mask_of(side_cards(deal.taken, side))
        won = tricks[side] > 0
        assert honours[side] == (honour_points(taken, deal.trump) if won else 0)


@given(played_deals(), st.integers(0, 4), st.integers(0, 4))
def test_H2_a_side_at_the_barred_score_has_no_honours_and_the_other_keeps_its_own(
    deal: DealFacts, ours: int, theirs: int
) -> None:
    with_honours = DealFacts(
        deal.sides, deal.tricks, deal.taken, deal.dealt, deal.winning, deal.trump, (ours, theirs)
    )
    for honours in (Honours.DEALT, Honours.CAPTURED):
        _, free = OddTricks(honours).stages(with_honours)
        _, barred = OddTricks(honours, barred_at=4).stages(with_honours)
        assert barred == (0 if ours == 4 else free[0], 0 if theirs == 4 else free[1])


def slow_catch(deal: DealFacts, side: int) -> int:
    """CS2, CS3 word by word."""
    tricks = sum(deal.tricks[seat] for seat in PARTNERS[side])
    if tricks < 6:
        return 0
    points, taken = tricks - 6, side_cards(deal.taken, side)
    if deal.trump is not None:
        honours = sum(card_at(deal.trump, rank) in taken for rank in HONOURS)
        points += {3: 2, 4: 4}.get(honours, 0)
        ten = card_at(deal.trump, Rank.TEN)
        if ten in taken and ten in Hand(deal.winning):
            points += 10
    return points


@given(played_deals())
def test_CS4_the_side_with_more_scores_the_difference(deal: DealFacts) -> None:
    ours, theirs = slow_catch(deal, 0), slow_catch(deal, 1)
    expected = (max(0, ours - theirs), max(0, theirs - ours))
    assert CatchTheTen().stages(deal) == (expected,)


@pytest.mark.parametrize("trump", [Suit.CLUBS, Suit.SPADES])
def test_CS4_one_side_scores_in_every_deal_for_any_distribution(
    trump: Suit,
) -> None:
    top = [card_at(trump, rank) for rank in (*HONOURS, Rank.TEN)]
    for first, owners, won in product(range(14), product((0, 1), repeat=5), (False, True)):
        taken = [0, 0]
        for card, owner in zip(top, owners, strict=True):
            taken[owner] |= card.bit
        ten = card_at(trump, Rank.TEN).bit if won else 0
        deal = DealFacts(
            PARTNERS, (first, 13 - first, 0, 0), (*taken, 0, 0), (0,) * 4, ten, trump, (0, 0)
        )
        points = CatchTheTen().stages(deal)[0]
        assert min(points) == 0
        assert max(points) > 0


def test_CS2_the_ten_is_worth_the_points_of_the_table() -> None:
    deal = facts((7, 6), taken={0: "T..."}, won_with="T...")
    assert CatchTheTen().stages(deal) == ((11, 0),)
    assert CatchTheTen(ten=2).stages(deal) == ((3, 0),)


@given(played_deals())
def test_S5_top_trumps_are_thirty_points_together(deal: DealFacts) -> None:
    assert sum(TOP_TRUMP_POINTS.values()) == 30
    (points,) = TopTrumps().stages(deal)
    for side in (0, 1):
        taken, dealt = side_cards(deal.taken, side), side_cards(deal.dealt, side)
        trumps = (card for card in taken if card.suit is deal.trump)
        top = sum({"J": 11, "T": 10, "A": 4, "K": 3, "Q": 2}.get(c.rank.letter, 0) for c in trumps)
        assert points[side] == top + max(0, len(taken) - len(dealt))
    above = sum(abs(4 * won - 26) for won in deal.side_tricks) // 2
    assert sum(points) == (30 if deal.trump is not None else 0) + above


@given(played_deals())
def test_each_trick_counts_one_where_tricks_are_counted(deal: DealFacts) -> None:
    assert TricksTaken().stages(deal) == (deal.side_tricks,)
    assert sum(deal.side_tricks) == 13


def test_an_empty_profile_scores_zero_for_every_side() -> None:
    assert facts((0, 0, 0), sides=((0,), (1,), (2,))).nothing == (0, 0, 0)


@pytest.mark.parametrize("every_trick", [False, True])
@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), min_size=3, max_size=7))
def test_O5_ten_for_an_exact_bid_and_tricks_for_it_or_for_all(
    every_trick: bool, said: list[tuple[int, int]]
) -> None:
    nobody = (0,) * len(said)
    sides = tuple((seat,) for seat in range(len(said)))
    made = tuple((seat, Bid(bid)) for seat, (bid, _) in enumerate(said))
    won = tuple(tricks for _, tricks in said)
    deal = DealFacts(sides, won, nobody, nobody, 0, None, nobody, ((TRICK_BIDS, made),))
    scoring = ExactBids(every_trick)
    (points,) = scoring.stages(deal)
    for (bid, tricks), scored in zip(said, points, strict=True):
        assert scored - 10 * (bid == tricks) == (tricks if every_trick or bid == tricks else 0)
    assert [sum(item.points or 0 for item in items) for items in scoring.account(deal, points)] == [
        *points
    ]


@given(st.integers(0, 26), st.sampled_from([13, 26]))
def test_G4_more_than_half_of_the_tricks_win_the_deal(first: int, size: int) -> None:
    won, nobody = (min(first, size), size - min(first, size)), (0, 0)
    deal = DealFacts(((0,), (1,)), won, nobody, nobody, 0, None, nobody)
    scoring = MostTricks(size)
    (points,) = scoring.stages(deal)
    assert points == tuple(int(tricks > size / 2) for tricks in won)
    won_it = (ScoreItem("the-deal", 1),)
    assert scoring.account(deal, points) == tuple(won_it * each for each in points)
    assert all(
        tricks > scoring.profile.book for tricks, point in zip(won, points, strict=True) if point
    )
