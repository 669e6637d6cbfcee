"""Whist drives as the engine keeps them: how a command is decided, written and shown."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from oddtrick.drive.live import commands as c
from oddtrick.drive.live.decide import decide
from oddtrick.drive.live.facts import decode_body, encode_body
from oddtrick.drive.live.fold import fold_body, open_live
from oddtrick.server.drives.drive_room import DriveRoom
from oddtrick.server.engine.room import Reply
from oddtrick.server.engine.rooms import faults_logged, notify
from oddtrick.server.errors import ApiError
from oddtrick.server.security.fair_queue import Asker
from oddtrick.server.security.tokens import new_code
from oddtrick.server.store.drive_rows import DRIVES, DriveRows, read_phones_seen
from oddtrick.server.store.log_entries import Append, AppendResult, Entry

if TYPE_CHECKING:
    from collections.abc import Callable

    from oddtrick.drive.live.decide import Decision
    from oddtrick.drive.live.facts import LogBody
    from oddtrick.drive.live.state import Actor, LiveDrive
    from oddtrick.server.security.work_pools import WorkPools
    from oddtrick.server.store.database_errors import StoreUnavailable
    from oddtrick.server.store.event_log import EventLog

SHOW_SECONDS = 0.1
"""The time for which changes are collected before they are sent."""

NO_DRIVE = "there is no drive with this code: take it from the link"


class DriveRequest(NamedTuple):
    """A command and its origin.

    Args:
        command: the command.
        actor: who gives it.
        seen: the last entry that the sender knew; None: the sender does not care.
        key: the sender's id of the command; a repeat is answered and not applied twice.
    """

    command: c.Command
    actor: Actor
    seen: int | None = None
    key: str | None = None


class DriveWrite(NamedTuple):
    """A command that is decided and not yet written."""

    decision: Decision
    append: Append


class DriveLog:
    """The adapter of whist drives.

    Args:
        log: the database.
        clock: returns the time (ms).
        pools: the pools for slow work.
    """

    def __init__(self, log: EventLog, clock: Callable[[], int], pools: WorkPools) -> None:
        self._log = log
        self._clock = clock
        self._pools = pools
        self.on_entry: list[Callable[[DriveRoom, LogBody], None]] = []
        self._to_show: set[DriveRoom] = set()
        self._timer: asyncio.TimerHandle | None = None

    async def heads(self, codes: list[str]) -> dict[str, int]:
        """Returns the last entry of each of these drives."""
        return await self._log.heads(DRIVES, codes)

    async def load(self, code: str) -> DriveRoom:
        """Reads a drive from its log."""
        entries = await self.read(code, -1)
        if not entries:
            raise ApiError(404, "not-found", NO_DRIVE)
        room = DriveRoom(await self._pools.logs.run(_fold, None, entries))
        room.merge_seen(await self._log.query(lambda c: read_phones_seen(c, code)))
        return room

    async def read(self, code: str, after: int) -> list[Entry]:
        """Returns the entries of a drive after a number."""
        return await self._log.read(DRIVES, code, after)

    async def follow(self, room: DriveRoom, entries: list[Entry], *, is_foreign: bool) -> None:
        """Folds and shows entries that a room has missed."""
        del is_foreign  # nobody leads a drive
        room.advance(await self._pools.logs.run(_fold, room.live, entries))
        self.show_later(room)

    async def decide(self, room: DriveRoom, request: DriveRequest) -> DriveWrite | Reply:
        """Decides a command, in a process if it concerns hundreds of people."""
        live, key = room.live, request.key
        decision = await self._decide(live, request)
        if decision is None:
            return Reply(live.keys.get(key or "", live.seq), repeated=key in live.keys)
        return self.write_of(decision, key)

    @staticmethod
    def write_of(decision: Decision, key: str | None, source: str | None = None) -> DriveWrite:
        """Returns the write of a decision; a first one may come from a file with a hash."""
        after = decision.after
        entry = Entry(after.code, after.seq, decision.at, "", encode_body(decision.body), key)
        rows = DriveRows(after.drive.closed, after.wake, source)
        return DriveWrite(decision, Append(DRIVES, entry, rows))

    async def _decide(self, live: LiveDrive, request: DriveRequest) -> Decision | None:
        command, actor, seen, key = request
        now = self._clock()
        if isinstance(command, c.BeginRound | c.AddEntries):
            work = partial(decide, live, command, actor, now, seen=seen, key=key, new_code=new_code)
            return await self._pools.rounds.run_for(Asker(live.code), work)  # drives take turns
        return decide(live, command, actor, now, seen=seen, key=key)

    async def append(self, write: DriveWrite) -> bool:
        """Writes an entry; False if its number is taken."""
        return await self._log.append(write.append) is AppendResult.COMMITTED

    def show(self, room: DriveRoom, write: DriveWrite) -> Reply:
        """Moves a room on by an entry of this worker."""
        body = write.decision.body
        room.advance(write.decision.after)
        self.show_later(room)
        notify(self.on_entry, room, body)
        return Reply(room.seq, transition=body)

    def show_later(self, room: DriveRoom) -> None:
        """Sends a drive to its listeners, together with what changes in the next moment."""
        self._to_show.add(room)
        if self._timer is None:
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(SHOW_SECONDS, self._show_all)

    def _show_all(self) -> None:
        self._timer = None
        rooms, self._to_show = self._to_show, set()
        for room in rooms:
            for follower in tuple(room.listeners):
                with faults_logged(room.code):
                    follower.show(room)

    def count(self, request: DriveRequest, outcome: str) -> None:
        """Counts nothing."""

    def on_outage(self, error: StoreUnavailable) -> None:
        """Leaves it to the tables to tell the clients."""

    def is_idle(self, room: DriveRoom) -> bool:
        """Returns whether nothing is left to be stored about a drive."""
        return not room.unsaved_seen

    def on_evict(self, room: DriveRoom) -> None:
        """Releases nothing."""

    def close(self) -> None:
        """Stops the timer."""
        if self._timer is not None:
            self._timer.cancel()


def _fold(live: LiveDrive | None, entries: list[Entry]) -> LiveDrive:
    for entry in entries:
        body = decode_body(entry.body)
        if live is None:
            live = open_live(body, entry.at)
        else:
            live = fold_body(live, body, entry.at, entry.key)
    assert live is not None
    return live
