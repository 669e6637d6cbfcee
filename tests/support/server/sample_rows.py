"""Rows to write, where a test does not care what is in them."""

from __future__ import annotations

from typing import Any

from oddtrick.server.store.log_entry import Append, Entry, TableRow

NOW = 1_800_000_000_000
"""A moment, in milliseconds."""


def entry(table: str, seq: int, key: str | None = None, **told: Any) -> Entry:
    """An entry of somebody."""
    fields: dict[str, Any] = {"at": NOW + seq, "by": "p_ann", "facts": "[]"}
    return Entry(table, seq, key=key, **(fields | told))


def append(table: str, seq: int, key: str | None = None, **beside: Any) -> Append:
    """An append of somebody's entry, with what goes beside it."""
    return Append(entry(table, seq, key), **beside)


def row(table: str, **told: Any) -> TableRow:
    """A table's row in lists."""
    fields: dict[str, Any] = {
        "game": "whist",
        "stage": "gathering",
        "public": True,
        "rated": False,
        "created": NOW,
        "changed": NOW,
        "summary": "{}",
    }
    return TableRow(table, **(fields | told))
