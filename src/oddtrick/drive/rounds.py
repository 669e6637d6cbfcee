"""The rounds of a drive: seating, trumps, and the result of each table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec
from msgspec.structs import replace

from oddtrick.cards import Suit
from oddtrick.drive.plan import TRICKS
from oddtrick.drive.seating import Seating
from oddtrick.errors import OddtrickError

Tricks = tuple[int, int]
"""The tricks of a deal: of the pair that sits North–South, then of the other."""


Unplayed = Literal["average", "nothing", "later"]
"""The score of a deal that was not played to its end: half-way between a win and a loss for all
four, nothing, or a result that is entered later."""

UNPLAYED_COUNTS_AS: Tricks = (7, 6)
"""The result by which the players of such a deal move: North–South count as the winners."""


class ResultsFinal(OddtrickError):
    """The drive is closed: its rounds and results are final."""


class Round(msgspec.Struct, frozen=True, omit_defaults=True):
    """One deal at every table.

    Args:
        number: the number of the round, from 1.
        trump: the trumps; None for no trumps.
        seating: who sat where; it stays as it was if a result is corrected later.
        results: the result of each table, None where it has not come in.
        unplayed: the tables whose deal was not played, and how it is scored.
    """

    number: int
    trump: Suit | None
    seating: Seating
    results: tuple[Tricks | None, ...]
    unplayed: tuple[tuple[int, Unplayed], ...] = ()

    @property
    def complete(self) -> bool:
        """True if every table has a result, or its deal was not played."""
        return not self.missing

    @property
    def settled(self) -> bool:
        """True if it is complete and no deal of it may still be played, its result to come."""
        return self.complete and all(how != "later" for _, how in self.unplayed)

    @property
    def missing(self) -> tuple[int, ...]:
        """The numbers of the tables for whose results the round waits."""
        unplayed = dict(self.unplayed)
        return tuple(
            at
            for at, result in enumerate(self.results, start=1)
            if result is None and at not in unplayed
        )

    def with_result(self, table: int, result: Tricks | Unplayed) -> Round:
        """Returns the round with the result of a table, or with its deal as not played."""
        others = tuple(one for one in self.unplayed if one[0] != table)
        is_played = not isinstance(result, str)
        before, after = self.results[: table - 1], self.results[table:]
        return replace(
            self,
            results=(*before, result if is_played else None, *after),
            unplayed=others if is_played else tuple(sorted((*others, (table, result)))),
        )

    def result_of(self, table: int) -> Tricks | Unplayed | None:
        """Returns the result of a table, or how its deal is scored that was not played."""
        result = self.results[table - 1]
        return dict(self.unplayed).get(table) if result is None else result


def check_tricks(tricks: Sequence[int]) -> Tricks:
    """Checks the result of one table: two counts of tricks that make thirteen (W3).

    Raises:
        OddtrickError: they do not.
    """
    if len(tricks) != 2 or min(tricks) < 0 or sum(tricks) != TRICKS:
        said = " and ".join(map(str, tricks)) or "nothing"
        raise OddtrickError(f"a deal has {TRICKS} tricks, and {said} was entered for the two sides")
    return tricks[0], tricks[1]


def result_text(result: Tricks | Unplayed | None) -> str:
    """Returns a result as the log has it: ``8-5``, the word for a deal not played, or nothing."""
    if result is None:
        return ""
    return result if isinstance(result, str) else f"{result[0]}-{result[1]}"


def winning_pair(result: Tricks) -> int:
    """Returns the index of the pair that won the deal, 0 or 1."""
    return int(result[1] > result[0])
