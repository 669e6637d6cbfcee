"""Bids of a number of tricks: the tricks to be expected from a hand.

A rough count, card by card: a card wins if nobody has a higher one of its suit and, if it is plain,
nobody ruffs. The shares are scaled so that all hands together expect the tricks that there are.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from oddtrick.bots.heuristics.heuristic import make_advice
from oddtrick.calls import Bid
from oddtrick.cards import CARDS, cards_in
from oddtrick.rules import TrumpSource
from oddtrick.tricks import SUIT_MASKS

if TYPE_CHECKING:
    from oddtrick.bots.bot import Advice
    from oddtrick.cards import Suit
    from oddtrick.rules import Rules
    from oddtrick.views import View

TRUMP_LENGTH = 2.2
"""Tricks of the lowest trump at a table of one player: it wins when others have run out."""

SAFETY = 1.1
"""Tricks of a plain ace at a table without anybody who could ruff."""


def is_trick_bid(view: View) -> bool:
    """True if the seat is to bid a number of tricks, with trumps known."""
    legal = view.legal
    numbers = all(isinstance(bid, Bid) and bid.number >= 0 and not bid.name for bid in legal)
    return bool(legal) and numbers and view.trump_known and bool(view.hand)


@lru_cache(256)
def trick_shares(rules: Rules, number: int, trump: Suit | None, turn_up: int) -> tuple[float, ...]:
    """The share of a trick to be expected from each card, in a deal of this number.

    Args:
        rules: the game.
        number: the number of the deal.
        trump: the trump suit; None is no trumps.
        turn_up: the card (mask) turned up that nobody holds; 0: there is none.
    """
    size, players, pack = rules.tricks_in(number), rules.players, rules.pack & ~turn_up
    strength = rules.order.strengths(trump)
    out = (players - 1) * size / max(1, pack.bit_count() - size)
    plain = SAFETY * size / (size + players) if trump is not None else 1.0
    floor = min(1.0, TRUMP_LENGTH / players)
    shares = []
    for card in CARDS:
        above = sum(
            strength[other] > strength[card] for other in cards_in(pack & SUIT_MASKS[card.suit])
        )
        high = (1 - out) ** above
        shares.append(floor + (1 - floor) * high if card.suit is trump else plain * high)
    mean = sum(shares[card] for card in cards_in(pack)) / pack.bit_count()
    return tuple(share / (mean * players) for share in shares)


def shares_of(view: View) -> tuple[float, ...]:
    """The same for the deal of a view."""
    spare = view.deal_rules.trumps.source(view.number) is TrumpSource.SPARE
    turn_up = view.turn_up.bit if spare and view.turn_up is not None else 0
    return trick_shares(view.deal_rules, view.number, view.trump, turn_up)


def bid_tricks(view: View, caution: float = 0.0) -> Advice:
    """Bids the legal number nearest to the tricks expected; of two the lower.

    Args:
        view: of a seat that is to bid a number of tricks.
        caution: how much lower to bid, in tricks.
    """
    shares = shares_of(view)
    expected = sum(shares[card] for card in view.hand) - caution
    bids = [bid for bid in view.legal if isinstance(bid, Bid)]
    bid = min(bids, key=lambda bid: (abs(bid.number - expected), bid.number))
    return make_advice(bid, "bid-tricks", number=f"{max(0.0, expected):.1f}")
