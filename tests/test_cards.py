"""The alphabet of every game: cards that are read and written, hands that are sets of cards."""

from __future__ import annotations

import pickle
import re
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import oddtrick as ot
from oddtrick.cards import (
    CARDS,
    FULL_PACK,
    Card,
    Hand,
    Rank,
    Suit,
    card_at,
    cards_in,
    mask_of,
    parse_card,
    parse_hand,
    parse_suit,
)
from oddtrick.errors import OddtrickError, RuleBroken
from oddtrick.match import Playing, ToChoose
from oddtrick.rules import Throw
from oddtrick.solver import Position
from tests.support.hypothesis_strategies import A_CARD, A_SUIT, SETS


def test_a_card_is_its_index_thirteen_times_the_suit_plus_the_rank() -> None:
    assert [int(card) for card in CARDS] == list(range(52))
    for card in CARDS:
        assert card == 13 * card.suit + card.rank
        assert card_at(card.suit, card.rank) is card
        assert card.bit == 1 << card
        assert card.name == card.suit.letter + card.rank.letter
        assert repr(card) == f"Card.{card.name}"
    assert mask_of(CARDS) == FULL_PACK


def test_each_suit_has_thirteen_cards_of_its_own() -> None:
    assert all(suit.mask.bit_count() == 13 for suit in Suit)
    assert sum(suit.mask for suit in Suit) == FULL_PACK


@given(A_CARD, st.data())
def test_a_card_is_read_in_all_its_spellings(card: Card, data: st.DataObject) -> None:
    ranks = {card.rank.letter, card.rank.letter.lower()}
    ranks |= {Rank.TEN: {"10"}, Rank.JACK: {"Kn", "KN", "kn"}}.get(card.rank, set())
    outlines = dict(zip("♣♦♥♠", "♧♢♡♤", strict=True))
    symbols = {card.suit.symbol, outlines[card.suit.symbol]}
    symbols |= {symbol + variant for symbol in symbols for variant in "\ufe0e\ufe0f"}
    suits = {card.suit.letter, card.suit.letter.lower()}
    spellings = {rank + suit for rank in ranks for suit in suits | symbols}
    spellings |= {suit + rank for rank in ranks for suit in symbols}
    text = data.draw(st.sampled_from(sorted(spellings)))
    assert parse_card(f" {text} ") is card


@given(A_CARD)
def test_a_card_is_read_as_it_is_written(card: Card) -> None:
    assert parse_card(str(card)) is card
    assert parse_card(card.symbols) is card


def test_a_card_is_shown_to_people_with_a_ten_of_two_figures_and_its_symbol() -> None:
    assert (Card.HT.symbols, Card.SA.symbols, Card.C9.symbols) == ("10♥", "A♠", "9♣")


@pytest.mark.parametrize("text", ["", " ", "A", "♠", "AX", "1S", "AAS", "SA", "10", "ASS", "♠♠"])
def test_an_invalid_card_is_refused_with_a_hint_on_notation(text: str) -> None:
    with pytest.raises(OddtrickError, match="is not a card: write rank then suit"):
        parse_card(text)


@given(A_SUIT)
def test_a_suit_is_read_by_letter_symbol_name_or_the_beginning_of_its_name(suit: Suit) -> None:
    for sign in (suit.letter, suit.letter.lower(), suit.symbol, str(suit), suit.name[:4]):
        assert parse_suit(f"{sign} ") is suit


@pytest.mark.parametrize("text", ["", "N", "heartz", "clubss", "X", "SS"])
def test_an_invalid_suit_is_refused(text: str) -> None:
    with pytest.raises(OddtrickError, match="is not a suit: write S, H, D or C"):
        parse_suit(text)


def test_suits_and_ranks_are_named_as_people_name_them() -> None:
    assert [str(suit) for suit in Suit] == ["clubs", "diamonds", "hearts", "spades"]
    assert (str(Rank.TEN), str(Rank.ACE), str(Rank.JACK)) == ("ten", "ace", "jack")


@given(SETS)
def test_a_mask_and_its_cards_convert_both_ways(cards: set[Card]) -> None:
    assert cards_in(mask_of(cards)) == tuple(sorted(cards))
    assert cards_in(mask_of(cards)) == cards_in(mask_of(cards))


@given(SETS, SETS)
def test_hands_are_the_sets_of_their_cards(left: set[Card], right: set[Card]) -> None:
    a, b = Hand.of(left), Hand.of(right)
    assert set(a | b) == left | right
    assert set(a & b) == left & right
    assert set(a - b) == left - right
    assert (a <= b) == (left <= right)
    assert (a == b) == (left == right)
    assert len(a) == len(left)
    assert bool(a) == bool(left)
    assert list(a) == sorted(left)
    assert {card for card in Card if card in a} == left


