"""Play without a partner: each for himself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oddtrick.bots.bot import Advice
from oddtrick.bots.heuristics.heuristic import least_valuable
from oddtrick.bots.heuristics.leads import opponents_can_ruff
from oddtrick.bots.heuristics.make_advice import make_advice
from oddtrick.bots.heuristics.win_probability import LIKELY, likeliest_winner, win_probability
from oddtrick.cards import cards_in
from oddtrick.tricks import SUIT_MASKS

if TYPE_CHECKING:
    from oddtrick.bots.heuristics.situation import Situation

MIN_SURVIVAL_PROBABILITY = 0.15
"""With no trick yet, even a small chance to stay in is taken (K4)."""


def lead_likely_winner(s: Situation) -> Advice | None:
    """Leads a plain card that will probably win, before the others run out of its suit."""
    plain = [card for card in s.legal if card.suit is not s.trump]
    rated = [(win_probability(s, card), card) for card in plain]
    if not rated:
        return None
    probability, card = max(rated, key=lambda pair: (pair[0], -s.strength[pair[1]]))
    if probability < LIKELY:
        return None
    return make_advice(card, "likely-winner")


def lead_to_survive(s: Situation) -> Advice | None:
    """Leads the card likeliest to win while the seat needs a trick to stay in (K4)."""
    if not needs_trick(s):
        return None
    card, _ = likeliest_winner(s)
    return make_advice(card, "lead-to-survive")


def lead_shortest_suit(s: Situation) -> Advice | None:
    """Leads from the shortest suit with trumps in hand, to ruff its next lead."""
    if not s.holding(s.trump):
        return None
    plain = [card for card in s.legal if card.suit is not s.trump]
    if not plain:
        return None
    suits = {card.suit for card in plain}
    suit = min(suits, key=lambda suit: ((s.hand & SUIT_MASKS[suit]).bit_count(), suit))
    card = s.holding(suit)[0]
    return make_advice(card, "short-suit", suit=suit)


def lead_low(s: Situation) -> Advice | None:
    """Leads low from the longest suit; always applies."""
    safe = [card for card in s.legal if not opponents_can_ruff(s, card.suit)] or list(s.legal)
    plain = [card for card in safe if card.suit is not s.trump] or safe
    longest = max(
        {card.suit for card in plain},
        key=lambda suit: (len(cards_in(s.hand & SUIT_MASKS[suit])), -suit),
    )
    card = least_valuable(s, [card for card in plain if card.suit is longest])
    return make_advice(card, "lead-low")


def win_if_likely(s: Situation) -> Advice | None:
    """Plays the cheapest card that will probably win.

    Scoring top trumps are kept for tricks that hold points (S8).
    """
    likely = [
        card
        for card in s.winning_cards
        if not (s.card_points.can_feed_partner and s.points_of(card))
        and win_probability(s, card) >= LIKELY
    ]
    if not likely:
        return None
    if not s.can_follow:
        return make_advice(likely[0], "ruff-low")
    return make_advice(likely[0], "good-enough")


def win_to_survive(s: Situation) -> Advice | None:
    """Takes any chance of a trick while the seat needs one to stay in (K4)."""
    if not needs_trick(s) or not s.winning_cards:
        return None
    card, probability = likeliest_winner(s)
    if probability < MIN_SURVIVAL_PROBABILITY:
        return None
    return make_advice(card, "survive")


def needs_trick(s: Situation) -> bool:
    """True if the seat has no trick, needs one to stay in, and holds no certain one (K4)."""
    if not s.card_points.eliminates or s.view.won[s.seat]:
        return False
    return not any(s.is_master(card) for card in s.holding(s.trump))
