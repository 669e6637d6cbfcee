"""Wakes are leased to one worker at a time, and leases expire."""

from __future__ import annotations

import asyncio
from pathlib import Path

from sqlalchemy import Engine, select

from oddtrick.server.store import schema
from oddtrick.server.store.engine import database_url, make_engine, reading, writing
from oddtrick.server.store.event_log import EventLog
from oddtrick.server.store.table_rows import Lease, table_append
from oddtrick.server.store.tools.migrate import upgrade
from oddtrick.server.store.worker_leases import (
    Wake,
    claim,
    deregister,
    live_workers,
    next_due,
    record_heartbeat,
    remove_dead,
)
from tests.support.server.sample_rows import NOW, append


async def test_due_wakes_are_claimed_once_and_in_order(log: EventLog) -> None:
    for late, name in enumerate(("oak", "elm", "ash", "fir")):
        await log.append(append(name, 0, wake=NOW - late))
    await log.append(append("yew", 0, wake=NOW + 1))
    first = await log.write(lambda c: claim(c, "w1", NOW, 1000, limit=3))
    assert first == [Wake("fir", NOW - 3), Wake("ash", NOW - 2), Wake("elm", NOW - 1)]
    assert await log.write(lambda c: claim(c, "w2", NOW, 1000)) == [Wake("oak", NOW)]
    assert await log.write(lambda c: claim(c, "w1", NOW + 1, 1000)) == [Wake("yew", NOW + 1)]
    assert await log.write(lambda c: claim(c, "w3", NOW + 999, 1000)) == []
    again = await log.write(lambda c: claim(c, "w3", NOW + 1000, 1000))
    assert [wake.table for wake in again] == ["fir", "ash", "elm", "oak"]


async def test_a_lease_taken_with_an_append_is_exclusive(log: EventLog) -> None:
    await log.append(append("oak", 0, wake=NOW + 10, lease=Lease("w1", NOW + 100)))
    assert await log.query(next_due) == NOW + 100
    assert await log.write(lambda c: claim(c, "w2", NOW + 99, 50)) == []
    assert await log.write(lambda c: claim(c, "w2", NOW + 100, 50)) == [Wake("oak", NOW + 10)]


async def test_concurrent_claims_do_not_overlap(postgres_url: str) -> None:
    engine = make_engine(database_url(postgres_url, Path()))
    await asyncio.to_thread(upgrade, engine)
    log = EventLog(engine)
    await asyncio.gather(
        *(log.append(table_append(append(f"t{n}", 0).entry, wake=NOW)) for n in range(300))
    )

    def work(name: str) -> list[str]:
        taken: list[str] = []
        while True:
            with writing(engine) as connection:
                wakes = claim(connection, name, NOW, 1000, limit=7)
            if not wakes:
                return taken
            assert len(wakes) <= 7
            taken += [wake.table for wake in wakes]

    shares = await asyncio.gather(*(asyncio.to_thread(work, f"w{n}") for n in range(4)))
    assert sorted(table for share in shares for table in share) == sorted(
        f"t{n}" for n in range(300)
    )
    await log.close()
    engine.dispose()


async def test_one_worker_expires_the_leases_of_a_silent_worker(
    log: EventLog, engine: Engine
) -> None:
    await log.write(lambda c: record_heartbeat(c, "w1", NOW))
    await log.write(lambda c: record_heartbeat(c, "w2", NOW + 1))
    await log.write(lambda c: record_heartbeat(c, "w2", NOW + 100))
    assert [(w.id, w.started, w.beat) for w in await log.query(lambda c: live_workers(c, NOW))] == [
        ("w1", NOW, NOW),
        ("w2", NOW + 1, NOW + 100),
    ]
    assert [w.id for w in await log.query(lambda c: live_workers(c, NOW + 50))] == ["w2"]
    for name, worker in (("oak", "w1"), ("elm", "w2")):
        await log.append(append(name, 0, wake=NOW, lease=Lease(worker, NOW + 10**6)))
    assert await log.write(lambda c: remove_dead(c, NOW + 50)) == ["w1"]
    assert await log.write(lambda c: remove_dead(c, NOW + 50)) == []
    assert await log.write(lambda c: claim(c, "w2", NOW, 10)) == [Wake("oak", NOW)]
    await log.write(lambda c: deregister(c, "w2"))
    with reading(engine) as connection:
        assert connection.execute(select(schema.workers)).all() == []
        leases = connection.execute(select(schema.wakes.c.leased_by)).scalars().all()
    assert leases == [None, None]
