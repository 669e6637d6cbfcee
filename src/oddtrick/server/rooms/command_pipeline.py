"""The command pipeline: prepare, commit, settle.

*Prepare* answers a repeat, decides, and builds the write. *Commit* is the store's. *Settle*
advances the room and publishes the updates, or notes why nothing was written. The room's lock is
held from prepare to settle, so each command is decided on the state that the one before it left.

A room may lack entries of other workers. The commit finds that out for a command that is accepted.
A command that is refused, or changes nothing, has no commit, so it is decided again on the log.
"""

from __future__ import annotations

import asyncio
import secrets
from contextlib import suppress
from typing import TYPE_CHECKING, Any, get_args

import msgspec

from oddtrick.errors import OddtrickError, RuleBroken
from oddtrick.server.rooms.append_builder import build_append
from oddtrick.server.rooms.room import Reply, Transition
from oddtrick.server.store.database_errors import StoreUnavailable
from oddtrick.server.store.group_commit_writer import WriteFailure
from oddtrick.server.store.log_entry import AppendResult
from oddtrick.server.telemetry.logs import log
from oddtrick.tables import SERVER, CommandOutcome, CommandRefused, handle
from oddtrick.tables.commands import SLOW, Command

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Mapping
    from concurrent.futures import ThreadPoolExecutor

    from oddtrick.server.rooms.command_request import CommandRequest
    from oddtrick.server.rooms.database_outage import OutageMonitor
    from oddtrick.server.rooms.room import Room, Updates
    from oddtrick.server.rooms.room_sync import RoomSync
    from oddtrick.server.store.event_log import EventLog
    from oddtrick.server.store.log_entry import Append

MAX_TRIES = 10
"""Decisions on one command while other workers keep writing to the same table."""

_KINDS = {kind: str(kind.__struct_config__.tag) for kind in get_args(Command)}


class _Prepared(msgspec.Struct, frozen=True):
    """A command that is decided and not yet written; the room's lock is held.

    Args:
        room: the table.
        request: the command.
        transition: the change that it makes.
        append: the write.
        updates: the encoded updates, sent once the write is on the disk.
    """

    room: Room
    request: CommandRequest
    transition: Transition
    append: Append
    updates: Updates


