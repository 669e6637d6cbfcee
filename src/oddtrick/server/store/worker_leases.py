"""Worker processes with their heartbeats, and the timers of tables that they lease.

A timer is claimed by one worker at a time. A lease that is not renewed expires, so the timers of a
dead worker pass to the others. Functions that write run in the writer:
``await log.write(lambda c: claim(c, "w1", now, 5000))``.
Times are milliseconds since 1970.
"""

from __future__ import annotations

from collections.abc import Collection

import msgspec
from sqlalchemy import Connection, case, delete, func, select, update

from oddtrick.server.store.engine import upsert
from oddtrick.server.store.schema import wakes, workers


class RegisteredWorker(msgspec.Struct, frozen=True):
    """A worker process with its start and its last heartbeat."""

    id: str
    started: int
    beat: int


def record_heartbeat(connection: Connection, worker: str, now: int) -> None:
    """Records a worker's heartbeat; the first one registers it."""
    connection.execute(
        upsert(connection, workers, ("beat",)), [{"id": worker, "started": now, "beat": now}]
    )


def live_workers(connection: Connection, since: int) -> list[RegisteredWorker]:
    """Returns the workers with a heartbeat at or after ``since``, the oldest first."""
    found = connection.execute(
        select(workers.c.id, workers.c.started, workers.c.beat)
        .where(workers.c.beat >= since)
        .order_by(workers.c.started, workers.c.id)
    )
    return [RegisteredWorker(*row) for row in found]


def deregister(connection: Connection, worker: str) -> None:
    """Removes a worker that stops, and releases its leases."""
    connection.execute(delete(workers).where(workers.c.id == worker))
    _free(connection, [worker])


def remove_dead(connection: Connection, before: int) -> list[str]:
    """Removes the workers without a heartbeat since ``before``; returns their ids.

    Of several concurrent callers exactly one gets a dead worker's id and has to wake its tables.
    """
    gone = connection.execute(
        delete(workers).where(workers.c.beat < before).returning(workers.c.id)
    )
    names = sorted(gone.scalars())
    if names:
        _free(connection, names)
    return names


def _free(connection: Connection, names: Collection[str]) -> None:
    connection.execute(
        update(wakes).where(wakes.c.leased_by.in_(names)).values(leased_by=None, leased_until=0)
    )


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
