"""A card typed key by key: rank, then suit."""

from __future__ import annotations

from oddtrick.cards import Card, parse_card
from oddtrick.errors import OddtrickError

_RANKS = frozenset("23456789tjqka1")
_SUITS = frozenset("shdc♠♥♦♣")


def type_key(so_far: str, key: str) -> tuple[str, Card | None] | None:
    """One more key of a card being typed.

    Args:
        so_far: what has been typed.
        key: the sign of the key.

    Returns:
        What has been typed now, and the card when it is complete; None if the key is no part of a
        card, so that it may mean something else.

    >>> type_key("", "1"), type_key("10", "h"), type_key("", "h")
    (('1', None), ('', Card.HT), None)
    """
    key = key.lower()
    if not so_far:
        return (key, None) if key in _RANKS else None
    if so_far == "1":
        return ("10", None) if key == "0" else None
    if so_far == "k" and key == "n":
        return "kn", None
    if key not in _SUITS:
        return None
    try:
        return "", parse_card(so_far + key)
    except OddtrickError:
        return None
