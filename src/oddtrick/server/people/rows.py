"""Rows that may be there already."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy.dialects import postgresql, sqlite

if TYPE_CHECKING:
    from sqlalchemy import Connection, Table


def insert_new(connection: Connection, table: Table) -> sqlite.Insert | postgresql.Insert:
    """An insert that leaves a row of the same key as it is; add values, or give them to execute."""
    if connection.dialect.name == "sqlite":
        return sqlite.insert(table).on_conflict_do_nothing()
    return postgresql.insert(table).on_conflict_do_nothing()
