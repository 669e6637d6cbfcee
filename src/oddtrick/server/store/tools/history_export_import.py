"""The whole history out and in, as JSON lines: from any database into any other, without loss.

The first line says what it is, then comes one row a line, in an order that does not depend on the
database, then a line with the number of rows. Of one history there is one file, byte for byte.
"""

from __future__ import annotations

from typing import IO, TYPE_CHECKING, Any

import msgspec
from sqlalchemy import String, Table, insert, select, text
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from oddtrick.errors import OddtrickError
from oddtrick.server.store import schema
from oddtrick.server.store.engine import name_of, reading, writing
from oddtrick.server.store.errors import driver_error, is_database_failure
from oddtrick.server.store.tools.history_row_types import (
    HISTORY,
    PASSING,
    STRUCTS,
    End,
    Head,
    columns_of,
    decode_row,
    encode_row,
)
from oddtrick.server.store.tools.migrate import head

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sqlalchemy import Connection, Engine

FORMAT = "oddtrick-history/1"

ROWS_AT_ONCE = 1000

MAX_LINE = 64 * 2**20
"""The longest line that is read, in bytes: a record of ten thousand deals takes a quarter."""


def export_history(engine: Engine, stream: IO[bytes]) -> int:
    """Writes every row, one a line, as they were at one moment; returns how many.

    The file holds what the installation must keep to itself, hashes of passwords for one.

    Raises:
        StoreUnavailable: the database does not answer.
    """
    count = 0
    stream.write(encode_row(Head(FORMAT, head())) + b"\n")
    with reading(engine) as connection:
        _take_time(connection)
        for table in HISTORY:
            struct = STRUCTS[table.name]
            for row in _in_order(connection, table):
                stream.write(encode_row(struct(*row)) + b"\n")
                count += 1
    stream.write(encode_row(End(count)) + b"\n")
    return count


def _in_order(connection: Connection, table: Table) -> Iterator[Sequence[Any]]:
    """The rows by their key; PostgreSQL would sort letters as its language does."""
    is_postgresql = connection.dialect.name == "postgresql"
    key = [
        column.collate("C") if is_postgresql and isinstance(column.type, String) else column
        for column in table.primary_key
    ]
    found = connection.execute(
        select(*columns_of(table)).order_by(*key),
        execution_options={"yield_per": ROWS_AT_ONCE},
    )
    for row in found:
        yield tuple(row)


def _take_time(connection: Connection) -> None:
    """What a server may not take long over, this may."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SET LOCAL statement_timeout = 0"))
        connection.execute(text("SET LOCAL idle_in_transaction_session_timeout = 0"))


def import_history(engine: Engine, stream: IO[bytes], name: str) -> int:
    """Reads what :func:`export_history` wrote into an empty database; returns how many rows.

    Args:
        engine: of a database whose schema is up to date.
        stream: the lines.
        name: of the file, for messages.

    Raises:
        OddtrickError: the database is not empty, or a line is wrong; then nothing is kept.
        StoreUnavailable: the database does not answer.
    """
    try:
        with writing(engine) as connection:
            _take_time(connection)
            _check_empty(connection, name_of(engine))
            _defer(connection)
            return _put_all(connection, stream, name)
    except IntegrityError:
        raise OddtrickError(
            f"{name}: the owner of a bot or the holder of a token is not in it"
        ) from None


def _defer(connection: Connection) -> None:
    """A row may name one that comes later; at the end all have to be there."""
    if connection.dialect.name == "sqlite":
        connection.execute(text("PRAGMA defer_foreign_keys = ON"))
    else:
        connection.execute(text("SET CONSTRAINTS ALL DEFERRED"))


def _check_empty(connection: Connection, where: str) -> None:
    for table in (*HISTORY, *PASSING):
        if connection.execute(select(table).limit(1)).first() is not None:
            raise OddtrickError(
                f"{where}: there are {table.name} in it already; "
                "a history goes into an empty database only"
            )


def _put_all(connection: Connection, stream: IO[bytes], name: str) -> int:
    lines = _lines(stream, name)
    _check_head(next(lines, (1, b"")), name)
    waiting: list[tuple[int, msgspec.Struct]] = []
    table, count = "", 0
    for number, line in lines:
        kind, row = _read(line, f"{name} line {number}")
        if waiting and (kind != table or len(waiting) == ROWS_AT_ONCE):
            _put(connection, schema.metadata.tables[table], waiting, name)
            waiting = []
        if isinstance(row, End):
            _check_end(row, count, next(lines, None), f"{name} line {number}")
            return count
        table = kind
        waiting.append((number, row))
        count += 1
    raise OddtrickError(f"{name}: it ends too early, after {count} rows")


def _lines(stream: IO[bytes], name: str) -> Iterator[tuple[int, bytes]]:
    number = 0
    while line := stream.readline(MAX_LINE + 1):
        number += 1
        if len(line) > MAX_LINE:
            raise OddtrickError(f"{name} line {number}: it is longer than {MAX_LINE >> 20} MB")
        if line.strip():
            yield number, line


def _check_head(first: tuple[int, bytes], name: str) -> None:
    try:
        found = msgspec.json.decode(first[1], type=Head)
    except (msgspec.DecodeError, UnicodeDecodeError):
        found = Head("", "")
    if found.format != FORMAT:
        raise OddtrickError(
            f"{name} line {first[0]}: this is no history; oddtrick db export writes one"
        )
    if found.step > head():
        raise OddtrickError(
            f"{name} line {first[0]}: a newer Oddtrick wrote it (step {found.step[:20]}, this one "
            f"knows {head()}); use that one"
        )


def _check_end(end: End, count: int, after: tuple[int, bytes] | None, place: str) -> None:
    if end.rows != count:
        raise OddtrickError(f"{place}: {end.rows} rows should come before it, there are {count}")
    if after is not None:
        raise OddtrickError(f"{place}: this is the end, but there is more")


def _read(line: bytes, place: str) -> tuple[str, msgspec.Struct]:
    try:
        return decode_row(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise OddtrickError(f"{place}: {' '.join(str(error).split())[:200]}") from None


def _put(
    connection: Connection, table: Table, rows: list[tuple[int, msgspec.Struct]], name: str
) -> None:
    """Writes rows of one table; where they are refused, says which of them is wrong."""
    try:
        with connection.begin_nested():
            _insert(connection, table, [row for _, row in rows])
    except SQLAlchemyError as error:
        if is_database_failure(error):
            raise
        if len(rows) == 1:
            raise OddtrickError(f"{name} line {rows[0][0]}: {_why(error)}") from None
        for numbered in rows:
            _put(connection, table, [numbered], name)


def _why(error: Exception) -> str:
    first = str(driver_error(error)).strip().splitlines() or [""]
    return f"the database refuses it: {first[0][:200]}"


def _insert(connection: Connection, table: Table, rows: list[msgspec.Struct]) -> None:
    if connection.dialect.name == "sqlite":
        connection.execute(insert(table), [msgspec.structs.asdict(row) for row in rows])
        return
    # One parameter for all rows, as when entries are appended: six times as quick.
    names = ", ".join(f'"{column.name}"' for column in columns_of(table))
    known = f'json_populate_recordset(NULL::"{table.name}", %s::json)'
    put = f'INSERT INTO "{table.name}" ({names}) SELECT {names} FROM {known}'  # noqa: S608  ours
    connection.exec_driver_sql(put, (msgspec.json.encode(rows).decode(),))
