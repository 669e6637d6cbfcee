"""The tables of one worker: opens and loads rooms, applies commands, tracks who is connected.

Rooms are caches of the event log, which is the only source of truth. A worker may be killed at any
moment, and a room that another worker has advanced rereads the entries it missed.
"""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, NamedTuple

from oddtrick.server.engine.rooms import Rooms
from oddtrick.server.rooms.database_outage import OutageMonitor
from oddtrick.server.rooms.room import TableRoom
from oddtrick.server.rooms.table_log import CommandRequest, TableLog, TableWrite, fresh_secret
from oddtrick.server.rooms.visitors import VisitorBook
from oddtrick.server.security.tokens import new_code
from oddtrick.server.security.work_pools import WorkPools
from oddtrick.server.store.database_errors import StoreUnavailable
from oddtrick.tables import SERVER, DriveDeal, Sitter, Stage, open_sealed_table, open_table
from oddtrick.tables.commands import Arrive, Command, Depart
from oddtrick.tables.drive_seating import HOST

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from oddtrick.server.engine.room import Reply
    from oddtrick.server.engine.worker_bus import Bus
    from oddtrick.server.protocol import Notice
    from oddtrick.server.rooms.room import Client
    from oddtrick.server.store.event_log import EventLog
    from oddtrick.server.store.log_entries import Entry
    from oddtrick.tables import CommandOutcome, SealedDeal, Settings

BOT_THREADS = 2

MAX_ROOMS = 2_000
"""Tables in memory before idle ones are evicted."""


