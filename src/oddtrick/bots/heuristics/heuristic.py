"""Rules of thumb: one small function each, asked in order until one has something to say.

A rule of thumb takes the situation and gives its advice, or None where it does not apply. A level
of play is a list of them, so that a stronger or weaker player is another list.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from oddtrick.bots.bot import Advice
from oddtrick.bots.heuristics.reasons import say
from oddtrick.bots.heuristics.situation import Situation
from oddtrick.cards import Card

if TYPE_CHECKING:
    from collections.abc import Iterable

RuleOfThumb = Callable[[Situation], Advice | None]
"""A manner of the card table: its advice, or None where it has none."""


def first_advice(s: Situation, rules: Iterable[RuleOfThumb]) -> Advice | None:
    """The advice of the first rule of thumb that applies."""
    return next((advice for rule in rules if (advice := rule(s)) is not None), None)


def only_card(s: Situation) -> Advice | None:
    """Nothing to think about: one card may be played."""
    if len(s.legal) > 1:
        return None
    return say(s.legal[0], "only-card")


def least(s: Situation, cards: Iterable[Card]) -> Card:
    """The card that one can best do without: worth the fewest points, then the weakest."""
    return min(cards, key=lambda card: (s.worth(card), s.order[card]))


def strongest(s: Situation, cards: Iterable[Card]) -> Card:
    """The strongest of some cards of one suit."""
    return max(cards, key=s.order.__getitem__)
