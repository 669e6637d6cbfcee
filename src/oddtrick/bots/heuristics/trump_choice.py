"""The choices that are not cards: trumps, and rock, paper, scissors (K3, K5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oddtrick.bots.bot import Advice
from oddtrick.bots.heuristics.reasons import make_advice
from oddtrick.cards import Suit
from oddtrick.rules import Throw
from oddtrick.tricks import SUIT_MASKS
from oddtrick.views import Awaited

if TYPE_CHECKING:
    from random import Random

    from oddtrick.cards import Hand
    from oddtrick.views import View


def choose_trump_suit(view: View, rng: Random) -> Advice | None:
    """The longest suit, of equal ones the strongest; before the cards are seen, any (K3)."""
    if view.awaited is not Awaited.CHOICE:
        return None
    suits = [action for action in view.legal if isinstance(action, Suit)]
    if not view.hand:
        return make_advice(rng.choice(suits), "trumps-blind")
    suit = max(suits, key=lambda suit: _strength(view.hand, suit))
    return make_advice(suit, "trumps-longest", suit=suit)


def _strength(hand: Hand, suit: Suit) -> tuple[int, int]:
    """Length, then height: the mask itself puts the higher cards first."""
    cards = hand.mask & SUIT_MASKS[suit]
    return cards.bit_count(), cards >> 13 * suit


def choose_throw(view: View, rng: Random) -> Advice | None:
    """One throw is as good as another (K5)."""
    if view.awaited is not Awaited.THROW:
        return None
    throws = [action for action in view.legal if isinstance(action, Throw)]
    return make_advice(rng.choice(throws), "throw")