@given(SETS, A_SUIT)
def test_a_suit_of_a_hand_is_its_cards_of_that_suit(cards: set[Card], suit: Suit) -> None:
    hand = Hand.of(cards)
    of_suit = {card for card in cards if card.suit is suit}
    assert set(hand.suit(suit)) == of_suit
    assert hand.void(suit) == (not of_suit)


@given(SETS)
def test_a_hand_is_read_as_it_is_written(cards: set[Card]) -> None:
    hand = Hand.of(cards)
    assert Hand.of(str(hand)) == hand
    assert eval(repr(hand), {"Hand": Hand}) == hand  # noqa: S307
    assert pickle.loads(pickle.dumps(hand)) == hand  # noqa: S301


@given(SETS)
def test_a_hand_is_written_spades_first_and_each_suit_from_the_top(cards: set[Card]) -> None:
    suits = str(Hand.of(cards)).split(".")
    for suit, holding in zip(reversed(Suit), suits, strict=True):
        held = sorted((card for card in cards if card.suit is suit), reverse=True)
        assert holding == "".join(card.rank.letter for card in held)


def test_a_hand_is_read_with_tens_knaves_and_small_letters() -> None:
    assert Hand.of("ak10.kn9..5432") == Hand.of("AKT.J9..5432")
    assert Hand.of("AKKn...") == Hand.of("AKJ...")


def test_an_empty_text_is_an_empty_hand() -> None:
    assert Hand.of("") == Hand.of("...") == Hand()


def test_only_a_card_is_in_a_hand() -> None:
    assert int(Card.SA) not in Hand.of("A...")
    assert Card.SA in Hand.of("A...")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("AKQ", "write four suits"),
        ("A.K.Q.J.T", "write four suits"),
        ("A.X..", "'X' is not a rank"),
        ("A.1..", "'1' is not a rank"),
        ("AA...", "holds AS twice"),
        ("T10...", "holds TS twice"),
        ("..JKn.", "holds JD twice"),
    ],
)
def test_an_invalid_hand_is_refused_with_the_reason(text: str, why: str) -> None:
    with pytest.raises(OddtrickError, match=why):
        parse_hand(text)


def test_a_refusal_names_its_rule_where_there_is_one() -> None:
    assert str(RuleBroken("seat 2 does not hold AS", "T3")) == "seat 2 does not hold AS (T3)"
    assert str(RuleBroken("there is no such thing")) == "there is no such thing"
    broken = RuleBroken("what", "K7")
    assert (broken.what, broken.rule) == ("what", "K7")
    assert isinstance(broken, OddtrickError)


@given(st.sampled_from(CARDS), st.data())
def test_text_where_a_card_is_wanted_is_refused_with_the_card_that_it_names(
    card: Card, data: st.DataObject
) -> None:
    text: Any = data.draw(st.sampled_from([str(card), card.symbols, str(card).lower()]))
    assert ot.card(text) is card
    match = ot.new_match("whist", seed=7, dealer=0)
    assert isinstance(match.phase, Playing)
    meant = re.escape(f"{text!r} is text; ") + f"(give|play) a Card: ot\\.card\\('{card}'\\)$"
    for taker in (
        match.apply,
        match.phase.after,
        match.view(1).hand.__contains__,
        lambda given: Hand.of([given]),
        lambda given: Position((Hand.of("2..."), Hand.of("43...")), None, 1, (given,)),
    ):
        with pytest.raises(OddtrickError, match=meant):
            taker(text)


@pytest.mark.parametrize("wrong", ["zz", "", 5, 1.5, None, True])
def test_what_is_no_card_is_refused_with_an_example_of_one(wrong: Any) -> None:
    match = ot.new_match("whist", seed=7, dealer=0)
    with pytest.raises(OddtrickError, match=r"play (a Card|one), as in ot\.card\('AS'\)$"):
        match.apply(wrong)
    with pytest.raises(OddtrickError, match=r"as in ot\.card\('AS'\)$"):
        Hand.of([wrong])
    with pytest.raises(OddtrickError, match=r"(write|give) .*as in"):
        ot.card(wrong)


def test_text_where_trumps_are_chosen_is_refused_with_an_example() -> None:
    rng, match = Random(3), ot.new_match("knockout-whist", players=3, seed=3)
    while not isinstance(match.phase, ToChoose):
        match = match.apply(rng.choice(match.legal_actions()))
    with pytest.raises(OddtrickError, match=r"'H' is text; choose a Suit, as in ot\.Suit\.HEARTS"):
        match.apply("H")  # type: ignore[arg-type]


def test_actions_of_one_kind_have_an_order() -> None:
    kinds: list[tuple[ot.PlayerAction, ...]] = [CARDS, tuple(Suit), tuple(Throw)]
    for kind in kinds:
        assert sorted(Random(1).sample(kind, len(kind))) == list(kind)
    with pytest.raises(TypeError):
        min(Throw.ROCK, 1)
