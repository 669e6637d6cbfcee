"""Discards: the card to part with when a seat can neither follow suit nor wants to ruff."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oddtrick.bots.heuristics.heuristic import least_valuable
from oddtrick.cards import Card, Suit, cards_in
from oddtrick.tricks import SUIT_MASKS

if TYPE_CHECKING:
    from oddtrick.bots.heuristics.situation import Situation

GUARDED_BY_ONE = 1
GUARDED_BY_TWO = 2
"""A king with one small card, or a queen with two, still makes a trick; longer guards are rare."""


def choose_discard(s: Situation) -> Card:
    """Returns the card to part with: the lowest in suit, else a discard from weakness."""
    plain = [card for card in s.legal if card.suit is not s.trump]
    if s.can_follow or not plain:
        return least_valuable(s, s.legal)
    return min(plain, key=lambda card: _discard_cost(s, card))


def _discard_cost(s: Situation, card: Card) -> tuple[bool, bool, int, int]:
    """The cost of a discard: a master costs most, then an honour's guard, length, and strength.

    With trumps in hand a short suit is emptied first, to ruff its next lead; without them the
    weakest suit goes first.
    """
    holding = cards_in(s.hand & SUIT_MASKS[card.suit])
    has_trumps = s.trump is not None and bool(s.hand & SUIT_MASKS[s.trump])
    length = len(holding) if has_trumps else -_cards_above(s, card.suit)
    return s.is_master(card), unguards_honour(s, card), length, s.strength[card]


def unguards_honour(s: Situation, card: Card) -> bool:
    """True if the discard leaves an honour unguarded, as the small card of king and another.

    An honour with ``n`` outstanding cards above it needs ``n`` small cards as guards.
    """
    holding = s.holding(card.suit)
    top = holding[-1]
    above = (s.outstanding & s.stronger[top]).bit_count()
    return above in (GUARDED_BY_ONE, GUARDED_BY_TWO) and len(holding) == above + 1


def _cards_above(s: Situation, suit: Suit) -> int:
    """The number of outstanding cards above the best one held of a suit."""
    return (s.outstanding & s.stronger[s.holding(suit)[-1]]).bit_count()
