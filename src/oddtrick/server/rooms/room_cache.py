"""The rooms that a worker has in memory: read from the log when wanted, let go of when idle."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from oddtrick.errors import OddtrickError
from oddtrick.server.rooms.listing_row import table_row
from oddtrick.server.rooms.room import room_of

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from oddtrick.server.rooms.room import Room
    from oddtrick.server.store.event_log import EventLog

ROOMS_KEPT = 2_000
"""So many tables that nobody listens to stay in memory."""

SOON_MS = 60_000
"""A room with nothing due for so long may be let go: a poll finds it in time."""


class TableNotFound(OddtrickError):
    """There is no table of this code."""

    status = 404
    code = "no-such-table"


class RoomCache:
    """The rooms of one worker.

    Args:
        log: where they are read from.
        clock: tells the moment (ms).
        prepare: awaited with each room that was read, before anybody is given it.
    """

    def __init__(
        self,
        log: EventLog,
        clock: Callable[[], int],
        prepare: Sequence[Callable[[Room], Awaitable[None]]],
    ) -> None:
        self.rooms: dict[str, Room] = {}
        self._log = log
        self._clock = clock
        self._prepare = prepare
        self._loading: dict[str, asyncio.Future[Room]] = {}

    def add(self, room: Room) -> None:
        """Keeps a room; one that is idle may have to go for it."""
        self._let_go_of_idle()
        room.used = self._clock()
        self.rooms[room.code] = room

    async def room(self, code: str) -> Room:
        """The room of a table, read from its log if this worker has not had to do with it.

        Raises:
            TableNotFound: there is none.
            StoreUnavailable: the database does not answer.
        """
        room = self.rooms.get(code)
        if room is None:
            loading = self._loading.get(code)
            if loading is None:
                loading = asyncio.ensure_future(self._load(code))
                self._loading[code] = loading
                loading.add_done_callback(lambda done: self._loaded(code, done))
            room = await asyncio.shield(loading)
        room.used = self._clock()
        return room

    def _loaded(self, code: str, done: asyncio.Future[Room]) -> None:
        self._loading.pop(code, None)
        if not done.cancelled():
            done.exception()  # whoever waits for it is told; nobody may

    async def _load(self, code: str) -> Room:
        entries = await self._log.read(code)
        room = await asyncio.to_thread(room_of, entries)
        if room is None:
            raise TableNotFound("there is no table of this code: check it, a letter may be wrong")
        room.wake = room.table.wake
        room.row = table_row(room.table, self._clock())
        for prepare in self._prepare:
            await prepare(room)
        self.add(room)
        return room

    def _let_go_of_idle(self) -> None:
        """Keeps the number of rooms bounded; one that is needed again is read again."""
        if len(self.rooms) < ROOMS_KEPT:
            return
        soon = self._clock() + SOON_MS
        idle = [
            room
            for room in self.rooms.values()
            if not room.listeners
            and not room.lock.locked()
            and (room.table.wake is None or room.table.wake > soon)
        ]
        for room in sorted(idle, key=lambda room: room.used)[: ROOMS_KEPT // 4]:
            room.stop_timer()
            del self.rooms[room.code]
