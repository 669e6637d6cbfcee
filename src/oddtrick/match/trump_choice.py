"""The choice of trumps, and the throws that settle a tie for it (K3, K5)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from oddtrick.cards import Suit, parse_suit
from oddtrick.errors import OddtrickError, RuleBroken
from oddtrick.match.chance_actions import StillTied, check_still_tied
from oddtrick.match.phase import Phase
from oddtrick.rules import Throw
from oddtrick.views import Awaited

if TYPE_CHECKING:
    from oddtrick.match.chance_actions import Action
    from oddtrick.match.state import Match


class Throwing(msgspec.Struct, frozen=True):
    """Rock, paper, scissors among the seats that tied; secret until all are in (K5).

    Args:
        seats: those still in it.
        thrown: the throws of this round so far, in the order of the seats.
        last: the public throws of the round before, by seat.
    """

    seats: tuple[int, ...]
    thrown: tuple[Throw, ...] = ()
    last: tuple[tuple[int, Throw], ...] = ()

    @property
    def to_throw(self) -> int:
        """The seat whose throw is awaited."""
        return self.seats[len(self.thrown)]

    @property
    def settled(self) -> bool:
        """True if one seat is left after a round."""
        return len(self.seats) == 1 and bool(self.last)

    def after(self, throw: Throw) -> Throwing:
        """The state after one more throw; the last one ends the round.

        >>> tie = Throwing((0, 2, 3)).after(Throw.ROCK).after(Throw.PAPER).after(Throw.ROCK)
        >>> tie.settled, tie.seats
        (True, (2,))
        """
        thrown = (*self.thrown, throw)
        if len(thrown) < len(self.seats):
            return Throwing(self.seats, thrown, self.last)
        throws = tuple(zip(self.seats, thrown, strict=True))
        return Throwing(_winners(throws), (), throws)


def _winners(throws: tuple[tuple[int, Throw], ...]) -> tuple[int, ...]:
    """The seats with the winning throw if there are exactly two kinds; otherwise all."""
    kinds = {throw for _, throw in throws}
    if len(kinds) != 2:
        return tuple(seat for seat, _ in throws)
    winning = next(kind for kind in kinds if kind.beats in kinds)
    return tuple(seat for seat, throw in throws if throw is winning)


class ToThrow(Phase, frozen=True):
    """Seats throw rock, paper or scissors (K5)."""

    throwing: Throwing

    awaited = Awaited.THROW
    waits = "throws rock, paper or scissors"

    @property
    def to_act(self) -> int:
        """The seat whose throw is awaited."""
        return self.throwing.to_throw

    def legal(self) -> tuple[Throw, ...]:
        """Any throw."""
        return tuple(Throw)

    def shown(self, seat: int | None) -> dict[str, Any]:
        """The seats that have thrown, the seat's own throw, and the throws of the last round."""
        throwing = self.throwing
        thrown = dict(zip(throwing.seats, throwing.thrown, strict=False))
        own = thrown.get(seat) if seat is not None else None
        return {"thrown": tuple(thrown), "own_throw": own, "contest": throwing.last}

    def parse(self, text: str) -> Throw:
        """Parses a throw."""
        try:
            return Throw(text)
        except ValueError:
            raise OddtrickError(f"{text!r} is not a throw; throw rock, paper or scissors") from None

    def apply(self, match: Match, action: Action) -> Match:
        """One more throw; the last one of a round may find who chooses trumps."""
        throwing = self.throwing
        if isinstance(action, Throw):
            throwing = throwing.after(action)
        elif not isinstance(action, StillTied):
            raise self.misplaced(action)
        elif throwing.thrown:
            raise RuleBroken("a round of throws is under way", "K5")
        else:
            check_still_tied(throwing.seats, action)
            throwing = Throwing(action.seats)
        match = match.logged(action).enter(ToThrow(throwing))
        if isinstance(action, Throw) and not throwing.thrown:
            match = match.with_deal(rounds=(*match.deal.rounds, throwing.last))
        if not throwing.settled:
            return match
        return match.with_deal(chooser=throwing.seats[0]).proceed()


class ToChoose(Phase, frozen=True):
    """A seat chooses trumps, before or after it sees its cards (K3)."""

    seat: int

    awaited = Awaited.CHOICE
    waits = "chooses trumps"

    @property
    def to_act(self) -> int:
        """The seat that chooses."""
        return self.seat

    def legal(self) -> tuple[Suit, ...]:
        """Any suit."""
        return tuple(Suit)

    def parse(self, text: str) -> Suit:
        """Parses a suit."""
        return parse_suit(text)

    def misplaced(self, action: object) -> RuleBroken:
        """The refusal; to text it says what to write."""
        if isinstance(action, str):
            return RuleBroken(f"{action[:20]!r} is text; choose a Suit, as in ot.Suit.HEARTS")
        return super().misplaced(action)

    def apply(self, match: Match, action: Action) -> Match:
        """The chosen trumps; the deal follows, or the play if the cards are dealt."""
        if not isinstance(action, Suit):
            raise self.misplaced(action)
        return match.logged(action, trump=action).proceed()
