"""What a database says when it can't, in one clear line for players and one for the log."""

from __future__ import annotations

import sqlite3

import psycopg
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from oddtrick.errors import OddtrickError

NOW_FULL = "there is no room on the server's disk"

_SQLITE = {
    sqlite3.SQLITE_FULL: NOW_FULL,
    sqlite3.SQLITE_IOERR: "the server's disk fails",
    sqlite3.SQLITE_READONLY: "the server may not write its database",
    sqlite3.SQLITE_PERM: "the server may not write its database",
    sqlite3.SQLITE_CANTOPEN: "the server cannot open its database",
    sqlite3.SQLITE_BUSY: "the server's database is busy",
    sqlite3.SQLITE_LOCKED: "the server's database is busy",
    sqlite3.SQLITE_CORRUPT: "the server's database is damaged",
    sqlite3.SQLITE_NOTADB: "the server's database is damaged",
}

_POSTGRESQL = {
    "53100": NOW_FULL,
    "25006": "the server may not write its database",
    "57014": "the server's database is busy",
    "55P03": "the server's database is busy",
}

_RETRIED = {"40001", "40P01"}  # others were quicker: as if it had never been tried


class StoreUnavailable(OddtrickError):
    """The database can't be asked or written just now; the message is for players.

    Whether what was to be written is there nobody knows: forget what you hold of that table, and
    read it again before you decide anything.

    Args:
        what: what is the matter, without blame.
        why: the whole truth in one line, with the database's name: for the operator.
    """

    def __init__(self, what: str, why: str = "") -> None:
        super().__init__(f"{what}: wait a moment and try again")
        self.what = what
        self.why = why or what


def failure(error: BaseException, name: str) -> StoreUnavailable:
    """What the database's error means, for players and for the operator."""
    cause = driver_error(error)
    what = "the server cannot reach its database"
    if isinstance(cause, sqlite3.Error):
        what = _SQLITE.get(_code(cause) & 0xFF, what)
    elif isinstance(cause, psycopg.Error) and cause.sqlstate:
        what = _POSTGRESQL.get(cause.sqlstate, what)
    elif isinstance(cause, PoolTimeout):
        what = "the server's database is busy"
    return StoreUnavailable(what, f"{name}: {' '.join(str(cause).split())[:300]}")


def driver_error(error: BaseException) -> BaseException:
    """The driver's own error, without what SQLAlchemy puts around it."""
    if isinstance(error, DBAPIError) and error.orig is not None:
        return error.orig
    return error


def is_the_databases(error: BaseException) -> bool:
    """Whether the database is to blame, and not what was asked of it."""
    cause = driver_error(error)
    if isinstance(cause, sqlite3.DatabaseError):
        return _code(cause) & 0xFF in _SQLITE
    if isinstance(cause, psycopg.Error):
        return isinstance(cause, psycopg.OperationalError) or cause.sqlstate in _POSTGRESQL
    return isinstance(cause, PoolTimeout)


def is_lost(error: BaseException) -> bool:
    """Whether the connection is gone: a new one may do."""
    cause = driver_error(error)
    return (
        isinstance(cause, psycopg.OperationalError)
        and (cause.sqlstate or "08")[:2] in {"08", "57"}
        and cause.sqlstate != "57014"
    )


def is_to_retry(error: BaseException) -> bool:
    """Whether it was undone only because others were at it too."""
    cause = driver_error(error)
    return isinstance(cause, psycopg.Error) and cause.sqlstate in _RETRIED


def _code(error: sqlite3.Error) -> int:
    return getattr(error, "sqlite_errorcode", 0) or 0
