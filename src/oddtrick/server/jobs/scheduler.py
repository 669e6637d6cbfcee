"""The scheduler: bots' turns, clocks, and the tables of workers that have died.

The time at which a table next needs the server is its *wake*, a row of ``wakes``. The worker that
wrote the table's last entry holds a lease on the wake and sets a timer. If that worker dies, the
lease expires and the poll of another worker finds the wake. A wake may therefore be handled twice;
the second time finds nothing to do.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from oddtrick.errors import OddtrickError
from oddtrick.server.engine.rooms import faults_logged
from oddtrick.server.engine.worker_bus import Hint
from oddtrick.server.jobs.heartbeat import Heartbeat
from oddtrick.server.rooms.room import TableRoom, Transition
from oddtrick.server.rooms.table_log import LEASE_MS
from oddtrick.server.rooms.table_service import TableService
from oddtrick.server.rooms.visitors import RENEW_SECONDS
from oddtrick.server.store import worker_leases
from oddtrick.server.store.database_errors import StoreUnavailable
from oddtrick.server.telemetry.logs import log
from oddtrick.tables import SERVER, CommandRefused, Table
from oddtrick.tables import facts as f
from oddtrick.tables.bot_turns import bot_decision
from oddtrick.tables.commands import Tick

BEAT_SECONDS = 1.0
POLL_SECONDS = 1.0
AGAIN_SECONDS = 1.0
"""Time between a failure and the next attempt."""

FAR_SECONDS = 60.0
"""The longest timer: the system clock may be set while it runs."""

PRESENCE_FACTS = frozenset({f.Sat, f.HostChanged, f.Arrived, f.Departed})
"""Facts after which the log may be wrong about who is connected to this worker."""


class Scheduler:
    """Runs bots, clocks and polls for the tables of one worker.

    Args:
        service: the tables.
        shared: whether other workers may serve the same database.
    """

    def __init__(self, service: TableService, *, shared: bool) -> None:
        self.service = service
        self.shared = shared
        self.closing = False
        self._tasks: set[asyncio.Task[None]] = set()
        self._active_wakes: set[str] = set()
        service.on_transition.append(self._on_transition)
        service.on_load.append(self._on_load)
        self.heartbeat = Heartbeat(service, shared=shared)

    async def start(self) -> None:
        """Takes over abandoned tables, then runs until :meth:`close`.

        Raises:
            StoreUnavailable: the database does not answer.
        """
        await self.heartbeat.enter()
        self._spawn(self._correct_all())
        self._spawn(self._repeat(self._beat, BEAT_SECONDS))
        self._spawn(self._repeat(self._poll, POLL_SECONDS))
        self._spawn(self._repeat(self.service.visitors.renew, RENEW_SECONDS))
        self._spawn(self.service.bus.run(lambda hint: self._spawn(self._handle_hint(hint))))

    async def close(self) -> None:
        """Stops where nothing is half done, so that other workers can take over."""
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
            log.warning("worker could not sign off", reason=error.why)

    def _on_transition(self, room: TableRoom, step: Transition) -> None:
        """Sets the timer of a table after each of its entries."""
        self.set_timer(room)
        if not PRESENCE_FACTS.isdisjoint(map(type, step.facts)):
            self._spawn(self._save_all_presence(room))

    async def _save_all_presence(self, room: TableRoom) -> None:
        """Corrects the stored presence of all persons connected to this worker."""
        for person in room.connected_persons():
            try:
                await self.service.save_presence(room, person)
            except StoreUnavailable:
                self.service.unsaved_presence.add((room.code, person))

    async def _on_load(self, room: TableRoom) -> None:
        """Sets the timer of a loaded room, unless another worker may lead the table."""
        room.is_led_elsewhere = self.shared
        self.set_timer(room)

    def set_timer(self, room: TableRoom) -> None:
        """Sets the timer for the wake, unless another worker leads the table."""
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
        room.timer = loop.call_later(delay, self._on_timer, room)

    def _on_timer(self, room: TableRoom) -> None:
        room.timer = None
        self._spawn(self.run_wake(room.code))

    def _spawn(self, work: Awaitable[None]) -> None:
        if self.closing:
            if asyncio.iscoroutine(work):
                work.close()
            return
        task = asyncio.ensure_future(_guarded(work))
        self._tasks.add(task)

        def finish(task: asyncio.Task[None]) -> None:
            self._tasks.discard(task)
            if asyncio.iscoroutine(work):
                work.close()  # a task that is cancelled before it begins never awaits it

        task.add_done_callback(finish)

    async def run_wake(self, code: str) -> None:
        """Handles the wake of a table; on failure, tries again a little later."""
        if code in self._active_wakes:
            return
        self._active_wakes.add(code)
        try:
            await self._handle_wake(await self.service.room(code))
        except (StoreUnavailable, CommandRefused) as error:
            log.warning("wake failed, will retry", table=code, reason=str(error))
            self._retry_wake(code)
        finally:
            self._active_wakes.discard(code)

    def _retry_wake(self, code: str) -> None:
        loop = asyncio.get_running_loop()
        loop.call_later(AGAIN_SECONDS, lambda: self._spawn(self.run_wake(code)))

    async def _handle_wake(self, room: TableRoom) -> None:
        due, now = room.table.wake, self.service.clock()
        if due is not None and due <= now:
            self.service.counts.late.add((now - due) / 1000)
        while not self.closing:
            table = room.table
            due, now = table.wake, self.service.clock()
            if due is None or due > now:
                break
            if not self.heartbeat.awake:
                # During an outage no clock may expire: first the log has to say how long it lasted.
                self._retry_wake(room.code)
                return
            if room.lock.locked():
                # A play that waits for the disk was made in time, and may wait through an outage.
                async with room.lock:
                    continue
            if (
                table.bot_turn is not None
                and table.turn_started + table.settings.bot_delay_ms <= now
            ):
                await self._bot_acts(room, table, table.bot_turn)
            else:
                answer = await self.service.submit(room, Tick(), by=SERVER)
                if answer.transition is None and room.table.wake == due:
                    log.error("wake changed nothing", table=room.code, stage=str(table.stage))
                    return
        self.set_timer(room)

    async def _bot_acts(self, room: TableRoom, table: Table, place: int) -> None:
        loop = asyncio.get_running_loop()
        started = loop.time()
        decided = await loop.run_in_executor(self.service.bot_threads, bot_decision, table, place)
        self.service.counts.thinking.add(loop.time() - started)
        if decided.fault is not None:
            log.error("bot failed", table=room.code, place=place, fault=decided.fault)
        await self.service.submit(room, decided, by=SERVER)

    async def _handle_hint(self, hint: Hint) -> None:
        if hint.visitors is not None:
            self.service.visitors.hear(hint)
        try:
            await self.service.handle_hint(hint.table, hint.seq)
        except StoreUnavailable:
            return  # the poll will find it

    async def _repeat(self, act: Callable[[], Awaitable[None]], seconds: float) -> None:
        """Repeats an action until cancelled, whether it succeeds or fails."""
        while True:
            await asyncio.sleep(seconds)
            try:
                await act()
            except StoreUnavailable as error:
                self.service.outage.report(error)
            except Exception:  # noqa: BLE001  # the next attempt may succeed
                log.exception("unexpected error")

    async def _beat(self) -> None:
        """Writes the heartbeat, and takes over the tables of workers that have died."""
        if await self.heartbeat.beat():
            self._spawn(self._correct_all())

    async def _correct_all(self) -> None:
        """Corrects the connections and clocks of every running table after a gap or a death."""
        left: list[str] | None = None
        while left is None or left:
            try:
                left = list(await self.heartbeat.tables_to_correct()) if left is None else left
                while left:
                    with faults_logged(left[-1]):
                        room = await self.service.room(left[-1])
                        await self.heartbeat.correct(room)
                        self.set_timer(room)
                    left.pop()
            except StoreUnavailable:
                await asyncio.sleep(AGAIN_SECONDS)

    async def _poll(self) -> None:
        worker, now = self.service.worker, self.service.clock()
        await self._save_unsaved_presence()
        self.service.counts.polled += await self.service.cache.poll()
        due = await self.service.log.query(worker_leases.next_due)
        if due is not None and due <= now:
            for wake in await self.service.log.write(
                lambda c: worker_leases.claim(c, worker, now, LEASE_MS)
            ):
                self.service.counts.polled += 1
                self._spawn(self._run_claimed_wake(wake.table))

    async def _save_unsaved_presence(self) -> None:
        """Writes the arrivals and departures that could not be written before."""
        for code, person in tuple(self.service.unsaved_presence):
            with faults_logged(code):
                await self.service.save_presence(await self.service.room(code), person)
            self.service.unsaved_presence.discard((code, person))

    async def _run_claimed_wake(self, code: str) -> None:
        """Handles a wake that was claimed, after reading what its former worker has written."""
        room = await self.service.room(code)
        async with room.lock:
            await self.service.cache.refresh(room)
        await self.run_wake(code)


async def _guarded(work: Awaitable[None]) -> None:
    """Logs the failure of a background task."""
    try:
        await work
    except asyncio.CancelledError:
        raise
    except StoreUnavailable as error:
        log.warning("background task postponed", reason=error.why)
    except OddtrickError as error:
        log.error("background task refused", reason=str(error))
    except Exception:  # noqa: BLE001  # no background task may fail silently
        log.exception("unexpected error")
