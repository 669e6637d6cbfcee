"""When everybody plays for himself: Scotch whist without sides, and knock-out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oddtrick.bots.bot import Advice
from oddtrick.bots.heuristics.heuristic import least_valuable
from oddtrick.bots.heuristics.leads import opponents_can_ruff
from oddtrick.bots.heuristics.reasons import make_advice
from oddtrick.bots.heuristics.win_probability import LIKELY, likeliest_winner, win_probability
from oddtrick.cards import cards_in
from oddtrick.tricks import SUIT_MASKS

if TYPE_CHECKING:
    from oddtrick.bots.heuristics.situation import Situation

SURVIVAL_ODDS = 0.15
"""With no trick yet, even a small chance is taken (K4)."""


def lead_likely_winner(s: Situation) -> Advice | None:
    """A plain card that will probably hold: before the others run out of its suit."""
    plain = [card for card in s.legal if card.suit is not s.trump]
    chances = [(win_probability(s, card), card) for card in plain]
    if not chances:
        return None
    chance, card = max(chances, key=lambda pair: (pair[0], -s.strength[pair[1]]))
    if chance < LIKELY:
        return None
    return make_advice(card, "likely-winner")


def lead_to_survive(s: Situation) -> Advice | None:
    """No trick yet in knock-out: lead the card with the best chance of all (K4)."""
    if not needs_trick(s):
        return None
    card, _ = likeliest_winner(s)
    return make_advice(card, "lead-to-survive")


def lead_shortest_suit(s: Situation) -> Advice | None:
    """With trumps in hand: empty a short suit, so that its next lead can be trumped."""
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
    """Nothing will win: lead low, from the suit with most cards."""
    safe = [card for card in s.legal if not opponents_can_ruff(s, card.suit)] or list(s.legal)
    plain = [card for card in safe if card.suit is not s.trump] or safe
    longest = max(
        {card.suit for card in plain},
        key=lambda suit: (len(cards_in(s.hand & SUIT_MASKS[suit])), -suit),
    )
    card = least_valuable(s, [card for card in plain if card.suit is longest])
    return make_advice(card, "lead-low")


def win_if_likely(s: Situation) -> Advice | None:
    """A card that will probably hold is played, the cheapest such.

    Top trumps are not spent in this way: they are for the tricks that hold something (S8).
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
    """Knock-out, and no trick yet: take any chance, unless a sure trump trick is kept (K4)."""
    if not needs_trick(s) or not s.winning_cards:
        return None
    card, chance = likeliest_winner(s)
    if chance < SURVIVAL_ODDS:
        return None
    return make_advice(card, "survive")


def needs_trick(s: Situation) -> bool:
    """Whether this seat would be out with what it has, and holds no trick that is certain (K4)."""
    if not s.card_points.eliminates or s.view.won[s.seat]:
        return False
    return not any(s.is_master(card) for card in s.holding(s.trump))
