"""The database behind a URL, set so that what is committed stays committed."""

from __future__ import annotations

import os
import sys
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import SQLAlchemyError

from oddtrick.errors import OddtrickError
from oddtrick.server.store.errors import StoreUnavailable, failure, is_the_databases

if TYPE_CHECKING:
    from collections.abc import Iterator

FILE = "oddtrick.sqlite3"
"""The name of the database in the data folder, where no URL names another."""

CONNECTIONS = 8
"""So many connections a process has at most: one that writes, some that read, some for others."""

CONNECT_SECONDS = 4
STATEMENT_SECONDS = 10
BUSY_SECONDS = 10
"""So long SQLite waits for another connection to have done with writing."""

READS = "oddtrick_reads"

PRAGMAS: tuple[str, ...] = (
    "journal_mode = WAL",
    "synchronous = FULL",  # a commit is on the disk before anybody hears of it
    "foreign_keys = ON",
    f"busy_timeout = {BUSY_SECONDS * 1000}",
    "cache_size = -16384",  # KiB
    "temp_store = MEMORY",  # what a group would undo is noted in memory, not in a file a group
    "wal_autocheckpoint = 4000",  # pages: one long pause in many commits rather than many short
    "journal_size_limit = 67108864",  # a log that once grew is cut again
)

# Someone may have told the whole server to lose what it acknowledged; a stricter word is left.
POSTGRESQL = f"""
SELECT set_config('statement_timeout', '{STATEMENT_SECONDS}s', false),
       set_config('idle_in_transaction_session_timeout', '60s', false),
       CASE WHEN current_setting('synchronous_commit') = 'off'
            THEN set_config('synchronous_commit', 'on', false) END
"""


def database_url(url: str | None, data: Path) -> URL:
    """The URL for SQLAlchemy: of PostgreSQL as people write it, or the file in a data folder.

    Args:
        url: ``sqlite:///FILE``, ``postgresql://…`` or ``postgres://…``; None: the data folder.
        data: the data folder.

    Raises:
        OddtrickError: it is neither of the two databases.

    >>> database_url("postgres://ann@db/cards", Path("data"))
    postgresql+psycopg://ann@db/cards
    """
    if not url:
        return URL.create("sqlite+pysqlite", database=str(data / FILE))
    try:
        read = make_url(url)
        kind = read.get_backend_name()
    except (SQLAlchemyError, ValueError):
        raise OddtrickError(_NO_URL) from None
    if kind in {"postgres", "postgresql"}:
        return read.set(drivername="postgresql+psycopg")
    if kind != "sqlite" or read.database in {None, "", ":memory:"}:
        raise OddtrickError(_NO_URL)
    return read.set(drivername="sqlite+pysqlite", query={})


_NO_URL = (
    "the URL of the database is neither sqlite:///FILE nor postgresql://USER:PASSWORD@HOST/NAME"
)


def make_engine(url: URL | str) -> Engine:
    """An engine; SQLite: its folder is made if need be. Nothing is asked of the database yet.

    A transaction begins as one that writes; :func:`reading` gives one that doesn't.

    Args:
        url: from :func:`database_url`.

    Raises:
        OddtrickError: the folder of the file can't be made.
    """
    url = make_url(url)
    shared: dict[str, Any] = {
        "pool_size": CONNECTIONS,
        "max_overflow": 0,
        "pool_timeout": 10,
        "execution_options": {"preserve_rowcount": True},  # of inserts too, on both databases
    }
    if url.get_backend_name() == "sqlite":
        _make_folder(Path(url.database or ""))
        engine = create_engine(url, connect_args={"timeout": BUSY_SECONDS}, **shared)
        event.listen(engine, "connect", _set_sqlite)
        event.listen(engine, "begin", _begin_sqlite)
        return engine
    told = {
        "connect_timeout": CONNECT_SECONDS,
        "application_name": "oddtrick",
        "keepalives_idle": 30,  # a server that has gone without a word is noticed
        "tcp_user_timeout": 2 * STATEMENT_SECONDS * 1000,
    }
    engine = create_engine(
        url,
        connect_args={name: value for name, value in told.items() if name not in url.query},
        isolation_level="READ COMMITTED",
        pool_pre_ping=True,
        pool_recycle=1800,
        **shared,
    )
    event.listen(engine, "connect", _set_postgresql)
    return engine


