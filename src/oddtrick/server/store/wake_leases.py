"""When tables need the house: due wakes, taken under a lease by one worker at a time.

What writes is handed to the log: ``await log.write(lambda c: claim(c, "w1", now, 5000))``.
Moments are milliseconds since 1970.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from sqlalchemy import and_, case, delete, func, literal, select, update
from sqlalchemy.dialects import postgresql, sqlite

from oddtrick.server.store.schema import tables, wakes

if TYPE_CHECKING:
    from collections.abc import Collection

    from sqlalchemy import Connection


class Wake(msgspec.Struct, frozen=True):
    """A table that needs the house, and since when."""

    table: str
    due: int


def claim(
    connection: Connection, worker: str, now: int, lease_ms: int, limit: int = 100
) -> list[Wake]:
    """Takes the wakes that are due and nobody's, the longest due first.

    A lease that has run out is nobody's, also where it was the worker's own.
    """
    free = (
        select(wakes.c.table_id)
        .where(wakes.c.due <= now, wakes.c.leased_until <= now)
        .order_by(wakes.c.due, wakes.c.table_id)
        .limit(limit)
        .with_for_update(skip_locked=True)  # another worker is at it: not ours
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
    """When there is something to claim at the earliest, if nothing changes; None: nothing is."""
    later = case(
        (wakes.c.leased_until > wakes.c.due, wakes.c.leased_until),
        else_=wakes.c.due,
    )
    found: int | None = connection.execute(select(func.min(later))).scalar()
    return found


def renew(connection: Connection, worker: str, held: Collection[str], until: int) -> set[str]:
    """Holds on to leases; returns the tables that the worker still has."""
    kept = connection.execute(
        update(wakes)
        .where(wakes.c.leased_by == worker, wakes.c.table_id.in_(held))
        .values(leased_until=until)
        .returning(wakes.c.table_id)
    )
    return set(kept.scalars())


def release(connection: Connection, worker: str, table: str) -> None:
    """Gives a wake back, for anyone to take as soon as it is due."""
    connection.execute(
        update(wakes)
        .where(wakes.c.table_id == table, wakes.c.leased_by == worker)
        .values(leased_by=None, leased_until=0)
    )


def complete(connection: Connection, worker: str, wake: Wake) -> bool:
    """Takes a wake away that needed nothing; False if it was set anew in the meantime."""
    gone = connection.execute(
        delete(wakes).where(
            and_(
                wakes.c.table_id == wake.table,
                wakes.c.leased_by == worker,
                wakes.c.due == wake.due,
            )
        )
    )
    return gone.rowcount == 1


def wake_all(connection: Connection, now: int, stages: Collection[str]) -> int:
    """Wakes each table in one of the stages, as after a worker has died; returns how many.

    Nobody else's lease is broken: whoever has a table goes on with it.
    """
    asleep = select(
        tables.c.id, literal(now), literal(None, wakes.c.leased_by.type), literal(0)
    ).where(tables.c.stage.in_(stages))
    columns = [wakes.c.table_id, wakes.c.due, wakes.c.leased_by, wakes.c.leased_until]
    if connection.dialect.name == "sqlite":
        put = sqlite.insert(wakes).from_select(columns, asleep)
        earlier = {"due": func.min(wakes.c.due, put.excluded.due)}
        woken = put.on_conflict_do_update(index_elements=[wakes.c.table_id], set_=earlier)
        return len(connection.execute(woken.returning(wakes.c.table_id)).all())
    # In one order, so that several that do this at once do not wait in a circle.
    store = postgresql.insert(wakes).from_select(columns, asleep.order_by(tables.c.id))
    earliest = {"due": func.least(wakes.c.due, store.excluded.due)}
    all_woken = store.on_conflict_do_update(index_elements=[wakes.c.table_id], set_=earliest)
    return len(connection.execute(all_woken.returning(wakes.c.table_id)).all())
