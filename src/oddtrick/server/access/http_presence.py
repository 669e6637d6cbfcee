"""Those who play by requests and not by a socket: they are there as long as they keep asking."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from oddtrick.errors import OddtrickError
from oddtrick.server.telemetry.logs import log

if TYPE_CHECKING:
    from oddtrick.server.rooms.room import Room
    from oddtrick.server.rooms.table_service import TableService

STAY_SECONDS = 30.0
"""So long after a request somebody is still taken to be there."""


class HttpCaller:
    """A person at a table, as if by a connection over which nothing is sent.

    Args:
        person: who it is.
        until: when they are taken to have gone, by the loop's clock.
    """

    def __init__(self, person: str, until: float) -> None:
        self._person = person
        self.until = until

    @property
    def person(self) -> str | None:
        """Who it is."""
        return self._person

    def push(self, frame: bytes) -> None:
        """Nothing is sent: the next request asks."""


class HttpPresence:
    """The callers of one worker.

    Args:
        service: the tables.
    """

    def __init__(self, service: TableService) -> None:
        self._service = service
        self._there: dict[tuple[str, str], HttpCaller] = {}
        self._leaving: set[asyncio.Task[None]] = set()

    async def called(self, room: Room, person: str) -> None:
        """Somebody who belongs to a table has asked something of it.

        Raises:
            StoreUnavailable: that they are there could not be written.
        """
        loop = asyncio.get_running_loop()
        until = loop.time() + STAY_SECONDS
        caller = self._there.get((room.code, person))
        if caller is not None:
            caller.until = until
            return
        caller = HttpCaller(person, until)
        self._there[room.code, person] = caller
        room.listeners.add(caller)
        loop.call_at(until, self._look, room, caller)
        await self._service.settle_presence(room, person)

    def _look(self, room: Room, caller: HttpCaller) -> None:
        """Lets somebody go who has not asked anything for so long."""
        loop = asyncio.get_running_loop()
        if self._service.closing:
            return
        if loop.time() < caller.until:
            loop.call_at(caller.until, self._look, room, caller)
            return
        person = caller.person or ""
        del self._there[room.code, person]
        room.listeners.discard(caller)
        task = loop.create_task(self._leave(room, person))
        self._leaving.add(task)
        task.add_done_callback(self._leaving.discard)

    async def _leave(self, room: Room, person: str) -> None:
        try:
            await self._service.settle_presence(room, person)
        except OddtrickError as error:
            self._service.unsettled.add((room.code, person))
            log.warning("a departure was put off", why=str(error))
