"""Rows derived from the entries of card tables: lists, seats, wakes, meetings.

Appends are the hot path, so most of this bypasses SQLAlchemy and uses the driver's cursor.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import asdict
from sqlalchemy import Connection, bindparam, delete

from oddtrick.errors import OddtrickError
from oddtrick.server.store import schema
from oddtrick.server.store.engine import upsert
from oddtrick.server.store.log_entries import Append, Entry, LogKind, execute_batched

_WAKES_FROM_JSON = """
INSERT INTO wakes (table_id, due, leased_by, leased_until)
SELECT v.table_id, v.due, v.leased_by, v.leased_until
FROM json_to_recordset(%s::json) AS v (
    table_id text, due bigint, leased_by text, leased_until bigint
)
ON CONFLICT (table_id) DO UPDATE
SET due = excluded.due, leased_by = excluded.leased_by, leased_until = excluded.leased_until
"""
_WAKES = """
INSERT INTO wakes (table_id, due, leased_by, leased_until)
SELECT * FROM (VALUES {rows}) WHERE column1 IS NOT NULL
ON CONFLICT (table_id) DO UPDATE
SET due = excluded.due, leased_by = excluded.leased_by, leased_until = excluded.leased_until
"""
_NO_WAKES = "DELETE FROM wakes WHERE table_id IN (VALUES {rows})"
_TABLES = """
INSERT INTO tables (id, game, stage, public, rated, created, changed, summary)
SELECT * FROM (VALUES {rows}) WHERE column1 IS NOT NULL
ON CONFLICT (id) DO UPDATE
SET game = excluded.game, stage = excluded.stage, public = excluded.public,
    rated = excluded.rated, changed = excluded.changed, summary = excluded.summary
"""


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


class TableRows(msgspec.Struct, frozen=True):
    """The rows that change with an entry of a table.

    Args:
        wake: when the server next has to act at the table; None: no wake; UNSET: unchanged.
        lease: reserves that wake for a worker; only used if ``wake`` is a moment.
        row: the table's row in lists, if it changed.
        seats: the persons who sat down, moved or left.
        met: the ids of the persons who from now on play a match together.
    """

    wake: int | UnsetType | None = UNSET
    lease: Lease | None = None
    row: TableRow | UnsetType = UNSET
    seats: tuple[SeatChange, ...] = ()
    met: tuple[str, ...] = ()


def table_append(entry: Entry, **rows: Any) -> Append:
    """Returns the append of an entry of a table; the rows are those of :class:`TableRows`.

    Raises:
        OddtrickError: the row is that of another table.
    """
    derived = TableRows(**rows)
    if derived.row is not UNSET and derived.row.id != entry.code:
        raise OddtrickError(f"row: it is for table {derived.row.id}, the entry for {entry.code}")
    return Append(TABLES, entry, derived)


def _derive(connection: Connection, appends: Sequence[Append]) -> None:
    _write_wakes(connection, appends)
    _write_rows(connection, appends)


TABLES = LogKind(
    entries=schema.entries,
    code=schema.entries.c.table_id,
    body=schema.entries.c.facts,
    logs=schema.tables.c.id,
    derive=_derive,
)
"""The logs of card tables."""


def _write_wakes(connection: Connection, appends: Sequence[Append]) -> None:
    rows, gone = [], []
    for append in appends:
        code, wake, lease = append.entry.code, append.derived.wake, append.derived.lease
        if wake is None:
            gone.append(code)
        elif wake is not UNSET:
            rows.append((code, wake, lease.worker if lease else None, lease.until if lease else 0))
    if connection.dialect.name == "sqlite":
        _many_sqlite(connection, _WAKES, rows)
        _many_sqlite(connection, _NO_WAKES, [(code,) for code in gone])
        return
    if rows:
        names = ("table_id", "due", "leased_by", "leased_until")
        named = [dict(zip(names, row, strict=True)) for row in rows]
        connection.exec_driver_sql(_WAKES_FROM_JSON, (msgspec.json.encode(named).decode(),))
    if gone:
        deletion = delete(schema.wakes).where(schema.wakes.c.table_id == bindparam("gone"))
        connection.execute(deletion, [{"gone": code} for code in gone])


def _many_sqlite(connection: Connection, statement: str, rows: Sequence[tuple[Any, ...]]) -> None:
    if rows:
        cursor = connection.connection.cursor()
        try:
            execute_batched(cursor, statement, rows)
        finally:
            cursor.close()


def _write_rows(connection: Connection, appends: Sequence[Append]) -> None:
    rows = [asdict(append.derived.row) for append in appends if append.derived.row is not UNSET]
    if rows and connection.dialect.name == "sqlite":
        _many_sqlite(connection, _TABLES, [tuple(row.values()) for row in rows])
    elif rows:
        changed = ("game", "stage", "public", "rated", "changed", "summary")
        connection.execute(upsert(connection, schema.tables, changed), rows)
    seats = [
        {
            "table_id": append.entry.code,
            "person_id": sitting.person,
            "place": sitting.place,
            "changed": append.entry.at,
        }
        for append in appends
        for sitting in append.derived.seats
    ]
    if seats:
        connection.execute(upsert(connection, schema.seats, ("place", "changed")), seats)
    _write_meetings(connection, appends)


def _write_meetings(connection: Connection, appends: Sequence[Append]) -> None:
    """Writes both directions of each meeting, in the order of persons, which prevents deadlocks."""
    rows = {
        (person, other): {
            "person_id": person,
            "other_id": other,
            "table_id": append.entry.code,
            "met": append.entry.at,
        }
        for append in appends
        for person, other in permutations(append.derived.met, 2)
    }
    if rows:
        put = upsert(connection, schema.meetings, ("table_id", "met"))
        connection.execute(put, [rows[pair] for pair in sorted(rows)])
