"""What a person or a bot can do, in a word."""

from __future__ import annotations

from oddtrick.cards import Card, Suit, parse_card, parse_suit
from oddtrick.rules import Throw, written


def test_an_action_in_a_word_is_read_as_the_same_action() -> None:
    assert [parse_card(written(card)) for card in Card] == list(Card)
    assert [parse_suit(written(suit)) for suit in Suit] == list(Suit)
    assert [Throw(written(throw)) for throw in Throw] == list(Throw)
