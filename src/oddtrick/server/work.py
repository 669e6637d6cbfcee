"""What a worker does by itself: bots' turns, clocks, tables that other workers left behind.

When a table needs the house stands in ``wakes``. The worker that wrote the table's last entry
leases its wake and sets a timer; if that worker dies, the lease ends, and a poll of another finds
the wake. Every wake may therefore be handled twice, and does no harm the second time.
"""

from __future__ import annotations

import asyncio
from random import Random
from typing import TYPE_CHECKING

from sqlalchemy import func, select

from oddtrick.bots import find_bot
from oddtrick.errors import OddtrickError
from oddtrick.server.hub import HOUSE, LEASE_MS, Hub
from oddtrick.server.logs import log
from oddtrick.server.store import schema, wakes, workers
from oddtrick.server.store.failures import StoreUnavailable
from oddtrick.tables import Refused, Stage, written
from oddtrick.tables.commands import BotActs, Hold, Sweep, Tick

if TYPE_CHECKING:
    from collections.abc import Awaitable

    from sqlalchemy import Connection

    from oddtrick.server.rooms import Room, Step
    from oddtrick.tables import Table

BEAT_SECONDS = 1.0
DEAD_MS = 5_000
"""A worker that has not been heard of for so long is dead."""

POLL_SECONDS = 1.0
AGAIN_SECONDS = 1.0
"""How long after a failure the house tries again."""

STAND_IN = "casual"
"""The bot that plays for people who are gone."""

UNDER_WAY = tuple(stage.value for stage in (Stage.DRAWING, Stage.PLAYING, Stage.PAUSE))


