"""The stock, and the cards drawn from it, as each seat sees them (G3)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from oddtrick.cards import Card
    from oddtrick.match.chance_actions import Deal
    from oddtrick.match.deal_log import DealLog
    from oddtrick.match.hand_play import PlayedHand
    from oddtrick.rules import Rules

Draws = tuple[tuple[tuple[int, "Card | None"], ...], ...]
"""After each trick, each seat with the card it drew, or None if that is not known."""


def stock_shown(deal: Deal, rules: Rules, left: tuple[Card, ...]) -> dict[str, Any]:
    """The fields of a view about the cards left in the stock."""
    top = left[0] if left and _is_open(left[0], deal, rules) else None
    return {"stock": len(left), "stock_top": top}


def open_draws(log: DealLog, rules: Rules, hand: PlayedHand) -> Draws:
    """The draws after the complete tricks of a hand, as everybody saw them."""
    assert log.deal is not None
    return tuple(
        tuple(
            (seat, card if place == 0 and _is_open(card, log.deal, rules) else None)
            for place, (seat, card) in enumerate(drawn)
        )
        for drawn in hand.draws(log.seats, log.deal.stock)
    )


def draws_seen_by(
    seat: int | None, known: Draws, drawn: Draws
) -> tuple[tuple[Card | None, ...], ...]:
    """The cards of the draws that a seat has seen: the open ones, and its own."""
    return tuple(
        tuple(
            card if owner == seat else shown
            for (owner, card), (_, shown) in zip(cards, opened, strict=True)
        )
        for cards, opened in zip(drawn, known, strict=True)
    )


def _is_open(top: Card, deal: Deal, rules: Rules) -> bool:
    """True if this card, on top of the stock, lies face up: the card turned up always does."""
    stock = rules.plan.stock
    return top is deal.turn_up or (stock is not None and stock.shown)
