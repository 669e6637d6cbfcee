"""A worker whose cache lacks entries of another worker neither shows nor refuses from it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from oddtrick.server.engine.worker_bus import NullBus
from oddtrick.server.rooms.listing_row import table_row
from oddtrick.server.rooms.room import TableRoom, room_of
from oddtrick.server.rooms.table_log import ENTRIES_PER_SLICE
from oddtrick.server.rooms.table_service import TableService
from oddtrick.server.store.engine import database_url, make_engine
from oddtrick.server.store.event_log import EventLog
from oddtrick.server.store.log_entries import Append, AppendResult
from oddtrick.server.store.table_rows import TABLES
from oddtrick.server.store.tools.migrate import upgrade
from oddtrick.tables import CommandRefused, Settings
from oddtrick.tables.commands import Leave, Ready, Sit
from oddtrick.tables.dispatch import CommandOutcome
from tests.support.server.new_database import new_database

ANN = "p_ann"


@asynccontextmanager
async def two_workers(url: str) -> AsyncIterator[tuple[TableService, TableService]]:
    """Two table services on one database that never hear of each other's entries."""
    engines = [make_engine(database_url(url, Path())) for _ in range(2)]
    upgrade(engines[0])
    services = [TableService(EventLog(e), NullBus(), f"w{n}") for n, e in enumerate(engines)]
    yield services[0], services[1]
    for service, engine in zip(services, engines, strict=True):
        service.close()
        await service.log.close()
        engine.dispose()


async def test_a_command_is_refused_only_on_what_the_log_says(postgres_url: str) -> None:
    async with two_workers(postgres_url) as (here, there):
        room = await here.open({"game": "whist"}, Settings(), person=ANN, name="Ann")
        outdated = await there.room(room.code)
        await here.submit(room, Sit(0), by=ANN, name="Ann")
        reply = await there.submit(
            outdated, Leave(), by=ANN
        )  # the cache says that she has no place
        assert (reply.seq, outdated.table.seq) == (2, 2)
        with pytest.raises(CommandRefused, match="sit down first"):
            await there.submit(outdated, Leave(), by=ANN)
        await here.current_room(room.code)
        await here.submit(room, Sit(1), by=ANN, name="Ann")
        with pytest.raises(CommandRefused, match="pause between deals"):
            await there.submit(outdated, Ready(), by=ANN)
        assert outdated.table.place_of(ANN) == 1
        counted = {what: n for (_, what), n in there.counts.commands.items()}
        assert counted["refused"] == 1  # of Ready; a decision taken back counts once
        assert not outdated.lock.locked()


async def test_a_room_is_as_new_as_the_log_when_a_request_begins(postgres_url: str) -> None:
    async with two_workers(postgres_url) as (here, there):
        room = await here.open({"game": "whist"}, Settings(), person=ANN, name="Ann")
        await there.room(room.code)
        for place in (0, 1, 2):
            await here.submit(room, Sit(place), by=ANN, name="Ann")
            current = await there.current_room(room.code)
            assert current.table == room.table


@asynccontextmanager
async def one_worker(folder: Path) -> AsyncIterator[TableService]:
    """A table service on an empty SQLite database."""
    engine = new_database(folder)
    service = TableService(EventLog(engine), NullBus(), "w0")
    yield service
    service.close()
    await service.log.close()
    engine.dispose()


async def test_a_table_has_one_room_although_it_is_asked_for_while_it_is_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with one_worker(tmp_path) as service:
        append = service.log.append
        asked: list[asyncio.Task[TableRoom]] = []

        async def append_while_asked(one: Append) -> AppendResult:
            result = await append(one)
            asked.append(asyncio.create_task(service.room(one.entry.code)))
            await asyncio.wait(asked, timeout=0.5)  # long enough to read it from the log
            return result

        monkeypatch.setattr(service.log, "append", append_while_asked)
        room = await service.open({"game": "whist"}, Settings(), person=ANN, name="Ann")
        assert await asked[0] is room is service.rooms[room.code]
        taken = await service._add_room(CommandOutcome((), room.table), ANN)
        assert taken is None


class Listener:
    """Somebody who listens to a table."""

    person = ANN

    def push(self, frame: bytes) -> None:
        """Discards the frame."""


async def test_presence_is_saved_from_a_room_that_was_evicted(tmp_path: Path) -> None:
    async with one_worker(tmp_path) as service:
        evicted = await service.open({"game": "whist"}, Settings(), person=ANN, name="Ann")
        evicted.listeners.add(Listener())
        await service.save_presence(evicted, ANN)
        del service.rooms[evicted.code]
        room = await service.room(evicted.code)
        assert room is not evicted
        assert room.table.connections == {(ANN, "w0")}
        await service.save_presence(evicted, ANN)
        assert room.table.connections == frozenset()
        await service.save_presence(evicted, ANN)
        assert room.table.seq == evicted.table.seq + 1


async def test_a_cancelled_reread_leaves_no_old_row_to_compare_with(tmp_path: Path) -> None:
    async with one_worker(tmp_path) as service:
        room = await service.open({"game": "whist"}, Settings(), person=ANN, name="Ann")
        for turn in range(2 * ENTRIES_PER_SLICE):
            await service.submit(room, Sit(turn % 4), by=ANN, name="Ann")
        first, *missed = await service.log.read(TABLES, room.code)
        for turns in range(1, 5):
            outdated = room_of([first])
            assert outdated is not None
            outdated.row = table_row(outdated.table, outdated.table.at)
            task = asyncio.create_task(service._tables.follow(outdated, missed, is_foreign=True))
            for _ in range(turns):
                await asyncio.sleep(0)
            task.cancel()
            await asyncio.wait([task])
            assert outdated.table.seq > 0
            rows: set[Any] = {None, table_row(outdated.table, outdated.table.at)}
            assert outdated.row in rows
