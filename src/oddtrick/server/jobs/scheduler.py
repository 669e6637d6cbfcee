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
from oddtrick.rules import written
from oddtrick.server.jobs.heartbeat import Heartbeat
from oddtrick.server.rooms.append_builder import LEASE_MS
from oddtrick.server.rooms.table_service import TableService
from oddtrick.server.store import schema, wake_leases
from oddtrick.server.store.errors import StoreUnavailable
from oddtrick.server.telemetry.logs import log
from oddtrick.tables import HOUSE, CommandRefused
from oddtrick.tables import facts as f
from oddtrick.tables.commands import BotActs, Tick

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from sqlalchemy import Connection

    from oddtrick.server.rooms.room import Room, Transition
    from oddtrick.tables import Table

BEAT_SECONDS = 1.0
POLL_SECONDS = 1.0
AGAIN_SECONDS = 1.0
"""How long after a failure the house tries again."""

STAND_IN = "casual"
"""The bot that plays for people who are gone."""

FAR_SECONDS = 60.0
"""What is due later than that is looked for again by then: clocks may be set meanwhile."""

MEETINGS = frozenset({f.Sat, f.HostChanged, f.Arrived, f.Departed})
"""Facts after which the log may be wrong about who of those connected here is there."""


class Scheduler:
    """The house's part in the tables of one worker.

    Args:
        service: the tables.
        shared: other workers may serve the same database.
    """

    def __init__(self, service: TableService, *, shared: bool) -> None:
        self.service = service
        self.shared = shared
        self.closing = False
        self._tasks: set[asyncio.Task[None]] = set()
        self._attended: set[str] = set()
        service.sync.on_transition.append(self.stepped)
        service.on_load.append(self._loaded)
        self.heartbeat = Heartbeat(service, shared=shared)

    async def start(self) -> None:
        """Takes up what was left behind, then goes on until :meth:`close`.

        Raises:
            StoreUnavailable: the database does not answer.
        """
        await self.heartbeat.enter()
        self._spawn(self._see_to_all())
        self._spawn(self._again_and_again(self._beat, BEAT_SECONDS))
        self._spawn(self._again_and_again(self._poll, POLL_SECONDS))
        self._spawn(
            self.service.bus.run(lambda hint: self._spawn(self._heard(hint.table, hint.seq)))
        )

    async def close(self) -> None:
        """Lets everything go at a point where nothing is half done, for others to take up."""
        self.closing = True
        for room in self.service.rooms.values():
            room.stop_timer()
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.service.drain()
        try:
            await self.heartbeat.leave()
        except StoreUnavailable as error:
            log.warning("the worker could not sign off", reason=error.why)

    def stepped(self, room: Room, step: Transition) -> None:
        """A table has gone on: its timer is set anew."""
        self.set_timer(room)
        if not MEETINGS.isdisjoint(map(type, step.facts)):
            self._spawn(self._settle_all(room))

    async def _settle_all(self, room: Room) -> None:
        """Who is connected here and at the table is there, whatever others have said."""
        for person in room.connected_persons():
            try:
                await self.service.save_presence(room, person)
            except StoreUnavailable:
                self.service.unsaved_presence.add((room.code, person))

    async def _loaded(self, room: Room) -> None:
        """A room is there: its timer is this worker's where there is no other worker."""
        room.is_led_elsewhere = self.shared
        self.set_timer(room)

    def set_timer(self, room: Room) -> None:
        """Looks at the table when it is due; where another worker does so, a poll is enough."""
        due = room.wake
        if self.closing or (self.shared and room.is_led_elsewhere):
            due = None
        if room.timer is not None and room.timer_due == due:
            return
        room.stop_timer()
        if due is None:
            return
        room.timer_due = due
        delay = min(max(0.0, (due - self.service.clock()) / 1000), FAR_SECONDS)
        loop = asyncio.get_running_loop()
        room.timer = loop.call_later(delay, self._timed, room)

    def _timed(self, room: Room) -> None:
        room.timer = None
        self._spawn(self.attend(room.code))

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
            await self._do_what_is_due(await self.service.room(code))
        except (StoreUnavailable, CommandRefused) as error:
            log.warning("a table is seen to later", table=code, reason=str(error))
            self._attend_later(code)
        finally:
            self._attended.discard(code)

    def _attend_later(self, code: str) -> None:
        loop = asyncio.get_running_loop()
        loop.call_later(AGAIN_SECONDS, lambda: self._spawn(self.attend(code)))

    async def _do_what_is_due(self, room: Room) -> None:
        due, now = room.table.wake, self.service.clock()
        if due is not None and due <= now:
            self.service.counts.late.add((now - due) / 1000)
        while not self.closing:
            table = room.table
            due, now = table.wake, self.service.clock()
            if due is None or due > now:
                break
            if not self.heartbeat.awake:
                # No time is over before it is known for how long nobody could do anything.
                self._attend_later(room.code)
                return
            if (
                table.bot_turn is not None
                and table.turn_started + table.settings.bot_delay_ms <= now
            ):
                await self._bot_acts(room, table, table.bot_turn)
            else:
                answer = await self.service.submit(room, Tick(), by=HOUSE)
                if answer.transition is None and room.table.wake == due:
                    log.error(
                        "a wake that changes nothing", table=room.code, stage=str(table.stage)
                    )
                    return
        self.set_timer(room)

    async def _bot_acts(self, room: Room, table: Table, place: int) -> None:
        loop = asyncio.get_running_loop()
        begun = loop.time()
        action = await loop.run_in_executor(self.service.bot_threads, bot_action, table, place)
        self.service.counts.thinking.add(loop.time() - begun)
        await self.service.submit(room, BotActs(place, table.seq, action), by=HOUSE)

    async def _heard(self, code: str, seq: int) -> None:
        try:
            await self.service.handle_hint(code, seq)
        except StoreUnavailable:
            return  # the poll will find it

    async def _again_and_again(self, act: Callable[[], Awaitable[None]], seconds: float) -> None:
        """Does something until cancelled, whatever comes of it."""
        while True:
            await asyncio.sleep(seconds)
            try:
                await act()
            except StoreUnavailable as error:
                self.service.outage.report(error)
            except Exception:  # noqa: BLE001  # the next time may be better
                log.exception("unforeseen")

    async def _beat(self) -> None:
        """Says that this worker lives, and sees to what others have left."""
        if await self.heartbeat.beat():
            self._spawn(self._see_to_all())

    async def _see_to_all(self) -> None:
        """Every table under way learns who serves it, and for how long nobody did."""
        left: list[str] | None = None
        while left is None or left:
            try:
                left = list(await self.heartbeat.codes()) if left is None else left
                while left:
                    room = await self.service.room(left[-1])
                    await self.heartbeat.put_right(room)
                    self.set_timer(room)
                    left.pop()
            except StoreUnavailable:
                await asyncio.sleep(AGAIN_SECONDS)

    async def _poll(self) -> None:
        worker, now = self.service.worker, self.service.clock()
        await self._settle_late()
        await self._refresh_stale()
        due = await self.service.log.query(wake_leases.next_due)
        if due is not None and due <= now:
            for wake in await self.service.log.write(
                lambda c: wake_leases.claim(c, worker, now, LEASE_MS)
            ):
                self.service.counts.polled += 1
                self._spawn(self._attend_fresh(wake.table))
        if not self.shared:
            return
        watched = [room.code for room in self.service.rooms.values() if room.listeners]
        for code, seq in await self.service.log.query(lambda c: heads(c, watched)):
            self.service.counts.polled += await self.service.handle_hint(code, seq)

    async def _settle_late(self) -> None:
        """Writes down who came and went while the database was away."""
        for code, person in tuple(self.service.unsaved_presence):
            await self.service.save_presence(await self.service.room(code), person)
            self.service.unsaved_presence.discard((code, person))

    async def _refresh_stale(self) -> None:
        """Finds what was written though nobody said so: everybody waits for it."""
        for room in tuple(self.service.rooms.values()):
            if room.stale:
                async with room.lock:
                    await self.service.sync.refresh(room)
                self.set_timer(room)

    async def _attend_fresh(self, code: str) -> None:
        """A wake was claimed: perhaps another worker has gone on with the table meanwhile."""
        room = await self.service.room(code)
        async with room.lock:
            await self.service.sync.refresh(room)
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
    tables, entries = schema.tables.c, schema.entries.c
    last = select(func.max(entries.seq)).where(entries.table_id == tables.id).scalar_subquery()
    for start in range(0, len(codes), 500):
        query = select(tables.id, last).where(tables.id.in_(codes[start : start + 500]))
        found += [(code, seq) for code, seq in connection.execute(query) if seq is not None]
    return found


async def _guarded(work: Awaitable[None]) -> None:
    """Logs what went wrong in a task that nobody waits for."""
    try:
        await work
    except asyncio.CancelledError:
        raise
    except StoreUnavailable as error:
        log.warning("put off", reason=error.why)
    except OddtrickError as error:
        log.error("refused", reason=str(error))
    except Exception:  # noqa: BLE001  # a task must not vanish without a word
        log.exception("unforeseen")
