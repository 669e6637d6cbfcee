"""Actions of players as text."""

from __future__ import annotations

import pytest

from oddtrick.cards import Card, Suit, parse_card, parse_suit
from oddtrick.rules import Throw, action_text


def test_an_action_survives_its_text_form() -> None:
    assert [parse_card(action_text(card)) for card in Card] == list(Card)
    assert [parse_suit(action_text(suit)) for suit in Suit] == list(Suit)
    assert [Throw(action_text(throw)) for throw in Throw] == list(Throw)


def test_throws_have_an_order_of_their_own() -> None:
    rock, paper, scissors = Throw
    assert sorted([scissors, rock, paper]) == [rock, paper, scissors]
    with pytest.raises(TypeError):
        _ = rock < "paper"
