"""How a group of appends is written: the entries first, then what goes with those that are in.

Entries are the one place where each microsecond counts, so they go past SQLAlchemy to the driver.
Everything is written in the order of the tables' ids, so that the groups of two workers wait for
each other but never in a circle.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import UNSET
from msgspec.structs import asdict
from sqlalchemy import Table, bindparam, delete
from sqlalchemy.dialects import postgresql, sqlite

from oddtrick.server.store import schema
from oddtrick.server.store.log_entry import Entry

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sqlalchemy import Connection
    from sqlalchemy.sql.dml import Insert

    from oddtrick.server.store.log_entry import Append

# A log has no gaps: an entry goes in behind the one before it or not at all. Where that one is
# known to be there nobody looks again.
_ENTRY = """
INSERT INTO entries (table_id, seq, at, by, "key", facts) VALUES (?, ?, ?, ?, ?, ?)
ON CONFLICT DO NOTHING
"""
_ENTRIES = """
INSERT INTO entries (table_id, seq, at, by, "key", facts)
SELECT * FROM (VALUES {rows}) WHERE column1 IS NOT NULL
ON CONFLICT DO NOTHING
"""
_CHECKED = """
INSERT INTO entries (table_id, seq, at, by, "key", facts) SELECT ?1, ?2, ?3, ?4, ?5, ?6
WHERE ?2 = coalesce((SELECT max(seq) FROM entries WHERE table_id = ?1), -1) + 1
ON CONFLICT DO NOTHING
"""
# One parameter for all rows: the driver would take longer over lists than the database over JSON.
_FROM_JSON = """
INSERT INTO entries (table_id, seq, at, by, "key", facts)
SELECT v.table, v.seq, v.at, v.by, v.key, v.facts
FROM json_to_recordset(%s::json) AS v (
    "table" text, seq integer, at bigint, by text, key text, facts text, known boolean
)
WHERE v.known
   OR v.seq = coalesce((SELECT max(e.seq) FROM entries e WHERE e.table_id = v.table), -1) + 1
