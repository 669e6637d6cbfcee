"""Discards before the play, when the contract is known: which cards a hand misses least."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oddtrick.bots.heuristics.bids import count_for
from oddtrick.bots.heuristics.contracts import undertaking
from oddtrick.bots.heuristics.heuristic import make_advice
from oddtrick.cards import Card, Hand, cards_in
from oddtrick.tricks import SUIT_MASKS
from oddtrick.views import Awaited

if TYPE_CHECKING:
    from collections.abc import Callable

    from oddtrick.bots.bot import Advice
    from oddtrick.views import View

SHORTAGE = 0.045
"""Tricks of a trump for each card that a plain suit has less than three: it can ruff."""

TRIFLE = 1e-6
"""Tricks by which of two cards that count alike the higher is worth more to who wants tricks."""


def is_discard(view: View) -> bool:
    """True if the seat is to put away a card of its own under a contract."""
    own = all(isinstance(call, Card) and call in view.hand for call in view.legal)
    return view.awaited is Awaited.CALL and view.contract is not None and own


def hand_value(view: View) -> Callable[[int], float]:
    """The value of a hand (mask) to the seat under its contract, in tricks."""
    contract, seat = view.contract, view.seat
    assert contract is not None
    assert seat is not None
    wanted = undertaking(view.rules, contract, seat, view.number, view.open_calls).wanted
    count = count_for(view, contract, wanted=wanted)
    strength = view.deal_rules.order.strengths(contract.trump)
    trumps = 0 if contract.trump is None else SUIT_MASKS[contract.trump]
    plain = [mask for mask in SUIT_MASKS if mask != trumps]

    def value(cards: int) -> float:
        high = TRIFLE * sum(strength[card] % 13 for card in cards_in(cards))
        if not wanted:
            return -count.expected(cards) - high
        short = sum(max(0, 3 - (cards & mask).bit_count()) for mask in plain)
        return count.expected(cards) + SHORTAGE * short * (cards & trumps).bit_count() + high

    return value


def discard_least(view: View) -> Advice:
    """Discards the card without which the hand is worth most."""
    return make_advice(card := _least(view, view.hand.mask), "call-discard", card=card)


def hand_kept(view: View, card: Card) -> Hand:
    """The hand that is left for the play after a discard and the best ones to go with it."""
    kept = view.hand.mask & ~card.bit
    while kept.bit_count() > sum(view.rules.plan.sizes(view.number)):
        kept &= ~_least(view, kept).bit
    return Hand(kept)


def _least(view: View, hand: int) -> Card:
    """The card that a hand (mask) misses least."""
    value = hand_value(view)
    cards = [card for card in view.legal if isinstance(card, Card) and card.bit & hand]
    return max(cards, key=lambda card: value(hand & ~card.bit))
