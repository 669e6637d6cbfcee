"""Out of the suit led: to trump or not to trump, and how high."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oddtrick.bots.heuristics.discards import throw_away
from oddtrick.bots.heuristics.heuristic import least
from oddtrick.bots.heuristics.reasons import say
from oddtrick.bots.heuristics.win_probability import best_chance

if TYPE_CHECKING:
    from oddtrick.bots.bot import Advice
    from oddtrick.bots.heuristics.situation import Situation

STRONG_IN_TRUMPS = 4
"""With so many trumps a doubtful trick is left to partner; with fewer it is trumped."""


def leave_the_doubtful_trick(s: Situation) -> Advice | None:
    """Out of the suit, partner still to come and perhaps able to win: strong trumps are kept."""
    if s.follows or not s.partner_later or s.best is None or not s.winners or s.partner_winning:
        return None
    if all(card.suit is s.trump for card in s.legal):
        return None
    hopeless = s.is_master(s.best) or all(s.out_of(seat, s.best.suit) for seat in s.partners)
    if hopeless or len(s.held(s.trump)) < STRONG_IN_TRUMPS:
        return None
    return say(throw_away(s), "doubtful-trick")


def ruff_low(s: Situation) -> Advice | None:
    """Out of the suit led: the lowest trump that wins, whoever may come behind."""
    if s.follows or not s.winners:
        return None
    return say(least(s, s.winners), "ruff-low")


def ruff(s: Situation) -> Advice | None:
    """Out of the suit led: the lowest trump that wins, higher only before a known overtrump."""
    if s.follows or not s.winners or s.led is None:
        return None
    card = least(s, s.winners)
    if any(s.may_ruff(seat, s.led) for seat in s.later_opponents):
        card, chance = best_chance(s)
        if not chance:
            return None
        return say(card, "ruff-high")
    return say(card, "ruff-low")
