"""Moves the selection through the cards of a hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oddtrick.terminal.table_drawing import sorted_hand
from oddtrick.views import Awaited

if TYPE_CHECKING:
    from oddtrick.cards import Card
    from oddtrick.views import View


def valid_selection(view: View, selected: Card | None, *, is_own_turn: bool) -> Card | None:
    """Returns the selected card, or a legal one if it has gone; None when no card is awaited."""
    if not is_own_turn or view.awaited is not Awaited.CARD:
        return None
    if selected in view.hand:
        return selected
    return next(card for card in sorted_hand(view) if card in view.legal)


def next_card(view: View, selected: Card | None, step: int) -> Card | None:
    """Returns the card a number of steps further on in the hand; None without a selection."""
    cards = sorted_hand(view)
    return cards[(cards.index(selected) + step) % len(cards)] if selected in cards else None


def next_suit(view: View, selected: Card | None, step: int) -> Card | None:
    """Returns the first card of the suit a number of steps further on; None without a selection."""
    cards = sorted_hand(view)
    if selected not in cards:
        return None
    suits = list(dict.fromkeys(card.suit for card in cards))
    suit = suits[(suits.index(selected.suit) + step) % len(suits)]
    return next(card for card in cards if card.suit is suit)
