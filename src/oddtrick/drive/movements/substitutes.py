"""Substitutes in a movement that is fixed in advance, where nobody can play an empty seat.

The schedule of the first round goes on. Players who have no chair in it, or whose table has lost
players, take the chairs of those who sit out or have left. At most three sit out, in turn, and all
others stay with the schedule.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from oddtrick.drive.players import GROUPS, Group
from oddtrick.drive.seating import Pair, Seating, Table, make_tables

Chairs = list[int | None]
"""The players of a table, pair by pair; None: an empty chair."""


def seat_substitutes(
    tables: Sequence[Table],
    playing: Sequence[int],
    pairs: Iterable[Pair],
    groups: Mapping[int, Group | None],
) -> tuple[Table, ...]:
    """Returns the tables of a round, with everybody who plays at one.

    Args:
        tables: those of the schedule, also with players who do not play.
        playing: everybody who plays, in the order in which they are put into empty chairs; four
            for each table.
        pairs: those who stay together if both play.
        groups: the group of each player; None where the movement has none.
    """
    chairs: list[Chairs] = [
        [player if player in playing else None for player in table.players] for table in tables
    ]
    _break_up(chairs, len(playing) // 4)
    seated = {player for four in chairs for player in four}
    waiting = [player for player in playing if player not in seated]
    _seat_pairs(chairs, waiting, pairs)
    for four in chairs:
        for at, player in enumerate(four):
            if player is None:
                own = [one for one in waiting if groups[one] == GROUPS[at % 2]]
                four[at] = (own or waiting)[0]
                waiting.remove((own or waiting)[0])
    full = [[player for player in four if player is not None] for four in chairs]
    _uncross(full, groups)
    return make_tables(((a, b), (c, d)) for a, b, c, d in full)


def _break_up(chairs: list[Chairs], count: int) -> None:
    """Leaves as many tables as are filled; one from the end takes the number of one broken up."""
    while len(chairs) > count:
        emptiest = max(range(len(chairs)), key=lambda at: (chairs[at].count(None), at))
        last = chairs.pop()
        if emptiest < len(chairs):
            chairs[emptiest] = last
    chairs.extend([None] * 4 for _ in range(count - len(chairs)))


def _seat_pairs(chairs: list[Chairs], waiting: list[int], pairs: Iterable[Pair]) -> None:
    sides = [(four, at) for four in chairs for at in (0, 2) if four[at] is four[at + 1] is None]
    for pair in pairs:
        if sides and set(pair) <= set(waiting):
            four, at = sides.pop(0)
            four[at : at + 2] = pair
            for player in pair:
                waiting.remove(player)


def _uncross(chairs: list[list[int]], groups: Mapping[int, Group | None]) -> None:
    """Lets no gent play as a lady while a lady plays as a gent: they change chairs."""
    crossing: dict[Group, list[tuple[list[int], int]]] = {"A": [], "B": []}
    for four in chairs:
        for at, player in enumerate(four):
            own = groups[player]
            if own is not None and own != GROUPS[at % 2]:
                crossing[own].append((four, at))
    for (one, at), (other, there) in zip(crossing["A"], crossing["B"], strict=False):
        one[at], other[there] = other[there], one[at]


def known_pairs(seating: Seating, present: Collection[int]) -> list[Pair]:
    """Returns the pairs of a round that are all there, also of those who sat out together."""
    pairs = [pair for table in seating.tables for pair in table.pairs]
    if len(seating.sitting_out) > 1:
        pairs.append((seating.sitting_out[0], seating.sitting_out[1]))
    return [pair for pair in pairs if set(pair) <= set(present)]
