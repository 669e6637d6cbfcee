"""Lossless export and import of the whole history as JSON lines, between any two databases.

A file has a head line, one row per line, and an end line with the number of rows. The order of rows
does not depend on the database, so equal histories give identical files. Files are plain, gzip or
Zstandard by their names; ``-`` is standard input or output.
"""

from __future__ import annotations

import gzip
import sys
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from io import BufferedReader
from pathlib import Path
from typing import IO, Annotated, Any, BinaryIO, Final, Union

import msgspec
import zstandard
from msgspec import Meta
from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Connection,
    Engine,
    Float,
    Integer,
    String,
    Table,
    insert,
    select,
    text,
)
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from oddtrick.atomic_file import atomic_file
from oddtrick.errors import OddtrickError
from oddtrick.plurals import count_noun
from oddtrick.server.store import schema
from oddtrick.server.store.database_errors import driver_error, is_database_failure
from oddtrick.server.store.engine import name_of, reading, writing
from oddtrick.server.store.secrets_file import FORMERLY
from oddtrick.server.store.tools.migrate import head


@contextmanager
def history_in(name: str) -> Iterator[IO[bytes]]:
    """Opens a history file for reading, decompressed.

    Raises:
        OddtrickError: the file cannot be read.
    """
    try:
        if name == "-":
            yield sys.stdin.buffer
            return
        with Path(name).open("rb") as packed, BufferedReader(_unpacking(name, packed)) as stream:
            yield stream
    except (OSError, EOFError, zlib.error, zstandard.ZstdError) as error:
        raise OddtrickError(f"{name}: {_file_problem(error)}") from None


@contextmanager
def history_out(name: str) -> Iterator[IO[bytes]]:
    """Opens a history file for writing, readable by its owner only.

    The file is written under a temporary name and renamed once it is complete on the disk.

    Raises:
        OddtrickError: the file cannot be written.
    """
    if name == "-":
        yield sys.stdout.buffer
        return
    try:
        with atomic_file(Path(name), private=True) as stream, _packing(name, stream) as packed:
            yield packed
    except OSError as error:
        raise OddtrickError(f"{name}: {_file_problem(error)}") from None


def _unpacking(name: str, packed: BufferedReader) -> Any:
    if name.endswith(".gz"):
        return gzip.GzipFile(fileobj=packed)
    if name.endswith(".zst"):
        unpacker = zstandard.ZstdDecompressor(max_window_size=2**27)
        return unpacker.stream_reader(packed, read_across_frames=True)
    return packed.raw


@contextmanager
def _packing(name: str, stream: BinaryIO) -> Iterator[IO[bytes]]:
    packed: Any = stream
    if name.endswith(".gz"):
        packed = gzip.GzipFile("", "wb", fileobj=stream, mtime=0)
    elif name.endswith(".zst"):
        packed = zstandard.ZstdCompressor().stream_writer(stream, closefd=False)
    yield packed
    if packed is not stream:
        packed.close()


def _file_problem(error: Exception) -> str:
    if isinstance(error, OSError) and error.strerror:
        return error.strerror.lower()
    return f"cannot decompress: {' '.join(str(error).split())[:100]}"


HISTORY: Final = (
    schema.settings,
    schema.people,
    schema.tokens,
    schema.tables,
    schema.entries,
    schema.seats,
    schema.wakes,
    schema.matches,
    schema.players,
    schema.ratings,
    schema.imported,
    schema.drives,
    schema.drive_entries,
    schema.daily_deals,
    schema.daily_plays,
    schema.meetings,
    schema.muted_inviters,
    schema.contact_settings,
)
"""The exported tables: the log, and what only a replay of every match could rebuild."""

TRANSIENT: Final = (
    schema.sessions,
    schema.workers,
    schema.phones_seen,
    schema.invitations,
    schema.push_subscriptions,
    schema.announced_turns,
)
"""Tables that are not exported: logins, processes and phones of the old installation, invitations,
which last a day, and push subscriptions, most of which end with a login."""

_TRANSIENT_COLUMNS: Final = {
    schema.wakes: {"leased_by", "leased_until"},
    schema.contact_settings: {"seen"},
}


