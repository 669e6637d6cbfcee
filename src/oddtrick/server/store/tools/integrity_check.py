"""Whether a database is whole: its schema, its pages, and the log of each table."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from sqlalchemy import Integer, func, or_, select, text
from sqlalchemy.exc import DatabaseError

from oddtrick.server.store.engine import reading
from oddtrick.server.store.errors import driver_error
from oddtrick.server.store.schema import entries, tables
from oddtrick.server.store.tools.migrate import schema_faults

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from sqlalchemy import Connection, Engine


def faults(engine: Engine, decode: Callable[[str], object]) -> Iterator[str]:
    """What is wrong with a database, a line each; nothing if it is whole.

    Args:
        engine: the database.
        decode: reads the facts of an entry, and raises where they can't be read.

    Raises:
        StoreUnavailable: it does not answer.
    """
    found = schema_faults(engine)
    if not found and engine.dialect.name == "sqlite":
        with reading(engine) as connection:
            found = list(_damaged_pages(connection))
    yield from found
    if found:
        return  # of other tables than ours, or of damaged ones, there is no more to say
    with reading(engine) as connection:
        if connection.dialect.name == "postgresql":
            connection.execute(text("SET LOCAL statement_timeout = 0"))
        yield from _gaps(connection)
        yield from _strangers(connection)
        yield from _unreadable(connection, decode)


def _damaged_pages(connection: Connection) -> Iterator[str]:
    try:
        for (told,) in connection.execute(text("PRAGMA integrity_check")).all():
            if told != "ok":
                yield f"the file is damaged: {' '.join(str(told).split())[:200]}"
    except DatabaseError as error:
        yield f"the file is damaged: {driver_error(error)}"
        return
    for row in connection.execute(text("PRAGMA foreign_key_check")):
        yield f"{row[0]}: row {row[1]} names one of {row[2]} that is not there"


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
        yield f"table {table}: its log goes from {least} to {most}, but has {there} entries"


def _strangers(connection: Connection) -> Iterator[str]:
    unlisted = select(entries.c.table_id).where(
        entries.c.seq == 0, ~select(tables.c.id).where(tables.c.id == entries.c.table_id).exists()
    )
    for table in connection.execute(unlisted.order_by(entries.c.table_id)).scalars():
        yield f"table {table}: it has a log, but lists do not know it"
    silent = select(tables.c.id).where(
        ~select(entries.c.seq).where(entries.c.table_id == tables.c.id).exists()
    )
    for table in connection.execute(silent.order_by(tables.c.id)).scalars():
        yield f"table {table}: lists know it, but it has no log"


def _unreadable(connection: Connection, decode: Callable[[str], object]) -> Iterator[str]:
    found = connection.execute(
        select(entries.c.table_id, entries.c.seq, entries.c.facts),
        execution_options={"yield_per": 1000},
    )
    for table, seq, facts in found:
        try:
            decode(facts)
        except (msgspec.DecodeError, ValueError, RecursionError) as error:
            why = " ".join(str(error).split())[:200]
            yield f"table {table}: entry {seq} cannot be read: {why}"
