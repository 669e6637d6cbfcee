"""Who serves the database, and what is put right where nobody did, or where a worker died.

Each worker says once a second that it lives. A second without anybody leaves a gap, found by who
comes next: in a gap no clock has run. Connections of a worker that is no more have gone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from sqlalchemy import select

from oddtrick.server.store import schema, worker_registry
from oddtrick.server.store.append_sql import upsert
from oddtrick.server.telemetry.logs import log
from oddtrick.tables import HOUSE, Stage
from oddtrick.tables.commands import ExtendDeadlines, Sweep

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from sqlalchemy import Connection

    from oddtrick.server.rooms.room import Room
    from oddtrick.server.rooms.table_service import TableService
    from oddtrick.tables import Table

DEAD_MS = 5_000
"""A worker that has not been heard of for so long is dead."""

GAP_MS = 3_000
"""If nobody has been heard of for so long, nobody has served."""

ALIVE_AT = "alive_at"
GAPS = "gaps"
KEPT_MS = 48 * 3600 * 1000
"""Gaps are remembered so long: by then every table that is under way has been seen to."""

UNDER_WAY = tuple(stage.value for stage in (Stage.DRAWING, Stage.PLAYING, Stage.PAUSE))


class Gap(msgspec.Struct, frozen=True, array_like=True):
    """A time in which nobody served (ms since 1970)."""

    start: int
    end: int


class Beat(msgspec.Struct, frozen=True):
    """What a beat has found.

    Args:
        gaps: all that are remembered.
        found: it has found one by itself.
        dead: workers that are no more, told to this one alone.
        before: when somebody was last heard of; None: never.
    """

    gaps: tuple[Gap, ...]
    found: bool
    dead: list[str]
    before: int | None


class Heartbeat:
    """What one worker knows of the others.

    Args:
        service: the tables.
        shared: other workers may serve the same database.
    """

    def __init__(self, service: TableService, *, shared: bool) -> None:
        self.service = service
        self.shared = shared
        self.died: list[Callable[[int], None]] = []
        """Called where workers have died, with the moment since when something may be undone."""
        self._gaps: tuple[Gap, ...] = ()
        self._owes = False
        self._beat_at = 0
        self._buries_from = 0
        service.on_load.append(self.put_right)

    async def enter(self) -> None:
        """The first beat: from now on this worker lives.

        Raises:
            StoreUnavailable: the database does not answer.
        """
        worker, now, shared = self.service.worker, self.service.clock(), self.shared

        def enter(connection: Connection) -> Beat:
            # SQLite has one writer process, and that is this one.
            worker_registry.remove_dead(connection, now - DEAD_MS if shared else now + 1)
            alone = not worker_registry.live_workers(connection, now - DEAD_MS)
            return _beat(connection, worker, now, least=0 if alone else GAP_MS)

        beat = await self.service.log.write(enter)
        self._gaps, self._beat_at = beat.gaps, now
        for died in self.died:
            died(beat.before or 0)

    @property
    def awake(self) -> bool:
        """Whether the last beat is fresh; if not, no time is over before the next one."""
        return self.service.outage.error is None and self.service.clock() - self._beat_at <= GAP_MS

    async def beat(self) -> bool:
        """Says that this worker lives, and learns who does not.

        Returns:
            Whether all tables have to be seen to.

        Raises:
            StoreUnavailable: the database can't be written.
        """
        worker, now = self.service.worker, self.service.clock()
        buries = self.shared and now >= self._buries_from

        def say(connection: Connection) -> Beat:
            beat = _beat(connection, worker, now, least=GAP_MS)
            if beat.found or not buries:
                return beat
            return msgspec.structs.replace(
                beat, dead=worker_registry.remove_dead(connection, now - DEAD_MS)
            )

        beat = await self.service.log.write(say)
        if beat.found:
            self._buries_from = now + DEAD_MS  # the others could not say anything either
        if beat.dead:
            log.warning("workers have died", workers=beat.dead)
            for died in self.died:
                died(now - 2 * DEAD_MS)
        self._owes = self._owes or beat.gaps != self._gaps
        self._gaps, self._beat_at = beat.gaps, now
        if self._owes:
            await self._put_right_loaded()
            self._owes = False
        self.service.outage.clear()
        return bool(beat.dead) or beat.found

    async def leave(self) -> None:
        """The last word of a worker that stops: clocks stand still until the next one comes.

        Raises:
            StoreUnavailable: the database can't be written.
        """
        worker, now = self.service.worker, self.service.clock()

        def sign_off(connection: Connection) -> None:
            _keep(connection, ALIVE_AT, str(now))
            worker_registry.deregister(connection, worker)

        await self.service.log.write(sign_off)

    async def put_right(self, room: Room) -> None:
        """Does for one table what is owed to it; nothing, if another was first.

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
                await self.service.submit(room, ExtendDeadlines(held), by=HOUSE, after=table.seq)
            elif others - set(alive):
                said = Sweep((*alive, self.service.worker))
                await self.service.submit(room, said, by=HOUSE, after=table.seq)

    def _owed(self, table: Table) -> int:
        """For how long nobody served this table (ms), as far as its clocks don't know."""
        if table.empty_since is not None or table.wake is None:
            return 0  # nothing runs there
        return sum(max(0, gap.end - max(gap.start, table.at)) for gap in self._gaps)

    async def _alive(self) -> tuple[str, ...]:
        """The workers that live, asked after the table was read: who came in later is not meant."""
        if not self.shared:
            return (self.service.worker,)
        since = self.service.clock() - DEAD_MS
        found = await self.service.log.query(lambda c: worker_registry.live_workers(c, since))
        return tuple(one.id for one in found)

    async def _put_right_loaded(self) -> None:
        for room in tuple(self.service.rooms.values()):
            await self.put_right(room)

    async def codes(self) -> Sequence[str]:
        """The tables to be seen to after a gap or a death.

        Raises:
            StoreUnavailable: the database does not answer.
        """
        under_way = await self.service.log.query(_under_way)
        return tuple(dict.fromkeys((*self.service.rooms, *under_way)))


def _beat(connection: Connection, worker: str, now: int, *, least: int) -> Beat:
    """Writes a beat; a gap of at least so many ms since the last of anybody is remembered."""
    before = _kept(connection, ALIVE_AT)
    told = _kept(connection, GAPS)
    gaps = () if told is None else msgspec.json.decode(told, type=tuple[Gap, ...])
    since = None if before is None else int(before)
    found = since is not None and now - since > least
    if found and since is not None:
        fresh = tuple(gap for gap in gaps if gap.end > now - KEPT_MS)
        gaps = (*fresh[-50:], Gap(since, now))
        _keep(connection, GAPS, msgspec.json.encode(gaps).decode())
    worker_registry.record_heartbeat(connection, worker, now)
    _keep(connection, ALIVE_AT, str(now))
    return Beat(gaps, found, [], since)


def _kept(connection: Connection, name: str) -> str | None:
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
