"""What one command writes: an entry of the log, and what goes with it, all or nothing."""

from __future__ import annotations

from enum import Enum

import msgspec
from msgspec import UNSET, UnsetType


class Entry(msgspec.Struct, frozen=True):
    """One row of the event log: what one command did.

    Args:
        table: the table's id.
        seq: its place in the log of that table, counted from 0 without gaps.
        at: when it was decided, in milliseconds since 1970.
        by: a person's id, or ``"house"``.
        facts: a list of facts as JSON.
        key: the client's own id of the command, if it came with one.
    """

    table: str
    seq: int
    at: int
    by: str
    facts: str
    key: str | None = None


class TableRow(msgspec.Struct, frozen=True):
    """What lists show of a table: one row of ``tables``.

    Args:
        id: the table's id.
        game: the id of the game.
        stage: as in ``oddtrick.tables``.
        public: whether the lobby lists it.
        rated: whether its matches count for ratings.
        created: when it was made; what the first row says stays.
        changed: when this row last changed.
        summary: JSON for the lobby.
    """

    id: str
    game: str
    stage: str
    public: bool
    rated: bool
    created: int
    changed: int
    summary: str


class Sitting(msgspec.Struct, frozen=True):
    """A person that sat down at the table, moved, or (``place`` None) left."""

    person: str
    place: int | None


class Lease(msgspec.Struct, frozen=True):
    """A worker that sees to a wake by itself, so that no other takes it before ``until``."""

    worker: str
    until: int


class Append(msgspec.Struct, frozen=True):
    """An entry, and what changes with it in the same transaction.

    Args:
        entry: the entry.
        wake: when the table needs the house next; None: not at all; left out: as before.
        lease: who takes that wake for itself; means something only beside a moment in ``wake``.
        row: the table's row in lists, if it changed.
        seats: who sat down, moved or left.
    """

    entry: Entry
    wake: int | UnsetType | None = UNSET
    lease: Lease | None = None
    row: TableRow | UnsetType = UNSET
    seats: tuple[Sitting, ...] = ()


class Appended(Enum):
    """What became of an append."""

    COMMITTED = "committed"
    """It is on the disk, with all that came with it."""

    TAKEN = "taken"
    """Nothing of it is kept: the log is no longer where the writer thought.

    Read on from what you have and decide again.
    """
