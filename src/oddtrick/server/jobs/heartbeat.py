"""The heartbeat: finds dead workers, and the gaps in which no worker served the database.

Each worker writes a heartbeat once a second. If none was written for a while, the next worker
records a gap, and running tables are told to hold their clocks for that time. The connections of a
dead worker are removed from its tables.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from sqlalchemy import select

from oddtrick.server.engine.rooms import faults_logged
from oddtrick.server.store import schema, worker_leases
from oddtrick.server.store.engine import upsert
from oddtrick.server.telemetry.logs import log
from oddtrick.tables import SERVER, Stage
from oddtrick.tables.commands import ExtendDeadlines, RemoveDeadWorkers

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from sqlalchemy import Connection

    from oddtrick.server.rooms.room import TableRoom
    from oddtrick.server.rooms.table_service import TableService
    from oddtrick.tables import Table

DEAD_MS = 5_000
"""Time without a heartbeat after which a worker counts as dead."""

GAP_MS = 3_000
"""Time without any heartbeat after which it counts as a gap."""

ALIVE_AT = "alive_at"
GAPS = "gaps"
KEPT_MS = 48 * 3600 * 1000
"""Time for which gaps are stored; by then every running table has been corrected."""

UNDER_WAY = tuple(stage.value for stage in (Stage.DRAWING, Stage.PLAYING, Stage.PAUSE))


class Gap(msgspec.Struct, frozen=True, array_like=True):
    """A time in which no worker served (ms since 1970)."""

    start: int
    end: int


class Beat(msgspec.Struct, frozen=True):
    """The result of a heartbeat.

    Args:
        gaps: all gaps that are stored.
        found: whether this heartbeat has found a new one.
        dead: workers that have died; reported to one worker only.
        before: the time of the last heartbeat of any worker; None if there was none.
    """

    gaps: tuple[Gap, ...]
    found: bool
    dead: list[str]
    before: int | None


class Heartbeat:
    """Writes the heartbeat of one worker and finds dead workers.

    Args:
        service: the tables.
        shared: whether other workers may serve the same database.
    """

    def __init__(self, service: TableService, *, shared: bool) -> None:
        self.service = service
        self.shared = shared
        self.on_worker_death: list[Callable[[int], None]] = []
        """Called when workers have died, with the time since when work may be undone."""
        self._gaps: tuple[Gap, ...] = ()
        self._has_corrections = False
        self._beat_at = 0
        self._next_dead_check = 0
        service.on_load.append(self.correct)

    async def enter(self) -> None:
        """Writes the first heartbeat of this worker.

        Raises:
            StoreUnavailable: the database does not answer.
        """
        worker, now, shared = self.service.worker, self.service.clock(), self.shared

        def enter(connection: Connection) -> Beat:
            # SQLite has one writer process, this one, so every other worker on record is dead.
            worker_leases.remove_dead(connection, now - DEAD_MS if shared else now + 1)
            alone = not worker_leases.live_workers(connection, now - DEAD_MS)
            return _beat(connection, worker, now, least=0 if alone else GAP_MS)

        beat = await self.service.log.write(enter)
        self._gaps, self._beat_at = beat.gaps, now
        for listener in self.on_worker_death:
            listener(beat.before or 0)

    @property
    def awake(self) -> bool:
        """True if the last heartbeat is recent and every loaded table knows of the gaps before it.

        Otherwise no clock may expire until the next heartbeat.
        """
        return self.service.outage.error is None and not self._has_corrections and self._is_recent

    @property
    def _is_recent(self) -> bool:
        return self.service.clock() - self._beat_at <= GAP_MS

    async def beat(self) -> bool:
        """Writes a heartbeat and finds workers that have died.

        Returns:
            Whether all running tables have to be corrected.

        Raises:
            StoreUnavailable: the database can't be written.
        """
        worker, now = self.service.worker, self.service.clock()
        checks_dead = self.shared and now >= self._next_dead_check

        def write(connection: Connection) -> Beat:
            beat = _beat(connection, worker, now, least=GAP_MS)
            if beat.found or not checks_dead:
                return beat
            return msgspec.structs.replace(
                beat, dead=worker_leases.remove_dead(connection, now - DEAD_MS)
            )

        beat = await self.service.log.write(write)
        if beat.found:
            self._next_dead_check = now + DEAD_MS  # the others could not write theirs either
        if beat.dead:
            log.warning("workers died", workers=beat.dead)
            for listener in self.on_worker_death:
                listener(now - 2 * DEAD_MS)
        self._has_corrections = self._has_corrections or beat.gaps != self._gaps
        self._gaps, self._beat_at = beat.gaps, now
        if self._has_corrections:
            await self._correct_loaded()
            self._has_corrections = False
        # One that has waited long for the database has not recorded that gap: the next does.
        if self._is_recent:
            self.service.outage.clear()
        return bool(beat.dead) or beat.found

    async def leave(self) -> None:
        """Writes the last heartbeat of a worker that stops; clocks hold until the next starts.

        Raises:
            StoreUnavailable: the database can't be written.
        """
        worker, now = self.service.worker, self.service.clock()

        def sign_off(connection: Connection) -> None:
            _keep(connection, ALIVE_AT, str(now))
            worker_leases.deregister(connection, worker)

        await self.service.log.write(sign_off)

    async def correct(self, room: TableRoom) -> None:
        """Holds a table's clocks for gaps, and removes the connections of dead workers.

        If another worker was first there is nothing left to do.

        Raises:
            StoreUnavailable: the database does not answer.
        """
        before = -1
        while room.table.stage is not Stage.CLOSED and room.table.seq != before:
            table = room.table
            before = table.seq
            held = self._owed(table)
            others = {worker for _, worker in table.connections} - {self.service.worker}
            alive = await self._alive() if others else ()
            if held:
                await self.service.submit(room, ExtendDeadlines(held), by=SERVER, after=table.seq)
            elif others - set(alive):
                command = RemoveDeadWorkers((*alive, self.service.worker))
                await self.service.submit(room, command, by=SERVER, after=table.seq)

    def _owed(self, table: Table) -> int:
        """Returns the time (ms) of gaps that the table's clocks do not know of."""
        if table.empty_since is not None or table.wake is None:
            return 0  # nothing runs there
        return sum(max(0, gap.end - max(gap.start, table.at)) for gap in self._gaps)

    async def _alive(self) -> tuple[str, ...]:
        """Returns the living workers; queried after the table was read, so that none is missing."""
        if not self.shared:
            return (self.service.worker,)
        since = self.service.clock() - DEAD_MS
        found = await self.service.log.query(lambda c: worker_leases.live_workers(c, since))
        return tuple(one.id for one in found)

    async def _correct_loaded(self) -> None:
        for room in tuple(self.service.rooms.values()):
            with faults_logged(room.code):
                await self.correct(room)

    async def tables_to_correct(self) -> Sequence[str]:
        """Returns the tables to correct after a gap or a death.

        Raises:
            StoreUnavailable: the database does not answer.
        """
        under_way = await self.service.log.query(_under_way)
        return tuple(dict.fromkeys((*self.service.rooms, *under_way)))


