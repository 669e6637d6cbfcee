"""The turns of a match: each position in which a seat had to act, with its action."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from oddtrick.cards import Card, Suit
from oddtrick.match import CHANCE, Match, start
from oddtrick.views import Awaited

if TYPE_CHECKING:
    from collections.abc import Iterator


class Turn(NamedTuple):
    """A turn to play a card or to choose trumps.

    Args:
        before: the match at that turn.
        action: the action taken.
        deal: the number of the deal, from 0.
        number: the number of the turn in its deal, from 0.
    """

    before: Match
    action: Card | Suit
    deal: int
    number: int

    @property
    def seat(self) -> int:
        """The seat to act."""
        seat = self.before.to_act
        assert seat is not None
        return seat


def turns_of(match: Match) -> Iterator[Turn]:
    """Every turn to play a card or to choose trumps, in order.

    Throws and cuts are luck, not decisions (K5); passes (X5) and calls are left out.
    """
    first = match.all_deals[0].dealer
    now = start(match.rules, dealer=None if match.opening else first)
    deal, number = 0, 0
    for action in match.actions:
        called = now.phase.awaited is Awaited.CALL
        if now.to_act != CHANCE and not called and isinstance(action, (Card, Suit)):
            if now.number != deal:
                deal, number = now.number, 0
            yield Turn(now, action, deal, number)
            number += 1
        now = now.apply(action)
