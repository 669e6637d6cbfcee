"""Card tables as the engine keeps them: how a command is decided, written and shown."""

from __future__ import annotations

import asyncio
import secrets
from typing import TYPE_CHECKING, get_args

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from oddtrick.server.engine.room import Reply
from oddtrick.server.engine.rooms import notify
from oddtrick.server.errors import ApiError
from oddtrick.server.rooms.listing_row import persons_met, seat_changes, table_row
from oddtrick.server.rooms.room import Transition, room_of, transition_of
from oddtrick.server.store.log_entries import AppendResult, Entry
from oddtrick.server.store.table_rows import TABLES, Lease, table_append
from oddtrick.tables import Change, CommandOutcome, encode_facts, handle
from oddtrick.tables.commands import SLOW, Command

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from concurrent.futures import ThreadPoolExecutor

    from oddtrick.server.rooms.database_outage import OutageMonitor
    from oddtrick.server.rooms.room import Listener, TableRoom, Updates
    from oddtrick.server.security.work_pools import WorkPool
    from oddtrick.server.store.database_errors import StoreUnavailable
    from oddtrick.server.store.event_log import EventLog
    from oddtrick.server.store.log_entries import Append
    from oddtrick.server.store.table_rows import TableRow

LEASE_MS = 5_000
"""Time after a wake is due before another worker may take it over."""

SOON_MS = 60_000
"""A room with a wake within this time is not idle; a later wake is found by the poll."""

ENTRIES_PER_SLICE = 20
"""Missed entries that are applied before other tasks get a turn."""

_KINDS = {kind: str(kind.__struct_config__.tag) for kind in get_args(Command)}


class TableNotFound(ApiError):
    """There is no table with this code."""

    def __init__(self) -> None:
        super().__init__(
            404, "no-such-table", "there is no table with this code: check each letter"
        )


class CommandRequest(msgspec.Struct, frozen=True):
    """A command and its origin.

    Args:
        command: the command.
        by: the person who gives it, or ``"server"``.
        key: the client's own id of it; a repeat is answered and not applied twice.
        name: the person's name.
        program: whether the person is a bot with an account.
        origin: the connection that it came from, whose update carries ``re``.
        after: apply it only if the table's last entry is this one.
    """

    command: Command
    by: str
    key: str | None = None
    name: str = ""
    program: bool = False
    origin: Listener | None = None
    after: int | None = None


class TableWrite(msgspec.Struct, frozen=True):
    """A command that is decided and not yet written.

    Args:
        transition: the change that it makes.
        append: the entry and the rows that change with it.
        updates: the encoded updates, sent once the entry is on the disk.
    """

    transition: Transition
    append: Append
    updates: Updates


