"""Visitors: who is about to take a place at the tables of one worker, and at those of the others.

What they do is shown while they do it, and is in no log. Each worker knows those who are connected
to it, and tells the other workers by hints: at each change, and again every few seconds, so that a
lost hint only delays and a dead worker's visitors are forgotten.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import msgspec

from oddtrick.server.engine.worker_bus import Hint
from oddtrick.server.protocol import Visitor, Visitors

if TYPE_CHECKING:
    from collections.abc import Mapping

    from oddtrick.server.engine.worker_bus import Bus
    from oddtrick.server.rooms.room import Client, Listener, TableRoom

RENEW_SECONDS = 2.0
"""The interval at which the other workers are told again."""

STALE_SECONDS = 3 * RENEW_SECONDS
"""The time without a word of a worker after which its visitors are forgotten."""

GATHER_SECONDS = 0.15
"""Changes within this time are shown together: a visitor cannot flood a table."""

MOST = 16
"""The visitors of one worker at one table that are shown."""

_encode = msgspec.json.Encoder().encode


class VisitorBook:
    """The visitors of all tables, as one worker knows them.

    Args:
        bus: carries hints to other workers.
        worker: the id of this worker.
        rooms: the tables in memory.
    """

    def __init__(self, bus: Bus, worker: str, rooms: Mapping[str, TableRoom]) -> None:
        self._bus = bus
        self._worker = worker
        self._rooms = rooms
        self._here: dict[str, dict[Client, Visitor]] = {}
        """The visitors who are connected to this worker, by table."""
        self._elsewhere: dict[str, dict[str, tuple[float, tuple[Visitor, ...]]]] = {}
        """The visitors of other workers and when they were heard of, by table and worker."""
        self._changed: dict[str, asyncio.TimerHandle] = {}

    def set(self, code: str, client: Client, visitor: Visitor | None) -> None:
        """Notes what a client is about to do; None: it has stopped."""
        here = self._here.setdefault(code, {})
        changed = here.get(client) != visitor
        if visitor is None:
            here.pop(client, None)
        elif client in here or len(here) < MOST:
            here[client] = visitor
        if not here:
            del self._here[code]
        if changed and code not in self._changed:
            loop = asyncio.get_running_loop()
            self._changed[code] = loop.call_later(GATHER_SECONDS, self._publish, code)

    def frame_for(self, code: str, listener: Listener) -> bytes | None:
        """Returns the frame with all visitors but the listener; None if there are none."""
        visitors = self._all_but(code, listener)
        return _encode(Visitors(visitors)) if visitors else None

    def hear(self, hint: Hint) -> None:
        """Takes over what another worker says of its visitors."""
        workers = self._elsewhere.setdefault(hint.table, {})
        before = workers.pop(hint.worker, (0.0, ()))[1]
        if hint.visitors:
            workers[hint.worker] = asyncio.get_running_loop().time(), hint.visitors
        if not workers:
            del self._elsewhere[hint.table]
        if before != (hint.visitors or ()):
            self._show(hint.table)

    async def renew(self) -> None:
        """Tells the other workers again, and forgets those that have fallen silent."""
        for code in tuple(self._here):
            self._tell(code)
        oldest = asyncio.get_running_loop().time() - STALE_SECONDS
        for code, workers in tuple(self._elsewhere.items()):
            for worker, (heard_at, _) in tuple(workers.items()):
                if heard_at < oldest:
                    self.hear(Hint(worker, code, -1, ()))

    def close(self) -> None:
        """Stops the timers."""
        for timer in self._changed.values():
            timer.cancel()

    def _publish(self, code: str) -> None:
        del self._changed[code]
        self._show(code)
        self._tell(code)

    def _tell(self, code: str) -> None:
        room = self._rooms.get(code)
        visitors = tuple(self._here.get(code, {}).values())
        self._bus.send(Hint(self._worker, code, -1 if room is None else room.seq, visitors))

    def _show(self, code: str) -> None:
        """Sends all who listen the visitors: one frame, but for the visitors themselves."""
        room = self._rooms.get(code)
        if room is None:
            return
        here = self._here.get(code, {})
        common = _encode(Visitors(self._all_but(code, None)))
        for listener in tuple(room.listeners):
            own = listener in here
            listener.push(_encode(Visitors(self._all_but(code, listener))) if own else common)

    def _all_but(self, code: str, listener: Listener | None) -> tuple[Visitor, ...]:
        here = self._here.get(code, {})
        elsewhere = self._elsewhere.get(code, {}).values()
        others = [visitor for client, visitor in here.items() if client is not listener]
        return (*others, *(visitor for _, visitors in elsewhere for visitor in visitors))
