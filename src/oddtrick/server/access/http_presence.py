"""Presence of players without a socket, who count as connected while they send requests."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from oddtrick.errors import OddtrickError
from oddtrick.server.telemetry.logs import log

if TYPE_CHECKING:
    from oddtrick.server.rooms.room import TableRoom
    from oddtrick.server.rooms.table_service import TableService

STAY_SECONDS = 30.0
"""Time after a request for which its sender counts as connected."""


class HttpCaller:
    """A person at a table, as a listener that nothing is sent to.

    Args:
        person: the person's id.
        until: the time of the loop's clock at which they count as gone.
    """

    def __init__(self, person: str, until: float) -> None:
        self._person = person
        self.until = until

    @property
    def person(self) -> str | None:
        """The person's id."""
        return self._person

    def push(self, frame: bytes) -> None:
        """Drops the frame: the next request fetches what it missed."""


class HttpPresence:
    """The persons present by HTTP at the tables of one worker.

    Args:
        service: the tables.
    """

    def __init__(self, service: TableService) -> None:
        self._service = service
        self._callers: dict[tuple[str, str], HttpCaller] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    async def renew(self, room: TableRoom, person: str) -> None:
        """Counts a member of a table as present for another :data:`STAY_SECONDS`.

        Raises:
            StoreUnavailable: that they are present could not be written.
        """
        loop = asyncio.get_running_loop()
        until = loop.time() + STAY_SECONDS
        caller = self._callers.get((room.code, person))
        if caller is not None:
            caller.until = until
            return
        caller = HttpCaller(person, until)
        self._callers[room.code, person] = caller
        room.listeners.add(caller)
        loop.call_at(until, self._check, room, caller)
        await self._service.save_presence(room, person)

    def _check(self, room: TableRoom, caller: HttpCaller) -> None:
        """Removes a caller whose time is over, or looks again when it will be."""
        loop = asyncio.get_running_loop()
        if self._service.closing:
            return
        if loop.time() < caller.until:
            loop.call_at(caller.until, self._check, room, caller)
            return
        person = caller.person or ""
        del self._callers[room.code, person]
        room.listeners.discard(caller)
        task = loop.create_task(self._save_departure(room, person))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _save_departure(self, room: TableRoom, person: str) -> None:
        try:
            await self._service.save_presence(room, person)
        except OddtrickError as error:
            self._service.unsaved_presence.add((room.code, person))
            log.warning("presence not saved, will retry", table=room.code, reason=str(error))
