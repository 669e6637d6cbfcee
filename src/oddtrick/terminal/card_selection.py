"""The selection among the cards of a hand: moved with the arrows, or typed as rank and suit."""

from __future__ import annotations

from oddtrick.cards import Card, parse_card
from oddtrick.errors import OddtrickError
from oddtrick.terminal.table_drawing import sorted_hand
from oddtrick.views import Awaited, View

_RANKS = frozenset("23456789tjqka1")
_SUITS = frozenset("shdc♠♥♦♣")


def add_key(prefix: str, key: str) -> tuple[str, Card | None] | None:
    """Adds a key to a partly typed card.

    Args:
        prefix: the keys typed so far.
        key: the character of the new key.

    Returns:
        The new prefix, and the card if it is complete; None if the key cannot continue a card, so
        that it may have another meaning.

    >>> add_key("", "1"), add_key("10", "h"), add_key("", "h")
    (('1', None), ('', Card.HT), None)
    """
    key = key.lower()
    if not prefix:
        return (key, None) if key in _RANKS else None
    if prefix == "1":
        return ("10", None) if key == "0" else None
    if prefix == "k" and key == "n":
        return "kn", None
    if key not in _SUITS:
        return None
    try:
        return "", parse_card(prefix + key)
    except OddtrickError:
        return None


def awaits_card(view: View) -> bool:
    """True if a card of the hand is to be played or put down."""
    if view.awaited is Awaited.CALL:
        return bool(view.legal) and all(isinstance(call, Card) for call in view.legal)
    return view.awaited is Awaited.CARD


def valid_selection(view: View, selected: Card | None, *, is_own_turn: bool) -> Card | None:
    """Returns the selected card, or a legal one if it has gone; None when no card is awaited."""
    if not is_own_turn or not awaits_card(view):
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