def _make_folder(file: Path) -> None:
    try:
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise OddtrickError(f"{file.parent}: {(error.strerror or str(error)).lower()}") from None


def _set_sqlite(connection: Any, _record: object) -> None:
    # The driver would begin transactions by itself, and too late for those that read and write.
    connection.isolation_level = None
    for pragma in PRAGMAS:
        connection.execute(f"PRAGMA {pragma}").close()


def _begin_sqlite(connection: Connection) -> None:
    reads = connection.get_execution_options().get(READS)
    connection.exec_driver_sql("BEGIN" if reads else "BEGIN IMMEDIATE")


def _set_postgresql(connection: Any, _record: object) -> None:
    connection.execute(POSTGRESQL)
    connection.commit()


@contextmanager
def reading(engine: Engine) -> Iterator[Connection]:
    """A connection in a transaction that reads one moment of the database and blocks nobody.

    Raises:
        StoreUnavailable: the database does not answer.
    """
    options: dict[str, Any] = {READS: True}
    if engine.dialect.name == "postgresql":
        options |= {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}
    with told_failures(engine), engine.connect() as connection:
        connection.execution_options(**options)
        transaction = connection.begin()
        try:
            yield connection
        finally:
            transaction.rollback()


@contextmanager
def writing(engine: Engine) -> Iterator[Connection]:
    """A connection in a transaction of its own; the server's are in the log's groups instead.

    Raises:
        StoreUnavailable: the database does not answer.
    """
    with told_failures(engine), engine.begin() as connection:
        yield connection


@contextmanager
def told_failures(engine: Engine) -> Iterator[None]:
    """Turns what goes wrong with the database itself into one clear line."""
    try:
        yield
    except StoreUnavailable:
        raise
    except Exception as error:
        if not is_the_databases(error):
            raise
        raise failure(error, name_of(engine)) from error


def name_of(engine: Engine) -> str:
    """What people call the database: its file, or its URL without the password."""
    url = engine.url
    if url.get_backend_name() == "sqlite":
        return url.database or ""
    return url.set(drivername="postgresql", query={}).render_as_string(hide_password=True)


@contextmanager
def sole_writer(engine: Engine) -> Iterator[None]:
    """Keeps other processes from writing the same SQLite file; PostgreSQL takes many writers.

    A file beside the database is locked, and free again as soon as its process is gone.

    Raises:
        OddtrickError: another process has it, or the folder can't be written.
    """
    if engine.dialect.name != "sqlite":
        yield
        return
    file = Path(f"{name_of(engine)}.lock")
    try:
        # Windows lets nobody read what is locked, so the number lies before the locked byte.
        stream = os.fdopen(os.open(file, os.O_RDWR | os.O_CREAT, 0o600), "r+b", buffering=0)
    except OSError as error:
        raise OddtrickError(f"{file}: {(error.strerror or str(error)).lower()}") from None
    with stream:
        if not _lock(stream):
            raise OddtrickError(
                f"{name_of(engine)}: another process ({_holder(stream)}) writes this database; "
                "stop it first, or name another folder with --data"
            )
        stream.seek(0)
        stream.write(f"{os.getpid():<{LOCKED_BYTE}}".encode())
        yield


LOCKED_BYTE = 16


def _holder(stream: IO[bytes]) -> str:
    stream.seek(0)
    told = ""
    with suppress(OSError):
        told = stream.read(LOCKED_BYTE).decode("ascii", "replace").strip()
    return f"number {told}" if told.isdigit() else "just starting"


if sys.platform == "win32":
    import msvcrt

    def _lock(stream: IO[bytes]) -> bool:
        stream.seek(LOCKED_BYTE)
        try:
            msvcrt.locking(stream.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def _lock(stream: IO[bytes]) -> bool:
        try:
            fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True