class Work:
    """The house's part in the tables of one worker.

    Args:
        hub: the tables.
        shared: other workers may serve the same database.
    """

    def __init__(self, hub: Hub, *, shared: bool) -> None:
        self.hub = hub
        self.shared = shared
        self.closing = False
        self._tasks: set[asyncio.Task[None]] = set()
        self._attended: set[str] = set()
        hub.stepped.append(self.stepped)

    async def start(self) -> None:
        """Takes up what was left behind, then goes on until :meth:`close`."""
        await self._take_over()
        self._spawn(self._beating())
        self._spawn(self._polling())
        self._spawn(self.hub.bus.run(lambda hint: self._spawn(self._heard(hint.table, hint.seq))))

    async def close(self) -> None:
        """Lets everything go at a point where nothing is half done, for others to take up."""
        self.closing = True
        for room in self.hub.rooms.values():
            if room.timer is not None:
                room.timer.cancel()
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        worker, now = self.hub.worker, self.hub.clock()

        def sign_off(connection: Connection) -> None:
            _keep_alive_at(connection, now)
            workers.leave(connection, worker)

        try:
            await self.hub.log.change(sign_off)
        except StoreUnavailable as error:
            log.warning("the worker could not sign off", why=error.why)

    def stepped(self, room: Room, step: Step) -> None:
        """A table has gone on: its timer is set anew."""
        self.set_timer(room)

    def set_timer(self, room: Room) -> None:
        """Looks at the table when it is due."""
        if room.timer is not None:
            room.timer.cancel()
            room.timer = None
        due = room.wake
        if due is None or self.closing:
            return
        delay = max(0.0, (due - self.hub.clock()) / 1000)
        loop = asyncio.get_running_loop()
        room.timer = loop.call_later(delay, lambda: self._spawn(self.attend(room.code)))

    def _spawn(self, work: Awaitable[None]) -> None:
        if self.closing:
            if asyncio.iscoroutine(work):
                work.close()
            return
        task = asyncio.ensure_future(_guarded(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def attend(self, code: str) -> None:
        """Does for a table what is due; on trouble, again a little later."""
        if code in self._attended:
            return
        self._attended.add(code)
        try:
            room = await self.hub.room(code)
            await self._do_what_is_due(room)
        except StoreUnavailable:
            asyncio.get_running_loop().call_later(
                AGAIN_SECONDS, lambda: self._spawn(self.attend(code))
            )
        finally:
            self._attended.discard(code)

    async def _do_what_is_due(self, room: Room) -> None:
        due, now = room.table.wake, self.hub.clock()
        if due is not None and due <= now:
            self.hub.counts.late.add((now - due) / 1000)
        while not self.closing:
            table = room.table
            due, now = table.wake, self.hub.clock()
            if due is None or due > now:
                break
            if table.bot_turn is not None and table.turn_at + table.settings.pace_ms <= now:
                await self._bot_acts(room, table, table.bot_turn)
            else:
                answer = await self.hub.submit(room, Tick(), by=HOUSE)
                if answer.step is None and room.table.wake == due:
                    log.error(
                        "a wake that changes nothing", table=room.code, stage=str(table.stage)
                    )
                    return
        self.set_timer(room)

    async def _bot_acts(self, room: Room, table: Table, place: int) -> None:
        loop = asyncio.get_running_loop()
        begun = loop.time()
        action = await loop.run_in_executor(self.hub.thinkers, bot_action, table, place)
        self.hub.counts.thinking.add(loop.time() - begun)
        try:
            await self.hub.submit(room, BotActs(place, table.seq, action), by=HOUSE)
        except Refused as refused:
            log.error("a bot was refused", table=room.code, why=str(refused))
            await asyncio.sleep(AGAIN_SECONDS)

    async def _heard(self, code: str, seq: int) -> None:
        try:
            await self.hub.heard(code, seq)
        except StoreUnavailable:
            return  # the poll will find it

    async def _beating(self) -> None:
        """Says once a second that this worker lives, and sees who does not any more."""
        while True:
            await asyncio.sleep(BEAT_SECONDS)
            try:
                await self._beat()
            except StoreUnavailable as error:
                log.warning("no beat", why=error.why)

    async def _beat(self) -> None:
        worker, now = self.hub.worker, self.hub.clock()

        def beat(connection: Connection) -> list[str]:
            workers.beat(connection, worker, now)
            _keep_alive_at(connection, now)
            return workers.bury(connection, now - DEAD_MS) if self.shared else []

        dead = await self.hub.log.change(beat)
        if dead:
            log.warning("workers have died", workers=dead)
            await self._sweep_all(held=0)

    async def _take_over(self) -> None:
        """At the start: no clock has run while nobody served, and nobody is connected."""
        worker, now = self.hub.worker, self.hub.clock()

        def enter(connection: Connection) -> tuple[bool, int | None]:
            workers.bury(connection, now - DEAD_MS)
            alone = not workers.alive(connection, now - DEAD_MS)
            workers.beat(connection, worker, now)
            return alone, _alive_at(connection)

        alone, alive_at = await self.hub.log.change(enter)
        held = max(0, now - alive_at) if alone and alive_at is not None else 0
        await self._sweep_all(held=held)

    async def _sweep_all(self, *, held: int) -> None:
        """Tells every table under way who still serves, and for how long nobody did."""
        now = self.hub.clock()
        alive = await self.hub.log.ask(
            lambda c: tuple(one.id for one in workers.alive(c, now - DEAD_MS))
        )
        codes = await self.hub.log.ask(_under_way)
        for code in codes:
            room = await self.hub.room(code)
            if held:
                await self.hub.submit(room, Hold(held), by=HOUSE)
            await self.hub.submit(room, Sweep(alive), by=HOUSE)
            self.set_timer(room)

    async def _polling(self) -> None:
        """Takes wakes that nobody sees to, and finds what no hint has told."""
        while True:
            await asyncio.sleep(POLL_SECONDS)
            try:
                await self._poll()
            except StoreUnavailable as error:
                log.warning("no poll", why=error.why)

    async def _poll(self) -> None:
        worker, now = self.hub.worker, self.hub.clock()
        await self._settle_late()
        due = await self.hub.log.ask(wakes.next_due)
        if due is not None and due <= now:
            for wake in await self.hub.log.change(lambda c: wakes.claim(c, worker, now, LEASE_MS)):
                self.hub.counts.polled += 1
                self._spawn(self._attend_fresh(wake.table))
        if not self.shared:
            return
        watched = [room.code for room in self.hub.rooms.values() if room.listeners]
        for code, seq in await self.hub.log.ask(lambda c: heads(c, watched)):
            self.hub.counts.polled += await self.hub.heard(code, seq)

    async def _settle_late(self) -> None:
        """Writes down who came and went while the database was away."""
        while self.hub.unsettled:
            code, person = next(iter(self.hub.unsettled))
            await self.hub.settle_presence(await self.hub.room(code), person)
            self.hub.unsettled.discard((code, person))

    async def _attend_fresh(self, code: str) -> None:
        """A wake was claimed: perhaps another worker has gone on with the table meanwhile."""
        room = await self.hub.room(code)
        async with room.lock:
            await self.hub.refresh(room)
        await self.attend(code)


def bot_action(table: Table, place: int) -> str:
    """What the bot of a place does; its chances come from the table's salt and the moment."""
    match, chair = table.match, table.chairs[place]
    assert match is not None
    bot = find_bot(chair.level or STAND_IN)
    rng = Random(f"oddtrick-bots/{table.salt}/{table.seq}")
    return written(bot.choose(match.view(table.seat_at(place)), rng))


def heads(connection: Connection, codes: list[str]) -> list[tuple[str, int]]:
    """The last entry of each of these tables."""
    found: list[tuple[str, int]] = []
    entries = schema.entries.c
    for start in range(0, len(codes), 500):
        query = (
            select(entries.table_id, func.max(entries.seq))
            .where(entries.table_id.in_(codes[start : start + 500]))
            .group_by(entries.table_id)
        )
        found += [(code, seq) for code, seq in connection.execute(query)]
    return found


def _under_way(connection: Connection) -> list[str]:
    query = select(schema.tables.c.id).where(schema.tables.c.stage.in_(UNDER_WAY))
    return list(connection.execute(query).scalars())


ALIVE_AT = "alive_at"


def _alive_at(connection: Connection) -> int | None:
    """When somebody last served this database."""
    query = select(schema.settings.c.value).where(schema.settings.c.name == ALIVE_AT)
    value = connection.execute(query).scalar_one_or_none()
    return None if value is None else int(value)


def _keep_alive_at(connection: Connection, now: int) -> None:
    settings = schema.settings
    changed = connection.execute(
        settings.update().where(settings.c.name == ALIVE_AT).values(value=str(now))
    )
    if not changed.rowcount:
        connection.execute(settings.insert().values(name=ALIVE_AT, value=str(now)))


async def _guarded(work: Awaitable[None]) -> None:
    """Logs what went wrong in a task that nobody waits for."""
    try:
        await work
    except asyncio.CancelledError:
        raise
    except StoreUnavailable as error:
        log.warning("put off", why=error.why)
    except OddtrickError as error:
        log.error("refused", why=str(error))
    except Exception:  # noqa: BLE001  # a task must not vanish without a word
        log.exception("unforeseen")
