"""All tables that this process has to do with: commands in, the log, news out.

What is decided is committed, then acknowledged, then published, in this order. The hub holds no
truth: a room is a cache, and if another process was first with an entry, the room reads what it
missed and decides again.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TYPE_CHECKING

import msgspec
from msgspec import UNSET, UnsetType

from oddtrick.errors import OddtrickError
from oddtrick.server.bus import Hint
from oddtrick.server.listings import row_of, sittings_of
from oddtrick.server.rooms import Room, Step, room_of
from oddtrick.server.security.codes import new_code
from oddtrick.server.store.entry import Append, Appended, Entry, Lease
from oddtrick.server.store.failures import StoreUnavailable
from oddtrick.tables import (
    HOUSE,
    Outcome,
    Refused,
    Stage,
    encode_facts,
    handle,
    open_table,
    plain,
)
from oddtrick.tables.commands import SLOW, Arrive, Depart

if TYPE_CHECKING:
    from collections.abc import Callable

    from oddtrick.server.bus import Bus
    from oddtrick.server.rooms import Listener
    from oddtrick.server.sockets.connection import Connection
    from oddtrick.server.store.entry import TableRow
    from oddtrick.server.store.log import Log
    from oddtrick.tables import Settings
    from oddtrick.tables.commands import Command

LEASE_MS = 5_000
"""How long after a wake is due another worker takes it, if this one has not."""

TRIES = 10
"""How often a command is decided anew because others were first."""

ROOMS_KEPT = 2_000
"""So many tables that nobody listens to stay in memory."""


class NoSuchTable(OddtrickError):
    """There is no table of this code."""

    status = 404
    code = "no-such-table"


class Answer(msgspec.Struct, frozen=True):
    """What became of a command.

    Args:
        seq: of the entry that it made, now or before; or of the last entry if it made none.
        repeated: it was applied before.
        step: what it changed, if it did so now.
    """

    seq: int
    repeated: bool = False
    step: Step | None = None


def now_ms() -> int:
    """The moment, in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class Hub:
    """The tables of one worker.

    Args:
        log: the event log.
        bus: carries hints to other workers.
        worker: the id of this worker.
        clock: tells the moment (ms).
    """

    def __init__(self, log: Log, bus: Bus, worker: str, clock: Callable[[], int] = now_ms) -> None:
        self.log = log
        self.counts = log.counts
        self.bus = bus
        self.worker = worker
        self.clock = clock
        self.rooms: dict[str, Room] = {}
        self.thinkers = ThreadPoolExecutor(2, thread_name_prefix="thinker")
        self.stepped: list[Callable[[Room, Step], None]] = []
        """Called after each entry that this worker has made or read."""
        self.connections: set[Connection] = set()
        self.unsettled: set[tuple[str, str]] = set()
        """Tables and persons whose coming or going could not be written yet."""
        self.closing = False
        self._loading: dict[str, asyncio.Future[Room]] = {}

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
                fresh=_fresh,
            )
            room = Room(outcome.table, {})
            append = self._append(room, outcome, person, None)
            if await self.log.append(append) is Appended.TAKEN:
                continue
            self.rooms[code] = room
            self._committed(
                room, append, Step(outcome.table, outcome.table, outcome.facts, person, None)
            )
            return room

    async def room(self, code: str) -> Room:
        """The room of a table, read from its log if this worker has not had to do with it.

        Raises:
            NoSuchTable: there is none.
            StoreUnavailable: the database does not answer.
        """
        room = self.rooms.get(code)
        if room is None:
            loading = self._loading.get(code)
            if loading is None:
                loading = asyncio.ensure_future(self._load(code))
                self._loading[code] = loading
                loading.add_done_callback(lambda _: self._loading.pop(code, None))
            room = await asyncio.shield(loading)
        room.used = self.clock()
        return room

    async def _load(self, code: str) -> Room:
        entries = await self.log.read(code)
        room = await asyncio.to_thread(room_of, entries)
        if room is None:
            raise NoSuchTable("there is no table of this code: check it, a letter may be wrong")
        room.wake = room.table.wake
        room.row = row_of(room.table, self.clock())
        self._let_go_of_idle()
        self.rooms[code] = room
        return room

    def _let_go_of_idle(self) -> None:
        """Keeps the number of rooms bounded; one that is needed again is read again."""
        if len(self.rooms) < ROOMS_KEPT:
            return
        idle = sorted(
            (room for room in self.rooms.values() if not room.listeners and room.timer is None),
            key=lambda room: room.used,
        )
        for room in idle[: ROOMS_KEPT // 4]:
            if not room.lock.locked():
                del self.rooms[room.code]

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
    ) -> Answer:
        """Decides about a command, commits what comes of it, and tells all who listen.

        Args:
            room: the table.
            command: what is wanted.
            by: the person, or ``"house"``.
            key: the client's own id of it: a repeat is answered, not applied twice.
            name: what the person is called.
            program: the person is a bot with an account.
            origin: the connection that it came from.

        Raises:
            Refused: the table does not take it.
            RuleBroken: the rules refuse it.
            StoreUnavailable: it is unknown whether it was kept; it may be sent again.
        """
        kind, commands = str(type(command).__struct_config__.tag), self.counts.commands
        async with room.lock:
            for _ in range(TRIES):
                if room.stale:
                    await self.refresh(room)
                if key is not None and (by, key) in room.answered:
                    commands[kind, "repeated"] += 1
                    return Answer(room.answered[by, key], repeated=True)
                try:
                    outcome = await self._decide(room, command, by, name, program=program)
                except OddtrickError:
                    commands[kind, "refused"] += 1
                    raise
                if not outcome.facts:
                    commands[kind, "nothing"] += 1
                    return Answer(room.table.seq)
                append = self._append(room, outcome, by, key)
                if await self._commit(room, append):
                    step = Step(room.table, outcome.table, outcome.facts, by, key)
                    room.take(step, origin)
                    self._committed(room, append, step)
                    commands[kind, "done"] += 1
                    return Answer(outcome.table.seq, step=step)
                commands[kind, "overtaken"] += 1
                room.stale = True
        raise StoreUnavailable("too much happens at this table at once")

    async def _decide(
        self, room: Room, command: Command, by: str, name: str, *, program: bool
    ) -> Outcome:
        decide = partial(
            handle,
            room.table,
            command,
            by=by,
            now=self.clock(),
            fresh=_fresh,
            name=name,
            program=program,
        )
        if isinstance(command, SLOW):
            return await asyncio.get_running_loop().run_in_executor(self.thinkers, decide)
        return decide()

    async def _commit(self, room: Room, append: Append) -> bool:
        """Whether the entry was kept; False: another was first."""
        try:
            appended = await self.log.append(append)
        except BaseException:
            room.stale = True  # it may have been kept, and then others are told of it as well
            raise
        return appended is Appended.COMMITTED

    def _append(self, room: Room, outcome: Outcome, by: str, key: str | None) -> Append:
        table = outcome.table
        facts = encode_facts(outcome.facts).decode()
        entry = Entry(table.code, table.seq, table.at, by, facts, key)
        wake = table.wake
        first = table.seq == 0
        return Append(
            entry,
            wake=UNSET if wake == room.wake and not first else wake,
            lease=None if wake is None else Lease(self.worker, wake + LEASE_MS),
            row=_changed_row(room, outcome),
            seats=() if first else sittings_of(outcome.facts, room.table),
        )

    def _committed(self, room: Room, append: Append, step: Step) -> None:
        room.wake = room.wake if append.wake is UNSET else append.wake
        room.row = room.row if append.row is UNSET else append.row
        self.bus.send(Hint(self.worker, room.code, step.after.seq))
        for stepped in self.stepped:
            stepped(room, step)

    async def refresh(self, room: Room) -> None:
        """Reads what others have written; the room's lock is held.

        Raises:
            StoreUnavailable: the database does not answer.
        """
        entries = await self.log.read(room.code, room.table.seq)
        room.stale = False
        steps = room.catch_up(entries)
        room.wake = room.table.wake
        room.row = row_of(room.table, room.table.at)
        for step in steps:
            for stepped in self.stepped:
                stepped(room, step)

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
        table = room.table
        if table.stage is Stage.CLOSED:
            return
        connected = person in room.persons()
        if connected == ((person, self.worker) in table.here):
            return
        if not connected:
            await self.submit(room, Depart(self.worker), by=person)
        elif person == table.host or table.place_of(person) is not None:
            await self.submit(room, Arrive(self.worker), by=person)

    def close(self) -> None:
        """Lets timers and thinkers go; the log is closed by whoever opened it."""
        self.closing = True
        for room in self.rooms.values():
            if room.timer is not None:
                room.timer.cancel()
        self.thinkers.shutdown(wait=False, cancel_futures=True)


def _changed_row(room: Room, outcome: Outcome) -> TableRow | UnsetType:
    """The table's row in lists, if the outcome changes more of it than its moment."""
    table = outcome.table
    if room.row is not None and plain(room.table, table, outcome.facts):
        return UNSET
    row = row_of(table, table.at)
    if room.row is not None and msgspec.structs.replace(row, changed=room.row.changed) == room.row:
        return UNSET
    return row


def _fresh() -> bytes:
    return secrets.token_bytes(32)


__all__ = ["HOUSE", "Answer", "Hub", "NoSuchTable", "Refused", "now_ms"]