def now_ms() -> int:
    """Returns the time in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class SeatedDeal(NamedTuple):
    """A deal of a whist drive, and who plays it."""

    deal: DriveDeal
    sitters: tuple[Sitter, ...]


class TableService:
    """The tables of one worker.

    Args:
        log: the event log.
        bus: carries hints to other workers.
        worker: the id of this worker.
        clock: returns the time (ms).
        pools: the pools for slow work; None: its own.
    """

    def __init__(
        self,
        log: EventLog,
        bus: Bus,
        worker: str,
        clock: Callable[[], int] = now_ms,
        pools: WorkPools | None = None,
    ) -> None:
        self.log = log
        self.counts = log.counts
        self.bus = bus
        self.worker = worker
        self.clock = clock
        self.pools = pools or WorkPools()
        self.on_hint: list[Callable[[str, int], Awaitable[bool]]] = []
        """Asked about hints for codes that are no tables."""
        self.bot_threads = ThreadPoolExecutor(BOT_THREADS, thread_name_prefix="bot")
        self.outage = OutageMonitor(self.broadcast)
        self._tables = TableLog(
            log,
            outage=self.outage,
            worker=worker,
            clock=clock,
            threads=self.bot_threads,
            pool=self.pools.logs,
        )
        self.on_load = self._tables.on_load
        """Awaited with each room that was read from its log, before any other caller gets it."""
        self.on_transition = self._tables.on_transition
        """Called after each entry that this worker has written or read."""
        self.on_change = self._tables.on_change
        """Called after entries that change more than cards, draws and chat."""
        self.cache: Rooms[TableRoom, Entry, CommandRequest, TableWrite] = Rooms(
            self._tables, log, bus, worker, clock=clock, capacity=MAX_ROOMS
        )
        self.rooms = self.cache.by_code
        self.visitors = VisitorBook(bus, worker, self.rooms)
        self.connections: set[Client] = set()
        self.unsaved_presence: set[tuple[str, str]] = set()
        """Tables and persons whose arrival or departure is not written yet."""
        self.closing = False

    async def open(
        self, rules: dict[str, object], settings: Settings, *, person: str, name: str
    ) -> TableRoom:
        """Opens a table.

        Raises:
            OddtrickError: there is no such game or option, or a value is out of its bounds.
            StoreUnavailable: it is unknown whether the table was written.
        """
        while True:
            code = new_code()
            outcome = open_table(
                rules,
                settings,
                code=code,
                host=person,
                name=name,
                now=self.clock(),
                new_secret=fresh_secret,
            )
            room = await self._add_room(outcome, person)
            if room is not None:
                return room

    async def open_sealed(
        self,
        rules: dict[str, object],
        settings: Settings,
        sealed: SealedDeal,
        *,
        level: str,
        code: str,
        person: str,
        name: str,
    ) -> TableRoom:
        """Opens a table for a sealed deal under a given code, or returns the one that is there.

        Raises:
            OddtrickError: the rules have more than one deal, or no bot has this level.
            StoreUnavailable: it is unknown whether the table was written.
        """
        now = self.clock()
        outcome = open_sealed_table(
            rules, settings, sealed, level=level, code=code, host=person, name=name, now=now
        )
        return await self._add_room(outcome, person) or await self.current_room(code)

    async def _add_room(self, outcome: CommandOutcome, person: str) -> TableRoom | None:
        """Writes a new table and returns its room; None if its code is taken."""
        room = TableRoom(outcome.table, {})
        write = self._tables.first_write(room, outcome, person)

        async def begin() -> TableRoom | None:
            if not await self._tables.append(write):
                return None
            self.cache.add(room)
            self._tables.show(room, write)
            self.cache.hint(room)
            return room

        return await self.cache.open(room.code, begin)

    async def open_for_drive(
        self, code: str, rules: dict[str, object], settings: Settings, deal: SeatedDeal
    ) -> TableRoom:
        """Opens a table of a whist drive under the code that the drive fixed, at most once.

        Raises:
            OddtrickError: there is no such bot.
            StoreUnavailable: it is unknown whether the table was written; ask again.
        """
        outcome = open_table(
            rules,
            settings,
            code=code,
            host=HOST,
            name=deal.deal.name,
            now=self.clock(),
            new_secret=fresh_secret,
            drive=deal.deal,
            sitters=deal.sitters,
        )
        # A table that is there was opened by another worker, or before a crash.
        return await self._add_room(outcome, SERVER) or await self.current_room(code)

    async def room(self, code: str) -> TableRoom:
        """Returns the room of a table, read from its log if it is not in memory.

        Raises:
            TableNotFound: there is no such table.
            StoreUnavailable: the database does not answer.
        """
        return await self.cache.get(code)

    async def current_room(self, code: str) -> TableRoom:
        """Returns the room of a table, with all that was written before this call.

        Raises:
            TableNotFound: there is no such table.
            StoreUnavailable: the database does not answer.
        """
        return await self.cache.current(code)

    async def submit(
        self,
        room: TableRoom,
        command: Command,
        *,
        by: str,
        key: str | None = None,
        name: str = "",
        after: int | None = None,
    ) -> Reply:
        """Applies a command; the arguments are those of :class:`CommandRequest`.

        Raises:
            CommandRefused: the table refuses it.
            RuleBroken: the rules refuse it.
            StoreUnavailable: its outcome is unknown; it may be sent again under its key.
        """
        return await self.submit_request(
            room, CommandRequest(command, by, key=key, name=name, after=after)
        )

    async def submit_request(self, room: TableRoom, request: CommandRequest) -> Reply:
        """Applies a command; see :meth:`submit`."""
        # After an outage only the server may act, because it has to correct the clocks first.
        if self.outage.error is not None and request.by != SERVER:
            raise StoreUnavailable(self.outage.error.what, self.outage.error.why)
        return await self.cache.submit(room, request)

    async def handle_hint(self, code: str, seq: int) -> bool:
        """Reads an entry that another worker has written, and returns whether it was new.

        Raises:
            StoreUnavailable: the database does not answer.
        """
        if code in self.rooms:
            return await self.cache.catch_up(code, seq)
        return any([await ask(code, seq) for ask in self.on_hint])

    async def save_presence(self, room: TableRoom, person: str) -> None:
        """Writes to the log whether a member of the table is connected to this worker.

        Raises:
            StoreUnavailable: it could not be written.
        """
        while room.table.stage is not Stage.CLOSED:
            room = self.rooms.get(room.code, room)  # it may have been evicted and loaded again
            table = room.table
            is_connected = person in room.connected_persons()
            if is_connected == ((person, self.worker) in table.connections):
                return
            if is_connected and person != table.host and table.place_of(person) is None:
                return
            command = Arrive(self.worker) if is_connected else Depart(self.worker)
            await self.submit(room, command, by=person)
            if room.table is table and self.rooms.get(room.code, room) is room:
                return  # nothing to write, so nothing would be written next time
            # The person may have reconnected or left during the write, so check again.

    def broadcast(self, notice: Notice) -> None:
        """Sends a notice to every client of this worker."""
        for connection in tuple(self.connections):
            connection.tell(notice)

    async def drain(self) -> None:
        """Waits until all commands under way are committed and published."""
        await self.cache.drain()

    def close(self) -> None:
        """Stops timers and threads. The log belongs to the caller."""
        self.closing = True
        self.visitors.close()
        for room in self.rooms.values():
            room.stop_timer()
        self.bot_threads.shutdown(wait=False, cancel_futures=True)
        self.pools.close()
