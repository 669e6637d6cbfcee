"""The schema of a database: brought up to date, and compared with what the program expects."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sqlalchemy import Engine


def upgrade(engine: Engine) -> None:
    """Makes the tables, or brings them up to date, in one transaction; one process at a time.

    Raises:
        OddtrickError: a newer Oddtrick made this database.
    """
    raise NotImplementedError


def schema_faults(engine: Engine) -> list[str]:
    """What differs between the database and the schema, one line each; empty if nothing."""
    raise NotImplementedError