class CommandPipeline:
    """Applies commands to the rooms of one worker.

    Args:
        log: the event log.
        sync: publishes entries and rereads rooms.
        outage: knows whether the database can be written.
        rooms: the rooms in memory, by code.
        worker: the id of this worker.
        clock: returns the time (ms).
        threads: run the commands that take long to decide.
    """

    def __init__(
        self,
        log: EventLog,
        *,
        sync: RoomSync,
        outage: OutageMonitor,
        rooms: Mapping[str, Room],
        worker: str,
        clock: Callable[[], int],
        threads: ThreadPoolExecutor,
    ) -> None:
        self._log = log
        self._sync = sync
        self._outage = outage
        self._rooms = rooms
        self._worker = worker
        self._clock = clock
        self._threads = threads
        self._tasks: set[asyncio.Task[None]] = set()
        self._running = 0

    async def submit(self, room: Room, request: CommandRequest) -> Reply:
        """Applies a command and waits for its commit.

        Raises:
            CommandRefused: the table refuses it.
            RuleBroken: the rules refuse it.
            StoreUnavailable: its outcome is unknown; it may be sent again under its key.
        """
        room = self._rooms.get(room.code, room)  # it may have been evicted and loaded again
        try:
            return await self._submit(room, request)
        except asyncio.CancelledError:
            # The caller is gone, but its command may be written: the other clients need to know.
            self._spawn(self._resync(room))
            raise

    async def _submit(self, room: Room, request: CommandRequest) -> Reply:
        # After an outage only the server may act, because it has to correct the clocks first.
        if self._outage.error is not None and request.by != SERVER:
            raise StoreUnavailable(self._outage.error.what, self._outage.error.why)
        self._running += 1
        try:
            async with room.lock:
                for _ in range(MAX_TRIES):
                    reply = await self._attempt(room, request)
                    if reply is not None:
                        return reply
        finally:
            self._running -= 1
        raise StoreUnavailable("too much is happening at this table")

    async def _attempt(self, room: Room, request: CommandRequest) -> Reply | None:
        """Decides a command and commits it; the room's lock is held.

        Returns:
            The reply; None if the room has to be reread first.
        """
        is_reread = room.stale
        if is_reread:
            await self._sync.refresh(room)
        try:
            prepared = await self._prepare_maybe_slow(room, request)
        except (CommandRefused, RuleBroken) as refusal:
            if not is_reread and self._needs_reread(room, refusal):
                return None
            self._count(request, "refused")
            raise
        if isinstance(prepared, _Prepared):
            return self._settle(prepared, await self._commit(prepared))
        if not is_reread and self._needs_reread(room, prepared):
            return None
        self._count_unwritten(request, prepared)
        return prepared

    def _needs_reread(self, room: Room, reply: Reply | Exception) -> bool:
        """Marks a room as stale if a reply without a write may rest on a state that is too old."""
        is_negative = isinstance(reply, (CommandRefused, RuleBroken)) or (
            isinstance(reply, Reply) and not reply.repeated
        )
        room.stale = room.stale or (is_negative and self._log.is_shared)
        return room.stale

    async def _prepare_maybe_slow(self, room: Room, request: CommandRequest) -> _Prepared | Reply:
        """Prepares a command, and decides in a thread if that takes long."""
        if type(request.command) not in SLOW or self._known_reply(room, request) is not None:
            return self._prepare(room, request)
        loop = asyncio.get_running_loop()
        decided = loop.run_in_executor(self._threads, self._decide, room, request)
        return self._prepare(room, request, await decided)

    def _prepare(
        self, room: Room, request: CommandRequest, outcome: CommandOutcome | None = None
    ) -> _Prepared | Reply:
        """Decides a command and builds its write; nothing is changed yet.

        Args:
            room: the table; it is not known to be stale.
            request: the command.
            outcome: the decision, if it was made already.

        Returns:
            The write to commit, or the reply where there is nothing to write.

        Raises:
            CommandRefused: the table refuses it.
            RuleBroken: the rules refuse it.
        """
        known = self._known_reply(room, request)
        if known is not None:
            return known
        if outcome is None:
            outcome = self._decide(room, request)
        if not outcome.facts:
            return Reply(room.table.seq)
        transition = Transition(room.table, outcome.table, outcome.facts, request.by, request.key)
        append = build_append(room, transition, self._worker)
        # Encoding here overlaps with the commit of the group before this one.
        updates = room.encode_updates(transition, request.origin)
        return _Prepared(room, request, transition, append, updates)

    @staticmethod
    def _known_reply(room: Room, request: CommandRequest) -> Reply | None:
        """Returns the reply to a command that needs no decision; None if it does."""
        seq = room.applied_seq(request.by, request.key)
        if seq is not None:
            return Reply(seq, repeated=True)
        if request.after is not None and request.after != room.table.seq:
            return Reply(room.table.seq)
        return None

    def _decide(self, room: Room, request: CommandRequest) -> CommandOutcome:
        """Returns the facts that a command would make.

        Raises:
            CommandRefused: the table refuses it.
            RuleBroken: the rules refuse it.
        """
        return handle(
            room.table,
            request.command,
            by=request.by,
            now=self._clock(),
            new_secret=fresh_secret,
            name=request.name,
            program=request.program,
        )

    async def _commit(self, prepared: _Prepared) -> AppendResult | WriteFailure:
        """Waits for the write."""
        try:
            return await self._log.append(prepared.append)
        except asyncio.CancelledError as error:
            self._sync.mark_unconfirmed(prepared.room, error)
            raise
        except Exception as error:  # noqa: BLE001  # raised again in _settle
            return WriteFailure(error)

    def _settle(self, prepared: _Prepared, appended: AppendResult | WriteFailure) -> Reply | None:
        """Publishes a committed command.

        Returns:
            The reply; None if another worker's entry came first. Concurrency is optimistic: the
            losing command is decided again, after the room has read the entries that it missed.

        Raises:
            StoreUnavailable: it is unknown whether the command was written.
        """
        room, request, transition = prepared.room, prepared.request, prepared.transition
        if isinstance(appended, WriteFailure):
            self._sync.mark_unconfirmed(room, appended.error)
            raise appended.error
        if appended is not AppendResult.COMMITTED:
            self._count(request, "conflict")
            room.stale = True
            return None
        self._sync.publish(room, prepared.append, transition, prepared.updates)
        self._count(request, "done")
        return Reply(transition.after.seq, transition=transition)

    def _count_unwritten(self, request: CommandRequest, reply: Reply | Exception) -> None:
        """Counts a command that needed no write."""
        if isinstance(reply, Reply):
            self._count(request, "repeated" if reply.repeated else "unchanged")
        elif isinstance(reply, OddtrickError) and not isinstance(reply, StoreUnavailable):
            self._count(request, "refused")

    def _count(self, request: CommandRequest, outcome: str) -> None:
        self._log.counts.commands[_KINDS[type(request.command)], outcome] += 1

    async def _resync(self, room: Room) -> None:
        """Settles a command whose caller was cancelled."""
        try:
            await self._log.write(_no_change)  # the writer keeps order, so this comes after it
            async with room.lock:
                if not room.stale:
                    return
                known, room.has_unconfirmed_write = room.table.seq, True
                await self._sync.refresh(room)
        except StoreUnavailable as error:
            log.warning("cancelled command not reread", table=room.code, reason=error.why)
            return
        if room.table.seq > known:
            self._sync.notify_workers(room)

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Tracks a background task until shutdown."""
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def drain(self) -> None:
        """Waits until all commands under way are committed and published."""
        with suppress(StoreUnavailable):
            while self._running:
                await self._log.write(_no_change)
        while self._tasks:
            await asyncio.wait(tuple(self._tasks))


def fresh_secret() -> bytes:
    """Returns 32 random bytes for a draw."""
    return secrets.token_bytes(32)


def _no_change(_connection: object) -> None:
    """Changes nothing: a barrier in the writer's queue."""
