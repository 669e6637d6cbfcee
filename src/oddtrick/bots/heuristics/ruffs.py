"""Ruffs: whether to trump a plain suit, and how high."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oddtrick.bots.heuristics.advice_with_reason import make_advice
from oddtrick.bots.heuristics.discards import choose_discard
from oddtrick.bots.heuristics.heuristic import least_valuable
from oddtrick.bots.heuristics.win_probability import likeliest_winner

if TYPE_CHECKING:
    from oddtrick.bots.bot import Advice
    from oddtrick.bots.heuristics.situation import Situation

STRONG_IN_TRUMPS = 4
"""With this many trumps a doubtful trick is left to partner; with fewer it is ruffed."""


def leave_doubtful_trick(s: Situation, strong: int = STRONG_IN_TRUMPS) -> Advice | None:
    """Keeps strong trumps together when partner plays later and may win the trick.

    Args:
        s: the situation.
        strong: the number of trumps from which the trick is left.
    """
    if (
        s.can_follow
        or not s.has_later_partner
        or s.best_card is None
        or not s.winning_cards
        or s.is_partner_winning
    ):
        return None
    if all(card.suit is s.trump for card in s.legal):
        return None
    hopeless = s.is_master(s.best_card) or all(
        s.is_void(seat, s.best_card.suit) for seat in s.partners
    )
    if hopeless or len(s.holding(s.trump)) < strong:
        return None
    return make_advice(choose_discard(s), "doubtful-trick")


def ruff_low(s: Situation) -> Advice | None:
    """Ruffs with the lowest trump that wins, regardless of later players."""
    if s.can_follow or not s.winning_cards:
        return None
    return make_advice(least_valuable(s, s.winning_cards), "ruff-low")


def ruff(s: Situation) -> Advice | None:
    """Ruffs with the lowest trump that wins, higher only if a later opponent may overruff."""
    if s.can_follow or not s.winning_cards or s.led_suit is None:
        return None
    card = least_valuable(s, s.winning_cards)
    if any(s.can_ruff(seat, s.led_suit) for seat in s.later_opponents):
        card, probability = likeliest_winner(s)
        if not probability:
            return None
        return make_advice(card, "ruff-high")
    return make_advice(card, "ruff-low")