def _beat(connection: Connection, worker: str, now: int, *, least: int) -> Beat:
    """Writes a heartbeat, and stores a gap if the last one is at least ``least`` ms old."""
    before = _stored(connection, ALIVE_AT)
    stored = _stored(connection, GAPS)
    gaps = () if stored is None else msgspec.json.decode(stored, type=tuple[Gap, ...])
    since = None if before is None else int(before)
    found = since is not None and now - since > least
    if found and since is not None:
        fresh = tuple(gap for gap in gaps if gap.end > now - KEPT_MS)
        gaps = (*fresh[-50:], Gap(since, now))
        _keep(connection, GAPS, msgspec.json.encode(gaps).decode())
    worker_leases.record_heartbeat(connection, worker, now)
    _keep(connection, ALIVE_AT, str(now))
    return Beat(gaps, found, [], since)


def _stored(connection: Connection, name: str) -> str | None:
    settings = schema.settings.c
    found: str | None = connection.execute(
        select(settings.value).where(settings.name == name)
    ).scalar_one_or_none()
    return found


def _keep(connection: Connection, name: str, value: str) -> None:
    put = upsert(connection, schema.settings, ("value",))
    connection.execute(put, [{"name": name, "value": value}])


def _under_way(connection: Connection) -> list[str]:
    query = select(schema.tables.c.id).where(schema.tables.c.stage.in_(UNDER_WAY))
    return list(connection.execute(query).scalars())
