"""Log entries, and the other rows that one command changes in the same transaction."""

from __future__ import annotations

from enum import Enum

import msgspec
from msgspec import UNSET, UnsetType


class Entry(msgspec.Struct, frozen=True):
    """One row of the event log: the effect of one command.

    Args:
        table: the table's id.
        seq: the position in that table's log, from 0 without gaps.
        at: the time of the decision, in milliseconds since 1970.
        by: a person's id, or ``"server"``.
        facts: a JSON list of facts.
        key: the client's id of the command (idempotency key), if it sent one.
    """

    table: str
    seq: int
    at: int
    by: str
    facts: str
    key: str | None = None


class TableRow(msgspec.Struct, frozen=True):
    """A table as it appears in lists: one row of ``tables``.

    Args:
        id: the table's id.
        game: the id of the game.
        stage: as in ``oddtrick.tables``.
        public: whether the lobby lists it.
        rated: whether its matches count for ratings.
        created: the time of creation; later rows do not change it.
        changed: the time of the last change.
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


class SeatChange(msgspec.Struct, frozen=True):
    """A person's new place at the table; ``place`` None: they left."""

    person: str
    place: int | None


class Lease(msgspec.Struct, frozen=True):
    """Reserves a wake for one worker until a moment; no other worker claims it before."""

    worker: str
    until: int


class Append(msgspec.Struct, frozen=True):
    """An entry and the derived rows that change with it, in one transaction.

    Args:
        entry: the entry.
        wake: when the server next has to act at the table; None: no wake; UNSET: unchanged.
        lease: reserves that wake for a worker; only used if ``wake`` is a moment.
        row: the table's row in lists, if it changed.
        seats: the persons who sat down, moved or left.
        met: the ids of the persons who from now on play a match together.
    """

    entry: Entry
    wake: int | UnsetType | None = UNSET
    lease: Lease | None = None
    row: TableRow | UnsetType = UNSET
    seats: tuple[SeatChange, ...] = ()
    met: tuple[str, ...] = ()


class AppendResult(Enum):
    """The result of an append."""

    COMMITTED = "committed"
    """The entry and its derived rows are on the disk."""

    CONFLICT = "conflict"
    """Another writer has already used this sequence number; nothing was written.

    Optimistic concurrency: read the new entries and decide again.
    """
