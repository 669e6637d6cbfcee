"""Clocks of tables hold while the database does not answer."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from oddtrick.server.engine.worker_bus import NullBus
from oddtrick.server.jobs.heartbeat import GAP_MS
from oddtrick.server.jobs.scheduler import Scheduler
from oddtrick.server.rooms.room import TableRoom
from oddtrick.server.rooms.table_service import TableService, now_ms
from oddtrick.server.store.database_errors import StoreUnavailable
from oddtrick.server.store.engine import database_url, make_engine
from oddtrick.server.store.event_log import EventLog
from oddtrick.server.store.tools.migrate import upgrade
from oddtrick.tables import Settings
from oddtrick.tables.commands import Arrive, Begin, Sit

MOVE_SECONDS = 5
OUTAGE_MS = 2 * MOVE_SECONDS * 1000
TURNS = 50
"""Turns of the event loop that a task without a write is given."""


class HeldClock:
    """A clock that a test moves."""

    def __init__(self) -> None:
        self.now = now_ms()

    def __call__(self) -> int:
        return self.now


@asynccontextmanager
async def playing(folder: Path) -> AsyncIterator[tuple[Scheduler, HeldClock, TableRoom]]:
    """Four people at a timed table, a second before the time of one of them is over."""
    engine, clock = make_engine(database_url(None, folder)), HeldClock()
    upgrade(engine)
    service = TableService(EventLog(engine), NullBus(), "w0", clock)
    scheduler = Scheduler(service, shared=False)
    await scheduler.heartbeat.enter()
    settings = Settings(move_seconds=MOVE_SECONDS)
    room = await service.open({"game": "whist"}, settings, person="p0", name="P0")
    for place in range(4):
        for command in (Arrive("w0"), Sit(place)):
            await service.submit(room, command, by=f"p{place}", name=f"P{place}")
    await service.submit(room, Begin(), by="p0")
    assert room.wake is not None
    while clock.now < room.wake - 1000:
        clock.now = min(clock.now + 1000, room.wake - 1000)
        await scheduler.heartbeat.beat()
    yield scheduler, clock, room
    await scheduler.close()
    service.close()
    await service.log.close()
    engine.dispose()


async def spin(turns: int = TURNS) -> None:
    for _ in range(turns):
        await asyncio.sleep(0)


async def test_no_clock_runs_out_between_an_outage_and_its_correction(tmp_path: Path) -> None:
    async with playing(tmp_path) as (scheduler, clock, room):
        clock.now += OUTAGE_MS
        beat = asyncio.create_task(scheduler.heartbeat.beat())
        while not beat.done():
            expired = room.wake is not None and room.wake <= clock.now
            assert not (expired and scheduler.heartbeat.awake)
            await asyncio.sleep(0)
        assert await beat
        assert scheduler.heartbeat.awake
        assert room.wake is not None
        assert room.wake > clock.now


async def test_a_clock_does_not_run_out_while_a_play_waits_for_the_database(tmp_path: Path) -> None:
    async with playing(tmp_path) as (scheduler, clock, room):
        before = room.table.seq
        async with room.lock:  # as a play does until it is on the disk
            clock.now += 1000
            assert scheduler.heartbeat.awake
            wake = asyncio.create_task(scheduler.run_wake(room.code))
            await spin()
            clock.now += OUTAGE_MS
        await wake
        assert room.table.seq == before


async def test_an_outage_is_over_only_once_a_heartbeat_is_recent(tmp_path: Path) -> None:
    async with playing(tmp_path) as (scheduler, clock, _):
        service = scheduler.service
        write = service.log.write

        async def write_late(*given: object) -> object:
            clock.now += OUTAGE_MS
            return await write(*given)  # type: ignore[arg-type]

        service.log.write = write_late  # type: ignore[method-assign, assignment]
        service.outage.report(StoreUnavailable("the database is locked"))
        await scheduler.heartbeat.beat()
        assert service.outage.error is not None
        service.log.write = write  # type: ignore[method-assign]
        clock.now += GAP_MS
        await scheduler.heartbeat.beat()
        assert service.outage.error is None


async def test_a_wake_that_comes_while_the_scheduler_closes_leaves_nothing_behind(
    tmp_path: Path, recwarn: pytest.WarningsRecorder
) -> None:
    async with playing(tmp_path) as (scheduler, _, room):
        room.stop_timer()
        scheduler._on_timer(room)  # as the event loop calls it
        await scheduler.close()
        gc.collect()
    assert not [one for one in recwarn if issubclass(one.category, RuntimeWarning)]
