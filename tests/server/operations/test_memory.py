"""Memory stays bounded while tables and sockets come and go."""

from __future__ import annotations

import asyncio
import gc
import tracemalloc
from collections.abc import AsyncIterator
from itertools import pairwise
from pathlib import Path
from statistics import median
from typing import Any

import psutil  # type: ignore[import-untyped]  # its stubs are not a dependency
import pytest
from websockets.asyncio.client import connect

from oddtrick.server.engine import rooms
from oddtrick.server.engine.worker_bus import NullBus
from oddtrick.server.jobs.scheduler import Scheduler
from oddtrick.server.limits import Limits
from oddtrick.server.rooms import table_service
from oddtrick.server.rooms.table_service import TableService
from oddtrick.server.security.rate_limit import RateLimiter
from oddtrick.server.sockets.connection import MAX_BYTES, MAX_FRAMES, Outbox
from oddtrick.server.store.event_log import EventLog
from oddtrick.tables import Settings
from oddtrick.tables.commands import Begin, Play, Sit
from tests.support.extent import times
from tests.support.server.guest_players import Guest
from tests.support.server.new_database import new_database
from tests.support.server.server_process import server

KEPT = times(4, whole=12)


class Listener:
    """A listener that discards updates."""

    def __init__(self, person: str) -> None:
        self.person = person

    def push(self, frame: bytes) -> None:
        """Discards the frame."""


async def _evening(service: TableService, number: int) -> None:
    """Opens a table, begins a match and leaves."""
    ann, ben = f"p_ann{number:014}", f"p_ben{number:014}"
    rules: dict[str, object] = {"game": "whist"}
    room = await service.open(rules, Settings(bot_delay_ms=10_000), person=ann, name="Ann")
    listeners = [Listener(ann), Listener(ben)]
    room.listeners.update(listeners)
    for place, person in ((0, ann), (1, ben)):
        await service.save_presence(room, person)
        await service.submit(room, Sit(place), by=person, key=f"sit-{number}", name="Name")
    await service.submit(room, Begin(), by=ann, key="begin")
    while (turn := room.table.turn) is not None and turn < 2:
        match = room.table.match
        assert match is not None
        card = str(match.legal_actions()[0])
        await service.submit(room, Play(card), by=(ann, ben)[turn], key=f"{room.table.seq}")
    room.listeners.difference_update(listeners)
    for person in (ann, ben):
        await service.save_presence(room, person)


async def _service(tmp_path: Path) -> AsyncIterator[tuple[TableService, Scheduler]]:
    engine = new_database(tmp_path)
    log = EventLog(engine)
    service = TableService(log, NullBus(), "w1")
    work = Scheduler(service, shared=False)
    await work.start()
    yield service, work
    await work.close()
    service.close()
    await log.close()
    engine.dispose()


async def test_unused_tables_are_unloaded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_service, "MAX_ROOMS", KEPT)
    monkeypatch.setattr(rooms, "IN_USE_MS", -1)  # an evening is long over when the next begins
    async for service, work in _service(tmp_path):
        sizes = []
        tracemalloc.start()
        try:
            for number in range(times(5, whole=7) * KEPT):
                await _evening(service, number)
                assert len(service.rooms) <= KEPT
                if number % KEPT == KEPT - 1:
                    gc.collect()
                    sizes.append(tracemalloc.get_traced_memory()[0])
        finally:
            tracemalloc.stop()
        assert not service.connections
        assert not service.unsaved_presence
        assert len(work._tasks) < 10
        assert not work._active_wakes
        # The cache is full after one round; then memory stays constant.
        grown = [after - before for before, after in pairwise(sizes)]
        assert median(grown) < sizes[0] / 8, sizes


async def test_an_unloaded_table_is_restored_unchanged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_service, "MAX_ROOMS", 4)
    monkeypatch.setattr(rooms, "IN_USE_MS", -1)
    async for service, _ in _service(tmp_path):
        await _evening(service, 0)
        (code,) = service.rooms
        before = service.rooms[code]
        for number in range(1, 12):
            await _evening(service, number)
        assert code not in service.rooms
        again = await service.room(code)
        assert again is not before
        assert again.table == before.table
        assert again.applied == before.applied


@pytest.mark.whole
async def test_short_connections_leave_nothing_in_memory(tmp_path: Path) -> None:
    with server(tmp_path) as process:
        ann = Guest(process.url, "Ann")
        await ann.arrive()
        code = await ann.open(rules={"game": "whist"})
        url = f"{process.url.replace('http', 'ws')}/ws/tables/{code}"
        resident = psutil.Process(process.pid)

        async def visit() -> None:
            async with connect(url) as socket:
                await socket.send('{"type":"hello","protocol":1}')
                await socket.recv()

        sizes = []
        for _ in range(16):
            for _ in range(4):
                await asyncio.gather(*(visit() for _ in range(25)))
            sizes.append(resident.memory_info().rss / 2**20)
        async with asyncio.timeout(10):  # the last connections may still be closing
            result = ""
            while 'oddtrick_connections{worker="0"} 0.0' not in result:
                result = (await ann.http.get("/metrics")).text
        await ann.leave()
    assert 'oddtrick_tables_loaded{worker="0"} 1.0' in result
    # A thousand leaked sockets would take sixty megabytes.
    assert sizes[-1] - sizes[5] < 25, sizes


async def test_the_outbox_of_a_slow_reader_is_bounded() -> None:
    stuck = asyncio.Event()

    async def send(_frame: bytes) -> None:
        await stuck.wait()

    outbox = Outbox(send)
    running = asyncio.ensure_future(outbox.run())
    await asyncio.sleep(0)
    stored: Any = outbox._frames
    for _ in range(10 * MAX_FRAMES):
        outbox.push(b"x" * 1000)
        assert len(stored) <= MAX_FRAMES
        assert sum(map(len, stored)) <= MAX_BYTES
    assert outbox.overflowed.done()
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)


def test_rate_limit_keys_expire() -> None:
    now = [0.0]
    limiter = RateLimiter(Limits(keys=500), clock=lambda: now[0])
    for number in range(20_000):
        now[0] += 0.01
        limiter.wait(commands_by_person=f"p_{number}")
        assert limiter.tracked_keys() <= 500
    # At ten commands per second a bucket refills quickly, so few keys are tracked.
    assert limiter.tracked_keys() < 30
