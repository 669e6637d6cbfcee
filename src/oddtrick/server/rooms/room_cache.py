"""The rooms that a worker holds in memory: loaded on demand, evicted when idle."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from oddtrick.server.errors import ApiError
from oddtrick.server.rooms.listing_row import table_row
from oddtrick.server.rooms.room import room_of

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from oddtrick.server.rooms.room import Room
    from oddtrick.server.security.work_pools import WorkPool
    from oddtrick.server.store.event_log import EventLog

MAX_ROOMS = 2_000
"""Rooms in memory before idle ones are evicted."""

SOON_MS = 60_000
"""A room with a wake within this time is not idle; a later wake is found by the poll."""


class TableNotFound(ApiError):
    """There is no table with this code."""

    def __init__(self) -> None:
        super().__init__(
            404, "no-such-table", "there is no table with this code: check each letter"
        )


class RoomCache:
    """The rooms of one worker.

    Args:
        log: the event log that rooms are read from.
        clock: returns the time (ms).
        on_load: awaited with each room that was read, before anybody else gets it.
        pool: where logs are folded.
    """

    def __init__(
        self,
        log: EventLog,
        clock: Callable[[], int],
        on_load: Sequence[Callable[[Room], Awaitable[None]]],
        pool: WorkPool,
    ) -> None:
        self.rooms: dict[str, Room] = {}
        self._log = log
        self._clock = clock
        self._on_load = on_load
        self._pool = pool
        self._coming: dict[str, asyncio.Future[Room | None]] = {}
        """The rooms that are being read from their log, or whose tables are being opened."""

    def add(self, room: Room) -> None:
        """Adds a room, and evicts idle ones if there are too many."""
        self._evict_idle()
        room.last_used = self._clock()
        self.rooms[room.code] = room

    async def room(self, code: str) -> Room:
        """Returns the room of a table, read from its log if it is not in memory.

        Raises:
            TableNotFound: there is no such table.
            StoreUnavailable: the database does not answer.
        """
        while (room := self.rooms.get(code)) is None:
            coming = self._coming.get(code) or self._begin(code, self._load(code))
            # Several callers share one load: a cancelled caller must not cancel it.
            room = await asyncio.shield(coming)
            if room is not None:
                break
        room.last_used = self._clock()
        return room

    async def open(self, code: str, write: Callable[[], Awaitable[Room | None]]) -> Room | None:
        """Opens a table; requests for its room wait, and get the one that is being opened.

        The code may be known before the table is written, as in a drive. A second room, read from
        the log, would never hear of the commands that reach the first.

        Args:
            code: the code of the table.
            write: writes the table and adds its room; returns None if the code is taken.

        Returns:
            What ``write`` returns; None if there is such a room already.

        Raises:
            StoreUnavailable: it is unknown whether the table was written.
        """
        while (coming := self._coming.get(code)) is not None:
            await asyncio.wait([coming])
        if code in self.rooms:
            return None
        return await asyncio.shield(self._begin(code, write()))

    def _begin(self, code: str, work: Awaitable[Room | None]) -> asyncio.Future[Room | None]:
        coming = self._coming[code] = asyncio.ensure_future(work)
        coming.add_done_callback(lambda done: self._finish(code, done))
        return coming

    def _finish(self, code: str, done: asyncio.Future[Room | None]) -> None:
        self._coming.pop(code, None)
        if not done.cancelled():
            done.exception()  # marks it as retrieved: there may be no caller left

    async def _load(self, code: str) -> Room:
        entries = await self._log.read(code)
        room = await self._pool.run(room_of, entries)
        if room is None:
            raise TableNotFound
        room.wake = room.table.wake
        room.row = table_row(room.table, self._clock())
        for on_load in self._on_load:
            await on_load(room)
        self.add(room)
        return room

    def _evict_idle(self) -> None:
        """Evicts the least recently used idle rooms; they are loaded again when needed."""
        if len(self.rooms) < MAX_ROOMS:
            return
        soon = self._clock() + SOON_MS
        idle = [
            room
            for room in self.rooms.values()
            if not room.listeners
            and not room.lock.locked()
            and (room.table.wake is None or room.table.wake > soon)
        ]
        # A quarter at a time, so that not every new table has to sort them all.
        for room in sorted(idle, key=lambda room: room.last_used)[: MAX_ROOMS // 4]:
            room.stop_timer()
            del self.rooms[room.code]
