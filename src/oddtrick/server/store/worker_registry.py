"""The processes that serve one database, and which of them are alive.

What writes is handed to the log: ``await log.write(lambda c: beat(c, "w1", now))``.
Moments are milliseconds since 1970.
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
    """A process that serves: when it started, and when it was last alive."""

    id: str
    started: int
    beat: int


def record_heartbeat(connection: Connection, worker: str, now: int) -> None:
    """Says that a worker is alive; the first time it is entered."""
    connection.execute(
        upsert(connection, workers, ("beat",)), [{"id": worker, "started": now, "beat": now}]
    )


def live_workers(connection: Connection, since: int) -> list[RegisteredWorker]:
    """The workers heard of at or after a moment, the oldest first."""
    found = connection.execute(
        select(workers.c.id, workers.c.started, workers.c.beat)
        .where(workers.c.beat >= since)
        .order_by(workers.c.started, workers.c.id)
    )
    return [RegisteredWorker(*row) for row in found]


def deregister(connection: Connection, worker: str) -> None:
    """Takes a worker off the list and gives its leases back: it stops of its own will."""
    connection.execute(delete(workers).where(workers.c.id == worker))
    _free(connection, [worker])


def remove_dead(connection: Connection, before: int) -> list[str]:
    """Does the same for each worker not heard of since ``before``; returns their ids.

    Of several that ask at once only one is told of a dead worker: it wakes the tables.
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
