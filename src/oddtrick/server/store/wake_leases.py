"""Timers of tables, claimed by one worker at a time under a lease.

A lease that is not renewed expires, so the timers of a dead worker pass to the others. Functions
that write run in the writer: ``await log.write(lambda c: claim(c, "w1", now, 5000))``. Times are
milliseconds since 1970.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from sqlalchemy import case, func, select, update

from oddtrick.server.store.schema import wakes

if TYPE_CHECKING:
    from sqlalchemy import Connection


class Wake(msgspec.Struct, frozen=True):
    """A table at which the server has to act, and since when."""

    table: str
    due: int


def claim(
    connection: Connection, worker: str, now: int, lease_ms: int, limit: int = 100
) -> list[Wake]:
    """Claims due wakes without a valid lease, the longest due first.

    An expired lease counts as free, even if it was this worker's own.
    """
    free = (
        select(wakes.c.table_id)
        .where(wakes.c.due <= now, wakes.c.leased_until <= now)
        .order_by(wakes.c.due, wakes.c.table_id)
        .limit(limit)
        .with_for_update(skip_locked=True)  # another worker is claiming this row
        .cte("free")
    )
    taken = connection.execute(
        update(wakes)
        .where(wakes.c.table_id.in_(select(free.c.table_id)))
        .values(leased_by=worker, leased_until=now + lease_ms)
        .returning(wakes.c.table_id, wakes.c.due)
    )
    return sorted((Wake(*row) for row in taken), key=lambda wake: (wake.due, wake.table))


def next_due(connection: Connection) -> int | None:
    """Returns the earliest time at which a wake can be claimed; None: there are no wakes."""
    later = case(
        (wakes.c.leased_until > wakes.c.due, wakes.c.leased_until),
        else_=wakes.c.due,
    )
    found: int | None = connection.execute(select(func.min(later))).scalar()
    return found
