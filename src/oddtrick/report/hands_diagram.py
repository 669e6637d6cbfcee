"""Pictures of the hands of a deal, and its trumps."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oddtrick.report.card_images import card_image, silent_suit_sign
from oddtrick.report.html_markup import Html, el, joined

if TYPE_CHECKING:
    from collections.abc import Sequence

    from oddtrick.i18n.localizer import Localizer
    from oddtrick.record import DealSteps, HandSteps
    from oddtrick.report.phrases import Phrases

ORDER = "SHCD"
"""Suit order in a hand: black and red alternate."""

RANKS = "AKQJT98765432"

FEW = 7
"""Cards in a hand up to which two hands fit side by side on a phone."""


def hands_picture(phrases: Phrases, deal: DealSteps) -> Html:
    """The cards dealt to each seat; several separate hands one after another."""
    several = len(deal.hands) > 1
    return joined(
        *(
            _hands(phrases, deal, hand, phrases.text("hand", n=number) if several else "")
            for number, hand in enumerate(deal.hands, 1)
        )
    )


def _hands(phrases: Phrases, deal: DealSteps, hand: HandSteps, title: str) -> Html:
    most = max(map(len, hand.cards))
    shape = "compass" if len(deal.seats) == 4 else "ring few" if most <= FEW else "ring"
    return joined(
        el("h4", title) if title else None,
        el(
            "ul",
            *(_hand(phrases, deal, hand, seat, at) for at, seat in enumerate(deal.seats)),
            class_=f"hands {shape}",
        ),
    )


def _hand(phrases: Phrases, deal: DealSteps, hand: HandSteps, seat: int, at: int) -> Html:
    cards = in_order(hand.cards[seat])
    name = phrases.label(seat)
    deals = phrases.text("hand.deals")
    dealer = el("span", deals, class_="dealer") if seat == deal.dealer else None
    return el(
        "li",
        el("p", name, dealer, class_="player"),
        el(
            "div",
            *(card_image(card, phrases, labelled=False) for card in cards),
            class_="fan",
            role="img",
            aria_label=f"{name}: {hand_text(cards, phrases)}",
        ),
        class_=f"hand at{at}",
    )


def in_order(cards: Sequence[str]) -> list[str]:
    """Cards as they lie in a hand.

    >>> in_order(["2C", "TC", "AS", "AD"])
    ['AS', 'TC', '2C', 'AD']
    """
    return sorted(cards, key=lambda card: (ORDER.index(card[1]), RANKS.index(card[0])))


def hand_text(cards: Sequence[str], localizer: Localizer) -> str:
    """A hand in words, suit by suit.

    >>> from oddtrick.i18n.localizer import Localizer
    >>> hand_text(["AS", "TC", "2C"], Localizer("de"))
    'Pik A; Kreuz 10 2'
    """
    parts = []
    for suit in ORDER:
        ranks = [card[0].replace("T", "10") for card in cards if card[1] == suit]
        if ranks:
            parts.append(f"{localizer.suit(suit)} {' '.join(ranks)}")
    return "; ".join(parts) or localizer.text("hand.empty")


def trumps(deal: DealSteps, localizer: Localizer) -> Html:
    """Trumps, with their sign."""
    if deal.trump is None:
        return joined(localizer.text("trumps.open"))
    if deal.trump == "N":
        return joined(localizer.text("trumps.none"))
    text = localizer.text("trumps.are", suit=localizer.suit(deal.trump))
    return joined(silent_suit_sign(deal.trump), f" {text}")