class Head(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The first line: the format, and the schema revision (``step``) of the rows."""

    format: str
    step: str


class End(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="in", tag="end"):
    """The last line: the number of rows, so that a truncated file is detected."""

    rows: int


def columns_of(table: Table) -> list[Column[Any]]:
    """Returns the exported columns of a table."""
    transient = _TRANSIENT_COLUMNS.get(table, set())
    return [column for column in table.columns if column.name not in transient]


def _type_of(column: Column[Any]) -> Any:
    kind: Any
    match column.type:
        case BigInteger():
            kind = Annotated[int, Meta(ge=-(2**63), le=2**63 - 1)]
        case Integer():
            kind = Annotated[int, Meta(ge=-(2**31), le=2**31 - 1)]
        case Boolean():
            kind = bool
        case Float():
            kind = float
        case String(length=int() as length):
            kind = Annotated[str, Meta(max_length=length)]
        case String():
            kind = str
        case other:
            raise TypeError(f"{column}: no JSON type for {other!r} yet")
    return kind | None if column.nullable else kind


def _struct_of(table: Table) -> type[msgspec.Struct]:
    return msgspec.defstruct(
        f"Row of {table.name}",
        [(str(column.name), _type_of(column)) for column in columns_of(table)],
        tag_field="in",
        tag=str(table.name),
        frozen=True,
        forbid_unknown_fields=True,
    )


STRUCTS: Final = {table.name: _struct_of(table) for table in HISTORY}
"""The struct of each table's rows."""

encode_row = msgspec.json.Encoder().encode

_decoder: msgspec.json.Decoder[Any] = msgspec.json.Decoder(Union[(End, *STRUCTS.values())])


def decode_row(line: bytes) -> tuple[str, msgspec.Struct]:
    """Decodes a line into the name of its table and a row; the last line has the name ``"end"``.

    Raises:
        msgspec.DecodeError: the line is neither a row nor the end.
    """
    row: msgspec.Struct = _decoder.decode(line)
    return str(row.__struct_config__.tag), row


FORMAT = "oddtrick-history/1"

ROWS_AT_ONCE = 1000

MAX_LINE = 64 * 2**20
"""The longest line accepted, in bytes; a record of ten thousand deals takes a quarter of it."""


def export_history(engine: Engine, stream: IO[bytes]) -> int:
    """Writes every row from one snapshot, one per line; returns the number of rows.

    The file contains password hashes; treat it like the database itself. The secrets of the
    installation are left out, also where an older version kept them in the database.

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
    """Yields the rows by key, in PostgreSQL with the C collation: its own depends on the locale."""
    is_postgresql = connection.dialect.name == "postgresql"
    key = [
        column.collate("C") if is_postgresql and isinstance(column.type, String) else column
        for column in table.primary_key
    ]
    query = select(*columns_of(table)).order_by(*key)
    if table is schema.settings:
        query = query.where(schema.settings.c.name.not_in(FORMERLY))
    found = connection.execute(
        query,
        execution_options={"yield_per": ROWS_AT_ONCE},
    )
    for row in found:
        yield tuple(row)


def _take_time(connection: Connection) -> None:
    """Lifts the server's timeouts, which are too short for an export."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SET LOCAL statement_timeout = 0"))
        connection.execute(text("SET LOCAL idle_in_transaction_session_timeout = 0"))


def import_history(engine: Engine, stream: IO[bytes], name: str) -> int:
    """Imports a file from :func:`export_history` into an empty database; returns the row count.

    Args:
        engine: a database with the current schema.
        stream: the lines of the file.
        name: the file's name, for messages.

    Raises:
        OddtrickError: the database is not empty or a line is invalid; nothing is imported.
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
            f"{name}: the owner of a bot or the holder of a token is missing"
        ) from None


def _defer(connection: Connection) -> None:
    """Defers foreign keys to the end of the transaction: a row may refer to a later one."""
    if connection.dialect.name == "sqlite":
        connection.execute(text("PRAGMA defer_foreign_keys = ON"))
    else:
        connection.execute(text("SET CONSTRAINTS ALL DEFERRED"))


def _check_empty(connection: Connection, where: str) -> None:
    for table in (*HISTORY, *TRANSIENT):
        if connection.execute(select(table).limit(1)).first() is not None:
            raise OddtrickError(
                f"{where}: not empty, it has {table.name}; import into an empty database"
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
    raise OddtrickError(f"{name}: truncated after {count_noun(count, 'row')}")


def _lines(stream: IO[bytes], name: str) -> Iterator[tuple[int, bytes]]:
    number = 0
    while line := stream.readline(MAX_LINE + 1):
        number += 1
        if len(line) > MAX_LINE:
            raise OddtrickError(f"{name} line {number}: longer than {MAX_LINE >> 20} MB")
        if line.strip():
            yield number, line


def _check_head(first: tuple[int, bytes], name: str) -> None:
    try:
        found = msgspec.json.decode(first[1], type=Head)
    except (msgspec.DecodeError, UnicodeDecodeError):
        found = Head("", "")
    if found.format != FORMAT:
        raise OddtrickError(
            f"{name} line {first[0]}: not a history; create one with oddtrick db export"
        )
    if found.step > head():
        raise OddtrickError(
            f"{name} line {first[0]}: written by a newer version of Oddtrick (schema "
            f"version {found.step[:20]}, this version knows {head()}); use the newer version"
        )


def _check_end(end: End, count: int, after: tuple[int, bytes] | None, place: str) -> None:
    if end.rows != count:
        raise OddtrickError(f"{place}: expected {end.rows} rows before the end, found {count}")
    if after is not None:
        raise OddtrickError(f"{place}: more lines after the end")


def _read(line: bytes, place: str) -> tuple[str, msgspec.Struct]:
    try:
        return decode_row(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise OddtrickError(f"{place}: {' '.join(str(error).split())[:200]}") from None


def _put(
    connection: Connection, table: Table, rows: list[tuple[int, msgspec.Struct]], name: str
) -> None:
    """Inserts rows of one table; if the database rejects them, finds the faulty row."""
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
    return f"rejected by the database: {first[0][:200]}"


def _insert(connection: Connection, table: Table, rows: list[msgspec.Struct]) -> None:
    if connection.dialect.name == "sqlite":
        connection.execute(insert(table), [msgspec.structs.asdict(row) for row in rows])
        return
    # One JSON parameter for all rows, as in log_entries: six times as fast.
    names = ", ".join(f'"{column.name}"' for column in columns_of(table))
    known = f'json_populate_recordset(NULL::"{table.name}", %s::json)'
    put = f'INSERT INTO "{table.name}" ({names}) SELECT {names} FROM {known}'  # noqa: S608  ours
    connection.exec_driver_sql(put, (msgspec.json.encode(rows).decode(),))
