"""Following to a trick in any position: beaten, partner winning, or last to play."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oddtrick.bots.heuristics.advice_with_reason import make_advice
from oddtrick.bots.heuristics.discards import choose_discard
from oddtrick.bots.heuristics.heuristic import least_valuable
from oddtrick.bots.heuristics.win_probability import likeliest_winner, win_probability

if TYPE_CHECKING:
    from oddtrick.bots.bot import Advice
    from oddtrick.bots.heuristics.situation import Situation

MIN_PARTNER_PROBABILITY = 0.7
"""Partner's card is left to win if its win probability is at least this."""

MIN_GAIN = 0.15
"""Partner is overtaken only if that raises the win probability by this much."""


def lose_cheaply(s: Situation) -> Advice | None:
    """Parts with the least useful card when no card can win."""
    if s.winning_cards:
        return None
    card = choose_discard(s)
    if s.is_partner_winning and s.best_card is not None:
        return make_advice(card, "partner-ahead", card=s.best_card)
    if s.can_follow:
        return make_advice(card, "cannot-win")
    return make_advice(card, "cannot-win-discard")


def leave_trick_to_partner(s: Situation) -> Advice | None:
    """Leaves the trick to partner's winning card, neither ruffing nor overtaking without gain."""
    if not s.is_partner_winning or s.best_card is None:
        return None
    probability = win_probability(s, s.best_card)
    if (
        probability < MIN_PARTNER_PROBABILITY
        and s.winning_cards
        and likeliest_winner(s)[1] >= probability + MIN_GAIN
    ):
        return None
    card, named = choose_discard(s), s.best_card
    if s.can_follow:
        return make_advice(card, "partner-ahead-low", card=named)
    if card.suit is s.trump or not s.winning_cards:
        return make_advice(card, "partner-ahead", card=named)
    return make_advice(card, "partner-ahead-discard", card=named)


def win_cheaply_in_last_seat(s: Situation) -> Advice | None:
    """Wins with the lowest winning card when no opponent plays later."""
    if s.later_opponents or not s.winning_cards:
        return None
    card = least_valuable(s, s.winning_cards)
    if not s.can_follow:
        return make_advice(card, "ruff-low")
    return make_advice(card, "last-hand")


def play_low(s: Situation) -> Advice | None:
    """Plays the card that is needed least; always applies."""
    return make_advice(choose_discard(s), "not-worth-it")
