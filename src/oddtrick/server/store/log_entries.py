"""Entries of logs, the kinds of logs that the database holds, and the SQL that appends to them.

A group of appends writes the entries first, then the rows derived from the accepted ones. Appends
are the hot path, so they bypass SQLAlchemy and use the driver's cursor. All rows are written in the
order of codes: two workers take row locks in one order and cannot deadlock.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from functools import cache
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Column, Connection, Table, func, literal, select


class Entry(msgspec.Struct, frozen=True):
    """One entry of a log: the effect of one command.

    Args:
        code: the code of the log.
        seq: the position in the log, from 0 without gaps.
        at: the time of the decision, in milliseconds since 1970.
        by: a person's id, or ``"server"``; empty in logs that have it in the body.
        body: the facts, as JSON.
        key: the client's id of the command (idempotency key), if it sent one.
    """

    code: str
    seq: int
    at: int
    by: str
    body: str
    key: str | None = None


class LogKind(msgspec.Struct, frozen=True, eq=False):
    """A kind of log.

    Args:
        entries: the table of its entries, with the columns ``seq``, ``at``, ``key`` and perhaps
            ``by``.
        code: the column of the log's code.
        body: the column of the facts.
        logs: the column of the code where each log has one row.
        derive: writes the rows that change with entries, in their transaction: for accepted
            appends, at most one of each log, in the order of codes.
    """

    entries: Table
    code: Column[str]
    body: Column[str]
    logs: Column[str]
    derive: Callable[[Connection, Sequence[Append]], None]


class Append(msgspec.Struct, frozen=True):
    """An entry to be written, and what its kind derives from it in the same transaction."""

    kind: LogKind
    entry: Entry
    derived: Any


class AppendResult(Enum):
    """The result of an append."""

    COMMITTED = "committed"
    """The entry and its derived rows are on the disk."""

    CONFLICT = "conflict"
    """Another writer has already used this sequence number; nothing was written.

    Optimistic concurrency: read the new entries and decide again.
    """


MAX_PARAMETERS = 500
"""The codes in one query."""


class _Statements(NamedTuple):
    """The statements that insert entries of one kind of log.

    A log has no gaps. If the previous entry is known to exist, the primary key alone decides
    whether an entry goes in; otherwise ``checked`` compares with the last sequence number.
    """

    one: str
    many: str
    checked: str
    from_json: str
    has_by: bool


@cache
def _statements(kind: LogKind) -> _Statements:
    table, code, body = kind.entries.name, kind.code.name, kind.body.name
    by = ["by"] if "by" in kind.entries.c else []
    names = [code, "seq", "at", *by, '"key"', body]
    insert = f"INSERT INTO {table} ({', '.join(names)})"
    marks = ", ".join("?" * len(names))
    numbers = ", ".join(f"?{number}" for number in range(1, len(names) + 1))
    last = f"coalesce((SELECT max(seq) FROM {table} WHERE {code} ="
    fields = ", ".join(f"v.{name}" for name in ("code", "seq", "at", *by, "key", "body"))
    return _Statements(
        f"{insert} VALUES ({marks}) ON CONFLICT DO NOTHING",
        f"{insert} SELECT * FROM (VALUES {{rows}}) WHERE column1 IS NOT NULL"
        " ON CONFLICT DO NOTHING",
        f"{insert} SELECT {numbers} WHERE ?2 = {last} ?1), -1) + 1 ON CONFLICT DO NOTHING",
        # One JSON parameter: psycopg adapts one long string faster than thousands of values.
        f"{insert} SELECT {fields} FROM json_to_recordset(%s::json) AS v (code text, seq integer,"
        " at bigint, by text, key text, body text, known boolean)"
        f" WHERE v.known OR v.seq = {last} v.code), -1) + 1"
        f" ON CONFLICT DO NOTHING RETURNING {code}",
        bool(by),
    )


def _values(kind: LogKind, entry: Entry) -> tuple[Any, ...]:
    if _statements(kind).has_by:
        return (entry.code, entry.seq, entry.at, entry.by, entry.key, entry.body)
    return (entry.code, entry.seq, entry.at, entry.key, entry.body)


class _Row(Entry, frozen=True):
    """An entry as a row of the JSON parameter."""

    known: bool = False


def write_appends(
    connection: Connection, kind: LogKind, appends: Sequence[Append], heads: Mapping[str, int]
) -> set[str]:
    """Writes the appends that still fit, in the connection's transaction.

    Args:
        connection: a connection in a transaction.
        kind: the kind of all these logs.
        appends: at most one of each log, sorted by code.
        heads: the last sequence number of some logs, if known.

    Returns:
        The logs whose append went in; nothing is written for the others.
    """
    write = _write_sqlite if connection.dialect.name == "sqlite" else _write_postgresql
    entries = [append.entry for append in appends]
    known = [heads.get(entry.code, -1) >= entry.seq - 1 for entry in entries]
    written = write(connection, kind, entries, known)
    if len(written) < len(appends):
        appends = [append for append in appends if append.entry.code in written]
    kind.derive(connection, appends)
    return written


def _write_sqlite(
    connection: Connection, kind: LogKind, entries: Sequence[Entry], known: Sequence[bool]
) -> set[str]:
    cursor = connection.connection.cursor()
    try:
        if all(known):
            rows = [_values(kind, entry) for entry in entries]
            cursor.execute("SAVEPOINT entries")
            if execute_batched(cursor, _statements(kind).many, rows) == len(rows):
                cursor.execute("RELEASE entries")
                return {entry.code for entry in entries}
            cursor.execute("ROLLBACK TO entries")
            cursor.execute("RELEASE entries")
        return _write_each(cursor, kind, entries, known)
    finally:
        cursor.close()


def execute_batched(cursor: Any, statement: str, rows: Sequence[tuple[Any, ...]]) -> int:
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


def _write_each(
    cursor: Any, kind: LogKind, entries: Sequence[Entry], known: Sequence[bool]
) -> set[str]:
    """Inserts the entries one by one, to learn which of them went in."""
    written = set()
    one, checked = _statements(kind).one, _statements(kind).checked
    for entry, is_known in zip(entries, known, strict=True):
        cursor.execute(one if is_known else checked, _values(kind, entry))
        if cursor.rowcount == 1:
            written.add(entry.code)
    return written


def _write_postgresql(
    connection: Connection, kind: LogKind, entries: Sequence[Entry], known: Sequence[bool]
) -> set[str]:
    rows = [
        _Row(e.code, e.seq, e.at, e.by, e.body, e.key, is_known)
        for e, is_known in zip(entries, known, strict=True)
    ]
    cursor = connection.connection.cursor()
    try:
        cursor.execute(_statements(kind).from_json, (msgspec.json.encode(rows).decode(),))
        return {code for (code,) in cursor.fetchall()}
    finally:
        cursor.close()


def entries_of(connection: Connection, kind: LogKind, code: str, after: int = -1) -> list[Entry]:
    """Returns the entries of a log after sequence number ``after``, in order."""
    e = kind.entries.c
    by = e.by if _statements(kind).has_by else literal("")
    rows = connection.execute(
        select(kind.code, e.seq, e.at, by, kind.body, e.key)
        .where(kind.code == code, e.seq > after)
        .order_by(e.seq)
    )
    return [Entry(*row) for row in rows]


def last_entries(connection: Connection, kind: LogKind, codes: Sequence[str]) -> dict[str, int]:
    """Returns the last entry of each of these logs."""
    last = select(func.max(kind.entries.c.seq)).where(kind.code == kind.logs).scalar_subquery()
    found: dict[str, int] = {}
    for start in range(0, len(codes), MAX_PARAMETERS):
        part = codes[start : start + MAX_PARAMETERS]
        rows = connection.execute(select(kind.logs, last).where(kind.logs.in_(part)))
        found.update((code, seq) for code, seq in rows if seq is not None)
    return found
