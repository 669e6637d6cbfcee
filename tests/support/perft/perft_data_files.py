"""The counted positions in the folders of ``tests/games``: a line each, for every counter.

A line is ``{"name", "record", "depth", "sequences", "outcomes"}``: an unfinished record, the depth
in players' actions (null: to the end of the deal), how many ways there are to go on, and how many
of them lead to each outcome: the points of the sides as ``"3,0"``, or ``""`` where the count stops
before the deal is over. ``perft.jsonl`` takes seconds, ``perft.long.jsonl`` minutes.
"""

from pathlib import Path

import msgspec

from oddtrick.record import Record
from tests.support.game_folders import folder_of


class Position(msgspec.Struct, forbid_unknown_fields=True):
    """One line of the data."""

    name: str
    record: Record
    depth: int | None
    sequences: int
    outcomes: dict[str, int]


def path_of(game: str, *, long: bool = False) -> Path:
    """The file of a game."""
    return folder_of(game) / f"perft{'.long' if long else ''}.jsonl"


def load(game: str, *, long: bool = False) -> list[Position]:
    """The positions of a game."""
    lines = path_of(game, long=long).read_bytes().splitlines()
    return [msgspec.json.decode(line, type=Position) for line in lines]


def store(game: str, positions: list[Position], *, long: bool = False) -> None:
    """Writes the positions of a game."""
    encoded = (msgspec.json.encode(position) + b"\n" for position in positions)
    path_of(game, long=long).write_bytes(b"".join(encoded))
