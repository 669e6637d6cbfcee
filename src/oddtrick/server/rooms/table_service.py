"""The tables of one worker: opens and loads rooms, applies commands, tracks who is connected.

Rooms are caches of the event log, which is the only source of truth. A worker may be killed at any
moment, and a room that another worker has advanced rereads the entries it missed.
"""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, NamedTuple

from oddtrick.server.rooms.append_builder import build_append
from oddtrick.server.rooms.command_pipeline import CommandPipeline, fresh_secret
from oddtrick.server.rooms.command_request import CommandRequest
from oddtrick.server.rooms.database_outage import OutageMonitor
from oddtrick.server.rooms.room import Room, Transition
from oddtrick.server.rooms.room_cache import RoomCache
from oddtrick.server.rooms.room_sync import RoomSync
from oddtrick.server.security.tokens import new_code
from oddtrick.server.security.work_pools import WorkPools
from oddtrick.server.store.log_entry import AppendResult
from oddtrick.tables import SERVER, DriveDeal, Sitter, Stage, open_sealed_table, open_table
from oddtrick.tables.commands import Arrive, Command, Depart
from oddtrick.tables.drive_seating import HOST

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from oddtrick.server.protocol import Notice
    from oddtrick.server.rooms.room import Client, Reply
    from oddtrick.server.rooms.worker_bus import Bus
    from oddtrick.server.store.event_log import EventLog
    from oddtrick.tables import CommandOutcome, SealedDeal, Settings

BOT_THREADS = 2


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
        self.on_load: list[Callable[[Room], Awaitable[None]]] = []
        """Awaited with each room that was read from its log, before any other caller gets it."""
        self.on_hint: list[Callable[[str, int], Awaitable[bool]]] = []
        """Asked about hints for codes that are no tables."""
        self._cache = RoomCache(log, clock, self.on_load, self.pools.logs)
        self.rooms = self._cache.rooms
        self.bot_threads = ThreadPoolExecutor(BOT_THREADS, thread_name_prefix="bot")
        self.outage = OutageMonitor(self.broadcast)
        self.sync = RoomSync(log, bus, worker, self.outage)
        self.commands = CommandPipeline(
            log,
            sync=self.sync,
            outage=self.outage,
            rooms=self.rooms,
            worker=worker,
            clock=clock,
            threads=self.bot_threads,
        )
        self.connections: set[Client] = set()
        self.unsaved_presence: set[tuple[str, str]] = set()
        """Tables and persons whose arrival or departure is not written yet."""
        self.closing = False

    async def open(
        self, rules: dict[str, object], settings: Settings, *, person: str, name: str
    ) -> Room:
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
    ) -> Room:
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

    async def _add_room(self, outcome: CommandOutcome, person: str) -> Room | None:
        """Writes a new table and returns its room; None if its code is taken."""
        room = Room(outcome.table, {})
        opening = Transition(outcome.table, outcome.table, outcome.facts, person, None)
        append = build_append(room, opening, self.worker)

        async def write() -> Room | None:
            if await self.log.append(append) is AppendResult.CONFLICT:
                return None
            self._cache.add(room)
            self.sync.publish(room, append, opening, [])
            return room

        return await self._cache.open(room.code, write)

    async def open_for_drive(
        self, code: str, rules: dict[str, object], settings: Settings, deal: SeatedDeal
    ) -> Room:
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

    async def room(self, code: str) -> Room:
        """Returns the room of a table, read from its log if it is not in memory.

        Raises:
            TableNotFound: there is no such table.
            StoreUnavailable: the database does not answer.
        """
        return await self._cache.room(code)

    async def current_room(self, code: str) -> Room:
        """Returns the room of a table, with all that was written before this call.

        Hints between workers may be late or lost. Without this check a client that changes
        workers would see an older table than before.

        Raises:
            TableNotFound: there is no such table.
            StoreUnavailable: the database does not answer.
        """
        room = await self.room(code)
        await self.sync.read_new_entries(room)
        return room

    async def submit(
        self,
        room: Room,
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
        request = CommandRequest(command, by, key=key, name=name, after=after)
        return await self.commands.submit(room, request)

    async def handle_hint(self, code: str, seq: int) -> bool:
        """Reads an entry that another worker has written, and returns whether it was new.

        Raises:
            StoreUnavailable: the database does not answer.
        """
        room = self.rooms.get(code)
        if room is not None:
            return await self.sync.catch_up(room, seq)
        return any([await ask(code, seq) for ask in self.on_hint])

    async def save_presence(self, room: Room, person: str) -> None:
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
        await self.commands.drain()

    def close(self) -> None:
        """Stops timers and threads. The log belongs to the caller."""
        self.closing = True
        for room in self.rooms.values():
            room.stop_timer()
        self.bot_threads.shutdown(wait=False, cancel_futures=True)
        self.pools.close()
