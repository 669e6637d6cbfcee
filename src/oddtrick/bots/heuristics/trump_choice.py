"""Choices other than cards: trumps, and rock, paper, scissors (K3, K5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oddtrick.bots.bot import Advice
from oddtrick.bots.heuristics.advice_with_reason import make_advice
from oddtrick.cards import Suit
from oddtrick.rules import Throw
from oddtrick.tricks import SUIT_MASKS
from oddtrick.views import Awaited

if TYPE_CHECKING:
    from random import Random

    from oddtrick.cards import Hand
    from oddtrick.views import View


def choose_trump_suit(view: View, rng: Random) -> Advice | None:
    """Chooses the longest suit, of equal ones the strongest; a random one when blind (K3)."""
    if view.awaited is not Awaited.CHOICE:
        return None
    suits = [action for action in view.legal if isinstance(action, Suit)]
    if not view.hand:
        return make_advice(rng.choice(suits), "trumps-blind")
    suit = max(suits, key=lambda suit: _strength(view.hand, suit))
    return make_advice(suit, "trumps-longest", suit=suit)


def _strength(hand: Hand, suit: Suit) -> tuple[int, int]:
    """Length, then strength: as a number, the mask orders suits by their highest cards."""
    cards = hand.mask & SUIT_MASKS[suit]
    return cards.bit_count(), cards >> 13 * suit


def choose_throw(view: View, rng: Random) -> Advice | None:
    """Chooses a random throw, as no throw is better than another (K5)."""
    if view.awaited is not Awaited.THROW:
        return None
    throws = [action for action in view.legal if isinstance(action, Throw)]
    return make_advice(rng.choice(throws), "throw")
