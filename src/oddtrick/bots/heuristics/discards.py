"""Discards: the card to part with when a seat can neither follow suit nor wants to ruff."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from oddtrick.bots.heuristics.heuristic import least_valuable
from oddtrick.cards import Card, Rank, Suit, cards_in
from oddtrick.tricks import SUIT_MASKS

if TYPE_CHECKING:
    from oddtrick.bots.bot import Advice
    from oddtrick.bots.heuristics.situation import Situation

WORTHLESS = Rank.NINE
"""Cards up to this rank, if nothing else tells them apart, are equally useless."""

GUARDED_BY_ONE = 1
GUARDED_BY_TWO = 2
"""A king with one small card, or a queen with two, still makes a trick; longer guards are rare."""


def choose_discard(s: Situation) -> Card:
    """Returns the card to part with: the lowest in suit, else a discard from weakness."""
    plain = [card for card in s.legal if card.suit is not s.trump]
    if s.can_follow or not plain:
        return least_valuable(s, s.legal)
    return min(plain, key=lambda card: _discard_cost(s, card))


def equal_discards(s: Situation, advice: Advice) -> tuple[Advice, ...]:
    """Returns the other cards that can be parted with as well.

    Between suits, small cards of equal length and guard. In the suit led, touching losers, but only
    without partners: to a partner a higher card than necessary is a signal.
    """
    own = advice.action
    assert isinstance(own, Card)
    if s.can_follow:
        equal = [] if s.partners else [card for card in s.legal if _are_equal_losers(s, card, own)]
    elif own.rank <= WORTHLESS and own.suit is not s.trump:
        plain = [card for card in s.legal if card.suit is not s.trump and card.rank <= WORTHLESS]
        cost = _discard_cost(s, own)[:-1]
        equal = [
            card
            for card in plain
            if _discard_cost(s, card)[:-1] == cost and card is s.holding(card.suit)[0]
        ]
    else:
        equal = []
    return tuple(replace(advice, action=card) for card in equal)


def _are_equal_losers(s: Situation, card: Card, own: Card) -> bool:
    """True if both cards lose the trick, are worth the same, and touch."""
    if card in s.winning_cards or own in s.winning_cards or s.points_of(card) != s.points_of(own):
        return False
    return s.are_touching(*s.sort_by_strength((card, own)))


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
