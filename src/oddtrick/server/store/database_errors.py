"""Classification of database errors, with one message for players and one for the operator."""

from __future__ import annotations

import sqlite3
import sys
from typing import TYPE_CHECKING

from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from oddtrick.errors import OddtrickError

if TYPE_CHECKING:
    import psycopg

DISK_FULL = "the server's disk is full"

_SQLITE = {
    sqlite3.SQLITE_FULL: DISK_FULL,
    sqlite3.SQLITE_IOERR: "the server cannot access its disk",
    sqlite3.SQLITE_READONLY: "the server's database is read-only",
    sqlite3.SQLITE_PERM: "the server's database is read-only",
    sqlite3.SQLITE_CANTOPEN: "the server cannot open its database",
    sqlite3.SQLITE_BUSY: "the server's database is busy",
    sqlite3.SQLITE_LOCKED: "the server's database is busy",
    sqlite3.SQLITE_CORRUPT: "the server's database is damaged",
    sqlite3.SQLITE_NOTADB: "the server's database is damaged",
}

_POSTGRESQL = {
    "53100": DISK_FULL,  # disk_full
    "25006": "the server's database is read-only",  # read_only_sql_transaction
    "57014": "the server's database is busy",  # query_canceled: the statement timeout
    "55P03": "the server's database is busy",  # lock_not_available: the lock timeout
    "25P03": "the server stalled for too long",  # idle_in_transaction_session_timeout
}

_RETRYABLE = {"40001", "40P01", "25P03"}
"""serialization_failure, deadlock_detected, idle_in_transaction_session_timeout: the transaction
was rolled back as a whole."""


class StoreUnavailable(OddtrickError):
    """The database cannot be read or written at the moment.

    A write that raises this may or may not have been committed. Discard any cached state of that
    table and read it again before the next decision.

    Args:
        what: the cause, in words for players.
        why: the driver's error with the database's name, in one line for the operator.
    """

    def __init__(self, what: str, why: str = "") -> None:
        super().__init__(f"{what}; try again in a moment")
        self.what = what
        self.why = why or what


def store_unavailable(error: BaseException, name: str) -> StoreUnavailable:
    """Wraps a driver's error with messages for players and for the operator."""
    cause = driver_error(error)
    what = "the server cannot reach its database"
    if isinstance(cause, sqlite3.Error):
        what = _SQLITE.get(_code(cause) & 0xFF, what)
    elif (failure := _postgresql_error(cause)) is not None and failure.sqlstate:
        what = _POSTGRESQL.get(failure.sqlstate, what)
    elif isinstance(cause, PoolTimeout):
        what = "the server's database is busy"
    return StoreUnavailable(what, f"{name}: {' '.join(str(cause).split())[:300]}")


def driver_error(error: BaseException) -> BaseException:
    """Returns the driver's own error, without SQLAlchemy's wrapper."""
    if isinstance(error, DBAPIError) and error.orig is not None:
        return error.orig
    return error


def is_database_failure(error: BaseException) -> bool:
    """Tells failures of the database itself from errors in the statement."""
    cause = driver_error(error)
    if isinstance(cause, sqlite3.DatabaseError):
        return _code(cause) & 0xFF in _SQLITE
    if (failure := _postgresql_error(cause)) is not None:
        return _is_operational(failure) or failure.sqlstate in _POSTGRESQL
    return isinstance(cause, PoolTimeout)


def is_connection_lost(error: BaseException) -> bool:
    """Tells whether the connection is gone; a new one may work."""
    failure = _postgresql_error(driver_error(error))
    return (
        failure is not None
        and _is_operational(failure)
        and (failure.sqlstate or "08")[:2] in {"08", "57"}  # connection, operator intervention
        and failure.sqlstate != "57014"  # a statement timeout leaves the connection usable
    )


def is_retryable(error: BaseException) -> bool:
    """Tells whether the transaction was rolled back for a reason that may be gone next time."""
    failure = _postgresql_error(driver_error(error))
    return failure is not None and failure.sqlstate in _RETRYABLE


def _postgresql_error(cause: BaseException) -> psycopg.Error | None:
    """Returns the error if it is one of PostgreSQL's driver.

    A server on SQLite does not load the driver, which would take a tenth of its start.
    """
    driver = sys.modules.get("psycopg")
    return cause if driver is not None and isinstance(cause, driver.Error) else None


def _is_operational(failure: psycopg.Error) -> bool:
    return isinstance(failure, sys.modules["psycopg"].OperationalError)


def _code(error: sqlite3.Error) -> int:
    return getattr(error, "sqlite_errorcode", 0) or 0
