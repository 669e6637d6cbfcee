"""Entries of logs, and the kinds of logs that the database holds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum
from typing import Any

import msgspec
from sqlalchemy import Column, Connection, Table


class Entry(msgspec.Struct, frozen=True):
    """One entry of a log: the effect of one command.

    Args:
        code: the code of the log.
        seq: the position in the log, from 0 without gaps.
        at: the time of the decision, in milliseconds since 1970.
        by: a person's id, or ``"server"``; empty in logs that have it in the body.
        body: the facts, as JSON.
        key: the client's id of the command (idempotency key), if it sent one.
    """

    code: str
    seq: int
    at: int
    by: str
    body: str
    key: str | None = None


class LogKind(msgspec.Struct, frozen=True, eq=False):
    """A kind of log.

    Args:
        entries: the table of its entries, with the columns ``seq``, ``at``, ``key`` and perhaps
            ``by``.
        code: the column of the log's code.
        body: the column of the facts.
        logs: the column of the code where each log has one row.
        derive: writes the rows that change with entries, in their transaction: for accepted
            appends, at most one of each log, in the order of codes.
    """

    entries: Table
    code: Column[str]
    body: Column[str]
    logs: Column[str]
    derive: Callable[[Connection, Sequence[Append]], None]


class Append(msgspec.Struct, frozen=True):
    """An entry to be written, and what its kind derives from it in the same transaction."""

    kind: LogKind
    entry: Entry
    derived: Any


class AppendResult(Enum):
    """The result of an append."""

    COMMITTED = "committed"
    """The entry and its derived rows are on the disk."""

    CONFLICT = "conflict"
    """Another writer has already used this sequence number; nothing was written.

    Optimistic concurrency: read the new entries and decide again.
    """
