"""The phases of a match between hands: cuts and throws (T7, C2, K5), and choices."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

import msgspec

from oddtrick.cards import Rank, Suit
from oddtrick.errors import RuleBroken
from oddtrick.match.chance_actions import Cut
from oddtrick.match.hand_play import Playing
from oddtrick.rules import Throw

if TYPE_CHECKING:
    from collections.abc import Iterable


class CutFor(Enum):
    """The purpose of a cut."""

    DEALER = "T7"
    """The lowest deals."""
    PARTNERS = "C2"
    """The two highest play the two lowest, or sides are formed by rank (X3); the lowest deals."""
    TRUMPS = "K5"
    """The highest chooses trumps."""


Groups = tuple[tuple[int, ...], ...]
"""Seats from the lowest cut to the highest; equal ones stand in one group."""


class Cutting(msgspec.Struct, frozen=True):
    """Seats that cut until the purpose of the cut is settled.

    Args:
        purpose: of the cut.
        groups: the order so far.
        last: each seat's last card that counted towards the order.
        ace_low: the ace is the lowest card; otherwise it is the highest.
        by_rank: every tie of a cut for partners is cut again, because each rank has a seat (X3).

    >>> from oddtrick.match.chance_actions import Cut
    >>> from oddtrick.cards import Card
    >>> start = Cutting(CutFor.DEALER, ((0, 1, 2),))
    >>> once = start.after(Cut(((0, Card.S4), (1, Card.HA), (2, Card.D4))))
    >>> once.groups, once.to_cut
    (((0, 2), (1,)), (0, 2))
    """

    purpose: CutFor
    groups: Groups
    last: Cut | None = None
    ace_low: bool = False
    by_rank: bool = False

    @property
    def to_cut(self) -> tuple[int, ...]:
        """The seats that must cut now; none when the cut is settled."""
        if self.last is None:
            return self.groups[-1]
        if self.purpose is CutFor.TRUMPS:
            return _if_tied(self.groups[-1])
        if self.purpose is CutFor.DEALER:
            return _if_tied(self.groups[0])
        if self.by_rank:
            return next((group for group in self.groups if len(group) > 1), ())
        return _across_the_middle(self.groups) or _if_tied(self.groups[0])

    @property
    def order(self) -> tuple[int, ...]:
        """The seats from the lowest to the highest; level ones by number."""
        return tuple(seat for group in self.groups for seat in group)

    def without(self, seats: Iterable[int]) -> Cutting:
        """The cut after unrecorded rounds that left only these seats in it."""
        return Cutting(self.purpose, (tuple(seats),), ace_low=self.ace_low)

    def after(self, cut: Cut) -> Cutting:
        """The order after one more round.

        Raises:
            RuleBroken: the wrong seats cut.
        """
        cards = dict(cut.cards)
        if tuple(sorted(cards)) != tuple(sorted(self.to_cut)) or len(cards) != len(cut.cards):
            raise RuleBroken(
                f"{_seats(cards)} cut, but it is for {_seats(self.to_cut)} to cut",
                self.purpose.value,
            )
        at = self.groups.index(self.to_cut)
        ranks = sorted({card.rank for card in cards.values()}, key=self._height)
        split = tuple(
            tuple(seat for seat in self.groups[at] if cards[seat].rank is rank) for rank in ranks
        )
        groups = (*self.groups[:at], *split, *self.groups[at + 1 :])
        return Cutting(self.purpose, groups, cut, self.ace_low, self.by_rank)

    def _height(self, rank: Rank) -> int:
        return -1 if self.ace_low and rank is Rank.ACE else rank


def _if_tied(group: tuple[int, ...]) -> tuple[int, ...]:
    return group if len(group) > 1 else ()


def _across_the_middle(groups: Groups) -> tuple[int, ...]:
    """The group that holds both the second lowest and the second highest of four, or none."""
    lower = 0
    for group in groups:
        if lower < 2 < lower + len(group):
            return group
        lower += len(group)
    return ()


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


def _seats(seats: Iterable[int]) -> str:
    numbers = sorted(seats)
    return ("seat " if len(numbers) == 1 else "seats ") + ", ".join(map(str, numbers))


class ToCut(msgspec.Struct, frozen=True):
    """Seats cut cards: chance acts."""

    cutting: Cutting


class ToThrow(msgspec.Struct, frozen=True):
    """Seats throw rock, paper or scissors (K5)."""

    throwing: Throwing


class ToChoose(msgspec.Struct, frozen=True):
    """A seat chooses trumps (K3)."""

    seat: int

    @property
    def legal(self) -> tuple[Suit, ...]:
        """Any suit."""
        return tuple(Suit)


class ToDeal(msgspec.Struct, frozen=True):
    """The cards are dealt: chance acts."""


class Over(msgspec.Struct, frozen=True):
    """The match is over."""


Phase = Playing | ToCut | ToThrow | ToChoose | ToDeal | Over
"""What a match waits for."""