class TableLog:
    """The adapter of card tables.

    Args:
        log: the database.
        outage: hears of writes that fail.
        worker: the id of this worker.
        clock: returns the time (ms).
        threads: run the commands that take long to decide.
        pool: where logs are folded.
    """

    def __init__(
        self,
        log: EventLog,
        *,
        outage: OutageMonitor,
        worker: str,
        clock: Callable[[], int],
        threads: ThreadPoolExecutor,
        pool: WorkPool,
    ) -> None:
        self._log = log
        self._worker = worker
        self._clock = clock
        self._threads = threads
        self._pool = pool
        self.on_outage: Callable[[StoreUnavailable], None] = outage.report
        self.on_load: list[Callable[[TableRoom], Awaitable[None]]] = []
        self.on_transition: list[Callable[[TableRoom, Transition], None]] = []
        self.on_change: list[Callable[[TableRoom, Transition], None]] = []

    async def heads(self, codes: list[str]) -> dict[str, int]:
        """Returns the last entry of each of these tables."""
        return await self._log.heads(TABLES, codes)

    async def load(self, code: str) -> TableRoom:
        """Reads a table from its log."""
        room = await self._pool.run(room_of, await self._log.read(TABLES, code))
        if room is None:
            raise TableNotFound
        room.wake = room.table.wake
        room.row = table_row(room.table, self._clock())
        for on_load in self.on_load:
            await on_load(room)
        return room

    async def read(self, code: str, after: int) -> list[Entry]:
        """Returns the entries of a table after a number."""
        return await self._log.read(TABLES, code, after)

    async def follow(self, room: TableRoom, entries: list[Entry], *, is_foreign: bool) -> None:
        """Folds and shows entries that a room has missed."""
        room.is_led_elsewhere = is_foreign
        room.row = None  # the caller may be cancelled in between: the next entry writes the row
        for number, entry in enumerate(entries, 1):
            transition = transition_of(room.table, entry)
            room.advance(transition, room.encode_updates(transition))
            room.wake = room.table.wake
            self._notify(room, transition)
            if number % ENTRIES_PER_SLICE == 0:
                await asyncio.sleep(0)
        room.row = table_row(room.table, room.table.at)

    async def decide(self, room: TableRoom, request: CommandRequest) -> TableWrite | Reply:
        """Decides a command, in a thread if that takes long; nothing is changed yet."""
        seq = room.applied_seq(request.by, request.key)
        if seq is not None:
            return Reply(seq, repeated=True)
        if request.after is not None and request.after != room.table.seq:
            return Reply(room.table.seq)
        if type(request.command) in SLOW:
            loop = asyncio.get_running_loop()
            outcome = await loop.run_in_executor(self._threads, self._handle, room, request)
        else:
            outcome = self._handle(room, request)
        if not outcome.facts:
            return Reply(room.table.seq)
        transition = Transition(room.table, outcome.table, outcome.facts, request.by, request.key)
        # Encoding here overlaps with the commit of the group before this one.
        updates = room.encode_updates(transition, request.origin)
        return TableWrite(transition, self._append_of(room, transition), updates)

    def _handle(self, room: TableRoom, request: CommandRequest) -> CommandOutcome:
        return handle(
            room.table,
            request.command,
            by=request.by,
            now=self._clock(),
            new_secret=fresh_secret,
            name=request.name,
            program=request.program,
        )

    def first_write(self, room: TableRoom, outcome: CommandOutcome, person: str) -> TableWrite:
        """Returns the write that opens a table."""
        opening = Transition(outcome.table, outcome.table, outcome.facts, person, None)
        return TableWrite(opening, self._append_of(room, opening), [])

    def _append_of(self, room: TableRoom, transition: Transition) -> Append:
        """Returns the entry of a command, the wake, the table's row and the seats."""
        table = transition.after
        facts = encode_facts(transition.facts).decode()
        is_first, wake = table.seq == 0, table.wake
        # Cards and draws change nothing that lists show, so most entries write no row.
        has_row = is_first or room.row is None or transition.change is Change.MORE
        row = table_row(table, table.at) if has_row else UNSET
        return table_append(
            Entry(table.code, table.seq, table.at, transition.by, facts, transition.key),
            wake=UNSET if wake == room.wake and not is_first else wake,
            lease=None if wake is None else Lease(self._worker, wake + LEASE_MS),
            row=UNSET if row is UNSET or _is_same(row, room.row) else row,
            seats=seat_changes(transition.facts, transition.before) if has_row else (),
            met=persons_met(transition) if has_row else (),
        )

    async def append(self, write: TableWrite) -> bool:
        """Writes an entry; False if its number is taken."""
        return await self._log.append(write.append) is AppendResult.COMMITTED

    def show(self, room: TableRoom, write: TableWrite) -> Reply:
        """Advances a room by an entry of this worker, and sends the updates."""
        rows, transition = write.append.derived, write.transition
        room.advance(transition, write.updates)
        room.wake = room.wake if rows.wake is UNSET else rows.wake
        room.row = room.row if rows.row is UNSET else rows.row
        room.is_led_elsewhere = False
        self._notify(room, transition)
        return Reply(transition.after.seq, transition=transition)

    def _notify(self, room: TableRoom, transition: Transition) -> None:
        notify(self.on_transition, room, transition)
        if transition.change is Change.MORE:
            notify(self.on_change, room, transition)

    def count(self, request: CommandRequest, outcome: str) -> None:
        """Counts a command by its kind."""
        self._log.counts.commands[_KINDS[type(request.command)], outcome] += 1

    def is_idle(self, room: TableRoom) -> bool:
        """Returns whether nothing is due at a table soon."""
        wake = room.table.wake
        return wake is None or wake > self._clock() + SOON_MS

    def on_evict(self, room: TableRoom) -> None:
        """Stops the timer of a room that leaves the memory."""
        room.stop_timer()


def _is_same(row: TableRow, known: TableRow | None) -> bool:
    """Returns whether only the time of change differs."""
    return known is not None and replace(row, changed=known.changed) == known


def fresh_secret() -> bytes:
    """Returns 32 random bytes for a draw."""
    return secrets.token_bytes(32)
