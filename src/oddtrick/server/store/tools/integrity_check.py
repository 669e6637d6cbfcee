"""Integrity check of a database: its schema, its pages, and the log of each table."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec
from sqlalchemy import Connection, Engine, Integer, func, or_, select, text
from sqlalchemy.exc import DatabaseError

from oddtrick.server.store.database_errors import driver_error
from oddtrick.server.store.engine import reading
from oddtrick.server.store.schema import entries, tables
from oddtrick.server.store.tools.migrate import schema_faults


def faults(engine: Engine, decode: Callable[[str], object]) -> Iterator[str]:
    """Yields one line per fault of a database.

    Args:
        engine: the database.
        decode: decodes the facts of an entry; raises if they are invalid.

    Raises:
        StoreUnavailable: the database does not answer.
    """
    found = schema_faults(engine)
    if not found and engine.dialect.name == "sqlite":
        with reading(engine) as connection:
            found = list(_damaged_pages(connection))
    yield from found
    if found:
        return  # the log cannot be checked in damaged tables or under another schema
    with reading(engine) as connection:
        if connection.dialect.name == "postgresql":
            connection.execute(text("SET LOCAL statement_timeout = 0"))
        yield from _gaps(connection)
        yield from _orphans(connection)
        yield from _invalid_entries(connection, decode)


def _damaged_pages(connection: Connection) -> Iterator[str]:
    try:
        for (result,) in connection.execute(text("PRAGMA integrity_check")).all():
            if result != "ok":
                yield f"the file is damaged: {' '.join(str(result).split())[:200]}"
    except DatabaseError as error:
        yield f"the file is damaged: {driver_error(error)}"
        return
    for row in connection.execute(text("PRAGMA foreign_key_check")):
        yield f"{row[0]}: row {row[1]} refers to a missing row of {row[2]}"


def _gaps(connection: Connection) -> Iterator[str]:
    first, last = func.min(entries.c.seq), func.max(entries.c.seq)
    count = func.count().cast(Integer)
    found = connection.execute(
        select(entries.c.table_id, first, last, count)
        .group_by(entries.c.table_id)
        .having(or_(first != 0, last + 1 != count))
        .order_by(entries.c.table_id)
    )
    for table, least, most, there in found:
        yield f"table {table}: log runs from {least} to {most}, but has {there} entries"


def _orphans(connection: Connection) -> Iterator[str]:
    unlisted = select(entries.c.table_id).where(
        entries.c.seq == 0, ~select(tables.c.id).where(tables.c.id == entries.c.table_id).exists()
    )
    for table in connection.execute(unlisted.order_by(entries.c.table_id)).scalars():
        yield f"table {table}: has a log but no row in tables"
    silent = select(tables.c.id).where(
        ~select(entries.c.seq).where(entries.c.table_id == tables.c.id).exists()
    )
    for table in connection.execute(silent.order_by(tables.c.id)).scalars():
        yield f"table {table}: has a row in tables but no log"


def _invalid_entries(connection: Connection, decode: Callable[[str], object]) -> Iterator[str]:
    found = connection.execute(
        select(entries.c.table_id, entries.c.seq, entries.c.facts),
        execution_options={"yield_per": 1000},
    )
    for table, seq, facts in found:
        try:
            decode(facts)
        except (msgspec.DecodeError, ValueError, RecursionError) as error:
            why = " ".join(str(error).split())[:200]
            yield f"table {table}: entry {seq} is invalid: {why}"
