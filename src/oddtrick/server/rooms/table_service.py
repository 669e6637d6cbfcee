"""All tables that this process has to do with: commands in, the log, news out.

What is decided is committed, then acknowledged, then published, in this order. The service holds no
truth: a room is a cache, and if another process was first with an entry, the room reads what it
missed and decides again.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import TYPE_CHECKING, Any, get_args

import msgspec
from msgspec import UNSET

from oddtrick.errors import OddtrickError
from oddtrick.server.protocol import Notice
from oddtrick.server.rooms.append_builder import build_append
from oddtrick.server.rooms.bus import Hint
from oddtrick.server.rooms.listing_row import table_row
from oddtrick.server.rooms.room import Reply, Room, Transition, transition_of
from oddtrick.server.rooms.room_cache import RoomCache, TableNotFound
from oddtrick.server.security.tokens import new_code
from oddtrick.server.store.errors import StoreUnavailable
from oddtrick.server.store.log_entry import Append, AppendResult
from oddtrick.server.telemetry.logs import log
from oddtrick.tables import (
    HOUSE,
    Change,
    CommandOutcome,
    CommandRefused,
    Stage,
    handle,
    open_table,
)
from oddtrick.tables.commands import SLOW, Arrive, Command, Depart

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Coroutine

    from oddtrick.server.rooms.bus import Bus
    from oddtrick.server.rooms.room import Client, Listener
    from oddtrick.server.store.event_log import EventLog
    from oddtrick.tables import Settings

TRIES = 10
"""How often a command is decided anew because others were first."""

AT_ONCE = 20
"""So many missed entries are taken in one go; then others have their turn."""


_KINDS = {kind: str(kind.__struct_config__.tag) for kind in get_args(Command)}


class CommandRequest(msgspec.Struct, frozen=True):
    """A command and where it comes from, as :meth:`TableService.submit` is given them."""

    command: Command
    by: str
    key: str | None = None
    name: str = ""
    program: bool = False
    origin: Listener | None = None
    after: int | None = None


def now_ms() -> int:
    """The moment, in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class TableService:
    """The tables of one worker.

    Args:
        log: the event log.
        bus: carries hints to other workers.
        worker: the id of this worker.
        clock: tells the moment (ms).
    """

    def __init__(
        self, log: EventLog, bus: Bus, worker: str, clock: Callable[[], int] = now_ms
    ) -> None:
        self.log = log
        self.counts = log.counts
        self.bus = bus
        self.worker = worker
        self.clock = clock
        self.loaded: list[Callable[[Room], Awaitable[None]]] = []
        """Awaited with each room that was read from its log, before anybody is given it."""
        self._kept = RoomCache(log, clock, self.loaded)
        self.rooms = self._kept.rooms
        self.bot_threads = ThreadPoolExecutor(2, thread_name_prefix="thinker")
        self.stepped: list[Callable[[Room, Transition], None]] = []
        """Called after each entry that this worker has made or read."""
        self.changed: list[Callable[[Room, Transition], None]] = []
        """Called after those that change more than cards, draws and talk."""
        self.connections: set[Client] = set()
        self.unsettled: set[tuple[str, str]] = set()
        """Tables and persons whose coming or going could not be written yet."""
        self.away: StoreUnavailable | None = None
        """What the database said last, while it can't be written."""
        self.closing = False
        self._under_way: set[asyncio.Task[None]] = set()
        self.at_once = 0
        """Commands on their way to the disk for which no task waits."""

    async def open(
        self, rules: dict[str, object], settings: Settings, *, person: str, name: str
    ) -> Room:
        """Opens a table.

        Raises:
            OddtrickError: there is no such game or option, or a value is out of its bounds.
            StoreUnavailable: it is unknown whether it was kept.
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
                new_secret=_fresh,
            )
            room = Room(outcome.table, {})
            step = Transition(outcome.table, outcome.table, outcome.facts, person, None)
            append = build_append(room, step, self.worker)
            if await self.log.append(append) is AppendResult.CONFLICT:
                continue
            self._kept.add(room)
            self.committed(room, append, step)
            return room

    async def room(self, code: str) -> Room:
        """The room of a table, read from its log if this worker has not had to do with it.

        Raises:
            TableNotFound: there is none.
            StoreUnavailable: the database does not answer.
        """
        return await self._kept.room(code)

    async def submit(
        self,
        room: Room,
        command: Command,
        *,
        by: str,
        key: str | None = None,
        name: str = "",
        program: bool = False,
        origin: Listener | None = None,
        after: int | None = None,
    ) -> Reply:
        """Decides about a command, commits what comes of it, and tells all who listen.

        Args:
            room: the table.
            command: what is wanted.
            by: the person, or ``"house"``.
            key: the client's own id of it: a repeat is answered, not applied twice.
            name: what the person is called.
            program: the person is a bot with an account.
            origin: the connection that it came from.
            after: only if nothing has happened at the table since this entry.

        Raises:
            CommandRefused: the table does not take it.
            RuleBroken: the rules refuse it.
            StoreUnavailable: it is unknown whether it was kept; it may be sent again.
        """
        asked = CommandRequest(command, by, key, name, program, origin, after)
        return await self.submit_asked(room, asked)

    async def submit_asked(self, room: Room, asked: CommandRequest) -> Reply:
        """The same with all in one."""
        if self.rooms.get(room.code, room) is not room:
            room = self.rooms[room.code]  # it was let go of and read again meanwhile
        try:
            return await self._submit(room, asked)
        except asyncio.CancelledError:
            # Whoever asked is gone before it was written: the others have to hear of it anyway.
            self.go_on(self._learn(room))
            raise

    def go_on(self, work: Coroutine[Any, Any, None]) -> None:
        """Lets something come to its end that nobody waits for, before the worker's."""
        task = asyncio.ensure_future(work)
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)

    async def _learn(self, room: Room) -> None:
        """Finds out what became of a command that nobody waits for any more."""
        try:
            await self.log.write(_nothing)  # which is written behind it
            async with room.lock:
                if not room.stale:
                    return
                known, room.doubtful = room.table.seq, True
                await self.refresh(room)
        except StoreUnavailable as error:
            log.warning("a command of somebody who has gone is read later", why=error.why)
            return
        if room.table.seq > known:
            self.bus.send(Hint(self.worker, room.code, room.table.seq))

    async def _submit(self, room: Room, asked: CommandRequest) -> Reply:
        if self.away is not None and asked.by != HOUSE:  # the clocks have to be put right first
            raise StoreUnavailable(self.away.what, self.away.why)
        async with room.lock:
            for _ in range(TRIES):
                if room.stale:
                    await self.refresh(room)
                if (before := room.answer_to(asked.by, asked.key)) is not None:
                    self.count(asked, "repeated")
                    return Reply(before, repeated=True)
                if asked.after is not None and asked.after != room.table.seq:
                    return Reply(room.table.seq)
                try:
                    outcome = await self._decide(room, asked)
                except OddtrickError:
                    self.count(asked, "refused")
                    raise
                if not outcome.facts:
                    self.count(asked, "nothing")
                    return Reply(room.table.seq)
                step = Transition(room.table, outcome.table, outcome.facts, asked.by, asked.key)
                append = build_append(room, step, self.worker)
                if await self._commit(room, append):
                    room.take(step, room.news(step, asked.origin))
                    self.committed(room, append, step)
                    self.count(asked, "done")
                    return Reply(outcome.table.seq, step=step)
                self.count(asked, "overtaken")
                room.stale = True
        raise StoreUnavailable("too much happens at this table at once")

    def count(self, asked: CommandRequest, what: str) -> None:
        """Counters what became of a command."""
        self.counts.commands[_KINDS[type(asked.command)], what] += 1

    async def _decide(self, room: Room, asked: CommandRequest) -> CommandOutcome:
        if type(asked.command) in SLOW:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self.bot_threads, self.decide, room, asked)
        return self.decide(room, asked)

    def decide(self, room: Room, asked: CommandRequest) -> CommandOutcome:
        """What would come of a command; nothing is done yet.

        Raises:
            CommandRefused: the table does not take it.
            RuleBroken: the rules refuse it.
        """
        return handle(
            room.table,
            asked.command,
            by=asked.by,
            now=self.clock(),
            new_secret=_fresh,
            name=asked.name,
            program=asked.program,
        )

    async def _commit(self, room: Room, append: Append) -> bool:
        """Whether the entry was kept; False: another was first."""
        try:
            appended = await self.log.append(append)
        except BaseException as error:
            self.not_written(room, error)
            raise
        return appended is AppendResult.COMMITTED

    def not_written(self, room: Room, error: BaseException) -> None:
        """Nobody says that an entry was kept."""
        room.stale = True  # it may have been, and then others are told of it as well
        if isinstance(error, StoreUnavailable):
            room.doubtful = True
            self.store_away(error)

    def committed(self, room: Room, append: Append, step: Transition) -> None:
        """An entry was kept, and all who listen were told: the house goes on from it."""
        room.wake = room.wake if append.wake is UNSET else append.wake
        room.row = room.row if append.row is UNSET else append.row
        room.foreign = False
        self.bus.send(Hint(self.worker, room.code, step.after.seq))
        self._announce(room, step)

    def _announce(self, room: Room, step: Transition) -> None:
        """Tells the parts of this worker; none of them may undo what is done."""
        more = step.change is Change.MORE
        for stepped in self.stepped + self.changed if more else self.stepped:
            try:
                stepped(room, step)
            except Exception:  # noqa: BLE001  # the entry is written, whatever one makes of it
                log.exception("unforeseen", table=room.code, seq=step.after.seq)

    async def refresh(self, room: Room) -> None:
        """Reads what others have written; the room's lock is held.

        Raises:
            StoreUnavailable: the database does not answer.
        """
        entries = await self.log.read(room.code, room.table.seq)
        room.stale = False
        if entries:
            room.foreign = not room.doubtful
        room.doubtful = False
        for number, entry in enumerate(entries):
            step = transition_of(room.table, entry)
            room.take(step, room.news(step))
            room.wake = room.table.wake
            self._announce(room, step)
            if number % AT_ONCE == AT_ONCE - 1:
                await asyncio.sleep(0)
        room.row = table_row(room.table, room.table.at)

    async def heard(self, code: str, seq: int) -> bool:
        """Somebody says that a table has gone on; returns whether that was news."""
        room = self.rooms.get(code)
        if room is None or room.table.seq >= seq:
            return False
        async with room.lock:
            if room.table.seq >= seq:
                return False
            await self.refresh(room)
            return True

    async def settle_presence(self, room: Room, person: str) -> None:
        """Makes the log say whether a person of the table is connected here.

        Raises:
            StoreUnavailable: it could not be written.
        """
        while room.table.stage is not Stage.CLOSED:
            table = room.table
            connected = person in room.persons()
            if connected == ((person, self.worker) in table.connections):
                return
            if connected and person != table.host and table.place_of(person) is None:
                return
            # By the time it is written they may have come or gone again.
            said = Arrive(self.worker) if connected else Depart(self.worker)
            await self.submit(room, said, by=person)

    def store_away(self, error: StoreUnavailable) -> None:
        """Tells everybody here, once, that nothing can be written just now."""
        if self.away is None:
            log.warning("the database is away", why=error.why)
            self.tell_all(Notice("store-away", str(error)))
        self.away = error

    def store_back(self) -> None:
        """Tells everybody here that things go on."""
        if self.away is not None:
            self.away = None
            log.info("the database is back")
            self.tell_all(Notice("store-back", "the server can go on: nothing was lost"))

    def tell_all(self, notice: Notice) -> None:
        """Tells all who are connected to this worker."""
        for connection in tuple(self.connections):
            connection.tell(notice)

    async def drain(self) -> None:
        """Lets what is being written for nobody come to its end, and be told."""
        with suppress(StoreUnavailable):
            while self.at_once:
                await self.log.write(_nothing)  # which is written behind them
        while self._under_way:
            await asyncio.wait(tuple(self._under_way))

    def close(self) -> None:
        """Lets timers and bot_threads go; the log is closed by whoever opened it."""
        self.closing = True
        for room in self.rooms.values():
            room.stop_timer()
        self.bot_threads.shutdown(wait=False, cancel_futures=True)


def _nothing(_connection: object) -> None:
    """What a change does that only waits for those before it."""


def _fresh() -> bytes:
    return secrets.token_bytes(32)


__all__ = ["HOUSE", "CommandRefused", "Reply", "TableNotFound", "TableService", "now_ms"]
