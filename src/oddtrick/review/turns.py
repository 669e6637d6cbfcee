"""The turns of a match: each position in which a seat had to act, with its action."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from oddtrick.bots.search.searcher import is_searchable
from oddtrick.calls import Bid
from oddtrick.cards import Card, Suit
from oddtrick.match import CHANCE, Match, start
from oddtrick.views import Awaited


class Turn(NamedTuple):
    """A turn to call, to choose trumps or to play a card.

    Args:
        before: the match at that turn.
        action: the action taken.
        deal: the number of the deal, from 0.
        number: the number of the turn in its deal, from 0.
    """

    before: Match
    action: Card | Suit | Bid
    deal: int
    number: int

    @property
    def seat(self) -> int:
        """The seat to act."""
        seat = self.before.to_act
        assert seat is not None
        return seat

    @property
    def is_call(self) -> bool:
        """Returns whether the turn is a call."""
        return self.before.phase.awaited is Awaited.CALL


def turns_of(match: Match) -> Iterator[Turn]:
    """Every turn to play a card or to choose trumps, and each call that search can value, in order.

    Throws and cuts are luck, not decisions (K5); passes (X5) are left out.
    """
    first = match.all_deals[0].dealer
    now = start(match.rules, dealer=None if match.opening else first)
    deal, number = 0, 0
    for action in match.actions:
        if isinstance(action, (Card, Suit, Bid)) and _is_decision(now):
            if now.number != deal:
                deal, number = now.number, 0
            yield Turn(now, action, deal, number)
            number += 1
        now = now.apply(action)


def _is_decision(match: Match) -> bool:
    """Returns whether a seat decides here: of calls, only where search can tell them apart."""
    if match.to_act == CHANCE:
        return False
    return match.phase.awaited is not Awaited.CALL or is_searchable(match.view(match.to_act))
