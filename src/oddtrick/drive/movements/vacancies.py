"""Seats of those who have left, and seats for those who have come: a movement of changing size.

The movement seats everybody who played the last round. Then those who have left are taken out,
those who wait are put in, and where too few are left the last tables are broken up.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from oddtrick.drive.seating import Seating, make_tables
from oddtrick.errors import OddtrickError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from oddtrick.drive.seating import Table

Chairs = list[int | None]
"""The four chairs of a table: A and B of the first pair, then of the second; None: empty."""

_GROUPS = "ABAB"


def fill_vacancies(
    tables: Sequence[Table], sitting_out: Iterable[int], groups: Mapping[int, str]
) -> Seating:
    """Returns a seating of everybody who is present, two of each group at a table.

    Args:
        tables: the seating by the movement, still with those who have left.
        sitting_out: who sat out the last round.
        groups: the group of everybody who is present, by id; others lose their seat.

    Raises:
        OddtrickError: too few are present for a table.
    """
    chairs: list[Chairs] = [
        [player if player in groups else None for player in table.players] for table in tables
    ]
    seated = {player for four in chairs for player in four}
    # Those who sat out before come first, then those who have just come.
    others = [player for player in (*sitting_out, *groups) if player in groups]
    waiting = [player for player in dict.fromkeys(others) if player not in seated]
    _fill(chairs, waiting, groups)
    _add_tables(chairs, waiting, groups)
    if not chairs:
        raise OddtrickError("too few players are left for a table: two of each group are needed")
    pairs = (((four[0], four[1]), (four[2], four[3])) for four in chairs)
    return Seating(make_tables(pairs), tuple(sorted(waiting)))  # type: ignore[arg-type]  # all full


def _fill(chairs: list[Chairs], waiting: list[int], groups: Mapping[int, str]) -> None:
    """Puts those who wait into empty chairs; breaks up the last table while chairs stay empty."""
    while True:
        for four in chairs:
            for place, group in enumerate(_GROUPS):
                if four[place] is None:
                    four[place] = _take(waiting, group, groups)
        if all(None not in four for four in chairs):
            return
        waiting.extend(player for player in chairs.pop() if player is not None)


def _add_tables(chairs: list[Chairs], waiting: list[int], groups: Mapping[int, str]) -> None:
    """Opens tables at the end while two of each group wait."""
    while all(sum(groups[player] == group for player in waiting) >= 2 for group in "AB"):
        chairs.append([_take(waiting, group, groups) for group in _GROUPS])


def _take(waiting: list[int], group: str, groups: Mapping[int, str]) -> int | None:
    for player in waiting:
        if groups[player] == group:
            waiting.remove(player)
            return player
    return None
