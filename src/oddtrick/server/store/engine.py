"""Database engines with durable commits, the transactions that use them, and their dialects."""

from __future__ import annotations

import os
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url
from sqlalchemy.dialects import sqlite
from sqlalchemy.exc import SQLAlchemyError

from oddtrick.atomic_file import try_lock
from oddtrick.errors import OddtrickError
from oddtrick.server.store.database_errors import (
    StoreUnavailable,
    is_database_failure,
    store_unavailable,
)
from oddtrick.server.store.file_owner import give_to_owner_of_folder

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sqlalchemy import Table
    from sqlalchemy.dialects.postgresql import Insert as PostgresqlInsert
    from sqlalchemy.sql.dml import Insert

DATABASE_FILE = "oddtrick.sqlite3"
"""The database file in the data folder, used when no URL is configured."""

POOL_SIZE = 8
"""Connections per process: one writer, the readers, and a few for everything else."""

CONNECT_SECONDS = 4
STATEMENT_SECONDS = 10
WRITE_IDLE_SECONDS = 2
"""Seconds that a running server's write transaction may wait for its client. Then PostgreSQL ends
it: a stalled worker must not keep its locks. The worker tries again when it goes on."""

LOCK_SECONDS = 5
"""Seconds that a running server waits for a lock: long enough for a stalled worker to
lose its own, and shorter than STATEMENT_SECONDS, so that the error names the lock."""

BUSY_SECONDS = 10
"""Seconds that SQLite waits for another connection's write transaction to end."""

READ_ONLY = "oddtrick_read_only"
"""The execution option that marks a transaction as read-only for :func:`_begin_sqlite`."""

PRAGMAS: tuple[str, ...] = (
    "journal_mode = WAL",
    # WAL with synchronous = NORMAL may lose the last commits in a power cut. FULL syncs the WAL
    # on every commit, so an acknowledged command is on the disk.
    "synchronous = FULL",
    "foreign_keys = ON",
    f"busy_timeout = {BUSY_SECONDS * 1000}",
    "cache_size = -16384",  # KiB
    "temp_store = MEMORY",  # keeps each group's statement journal out of a temporary file
    "wal_autocheckpoint = 4000",  # pages: fewer, longer checkpoints cost less per commit
    "journal_size_limit = 16777216",  # 4000 pages: truncate a WAL that a long reader let grow
)

# synchronous_commit may be off in the server's own configuration, which would lose acknowledged
# commands in a crash. Stricter settings (remote_write, remote_apply) are left alone.
POSTGRESQL_SESSION = f"""
SELECT set_config('statement_timeout', '{STATEMENT_SECONDS}s', false),
       set_config('idle_in_transaction_session_timeout', '60s', false),
       CASE WHEN current_setting('synchronous_commit') = 'off'
            THEN set_config('synchronous_commit', 'on', false) END
"""


def database_url(url: str | None, data: Path) -> URL:
    """Returns the SQLAlchemy URL of the configured database.

    Args:
        url: ``sqlite:///FILE``, ``postgresql://…`` or ``postgres://…``; None: SQLite in ``data``.
        data: the data folder.

    Raises:
        OddtrickError: the URL names neither SQLite nor PostgreSQL.

    >>> database_url("postgres://ann@db/cards", Path("data"))
    postgresql+psycopg://ann@db/cards
    """
    if not url:
        return URL.create("sqlite+pysqlite", database=str(data / DATABASE_FILE))
    try:
        parsed = make_url(url)
        backend = parsed.get_backend_name()
    except (SQLAlchemyError, ValueError):
        raise OddtrickError(_INVALID_URL) from None
    if backend in {"postgres", "postgresql"}:
        return parsed.set(drivername="postgresql+psycopg")
    if backend != "sqlite" or parsed.database in {None, "", ":memory:"}:
        raise OddtrickError(_INVALID_URL)
    return parsed.set(drivername="sqlite+pysqlite", query={})


_INVALID_URL = "invalid database URL: use sqlite:///FILE or postgresql://USER:PASSWORD@HOST/NAME"


def make_engine(url: URL | str) -> Engine:
    """Creates an engine without connecting; for SQLite, creates the folder of the file.

    Transactions are write transactions by default; use :func:`reading` for read-only ones.

    Args:
        url: from :func:`database_url`.

    Raises:
        OddtrickError: the folder of the file cannot be created.
    """
    url = make_url(url)
    shared: dict[str, Any] = {
        "pool_size": POOL_SIZE,
        "max_overflow": 0,
        "pool_timeout": 10,
        "execution_options": {"preserve_rowcount": True},  # row counts of inserts as well
    }
    if url.get_backend_name() == "sqlite":
        _make_folder(Path(url.database or ""))
        engine = create_engine(url, connect_args={"timeout": BUSY_SECONDS}, **shared)
        file = Path(url.database or "")
        # Before the pragmas: SQLite gives the files beside it to the owner of this one.
        event.listen(engine, "connect", lambda *_: give_to_owner_of_folder(file))
        event.listen(engine, "connect", _configure_sqlite)
        event.listen(engine, "begin", _begin_sqlite)
        return engine
    defaults = {
        "connect_timeout": CONNECT_SECONDS,
        "application_name": "oddtrick",
        # Both detect a database server that disappeared without closing its connections.
        "keepalives_idle": 30,
        "tcp_user_timeout": 2 * STATEMENT_SECONDS * 1000,
    }
    engine = create_engine(
        url,
        connect_args={name: value for name, value in defaults.items() if name not in url.query},
        isolation_level="READ COMMITTED",
        pool_pre_ping=True,
        pool_recycle=1800,
        **shared,
    )
    event.listen(engine, "connect", _configure_postgresql)
    return engine


