"""What to throw away when one can neither follow suit nor wants to trump."""

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
    """The card to part with: the lowest legal one in suit, else a discard from weakness."""
    plain = [card for card in s.legal if card.suit is not s.trump]
    if s.can_follow or not plain:
        return least_valuable(s, s.legal)
    return min(plain, key=lambda card: _regret(s, card))


def _regret(s: Situation, card: Card) -> tuple[bool, bool, int, int]:
    """How sorry one would be: masters first, then guards of honours, then length and height.

    With trumps left, a short suit is emptied first, so that the next lead of it can be trumped;
    without them the weakest suit goes, whatever its length.
    """
    suit = cards_in(s.hand & SUIT_MASKS[card.suit])
    has_trumps = s.trump is not None and bool(s.hand & SUIT_MASKS[s.trump])
    length = len(suit) if has_trumps else -_losers(s, card.suit)
    return s.is_master(card), unguards_honour(s, card), length, s.strength[card]


def unguards_honour(s: Situation, card: Card) -> bool:
    """Whether throwing the card leaves an honour bare, as the small one of king and another.

    An honour with ``n`` unseen cards above it wants ``n`` small cards beside it.
    """
    held = s.holding(card.suit)
    top = held[-1]
    above = (s.outstanding & s.stronger[top]).bit_count()
    return above in (GUARDED_BY_ONE, GUARDED_BY_TWO) and len(held) == above + 1


def _losers(s: Situation, suit: Suit) -> int:
    """How many cards that others may hold are higher than the best one held here."""
    return (s.outstanding & s.stronger[s.holding(suit)[-1]]).bit_count()
