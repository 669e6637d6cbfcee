"""Movements that depend on results: winners and losers part, and partners change.

Each table is left with the two of one pair that stay, and is joined by one player of group A and
one of group B from its neighbours in the circle of tables. A movement says who stays and who comes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from oddtrick.drive.rounds import winning_pair
from oddtrick.drive.seating import make_tables

if TYPE_CHECKING:
    from collections.abc import Sequence

    from oddtrick.drive.rounds import Tricks
    from oddtrick.drive.seating import Pair, Table


class _Played(NamedTuple):
    """A table after its deal: where the winners sat, and the two pairs."""

    won_by: int
    winners: Pair
    losers: Pair


def progressive(tables: Sequence[Table], results: Sequence[Tricks]) -> tuple[Table, ...]:
    """Seats the next round: winners keep their table and part, losers move.

    The losing B goes up one table and the losing A down one, round the circle. The winning A
    changes seats to oppose the former partner.
    """
    played, count = _played(tables, results), len(tables)
    seated = []
    for at, here in enumerate(played):
        arriving_a = played[(at + 1) % count].losers[0]
        arriving_b = played[at - 1].losers[1]
        seated.append(_parted(here.won_by, here.winners, (arriving_a, arriving_b)))
    return make_tables(seated)


def semi_partner(tables: Sequence[Table], results: Sequence[Tricks]) -> tuple[Table, ...]:
    """Seats the next round as in a progressive drive, but the winners stay partners."""
    played, count = _played(tables, results), len(tables)
    seated = []
    for at, here in enumerate(played):
        arriving = (played[(at + 1) % count].losers[0], played[at - 1].losers[1])
        seated.append(_in_order(here.won_by, here.winners, arriving))
    return make_tables(seated)


def winners_move(tables: Sequence[Table], results: Sequence[Tricks]) -> tuple[Table, ...]:
    """Seats the next round as in a progressive drive, with winners moving and losers staying."""
    played, count = _played(tables, results), len(tables)
    seated = []
    for at, here in enumerate(played):
        arriving_a = played[(at + 1) % count].winners[0]
        arriving_b = played[at - 1].winners[1]
        seated.append(_parted(1 - here.won_by, here.losers, (arriving_a, arriving_b)))
    return make_tables(seated)


def head_table(tables: Sequence[Table], results: Sequence[Tricks]) -> tuple[Table, ...]:
    """Seats the next round: winners move one table towards table 1, and all change partners.

    Winners at table 1 stay there, and its losers go to the last table.
    """
    played = _played(tables, results)
    top, last = played[0], len(played) - 1
    if not last:
        return make_tables([_parted(top.won_by, top.winners, top.losers)])
    seated = [_parted(top.won_by, top.winners, played[1].winners)]
    for at, here in enumerate(played[1:], start=1):
        arriving = top.losers if at == last else played[at + 1].winners
        seated.append(_parted(1 - here.won_by, here.losers, arriving))
    return make_tables(seated)


def _played(tables: Sequence[Table], results: Sequence[Tricks]) -> list[_Played]:
    pairs = zip(tables, map(winning_pair, results), strict=True)
    return [_Played(won, table.pairs[won], table.pairs[1 - won]) for table, won in pairs]


def _parted(seat: int, staying: Pair, arriving: Pair) -> tuple[Pair, Pair]:
    """Seats the staying B where it sat, with the arriving A, against the other two."""
    return _in_order(seat, (arriving[0], staying[1]), (staying[0], arriving[1]))


def _in_order(seat: int, pair: Pair, other: Pair) -> tuple[Pair, Pair]:
    """Puts a pair North–South if the seat is 0, else East–West."""
    return (other, pair) if seat else (pair, other)
