"""Seats in a movement of changing size, for those who stay, cross over, come back or have come.

The movement seats everybody who played the last round. Then those who play on in the seats of the
same group keep their chair, and those who wait are put into the empty ones.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from oddtrick.drive.seating import make_tables

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from oddtrick.drive.players import Group
    from oddtrick.drive.seating import Table

_CHAIRS: tuple[Group, Group, Group, Group] = ("A", "B", "A", "B")
"""The group of each chair of a table: of the first pair, then of the second."""


def fill_vacancies(
    tables: Sequence[Table], order: Iterable[int], seats: Mapping[int, Group]
) -> tuple[Table, ...]:
    """Returns the tables of a round: two of each group at each, and nobody without a seat.

    The last tables are broken up if there are too many, and new ones opened at the end.

    Args:
        tables: the seating by the movement, still with those who have left; none for a new seating.
        order: the order in which players are put into empty chairs; everybody who might be.
        seats: the group of the seat of everybody who plays, by id: twice as many of each as tables.
    """
    count = len(seats) // 4
    chairs: list[list[int | None]] = [
        [
            player if seats.get(player) == group else None
            for player, group in zip(table.players, _CHAIRS, strict=True)
        ]
        for table in tables[:count]
    ]
    chairs += [[None] * 4 for _ in range(count - len(chairs))]
    seated = {player for four in chairs for player in four}
    waiting: dict[Group, list[int]] = {"A": [], "B": []}
    for player in dict.fromkeys(order):
        if player in seats and player not in seated:
            waiting[seats[player]].append(player)
    full = [
        [
            waiting[group].pop(0) if player is None else player
            for player, group in zip(four, _CHAIRS, strict=True)
        ]
        for four in chairs
    ]
    return make_tables(((a, b), (c, d)) for a, b, c, d in full)
