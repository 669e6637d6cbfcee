"""When tables need the house: due wakes, taken under a lease by one worker at a time.

All functions take a connection: ``await log.change(lambda c: claim(c, "w1", now, 5000))``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sqlalchemy import Connection


class Wake(msgspec.Struct, frozen=True):
    """A table that needs the house, and since when (milliseconds since 1970)."""

    table: str
    due: int


def claim(
    connection: Connection, worker: str, now: int, lease_ms: int, limit: int = 100
) -> list[Wake]:
    """Takes the wakes that are due and nobody's, the longest due first."""
    raise NotImplementedError


def next_due(connection: Connection) -> int | None:
    """When there is something to claim at the earliest, if nothing changes."""
    raise NotImplementedError


def extend(connection: Connection, worker: str, tables: Iterable[str], until: int) -> set[str]:
    """Holds on to leases; returns the tables that the worker still has."""
    raise NotImplementedError


def release(connection: Connection, worker: str, table: str) -> None:
    """Gives a wake back, for anyone to take at once."""
    raise NotImplementedError


def settle(connection: Connection, worker: str, wake: Wake) -> None:
    """Takes a wake away that needed nothing, unless it was set anew in the meantime."""
    raise NotImplementedError


def wake_all(connection: Connection, now: int, stages: Iterable[str]) -> int:
    """Wakes each table in one of the stages, as after a worker has died; returns how many."""
    raise NotImplementedError
