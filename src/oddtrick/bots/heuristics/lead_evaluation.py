"""Lead evaluation: a linear value for each suit, for leads with nothing to cash, return or ruff.

A sequence is a good lead and a tenace a bad one, whatever the length. Each feature has a weight in
tricks, and the suit with the highest sum is led. The weights were fitted to 900 such leads, each
card valued double dummy in many of the deals that the leader could not exclude.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from oddtrick.bots.heuristics.advice_with_reason import make_advice
from oddtrick.bots.heuristics.leads import FOURTH, SHORT, card_to_lead, opponents_can_ruff
from oddtrick.bots.heuristics.win_probability import win_probability
from oddtrick.cards import Card, Rank

if TYPE_CHECKING:
    from oddtrick.bots.bot import Advice
    from oddtrick.bots.heuristics.situation import Situation

WIN_WEIGHT = 0.09
"""Times the probability that the card wins the trick."""

SEQUENCE_WEIGHT = 0.05
"""The top of touching honours loses nothing and drives out the cards above it."""

TENACE_WEIGHT = -0.34
"""Ace and queen win two tricks if others lead the suit and the king lies in front of them."""

UNDER_MASTER_WEIGHT = -0.05
"""A small card led under the master of the suit, which may be ruffed the next time."""

UNDER_ONE_WEIGHT = -0.03
"""A small card led from a suit with just one outstanding card above the best held."""

SHORT_HONOUR_WEIGHT = -0.05
"""An honour with one small card or none is worth more when others lead."""

RUFF_RISK_WEIGHT = -0.17
"""An opponent is void in the suit and may have trumps."""

SINGLETON_WEIGHT = 0.06
"""The only card of a suit, with a trump in hand for the next round of it."""

LED_BEFORE_WEIGHT = 0.06
"""A suit that has been led before is better known."""

LEAD_VALUE_ERROR = 0.02
"""Values that differ by no more count as equal: less than any single feature weighs."""


def lead_best_suit(s: Situation) -> Advice | None:
    """Leads from the suit of the highest lead value while opponents can ruff.

    Without trumps, or once they are drawn, the long suit is led to establish it.
    """
    if not s.opponents_have_trumps:
        return None
    cards = _cards_to_lead(s)
    if not cards:
        return None
    best = max(cards, key=lambda card: (lead_value(s, card), len(s.holding(card.suit)), -card.rank))
    return _explain(s, best, cards)


def equal_leads(s: Situation, advice: Advice) -> tuple[Advice, ...]:
    """Returns the leads of a value that :func:`lead_best_suit` cannot tell from its own."""
    assert isinstance(advice.action, Card)
    cards, least = _cards_to_lead(s), lead_value(s, advice.action) - LEAD_VALUE_ERROR
    return tuple(_explain(s, card, cards) for card in cards if lead_value(s, card) >= least)


def _cards_to_lead(s: Situation) -> list[Card]:
    """The card to lead from each plain suit that a partner may hold."""
    return [
        card_to_lead(s, s.holding(suit))
        for suit in s.plain_suits
        if any(card.suit is suit for card in s.legal)
        and not all(s.is_void(seat, suit) for seat in s.partners)
    ]


def lead_value(s: Situation, card: Card) -> float:
    """Returns the value of leading a plain card, in tricks; only differences are meaningful."""
    holding = s.holding(card.suit)
    top = holding[-1]
    total = WIN_WEIGHT * win_probability(s, card)
    if card is top:
        total += SEQUENCE_WEIGHT * _is_sequence(s, holding)
    else:
        above = (s.outstanding & s.stronger[top]).bit_count()
        total += (
            TENACE_WEIGHT * _is_tenace(s, holding)
            + UNDER_MASTER_WEIGHT * (above == 0)
            + UNDER_ONE_WEIGHT * (above == 1)
        )
    if len(holding) == 1 and s.holding(s.trump) and not s.is_master(card):
        total += SINGLETON_WEIGHT
    if len(holding) <= SHORT and card.rank >= Rank.QUEEN and not s.is_master(card):
        total += SHORT_HONOUR_WEIGHT
    if opponents_can_ruff(s, card.suit):
        total += RUFF_RISK_WEIGHT
    return total + LED_BEFORE_WEIGHT * (s.times_led(card.suit) > 0)


def _is_sequence(s: Situation, holding: tuple[Card, ...]) -> bool:
    """True if the best two cards held are touching honours."""
    return (
        len(holding) > 1
        and holding[-1].rank >= Rank.TEN
        and s.are_touching(holding[-2], holding[-1])
    )


def _is_tenace(s: Situation, holding: tuple[Card, ...]) -> bool:
    """True if the hand holds the master and, after a gap, an honour."""
    if len(holding) < SHORT or not s.is_master(holding[-1]):
        return False
    return holding[-2].rank >= Rank.JACK and not s.are_touching(holding[-2], holding[-1])


def _explain(s: Situation, card: Card, others: list[Card]) -> Advice:
    """The lead with its main reason."""
    holding = s.holding(card.suit)
    longer = [other for other in others if len(s.holding(other.suit)) > len(holding)]
    tenaces = [other.suit for other in longer if _is_tenace(s, s.holding(other.suit))]
    if card is holding[-1] and _is_sequence(s, holding):
        return make_advice(card, "top-of-sequence", suit=card.suit)
    if len(holding) == 1 and s.holding(s.trump):
        return make_advice(card, "short-suit", suit=card.suit)
    if tenaces:
        return make_advice(card, "keep-tenace", suit=tenaces[0])
    if longer:
        return make_advice(card, "safest-suit", suit=card.suit)
    if len(holding) >= FOURTH and card is holding[-FOURTH]:
        return make_advice(card, "fourth-best", suit=card.suit)
    return make_advice(card, "long-suit-low", suit=card.suit)
