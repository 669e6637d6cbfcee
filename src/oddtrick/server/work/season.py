"""The table of a season, as it is sent: over the drives of several evenings."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from oddtrick.drive.drive import Drive
from oddtrick.drive.live.settings import NamePolicy
from oddtrick.drive.live.views_by_role import shorten
from oddtrick.drive.season import SeasonRow, season_of


class SeasonDrive(msgspec.Struct, frozen=True, kw_only=True):
    """A drive of a season.

    Args:
        code: its code.
        name: its name.
        rounds: the rounds that count so far.
        closed: whether its results are final.
    """

    code: str
    name: str
    rounds: int
    closed: bool


class Season(msgspec.Struct, frozen=True):
    """The table of a season.

    Args:
        drives: its drives.
        table: best first.
        key: with it anybody may see this table over the same drives; null: you are not at the desk
            of all of them.
    """

    drives: tuple[SeasonDrive, ...]
    table: tuple[SeasonRow, ...]
    key: str | None = None


def encode_season(
    drives: Sequence[Drive],
    heads: Sequence[SeasonDrive],
    best: int | None,
    policy: NamePolicy,
    key: str | None,
) -> bytes:
    """Returns one table over several drives as JSON.

    Args:
        drives: the drives in order, with the rounds that may be seen.
        heads: the summary of each.
        best: the number of each person's best scores that count; None: all.
        policy: how names are shown.
        key: the key of the season for who may have it.
    """
    rows = season_of(drives, best)
    table = [replace(row, name=shorten(row.name, policy)) for row in rows]
    # Sorted by what is shown: the order of level people would tell the rest of their names.
    table.sort(key=lambda row: (row.place, -row.played, row.name.casefold()))
    return msgspec.json.encode(Season(tuple(heads), tuple(table), key))