def _make_folder(file: Path) -> None:
    try:
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise OddtrickError(f"{file.parent}: {(error.strerror or str(error)).lower()}") from None


def _configure_sqlite(connection: Any, _record: object) -> None:
    # By default the driver issues BEGIN itself, before the first write and not before the first
    # read. A transaction that reads and then writes could then fail with SQLITE_BUSY.
    connection.isolation_level = None
    for pragma in PRAGMAS:
        connection.execute(f"PRAGMA {pragma}").close()


def _begin_sqlite(connection: Connection) -> None:
    read_only = connection.get_execution_options().get(READ_ONLY)
    connection.exec_driver_sql("BEGIN" if read_only else "BEGIN IMMEDIATE")


def _configure_postgresql(connection: Any, _record: object) -> None:
    connection.execute(POSTGRESQL_SESSION)
    connection.commit()


@contextmanager
def reading(engine: Engine) -> Iterator[Connection]:
    """Opens a read-only transaction on one snapshot; it blocks no writer.

    Raises:
        StoreUnavailable: the database does not answer.
    """
    options: dict[str, Any] = {READ_ONLY: True}
    if engine.dialect.name == "postgresql":
        options |= {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}
    with translate_errors(engine), engine.connect() as connection:
        connection.execution_options(**options)
        transaction = connection.begin()
        try:
            yield connection
        finally:
            transaction.rollback()


@contextmanager
def writing(engine: Engine) -> Iterator[Connection]:
    """Opens a write transaction; a running server uses :meth:`EventLog.write` instead.

    Raises:
        StoreUnavailable: the database does not answer.
    """
    with translate_errors(engine), engine.begin() as connection:
        yield connection


def limit_write_waits(connection: Connection) -> None:
    """Bounds how long a connection's write transactions may hold locks idly and wait for them.

    SQLite has one writer process, so it needs no such limits.
    """
    if connection.dialect.name == "postgresql":
        driver = connection.connection
        driver.cursor().execute(
            f"SELECT set_config('lock_timeout', '{int(LOCK_SECONDS * 1000)}', false), set_config("
            f"'idle_in_transaction_session_timeout', '{int(WRITE_IDLE_SECONDS * 1000)}', false)"
        )
        driver.commit()


@contextmanager
def translate_errors(engine: Engine) -> Iterator[None]:
    """Raises failures of the database as :class:`StoreUnavailable`; other errors pass through."""
    try:
        yield
    except StoreUnavailable:
        raise
    except Exception as error:
        if not is_database_failure(error):
            raise
        raise store_unavailable(error, name_of(engine)) from error


def name_of(engine: Engine) -> str:
    """Returns the database's name for messages: its file, or its URL without the password."""
    url = engine.url
    if url.get_backend_name() == "sqlite":
        return url.database or ""
    return url.set(drivername="postgresql", query={}).render_as_string(hide_password=True)


@contextmanager
def sole_writer(engine: Engine) -> Iterator[None]:
    """Locks a SQLite database against other writing processes; a no-op for PostgreSQL.

    The lock is a locked file beside the database. The operating system releases it when the
    process ends, however it ends.

    Raises:
        OddtrickError: another process holds the lock, or the folder is not writable.
    """
    if engine.dialect.name != "sqlite":
        yield
        return
    file = Path(f"{name_of(engine)}.lock")
    try:
        stream = os.fdopen(os.open(file, os.O_RDWR | os.O_CREAT, 0o600), "r+b", buffering=0)
    except OSError as error:
        raise OddtrickError(f"{file}: {(error.strerror or str(error)).lower()}") from None
    give_to_owner_of_folder(file)
    with stream:
        if not try_lock(stream.fileno()):
            raise OddtrickError(
                f"{name_of(engine)}: database in use by another process ({_holder(stream)}); "
                "stop that process, or choose another folder with --data"
            )
        stream.seek(0)
        with suppress(OSError):  # a full disk: only the id in the message above would be missing
            stream.write(f"{os.getpid():<{_HOLDER_SIZE}}".encode())
        yield


_HOLDER_SIZE = 16
"""The bytes that hold the id of the process."""


def _holder(stream: IO[bytes]) -> str:
    stream.seek(0)
    pid = ""
    with suppress(OSError):
        pid = stream.read(_HOLDER_SIZE).decode("ascii", "replace").strip()
    return f"pid {pid}" if pid.isdigit() else "starting"


def upsert(connection: Connection, table: Table, changed: Sequence[str]) -> Insert:
    """Builds an insert of whole rows that updates the ``changed`` columns of existing rows."""
    insert = _insert(connection, table)
    return insert.on_conflict_do_update(
        index_elements=list(table.primary_key),
        set_={name: insert.excluded[name] for name in changed},
    )


def insert_if_absent(connection: Connection, table: Table) -> Insert:
    """Builds an insert that leaves existing rows unchanged."""
    return _insert(connection, table).on_conflict_do_nothing()


def _insert(connection: Connection, table: Table) -> sqlite.Insert | PostgresqlInsert:
    if connection.dialect.name == "sqlite":
        return sqlite.insert(table)
    from sqlalchemy.dialects import postgresql  # noqa: PLC0415  # a server on SQLite starts faster

    return postgresql.insert(table)
