"""Substitutes in a balanced movement, where nobody can play an empty seat.

The schedule of the first round goes on. Players who have no chair in it, or whose table has lost
players, take the chairs of those who sit out or have left. At most three sit out, in turn, and all
others stay with the schedule.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from oddtrick.drive.seating import Table, make_tables

Chairs = list[int | None]
"""The players of a table, pair by pair; None: an empty chair."""


def seat_substitutes(tables: Sequence[Table], playing: Sequence[int]) -> tuple[Table, ...]:
    """Returns the tables of a round, with everybody who plays at one.

    Args:
        tables: those of the schedule, also with players who do not play.
        playing: everybody who plays, in the order in which they are put into empty chairs; four
            for each table.
    """
    chairs: list[Chairs] = [
        [player if player in playing else None for player in table.players] for table in tables
    ]
    chairs = break_up(chairs, len(playing) // 4)
    seated = {player for four in chairs for player in four}
    waiting = iter([player for player in playing if player not in seated])
    full = [[next(waiting) if player is None else player for player in four] for four in chairs]
    return make_tables(((a, b), (c, d)) for a, b, c, d in full)


_Place = TypeVar("_Place")


def break_up(tables: Sequence[list[_Place | None]], count: int) -> list[list[_Place | None]]:
    """Leaves as many tables as are filled; one from the end takes the number of one broken up.

    Args:
        tables: the places of each table; None: an empty one.
        count: the number of tables to leave; more than there are: empty ones are added.
    """
    left = list(tables)
    while len(left) > count:
        emptiest = max(range(len(left)), key=lambda at: (left[at].count(None), at))
        last = left.pop()
        if emptiest < len(left):
            left[emptiest] = last
    size = len(tables[0])
    return left + [[None] * size for _ in range(count - len(left))]
