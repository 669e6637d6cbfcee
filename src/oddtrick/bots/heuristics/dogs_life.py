"""Play of a dog: with one card for a whole deal, to play it or to knock (X5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oddtrick.bots.heuristics.advice_with_reason import make_advice
from oddtrick.bots.heuristics.win_probability import win_probability
from oddtrick.rules import PASS

if TYPE_CHECKING:
    from oddtrick.bots.bot import Advice
    from oddtrick.bots.heuristics.situation import Situation


def play_or_knock(s: Situation, plain: float, trump: float) -> Advice:
    """Plays the card where it is likely enough to win, else knocks.

    Args:
        s: the situation.
        plain: the win probability from which a plain card is played: it seldom has a chance.
        trump: the same of a trump, to the last trick but one. With more tricks to come it can wait
            for a safer ruff, and the probability has to be higher.
    """
    (card,) = s.legal
    needed = plain
    if card.suit is s.trump and trump:
        needed = 1 - (1 - trump) / _tricks_to_come(s)
    if s.winning_cards and win_probability(s, card) >= needed:
        return make_advice(card, "dog-plays")
    return make_advice(PASS, "dog-knocks")


def _tricks_to_come(s: Situation) -> int:
    """The number of later tricks of the deal to which the card may still be played."""
    others = (s.view.counts[seat] for seat in s.view.seats if seat not in s.view.dogs)
    return max(max(others) - 1, 1)
