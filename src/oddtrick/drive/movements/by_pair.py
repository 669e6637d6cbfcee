"""Movements of fixed pairs: they do not depend on results."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oddtrick.drive.seating import make_tables
from oddtrick.errors import OddtrickError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from oddtrick.drive.seating import Table


def partner(tables: Sequence[Table]) -> tuple[Table, ...]:
    """Seats the next round: North–South sit, East–West move up one table (a Mitchell movement)."""
    return make_tables((table.pairs[0], tables[at - 1].pairs[1]) for at, table in enumerate(tables))


def duplicate(tables: Sequence[Table], round_number: int) -> tuple[Table, ...]:
    """Seats the next round: one pair of each table moves, and half the tables switch direction.

    Each deal is the same at every table, and a pair is compared with those who held its cards. If
    the pairs that stay always sat North–South, they would never be compared with those that move.

    Args:
        tables: the tables of the round before.
        round_number: the number of the round to seat.
    """
    return switch_directions(partner(switch_directions(tables, round_number - 1)), round_number)


def switch_directions(tables: Sequence[Table], round_number: int) -> tuple[Table, ...]:
    """Lets the pairs of every other table change directions, and of the others a round later."""
    return make_tables(
        (table.pairs[1], table.pairs[0]) if (table.number + round_number) % 2 else table.pairs
        for table in tables
    )


def military(tables: Sequence[Table], round_number: int) -> tuple[Table, ...]:
    """Seats the next round: one pair of each team stays, the other visits the next team's table.

    Each table belongs to the team of its North–South pair. Visitors pass over their own table.

    Args:
        tables: the tables of the round before.
        round_number: the number of the round to seat, from 2.

    Raises:
        OddtrickError: there is only one team.
    """
    count = len(tables)
    if count < 2:
        raise OddtrickError("a military drive needs at least two teams, that is 8 players")
    step = 2 if (round_number - 1) % (count - 1) == 0 else 1
    return make_tables(
        (table.pairs[0], tables[at - step].pairs[1]) for at, table in enumerate(tables)
    )
