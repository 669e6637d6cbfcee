"""The heuristic: one small rule of thumb, asked in order until one applies.

A heuristic takes the situation and returns its advice, or None where it does not apply. A level of
play is a list of heuristics, so a stronger or weaker player is another list.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from oddtrick.bots.bot import Advice
from oddtrick.bots.heuristics.advice_with_reason import make_advice
from oddtrick.bots.heuristics.situation import Situation
from oddtrick.cards import Card

if TYPE_CHECKING:
    from collections.abc import Iterable

Heuristic = Callable[[Situation], Advice | None]
"""A rule of thumb: returns its advice, or None where it does not apply."""


def first_advice(s: Situation, heuristics: Iterable[Heuristic]) -> Advice | None:
    """Returns the advice of the first heuristic that applies."""
    return next((advice for rule in heuristics if (advice := rule(s)) is not None), None)


def play_only_card(s: Situation) -> Advice | None:
    """Plays the only legal card."""
    if len(s.legal) > 1:
        return None
    return make_advice(s.legal[0], "only-card")


def least_valuable(s: Situation, cards: Iterable[Card]) -> Card:
    """Returns the card worth the fewest points, of equal ones the weakest."""
    return min(cards, key=lambda card: (s.points_of(card), s.strength[card]))


def strongest(s: Situation, cards: Iterable[Card]) -> Card:
    """Returns the strongest of some cards of one suit."""
    return max(cards, key=s.strength.__getitem__)
