"""A log that this version cannot read, as after a step back to it, holds up no other.

Neither does any other error that nobody has expected.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from sqlalchemy import insert, update

from oddtrick.drive.live.settings import LiveSettings
from oddtrick.server import worker_parts
from oddtrick.server.drives.drive_service import DriveService
from oddtrick.server.drives.online_tables import OnlineTables
from oddtrick.server.engine.worker_bus import NullBus
from oddtrick.server.jobs.archiver import MatchArchiver
from oddtrick.server.jobs.scheduler import Scheduler
from oddtrick.server.rooms.room import TableRoom
from oddtrick.server.rooms.table_service import TableService
from oddtrick.server.store import schema
from oddtrick.server.store.database_errors import StoreUnavailable
from oddtrick.server.store.event_log import EventLog
from oddtrick.tables import Settings, Table
from oddtrick.tables.commands import Begin, Sit
from tests.support.server.new_database import new_database

ANN, TABLES = "p_ann", 3
LATER = '[{"type":"of-a-later-version"}]'


@asynccontextmanager
async def tables(folder: Path) -> AsyncIterator[tuple[TableService, list[TableRoom], TableRoom]]:
    """Tables in memory where a match is played; the log of one of them cannot be read further."""
    engine = new_database(folder)
    service = TableService(EventLog(engine), NullBus(), "w0")
    rooms = []
    for _ in range(TABLES):
        room = await service.open({"game": "whist"}, Settings(), person=ANN, name="Ann")
        await service.submit(room, Sit(0), by=ANN, name="Ann")
        await service.submit(room, Begin(), by=ANN)
        rooms.append(room)
    # In the middle, because a set or the database may have any order.
    bad = rooms.pop(TABLES // 2)
    row = {"table_id": bad.code, "seq": bad.seq + 1, "at": bad.table.at, "by": ANN, "facts": LATER}
    await service.log.write(lambda c: c.execute(insert(schema.entries), [row]))
    bad.stale = True
    yield service, rooms, bad
    service.close()
    await service.log.close()
    engine.dispose()


async def test_polls_and_heartbeats_reach_all_other_tables(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with tables(tmp_path) as (service, rooms, bad):
        scheduler = Scheduler(service, shared=False)
        for room in rooms:
            room.stale = True
            service.unsaved_presence |= {(room.code, ANN), ("NOSUCHTABLE", ANN)}
        await scheduler._poll()
        assert [room.code for room in service.rooms.values() if room.stale] == [bad.code]
        assert not service.unsaved_presence

        now = service.clock()
        monkeypatch.setattr(service, "clock", lambda: now)  # logged errors take their time
        await scheduler.heartbeat.enter()
        service.outage.error = StoreUnavailable("it was gone")
        scheduler.heartbeat._has_corrections = True
        corrected: set[str] = set()

        def owed(table: Table) -> int:
            corrected.add(table.code)
            if table.code == bad.code:
                raise ValueError
            return 0

        monkeypatch.setattr(scheduler.heartbeat, "_owed", owed)
        await scheduler.heartbeat.beat()
        assert scheduler.heartbeat.awake, "players may play again, and clocks run"
        assert len(corrected) == TABLES
        corrected.clear()
        await scheduler._correct_all()
        assert len(corrected) == TABLES
        await scheduler.close()


async def test_the_archive_takes_all_other_matches(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with tables(tmp_path) as (service, rooms, bad):
        archiver = MatchArchiver(service)
        codes = [room.code for room in (*rooms[:2], bad, *rooms[2:])]
        monkeypatch.setattr("oddtrick.server.jobs.archiver.unarchived", lambda *_: codes)
        archiver.recheck_since(0)
        await archiver._archive_abandoned()
        assert archiver._since is None


async def test_drives_are_served_and_shown_beside_one_that_cannot_be(tmp_path: Path) -> None:
    engine = new_database(tmp_path)
    log = EventLog(engine)
    drives = DriveService(log, NullBus(), "w0", "secret")
    service = TableService(log, NullBus(), "w0", pools=drives.pools)
    online = OnlineTables(drives, service)
    served: list[str] = []
    begin = online._begin_if_due

    async def begin_and_note(room: object) -> None:
        await begin(room)  # type: ignore[arg-type]
        served.append(room.code)  # type: ignore[attr-defined]

    online._begin_if_due = begin_and_note  # type: ignore[method-assign]
    rooms = [await drives.open(LiveSettings()) for _ in range(TABLES)]
    bad = rooms[TABLES // 2].code
    await log.write(
        lambda c: c.execute(
            update(schema.drive_entries)
            .where(schema.drive_entries.c.drive_code == bad)
            .values(body=LATER)
        )
    )
    del drives.rooms[bad]
    await log.write(lambda c: c.execute(update(schema.drives).values(due=0)))
    await online._serve_all(await online._due())
    assert sorted(served) == sorted(room.code for room in rooms if room.code != bad)

    class Follower:
        shown = 0

        def show(self, room: object) -> None:
            Follower.shown += 1
            raise ValueError

    for room in rooms:
        room.listeners.update((Follower(), Follower()))
        drives._drives._to_show.add(room)
    drives._drives._show_all()
    assert Follower.shown == 2 * TABLES
    service.close()
    await log.close()
    engine.dispose()


async def test_a_part_that_has_failed_runs_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker_parts, "RETRY_SECONDS", 0)

    class Part:
        runs = 0

        async def run(self) -> None:
            self.runs += 1
            if self.runs < 3:
                raise ValueError

    part = Part()
    await worker_parts.keep_running(part)
    assert part.runs == 3
