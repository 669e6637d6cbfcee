"""The rounds of a drive: seating, trumps, and the result of each table."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from oddtrick.cards import Suit
from oddtrick.drive.plan import TRICKS
from oddtrick.drive.seating import Seating
from oddtrick.errors import OddtrickError

if TYPE_CHECKING:
    from collections.abc import Sequence

Tricks = tuple[int, int]
"""The tricks of a deal: of the pair that sits North–South, then of the other."""


class Round(msgspec.Struct, frozen=True):
    """One deal at every table.

    Args:
        number: the number of the round, from 1.
        trump: the trumps; None for no trumps.
        seating: who sat where; it stays as it was if a result is corrected later.
        results: the result of each table, None where it has not come in.
    """

    number: int
    trump: Suit | None
    seating: Seating
    results: tuple[Tricks | None, ...]

    @property
    def complete(self) -> bool:
        """True if every table has a result."""
        return None not in self.results

    @property
    def missing(self) -> tuple[int, ...]:
        """The numbers of the tables whose results have not come in."""
        return tuple(at for at, result in enumerate(self.results, start=1) if result is None)

    def tricks_by_player(self) -> dict[int, int]:
        """Returns the tricks of each player's side, of tables that have a result."""
        return {
            player: tricks
            for table, result in zip(self.seating.tables, self.results, strict=True)
            if result is not None
            for pair, tricks in zip(table.pairs, result, strict=True)
            for player in pair
        }

    def tricks_of(self, player: int) -> int | None:
        """Returns the tricks of a player's side; None if they sit out or have no result yet."""
        for table, result in zip(self.seating.tables, self.results, strict=True):
            if result is not None and player in table.players:
                return result[player in table.pairs[1]]
        return None


def check_tricks(tricks: Sequence[int]) -> Tricks:
    """Checks the result of one table: two counts of tricks that make thirteen (W3).

    Raises:
        OddtrickError: they do not.
    """
    if len(tricks) != 2 or min(tricks) < 0 or sum(tricks) != TRICKS:
        said = " and ".join(map(str, tricks)) or "nothing"
        raise OddtrickError(f"a deal has {TRICKS} tricks, and {said} was entered for the two sides")
    return tricks[0], tricks[1]


def winning_pair(result: Tricks) -> int:
    """Returns the index of the pair that won the deal, 0 or 1."""
    return int(result[1] > result[0])
