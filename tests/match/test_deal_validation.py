"""A deal is accepted only if the rules allow it; a refusal names the rule."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from oddtrick.cards import CARDS, Card, Hand, Suit
from oddtrick.dealing import draw
from oddtrick.errors import RuleBroken
from oddtrick.games import rules_of
from oddtrick.match import Deal, Match, start
from tests.support.position_builders import after, play_deal


def whist(dealer: int = 3, **options: object) -> Match:
    return start(rules_of("whist", **options), dealer=dealer)


def dealt(match: Match, seed: int = 1) -> Deal:
    """Any deal that the rules allow now."""
    deal = draw(match, Random(seed))
    assert isinstance(deal, Deal)
    return deal


def refusal(match: Match, deal: Deal) -> RuleBroken:
    with pytest.raises(RuleBroken) as broken:
        match.apply(deal)
    return broken.value


def with_hand(deal: Deal, seat: int, change: Callable[[Hand], Hand], number: int = 0) -> Deal:
    """The deal with one hand changed."""
    hands = [list(seats) for seats in deal.hands]
    hands[number][seat] = change(hands[number][seat])
    return Deal(tuple(map(tuple, hands)), deal.turn_up)


def after_first_deal(winners: str, **options: object) -> Match:
    """Knock-out whist for four, dealt by seat 0, with these winners of the first seven tricks."""
    return play_deal(start(rules_of("knockout-whist", **options), dealer=0), winners)


@given(st.integers(0, 2**32), st.sampled_from(["whist", "colonial-scotch-whist"]))
def test_a_dealt_pack_is_accepted_unchanged(seed: int, game: str) -> None:
    match = start(rules_of(game), dealer=1)
    deal = dealt(match, seed)
    assert match.apply(deal).deal.deal == deal
    assert deal.turn_up is not None
    assert match.apply(deal).deal.trump is deal.turn_up.suit


@given(st.integers(0, 2**32), st.sampled_from(CARDS), st.integers(0, 3))
def test_W2_a_card_dealt_twice_is_refused(seed: int, card: Card, seat: int) -> None:
    deal = dealt(whist(), seed)
    if card not in deal.hands[0][seat]:
        broken = refusal(whist(), with_hand(deal, seat, lambda hand: hand | Hand.of([card])))
        assert (broken.what, broken.rule) == (f"{card} is dealt twice", "W2")
        assert broken.where.startswith("hand 1, seat ")


@given(st.integers(0, 2**32), st.integers(0, 3))
def test_W3_a_seat_with_a_card_too_few_is_refused(seed: int, seat: int) -> None:
    deal = dealt(whist(), seed)
    short = with_hand(deal, seat, lambda hand: hand - Hand.of([next(iter(hand))]))
    broken = refusal(whist(), short)
    assert broken.what.startswith("12 cards are dealt, ")
    assert broken.where == f"hand 1, seat {seat}"
    assert broken.rule == "W3"


@pytest.mark.parametrize("hands", [0, 2])
def test_whist_has_one_hand(hands: int) -> None:
    deal = dealt(whist())
    broken = refusal(whist(), Deal(deal.hands * hands, deal.turn_up))
    assert (broken.what, broken.rule) == (f"the deal has one hand, not {hands}", "W3")


def test_S4_scotch_whist_for_two_has_three_separate_hands() -> None:
    match = start(rules_of("scotch-whist", players=2), dealer=0)
    deal = dealt(match)
    broken = refusal(match, Deal(deal.hands[:2], deal.turn_up))
    assert str(broken) == "the deal has 3 separate hands, not 2 (S4)"


def test_each_seat_has_a_hand() -> None:
    deal = dealt(whist())
    broken = refusal(whist(), Deal((deal.hands[0][:3],), deal.turn_up))
    assert str(broken) == "hand 1: there are cards for 3 seats, not 4 (W3)"


def test_S2_a_card_outside_the_pack_is_refused() -> None:
    match = start(rules_of("scotch-whist", players=5), dealer=0)
    swap = Hand.of("6...")
    deal = with_hand(dealt(match), 3, lambda hand: hand - Hand.of([next(iter(hand))]) | swap)
    assert str(refusal(match, deal)) == "hand 1, seat 3: 6S is not in the pack (S2)"


def test_K4_a_seat_that_is_out_is_dealt_nothing() -> None:
    match = after_first_deal("0001122")
    deal = dealt(match)
    assert [len(hand) for hand in deal.hands[0]] == [6, 6, 6, 0]
    assert match.apply(deal).deal.deal == deal
    spare = next(card for card in CARDS if not any(card in hand for hand in deal.hands[0]))
    broken = refusal(match, with_hand(deal, 3, lambda hand: Hand.of([spare])))
    assert (broken.rule, broken.where) == ("K4", "hand 1, seat 3")


def test_W4_the_card_turned_up_is_the_dealers() -> None:
    deal = dealt(whist(dealer=3))
    strange = next(iter(deal.hands[0][0]))
    broken = refusal(whist(dealer=3), Deal(deal.hands, strange))
    assert str(broken) == f"{strange} is turned up, but seat 3, the dealer, lacks it (W4)"


def test_S4_the_card_turned_up_is_in_the_dealers_last_hand() -> None:
    match = start(rules_of("scotch-whist", players=3), dealer=1)
    deal = dealt(match)
    assert deal.turn_up in deal.hands[1][1]
    early = next(iter(deal.hands[0][1]))
    broken = refusal(match, Deal(deal.hands, early))
    assert str(broken) == f"{early} is turned up, but seat 1, the dealer, lacks it (S4)"


@pytest.mark.parametrize(
    ("game", "rule"), [("whist", "W4"), ("scotch-whist", "S4"), ("knockout-whist", "K2")]
)
def test_a_card_must_be_turned_up_where_it_makes_trumps(game: str, rule: str) -> None:
    match = start(rules_of(game), dealer=0)
    broken = refusal(match, Deal(dealt(match).hands))
    assert str(broken) == f"no card is turned up ({rule})"


@pytest.mark.parametrize(("trumps", "rule"), [("sequence", "R1"), ("sequence-nt", "R2")])
def test_R1_R2_no_card_is_turned_up_where_trumps_are_fixed(trumps: str, rule: str) -> None:
    match = whist(trumps=trumps)
    deal = dealt(match)
    assert deal.turn_up is None
    card = next(iter(deal.hands[0][3]))
    broken = refusal(match, Deal(deal.hands, card))
    assert str(broken) == f"{card} is turned up, but trumps are fixed in advance ({rule})"


def test_K3_no_card_is_turned_up_where_a_player_chooses() -> None:
    match = after_first_deal("0001123")
    deal = dealt(match)
    assert deal.turn_up is None
    broken = refusal(match, Deal(deal.hands, Card.SA))
    assert str(broken) == "AS is turned up, but trumps are chosen by a player (K3)"


def test_K2_the_card_turned_up_belongs_to_nobody() -> None:
    match = start(rules_of("knockout-whist"), dealer=0)
    deal = dealt(match)
    owned = next(iter(deal.hands[0][2]))
    broken = refusal(match, Deal(deal.hands, owned))
    assert str(broken) == f"{owned} is turned up and belongs to seat 2 (K2)"


def test_K2_the_card_turned_up_is_one_of_the_pack() -> None:
    rules = replace(rules_of("knockout-whist", players=2), pack=rules_of("scotch-whist").pack)
    match = start(rules, dealer=0)
    assert str(refusal(match, Deal(dealt(match).hands, Card.C2))) == (
        "2C, turned up, is not in the pack (K2)"
    )


@given(st.integers(0, 2**32))
def test_a_deal_that_is_refused_leaves_the_match_waiting_for_it(seed: int) -> None:
    match = whist()
    refusal(match, Deal(dealt(match, seed).hands))
    assert match.deal.deal is None
    assert match.to_act == -1
    assert match.apply(dealt(match, seed)).to_act == 0


def test_trumps_are_the_suit_chosen() -> None:
    match = after_first_deal("0001123", choose="seen")
    for suit in Suit:
        chosen = after(match, [dealt(match), suit])
        assert chosen.deal.trump is suit
        assert chosen.deal.chooser == 0
