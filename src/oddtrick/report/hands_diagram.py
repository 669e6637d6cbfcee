"""Pictures of the hands of a deal, and its trumps."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oddtrick.report.card_images import SUITS, picture, silent
from oddtrick.report.html_markup import Html, el, joined
from oddtrick.report.phrases import seat_name

if TYPE_CHECKING:
    from collections.abc import Sequence

    from oddtrick.record import DealSteps, HandSteps
    from oddtrick.review import Review

ORDER = "SHCD"
"""Suit order in a hand: black and red alternate."""

RANKS = "AKQJT98765432"

FEW = 7
"""Cards in a hand up to which two hands fit side by side on a phone."""


def hands_picture(review: Review, deal: DealSteps) -> Html:
    """The cards dealt to each seat; several separate hands one after another."""
    several = len(deal.hands) > 1
    return joined(
        *(
            _hands(review, deal, hand, f"Hand {number}" if several else "")
            for number, hand in enumerate(deal.hands, 1)
        )
    )


def _hands(review: Review, deal: DealSteps, hand: HandSteps, title: str) -> Html:
    most = max(map(len, hand.cards))
    shape = "compass" if len(deal.seats) == 4 else "ring few" if most <= FEW else "ring"
    return joined(
        el("h4", title) if title else None,
        el(
            "ul",
            *(_hand(review, deal, hand, seat, at) for at, seat in enumerate(deal.seats)),
            class_=f"hands {shape}",
        ),
    )


def _hand(review: Review, deal: DealSteps, hand: HandSteps, seat: int, at: int) -> Html:
    cards = in_order(hand.cards[seat])
    dealt = el("span", "deals", class_="deals") if seat == deal.dealer else None
    label = f"{seat_name(review, seat)}: {hand_text(cards)}"
    return el(
        "li",
        el("p", seat_name(review, seat), dealt, class_="who"),
        el(
            "div",
            *(picture(card, labelled=False) for card in cards),
            class_="fan",
            role="img",
            aria_label=label,
        ),
        class_=f"hand at{at}",
    )


def in_order(cards: Sequence[str]) -> list[str]:
    """Cards as they lie in a hand.

    >>> in_order(["2C", "TC", "AS", "AD"])
    ['AS', 'TC', '2C', 'AD']
    """
    return sorted(cards, key=lambda card: (ORDER.index(card[1]), RANKS.index(card[0])))


def hand_text(cards: Sequence[str]) -> str:
    """A hand in words, suit by suit.

    >>> hand_text(["AS", "TC", "2C"])
    'spades A; clubs 10 2'
    """
    parts = []
    for suit in ORDER:
        ranks = [card[0].replace("T", "10") for card in cards if card[1] == suit]
        if ranks:
            parts.append(f"{SUITS[suit]} {' '.join(ranks)}")
    return "; ".join(parts) or "no cards"


def trumps(deal: DealSteps) -> Html:
    """Trumps, with their sign."""
    if deal.trump is None:
        return joined("trumps not chosen")
    if deal.trump == "N":
        return joined("no trumps")
    return joined(silent(deal.trump), f" {SUITS[deal.trump]} are trumps")
