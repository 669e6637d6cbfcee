"""A season: one table over the drives of several evenings.

People are told apart by their names, in any case, spacing and form of Unicode. Bots do not count.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from oddtrick.drive.drive import Drive
from oddtrick.drive.standings import standings_of
from oddtrick.names import name_key


class SeasonRow(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody's scores over a season.

    Args:
        place: the place; people who are level share it.
        name: the name.
        total: the sum of the scores that count.
        played: the number of drives played.
        scores: the score in each drive; None: not played.
    """

    place: int
    name: str
    total: float
    played: int
    scores: tuple[float | None, ...]


def season_of(drives: Sequence[Drive], best: int | None = None) -> tuple[SeasonRow, ...]:
    """Returns the table of a season, best first; level people by drives played, then by name.

    A name is as in the last drive that somebody played.

    Args:
        drives: the drives of the season, in order.
        best: the number of each person's best scores that count; None: all.

    >>> from oddtrick.drive import DrivePlan, Entry, begin_round, create_drive, enter_result
    >>> drive = create_drive(DrivePlan(rounds=1), [Entry(name) for name in "abcd"])
    >>> drive = enter_result(begin_round(drive), 1, (9, 4))
    >>> [(score.name, score.place, score.total) for score in season_of([drive, drive])]
    [('a', 1, 6), ('c', 1, 6), ('b', 3, 0), ('d', 3, 0)]
    """
    names: dict[str, str] = {}
    scores: dict[str, list[float | None]] = {}
    for at, drive in enumerate(drives):
        for standing in standings_of(drive):
            player = drive.players[standing.player]
            if player.bot:
                continue
            person = name_key(player.name)
            names[person] = player.name
            scores.setdefault(person, [None] * len(drives))[at] = standing.rank
    rows = [_row(names[person], found, best) for person, found in scores.items()]
    rows.sort(key=lambda row: (-row.total, -row.played, row.name.casefold()))
    placed: list[SeasonRow] = []
    for number, row in enumerate(rows, start=1):
        level = bool(placed) and placed[-1].total == row.total
        placed.append(replace(row, place=placed[-1].place if level else number))
    return tuple(placed)


def _row(name: str, scores: list[float | None], best: int | None) -> SeasonRow:
    counted = sorted((score for score in scores if score is not None), reverse=True)
    return SeasonRow(
        place=0, name=name, total=sum(counted[:best]), played=len(counted), scores=tuple(scores)
    )
