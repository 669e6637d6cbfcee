"""Heuristics: small rules of thumb, asked in order until one applies.

A heuristic takes the situation and returns its advice, or None where it does not apply. A level of
play is a list of heuristics, so a stronger or weaker player is another list.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import msgspec

from oddtrick.bots.bot import Advice
from oddtrick.bots.heuristics.situation import Situation
from oddtrick.cards import Card
from oddtrick.i18n.localizer import Localizer

if TYPE_CHECKING:
    from collections.abc import Iterable

    from oddtrick.rules import PlayerAction


def make_advice(action: PlayerAction, tag: str, **params: object) -> Advice:
    """Returns an advice with the sentence of its tag.

    Args:
        action: the action advised.
        tag: of a heuristic in the catalogue.
        params: the values filled into the sentence.
    """
    texts = {name: str(value) for name, value in params.items()}
    return Advice(action, Localizer("en").sentence(tag, texts), tag, texts)


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


class RuleSet(msgspec.Struct, frozen=True):
    """The heuristics of a level, in order of precedence; the last of each list always applies.

    Args:
        lead_with_partner: to lead, in partnership.
        lead_alone: to lead, each for himself.
        follow_with_partner: to follow, in partnership.
        follow_alone: to follow, each for himself.
        may_pass: to play or to pass, with one card left (X5).
        caution: tricks below the expected ones that are bid.
    """

    lead_with_partner: tuple[Heuristic, ...]
    lead_alone: tuple[Heuristic, ...]
    follow_with_partner: tuple[Heuristic, ...]
    follow_alone: tuple[Heuristic, ...]
    may_pass: tuple[Heuristic, ...]
    caution: float = 0.0

    def heuristics_for(self, s: Situation) -> tuple[Heuristic, ...]:
        """Returns the heuristics that apply to this kind of decision."""
        if s.may_pass:
            return self.may_pass
        if s.led_suit is None:
            return self.lead_with_partner if s.partners else self.lead_alone
        return self.follow_with_partner if s.partners else self.follow_alone
