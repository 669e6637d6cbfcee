"""The quiet lead: where nothing is to be cashed, returned or trumped, the merits of each suit.

A sequence is a good lead and a tenace a bad one, whatever the length: each merit has a weight, in
tricks, and the suit with the most is led. The weights fit nine hundred quiet leads, whose cards
were valued by best play with open cards in many of the deals that the leader could not exclude.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from oddtrick.bots.heuristics.leads import FOURTH, SHORT, card_to_lead, opponents_can_ruff
from oddtrick.bots.heuristics.reasons import make_advice
from oddtrick.bots.heuristics.win_probability import win_probability
from oddtrick.cards import Card, Rank

if TYPE_CHECKING:
    from oddtrick.bots.bot import Advice
    from oddtrick.bots.heuristics.situation import Situation

HOLDS = 0.09
"""For a card that wins the trick, by its chance."""

SEQUENCE = 0.05
"""The top of touching honours loses nothing and drives out what is above."""

TENACE = -0.34
"""From ace, queen one waits for the lead: the king may lie before them."""

UNDER_ACE = -0.05
"""A small card under the best one of its suit, which may be trumped the next time."""

UNDER_KING = -0.03
"""A small card from a suit with just one card above the best held."""

SHORT_HONOUR = -0.05
"""An honour with one small card or none is worth more when others lead."""

INTO_A_RUFF = -0.17
"""An opponent is out of the suit and may have trumps."""

SINGLETON = 0.06
"""The only card of a suit, with a trump in hand for the next round of it."""

LED_BEFORE = 0.06
"""A suit that has been led holds fewer surprises."""


def lead_best_suit(s: Situation) -> Advice | None:
    """While opponents can trump: the suit with most merits, of equal ones the longest.

    Without trumps, or once they are drawn, the long suit is led that will be established.
    """
    if not s.opponents_have_trumps:
        return None
    suits = [
        suit
        for suit in s.plain_suits
        if any(card.suit is suit for card in s.legal)
        and not all(s.is_void(seat, suit) for seat in s.partners)
    ]
    if not suits:
        return None
    cards = [card_to_lead(s, s.holding(suit)) for suit in suits]
    best = max(cards, key=lambda card: (lead_value(s, card), len(s.holding(card.suit)), -card.rank))
    return _with_reason(s, best, cards)


def lead_value(s: Situation, card: Card) -> float:
    """What speaks for the lead of a plain card, in tricks; only differences mean something."""
    held = s.holding(card.suit)
    top = held[-1]
    total = HOLDS * win_probability(s, card)
    if card is top:
        total += SEQUENCE * _sequence(s, held)
    else:
        above = (s.outstanding & s.stronger[top]).bit_count()
        total += TENACE * _tenace(s, held) + UNDER_ACE * (above == 0) + UNDER_KING * (above == 1)
    if len(held) == 1 and s.holding(s.trump) and not s.is_master(card):
        total += SINGLETON
    if len(held) <= SHORT and card.rank >= Rank.QUEEN and not s.is_master(card):
        total += SHORT_HONOUR
    if opponents_can_ruff(s, card.suit):
        total += INTO_A_RUFF
    return total + LED_BEFORE * (s.times_led(card.suit) > 0)


def _sequence(s: Situation, held: tuple[Card, ...]) -> bool:
    """Whether the best two cards held are touching honours."""
    return len(held) > 1 and held[-1].rank >= Rank.TEN and s.are_touching(held[-2], held[-1])


def _tenace(s: Situation, held: tuple[Card, ...]) -> bool:
    """Whether the best card of the suit is held, and an honour with a gap below it."""
    if len(held) < SHORT or not s.is_master(held[-1]):
        return False
    return held[-2].rank >= Rank.JACK and not s.are_touching(held[-2], held[-1])


def _with_reason(s: Situation, card: Card, others: list[Card]) -> Advice:
    """The lead, with what speaks for it most."""
    held = s.holding(card.suit)
    longer = [other for other in others if len(s.holding(other.suit)) > len(held)]
    kept = [other.suit for other in longer if _tenace(s, s.holding(other.suit))]
    if card is held[-1] and _sequence(s, held):
        return make_advice(card, "top-of-sequence", suit=card.suit)
    if len(held) == 1 and s.holding(s.trump):
        return make_advice(card, "short-suit", suit=card.suit)
    if kept:
        return make_advice(card, "keep-tenace", suit=kept[0])
    if longer:
        return make_advice(card, "safest-suit", suit=card.suit)
    if len(held) >= FOURTH and card is held[-FOURTH]:
        return make_advice(card, "fourth-best", suit=card.suit)
    return make_advice(card, "long-suit-low", suit=card.suit)