ON CONFLICT DO NOTHING RETURNING table_id
"""
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


class _Row(Entry, frozen=True):
    """An entry on its way to PostgreSQL."""

    known: bool = False


def write_appends(
    connection: Connection, appends: Sequence[Append], heads: Mapping[str, int]
) -> set[str]:
    """Writes what can be written, in the transaction of the connection.

    Args:
        connection: in a transaction in which nothing else has been written yet.
        appends: one a table at the most, sorted by table.
        heads: the last entry of some tables, as far as it is certain.

    Returns:
        The tables whose append went in; of the others nothing is written.
    """
    write = _write_sqlite if connection.dialect.name == "sqlite" else _write_postgresql
    known = [heads.get(append.entry.table, -1) >= append.entry.seq - 1 for append in appends]
    written = write(connection, appends, known)
    if len(written) < len(appends):
        appends = [append for append in appends if append.entry.table in written]
    _write_wakes(connection, appends)
    _write_rows(connection, appends)
    return written


def _write_sqlite(
    connection: Connection, appends: Sequence[Append], known: Sequence[bool]
) -> set[str]:
    cursor = connection.connection.cursor()
    try:
        if all(known) and _write_all(cursor, [append.entry for append in appends]):
            return {append.entry.table for append in appends}
        return _write_each(cursor, appends, known)
    finally:
        cursor.close()


def _write_all(cursor: Any, entries: Sequence[Entry]) -> bool:
    """Whether all could be written; otherwise none of them is."""
    rows = [(e.table, e.seq, e.at, e.by, e.key, e.facts) for e in entries]
    if _at_once(cursor, _ENTRIES, rows) < len(rows):
        # The group is what its transaction begins with: nothing else is undone.
        cursor.execute("ROLLBACK")
        cursor.execute("BEGIN IMMEDIATE")
        return False
    return True


def _at_once(cursor: Any, statement: str, rows: Sequence[tuple[Any, ...]]) -> int:
    """Executes a statement for many rows; how many it wrote.

    Not row by row: before each step the driver lets the event loop in, and has to wait behind it.
    """
    written = 0
    for begin in range(0, len(rows), _LENGTHS[-1]):
        some = rows[begin : begin + _LENGTHS[-1]]
        length = next(length for length in _LENGTHS if length >= len(some))
        values = [value for row in some for value in row]
        values += [None] * (len(some[0]) * length - len(values))
        cursor.execute(_of_length(statement, len(some[0]), length), values)
        written += cursor.rowcount
    return written


_LENGTHS = (4, 16, 64, 256)
"""Of these lengths statements are, filled up with nothing: so the driver finds them prepared."""


@cache
def _of_length(statement: str, width: int, length: int) -> str:
    row = f"({', '.join('?' * width)})"
    return statement.format(rows=", ".join([row] * length))


def _write_each(cursor: Any, appends: Sequence[Append], known: Sequence[bool]) -> set[str]:
    """Each by itself, so that it is told which of them could be written."""
    written = set()
    for append, is_known in zip(appends, known, strict=True):
        entry = append.entry
        cursor.execute(
            _ENTRY if is_known else _CHECKED,
            (entry.table, entry.seq, entry.at, entry.by, entry.key, entry.facts),
        )
        if cursor.rowcount == 1:
            written.add(entry.table)
    return written


def _write_postgresql(
    connection: Connection, appends: Sequence[Append], known: Sequence[bool]
) -> set[str]:
    rows = [
        _Row(e.table, e.seq, e.at, e.by, e.facts, e.key, is_known)
        for e, is_known in zip((append.entry for append in appends), known, strict=True)
    ]
    cursor = connection.connection.cursor()
    try:
        cursor.execute(_FROM_JSON, (msgspec.json.encode(rows).decode(),))
        return {table for (table,) in cursor.fetchall()}
    finally:
        cursor.close()


def upsert(connection: Connection, table: Table, changed: Sequence[str]) -> Insert:
    """An insert of whole rows that, where the row is there, changes some of its columns."""
    if connection.dialect.name == "sqlite":
        put = sqlite.insert(table)
        return put.on_conflict_do_update(
            index_elements=list(table.primary_key),
            set_={name: put.excluded[name] for name in changed},
        )
    store = postgresql.insert(table)
    return store.on_conflict_do_update(
        index_elements=list(table.primary_key),
        set_={name: store.excluded[name] for name in changed},
    )


def insert_if_absent(connection: Connection, table: Table) -> Insert:
    """An insert of rows that leaves those that are there as they are."""
    if connection.dialect.name == "sqlite":
        return sqlite.insert(table).on_conflict_do_nothing()
    return postgresql.insert(table).on_conflict_do_nothing()


def _write_wakes(connection: Connection, appends: Sequence[Append]) -> None:
    if connection.dialect.name == "sqlite":
        _write_wakes_sqlite(connection, appends)
        return
    rows, gone = [], []
    for append in appends:
        if append.wake is None:
            gone.append({"gone": append.entry.table})
        elif append.wake is not UNSET:
            lease = append.lease
            rows.append(
                {
                    "table_id": append.entry.table,
                    "due": append.wake,
                    "leased_by": lease.worker if lease else None,
                    "leased_until": lease.until if lease else 0,
                }
            )
    if rows:
        told = msgspec.json.encode(rows).decode()
        connection.exec_driver_sql(_WAKES_FROM_JSON, (told,))
    if gone:
        taken_away = delete(schema.wakes).where(schema.wakes.c.table_id == bindparam("gone"))
        connection.execute(taken_away, gone)


def _write_wakes_sqlite(connection: Connection, appends: Sequence[Append]) -> None:
    rows, gone = [], []
    for append in appends:
        if append.wake is None:
            gone.append((append.entry.table,))
        elif append.wake is not UNSET:
            by, until = (append.lease.worker, append.lease.until) if append.lease else (None, 0)
            rows.append((append.entry.table, append.wake, by, until))
    _many_sqlite(connection, _WAKES, rows)
    _many_sqlite(connection, _NO_WAKES, gone)


def _many_sqlite(connection: Connection, statement: str, rows: Sequence[tuple[Any, ...]]) -> None:
    if rows:
        cursor = connection.connection.cursor()
        try:
            _at_once(cursor, statement, rows)
        finally:
            cursor.close()


def _write_rows(connection: Connection, appends: Sequence[Append]) -> None:
    rows = [asdict(append.row) for append in appends if append.row is not UNSET]
    if rows and connection.dialect.name == "sqlite":
        _many_sqlite(connection, _TABLES, [tuple(row.values()) for row in rows])
    elif rows:
        changed = ("game", "stage", "public", "rated", "changed", "summary")
        connection.execute(upsert(connection, schema.tables, changed), rows)
    seats = [
        {
            "table_id": append.entry.table,
            "person_id": sitting.person,
            "place": sitting.place,
            "changed": append.entry.at,
        }
        for append in appends
        for sitting in append.seats
    ]
    if seats:
        connection.execute(upsert(connection, schema.seats, ("place", "changed")), seats)
