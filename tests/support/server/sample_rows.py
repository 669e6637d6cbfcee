"""Sample rows for tests that do not depend on their content."""

from __future__ import annotations

from typing import Any

from oddtrick.server.store.log_entries import Append, Entry
from oddtrick.server.store.table_rows import TableRow, table_append

NOW = 1_800_000_000_000
"""A timestamp in milliseconds."""


def entry(table: str, seq: int, key: str | None = None, **overrides: Any) -> Entry:
    """Returns a sample log entry."""
    fields: dict[str, Any] = {"at": NOW + seq, "by": "p_ann", "body": "[]"}
    return Entry(table, seq, key=key, **(fields | overrides))


def append(table: str, seq: int, key: str | None = None, **rows: Any) -> Append:
    """Returns an append of a sample entry, with its further rows."""
    return table_append(entry(table, seq, key), **rows)


def row(table: str, **overrides: Any) -> TableRow:
    """Returns a sample row of the table list."""
    fields: dict[str, Any] = {
        "game": "whist",
        "stage": "gathering",
        "public": True,
        "rated": False,
        "created": NOW,
        "changed": NOW,
        "summary": "{}",
    }
    return TableRow(table, **(fields | overrides))
