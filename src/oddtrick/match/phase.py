"""The one form of every phase of a deal, and the end of the match."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar

import msgspec

from oddtrick.calls import Bid
from oddtrick.cards import Card, Hand, Suit
from oddtrick.errors import OddtrickError, RuleBroken
from oddtrick.rules import Pass, Throw
from oddtrick.views import Awaited

if TYPE_CHECKING:
    from oddtrick.match.chance_actions import Action
    from oddtrick.match.deal_log import DealLog
    from oddtrick.match.state import Match
    from oddtrick.rules import PlayerAction


CHANCE = -1
"""``to_act`` where neither a person nor a bot acts: cards are dealt or cut."""


class Phase(msgspec.Struct, frozen=True):
    """A part of a deal, as a value: cutting, choosing trumps, the play of a hand.

    A subclass says who acts, what is legal and what follows. The defaults are those of a phase
    in which chance acts.
    """

    awaited: ClassVar[Awaited]
    """The kind of action that the phase waits for."""
    waits: ClassVar[str]
    """The same in words: ``chooses trumps``, said of a seat, or ``the cards are dealt``."""

    @property
    def to_act(self) -> int | None:
        """The seat to act, ``CHANCE``, or None at the end of the match."""
        return CHANCE

    def legal(self) -> tuple[PlayerAction, ...]:
        """The legal actions of the seat to act, ascending; none where chance acts."""
        return ()

    @abstractmethod
    def apply(self, match: Match, action: Action) -> Match:
        """The match after an action: in this phase, or in the next by ``match.proceed()``.

        Raises:
            RuleBroken: the action is illegal, or of another phase.
        """

    def held_hands(self, log: DealLog) -> tuple[Hand, ...]:
        """The cards of every seat in the hand under way, before the first of them is played."""
        assert log.deal is not None
        return (log.held or log.deal.hands)[len(log.hands)]

    def shown(self, seat: int | None) -> dict[str, Any]:
        """The fields of a seat's view that this phase fills in; None is a spectator."""
        del seat
        return {}

    def parse(self, text: str) -> PlayerAction:
        """Parses an action of a player.

        Raises:
            OddtrickError: the text names none.
        """
        raise OddtrickError(f"{text[:20]!r} does not go here: {self.waits}")

    def misplaced(self, action: object) -> RuleBroken:
        """The refusal of an action that this phase does not await."""
        seat = f"seat {self.to_act} " if self.legal() else ""
        return RuleBroken(f"{_described(action)} does not go here: {seat}{self.waits}")


Step = Callable[["Match"], Phase | None]
"""Opens a phase of the deal under way, or returns None where there is nothing for it to do."""


class Over(Phase, frozen=True):
    """The match is over."""

    awaited = Awaited.NOTHING
    waits = "the match is over"

    @property
    def to_act(self) -> None:
        """Nobody acts."""
        return

    def apply(self, match: Match, action: Action) -> Match:
        """Refuses every action."""
        raise RuleBroken(self.misplaced(action).what, match.rules.match.rule)


def _described(action: object) -> str:
    if isinstance(action, Suit):
        return f"the choice of {action}"
    if isinstance(action, Bid):
        return f"the bid of {str(action)[:20]}"
    return str(action) if isinstance(action, (Card, Pass, Throw)) else type(action).__name__
