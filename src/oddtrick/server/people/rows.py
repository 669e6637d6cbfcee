"""Rows that may be there already."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy.dialects import postgresql, sqlite

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sqlalchemy import Connection, Table


def insert_new(connection: Connection, table: Table) -> sqlite.Insert | postgresql.Insert:
    """An insert that leaves a row of the same key as it is; add values, or give them to execute."""
    if connection.dialect.name == "sqlite":
        return sqlite.insert(table).on_conflict_do_nothing()
    return postgresql.insert(table).on_conflict_do_nothing()


def is_added(connection: Connection, table: Table, row: Mapping[str, object]) -> bool:
    """Adds a row; False and no change if one of the same key is there."""
    # Without the option SQLAlchemy forgets the count of an insert into PostgreSQL.
    added = connection.execute(
        insert_new(connection, table), row, execution_options={"preserve_rowcount": True}
    )
    return added.rowcount == 1
