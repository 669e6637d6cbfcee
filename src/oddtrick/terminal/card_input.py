"""Parses a card typed key by key: rank, then suit."""

from __future__ import annotations

from oddtrick.cards import Card, parse_card
from oddtrick.errors import OddtrickError

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
