"""The database behind a URL, set so that what is committed stays committed."""

from __future__ import annotations

from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sqlalchemy import Connection, Engine


FILE = "oddtrick.sqlite3"
"""The name of the database in the data folder, where no URL names another."""


def database_url(url: str | None, data: Path) -> str:
    """The URL for SQLAlchemy: of PostgreSQL as people write it, or the file in a data folder.

    Args:
        url: ``sqlite:///FILE``, ``postgresql://…`` or ``postgres://…``; None: the data folder.
        data: the data folder.

    Raises:
        OddtrickError: it is neither of the two databases.
    """
    raise NotImplementedError


def make_engine(url: str) -> Engine:
    """An engine; SQLite: its folder is made if need be. Nothing is asked of the database yet.

    A transaction begins as one that writes; :func:`reading` gives one that doesn't.
    """
    raise NotImplementedError


@contextmanager
def reading(engine: Engine) -> Iterator[Connection]:
    """A connection in a transaction that reads one moment of the database and blocks nobody."""
    raise NotImplementedError
    yield


@contextmanager
def sole_writer(engine: Engine) -> Iterator[None]:
    """Keeps other processes from writing the same SQLite file; PostgreSQL takes many writers.

    Raises:
        OddtrickError: another process has it.
    """
    raise NotImplementedError
    yield
