"""One trick for the whole family, against a slow model of the rules that it stands for."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from oddtrick.cards import CARDS, Card, Hand, Rank, Suit, card_at, mask_of
from oddtrick.errors import RuleBroken
from oddtrick.tricks import CardOrder, Trick, from_seat, left_of
from tests.support.hypothesis_strategies import A_SUIT, SETS, TRUMPS, different_cards
from tests.support.position_builders import cards

ORDERS = st.sampled_from(CardOrder)


def place(card: Card, order: CardOrder, trump: Suit | None) -> float:
    """The place of a card in its suit, found without tables (W2, S3, B4)."""
    if order in (CardOrder.LOW_WINS, CardOrder.LOW_WINS_ACE_HIGH):
        best = order is CardOrder.LOW_WINS_ACE_HIGH and card.rank is Rank.ACE
        return 1 if best else -card.rank
    if order is CardOrder.TRUMP_JACK_HIGH and card.suit is trump and card.rank is Rank.JACK:
        return Rank.ACE + 0.5
    return card.rank


def slow_winner(played: list[Card], order: CardOrder, trump: Suit | None) -> int:
    """The number of the card that wins: the highest trump, or else of the suit led (T4)."""
    trumps = [card for card in played if card.suit is trump]
    able = trumps or [card for card in played if card.suit is played[0].suit]
    return played.index(max(able, key=lambda card: place(card, order, trump)))


@given(ORDERS, TRUMPS)
def test_the_strengths_are_a_permutation(order: CardOrder, trump: Suit | None) -> None:
    assert sorted(order.strengths(trump)) == list(range(52))


@given(ORDERS, TRUMPS, A_SUIT)
def test_the_strengths_of_a_suit_are_in_the_order_of_the_game(
    order: CardOrder, trump: Suit | None, suit: Suit
) -> None:
    strengths = order.strengths(trump)
    of_suit = [card for card in CARDS if card.suit is suit]
    by_strength = sorted(of_suit, key=lambda card: strengths[card])
    assert by_strength == sorted(of_suit, key=lambda card: place(card, order, trump))


@pytest.mark.parametrize("trump", Suit)
def test_only_the_jack_of_trumps_is_promoted(trump: Suit) -> None:
    strengths = CardOrder.TRUMP_JACK_HIGH.strengths(trump)
    for suit in Suit:
        above = strengths[card_at(suit, Rank.JACK)] > strengths[card_at(suit, Rank.ACE)]
        assert above == (suit is trump)


def test_B4_downtown_the_lowest_card_wins_and_the_ace_is_good_or_bad() -> None:
    ranked = {
        order: "".join(
            card.rank.letter
            for card in sorted(CARDS[:13], key=order.strengths(Suit.CLUBS).__getitem__)
        )
        for order in (CardOrder.LOW_WINS, CardOrder.LOW_WINS_ACE_HIGH)
    }
    assert ranked[CardOrder.LOW_WINS] == "AKQJT98765432"
    assert ranked[CardOrder.LOW_WINS_ACE_HIGH] == "KQJT98765432A"


@given(ORDERS, TRUMPS, different_cards(1, 8))
def test_the_winner_agrees_with_a_simple_model(
    order: CardOrder, trump: Suit | None, played: list[Card]
) -> None:
    trick = Trick(tuple(range(8)), (), trump, order.strengths(trump))
    for number, card in enumerate(played):
        trick = trick.play(card)
        best = slow_winner(played[: number + 1], order, trump)
        assert trick.best == best
        assert trick.winner == trick.seats[best]


@given(different_cards(0, 8), st.integers(8, 10))
def test_a_trick_is_complete_when_every_seat_has_played(played: list[Card], size: int) -> None:
    trick = Trick(tuple(range(size)))
    for card in played:
        trick = trick.play(card)
    assert trick.complete == (len(played) == size)
    assert trick.to_play == (None if trick.complete else len(played))
    assert trick.led is (played[0].suit if played else None)
    assert trick.leader == 0
    assert trick.cards == tuple(played)
    assert (trick.winner is None) == (not played)


@given(SETS, different_cards(0, 3))
def test_a_seat_follows_suit_or_without_it_may_play_any_card(
    cards: set[Card], played: list[Card]
) -> None:
    trick = Trick((0, 1, 2, 3), tuple(played))
    follow = {card for card in cards if played and card.suit is played[0].suit}
    assert set(Hand(trick.legal(mask_of(cards)))) == (follow or cards)


def test_playing_a_card_leaves_the_old_trick_as_it_was() -> None:
    trick = Trick((2, 3, 0, 1), cards("9D"), Suit.HEARTS)
    assert trick.play(Card.DK).cards == cards("9D KD")
    assert trick.cards == cards("9D")
    assert str(trick) == "2: 9D"


def test_a_revoke_is_refused_with_the_cards_that_could_be_played() -> None:
    trick, held = Trick((2, 3), cards("AS")), Hand.of("72.4..").mask
    with pytest.raises(RuleBroken) as refusal:
        trick.check(Card.H4, held)
    assert str(refusal.value) == ("4H does not follow suit, AS was led and seat 3 holds 2S 7S (T3)")
    trick.check(Card.S2, held)


def test_a_card_that_is_not_held_is_refused() -> None:
    with pytest.raises(RuleBroken, match=r"seat 3 does not hold AH \(T3\)"):
        Trick((2, 3), cards("AS")).check(Card.HA, Hand.of("72.4..").mask)


@given(st.sets(st.integers(0, 7), min_size=1), st.data())
def test_the_seats_go_clockwise_from_any_of_them(numbers: set[int], data: st.DataObject) -> None:
    seats = sorted(numbers)
    first = data.draw(st.sampled_from(seats))
    turned = from_seat(seats, first)
    assert turned[0] == first
    assert sorted(turned) == seats
    for seat, following in pairwise(turned):
        assert left_of(seats, seat) == following


@given(st.sets(st.integers(0, 7), min_size=1), st.integers(0, 7))
def test_the_next_seat_clockwise_skips_missing_seats(numbers: set[int], seat: int) -> None:
    clockwise = [(seat + step) % 8 for step in range(1, 9)]
    expected = next(other for other in clockwise if other in numbers)
    assert left_of(sorted(numbers), seat) == expected
