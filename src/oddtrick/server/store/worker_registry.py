"""The registry of worker processes with their heartbeats.

Functions that write run in the writer: ``await log.write(lambda c: record_heartbeat(c, id, now))``.
Times are milliseconds since 1970.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from sqlalchemy import delete, select, update

from oddtrick.server.store.append_sql import upsert
from oddtrick.server.store.schema import wakes, workers

if TYPE_CHECKING:
    from collections.abc import Collection

    from sqlalchemy import Connection


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
