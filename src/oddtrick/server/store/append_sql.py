"""SQL for a group of appends: the entries first, then the derived rows of the accepted ones.

Appends are the hot path, so they bypass SQLAlchemy and use the driver's cursor. All rows are
written in the order of table ids: two workers take row locks in one order and cannot deadlock.
"""

from __future__ import annotations

from functools import cache
from itertools import permutations
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import UNSET
from msgspec.structs import asdict
from sqlalchemy import Table, bindparam, delete
from sqlalchemy.dialects import sqlite

from oddtrick.server.store import schema
from oddtrick.server.store.log_entry import Entry

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sqlalchemy import Connection
    from sqlalchemy.dialects.postgresql import Insert as PostgresqlInsert
    from sqlalchemy.sql.dml import Insert

    from oddtrick.server.store.log_entry import Append

# A log has no gaps. If the previous entry is known to exist, the primary key alone decides whether
# an entry goes in; otherwise _CHECKED compares with the last sequence number.
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
# One JSON parameter for all rows: psycopg adapts one long string faster than thousands of values.
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
    """An entry as a row of the JSON parameter."""

    known: bool = False


def write_appends(
    connection: Connection, appends: Sequence[Append], heads: Mapping[str, int]
) -> set[str]:
    """Writes the appends that still fit, in the connection's transaction.

    Args:
        connection: a connection in a transaction without earlier writes.
        appends: at most one per table, sorted by table id.
        heads: the last sequence number of some tables, if known.

    Returns:
        The tables whose append went in; nothing is written for the others.
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
    """Inserts all entries, or none; returns whether they went in."""
    rows = [(e.table, e.seq, e.at, e.by, e.key, e.facts) for e in entries]
    if _execute_batched(cursor, _ENTRIES, rows) < len(rows):
        # Entries come first in the transaction, so a rollback undoes nothing else.
        cursor.execute("ROLLBACK")
        cursor.execute("BEGIN IMMEDIATE")
        return False
    return True


def _execute_batched(cursor: Any, statement: str, rows: Sequence[tuple[Any, ...]]) -> int:
    """Executes a multi-row statement; returns the number of rows written.

    ``executemany`` would release the GIL for every row and then compete with the event loop for it.
    """
    written = 0
    for begin in range(0, len(rows), _BATCH_SIZES[-1]):
        batch = rows[begin : begin + _BATCH_SIZES[-1]]
        size = next(size for size in _BATCH_SIZES if size >= len(batch))
        values = [value for row in batch for value in row]
        values += [None] * (len(batch[0]) * size - len(values))
        cursor.execute(_sized_statement(statement, len(batch[0]), size), values)
        written += cursor.rowcount
    return written


_BATCH_SIZES = (4, 16, 64, 256)
"""Row counts of the statements, padded with NULL rows: few texts keep the statement cache warm."""


@cache
def _sized_statement(statement: str, width: int, size: int) -> str:
    row = f"({', '.join('?' * width)})"
    return statement.format(rows=", ".join([row] * size))


def _write_each(cursor: Any, appends: Sequence[Append], known: Sequence[bool]) -> set[str]:
    """Inserts the entries one by one, to learn which of them went in."""
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
    """Builds an insert of whole rows that updates the ``changed`` columns of existing rows."""
    if connection.dialect.name == "sqlite":
        insert = sqlite.insert(table)
        return insert.on_conflict_do_update(
            index_elements=list(table.primary_key),
            set_={name: insert.excluded[name] for name in changed},
        )
    statement = _postgresql_insert(table)
    return statement.on_conflict_do_update(
        index_elements=list(table.primary_key),
        set_={name: statement.excluded[name] for name in changed},
    )


def insert_if_absent(connection: Connection, table: Table) -> Insert:
    """Builds an insert that leaves existing rows unchanged."""
    if connection.dialect.name == "sqlite":
        return sqlite.insert(table).on_conflict_do_nothing()
    return _postgresql_insert(table).on_conflict_do_nothing()


def _postgresql_insert(table: Table) -> PostgresqlInsert:
    from sqlalchemy.dialects import postgresql  # noqa: PLC0415  # a server on SQLite starts faster

    return postgresql.insert(table)


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
        connection.exec_driver_sql(_WAKES_FROM_JSON, (msgspec.json.encode(rows).decode(),))
    if gone:
        deletion = delete(schema.wakes).where(schema.wakes.c.table_id == bindparam("gone"))
        connection.execute(deletion, gone)


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
            _execute_batched(cursor, statement, rows)
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
    _write_meetings(connection, appends)


def _write_meetings(connection: Connection, appends: Sequence[Append]) -> None:
    """Writes both directions of each meeting, in the order of persons, which prevents deadlocks."""
    rows = {
        (person, other): {
            "person_id": person,
            "other_id": other,
            "table_id": append.entry.table,
            "met": append.entry.at,
        }
        for append in appends
        for person, other in permutations(append.met, 2)
    }
    if rows:
        put = upsert(connection, schema.meetings, ("table_id", "met"))
        connection.execute(put, [rows[pair] for pair in sorted(rows)])
