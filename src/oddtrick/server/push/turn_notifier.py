"""Tells people who are away by push message that it is their turn, at tables without a clock.

A timer starts when the turn of somebody without a connection begins, or the connection is lost
during the turn. Each worker that knows the table has one; the database gives each turn to one of
them only, so that there is one message per turn.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, NamedTuple

from oddtrick.server.people.push_subscriptions import claim_turn, subscriptions_of
from oddtrick.server.push.push_service import TurnMessage
from oddtrick.server.store.database_errors import StoreUnavailable
from oddtrick.server.telemetry.logs import log

if TYPE_CHECKING:
    from oddtrick.server.push.push_service import PushService
    from oddtrick.server.rooms.room import TableRoom, Transition
    from oddtrick.server.rooms.table_service import TableService
    from oddtrick.tables import Table

QUEUE = 1000
"""Turns that wait for a sender; further ones are dropped."""

SENDERS = 8
"""Turns announced at the same time."""


class AwaitedTurn(NamedTuple):
    """A turn of a person who has no connection to the table.

    Args:
        person: the person's id.
        turn: the entry of the log by which the turn began.
        since: when it began, or the person left, whichever was later (ms since 1970).
    """

    person: str
    turn: int
    since: int


class TurnNotifier:
    """Watches the tables of one worker.

    Args:
        service: the tables.
        push: sends the messages.
        after_ms: the time that a person has to be away.
    """

    def __init__(self, service: TableService, push: PushService, after_ms: int) -> None:
        self._service = service
        self._push = push
        self._after_ms = after_ms
        self._timers: dict[str, tuple[AwaitedTurn, asyncio.TimerHandle]] = {}
        self._queue: asyncio.Queue[str] = asyncio.Queue(QUEUE)
        if push.enabled:
            service.on_transition.append(self._on_transition)
            service.on_load.append(self._on_load)

    async def run(self) -> None:
        """Sends messages until cancelled."""
        try:
            await asyncio.gather(*(self._send_queued() for _ in range(SENDERS)))
        finally:
            for _, timer in self._timers.values():
                timer.cancel()
            self._push.close()

    def _on_transition(self, room: TableRoom, step: Transition) -> None:
        self._watch(room)

    async def _on_load(self, room: TableRoom) -> None:
        self._watch(room)

    def _watch(self, room: TableRoom) -> None:
        """Starts or stops the timer of a table; called for each entry, so it is quick."""
        awaited, running = awaited_turn(room.table), self._timers.get(room.code)
        if running is not None:
            if running[0] == awaited:
                return
            running[1].cancel()
            del self._timers[room.code]
        if awaited is None or self._service.closing:
            return
        delay = (awaited.since + self._after_ms - self._service.clock()) / 1000
        loop = asyncio.get_running_loop()
        timer = loop.call_later(max(0.0, delay), self._on_timer, room.code)
        self._timers[room.code] = awaited, timer

    def _on_timer(self, code: str) -> None:
        del self._timers[code]
        try:
            self._queue.put_nowait(code)
        except asyncio.QueueFull:
            log.warning("push message dropped: too many are waiting", table=code)

    async def _send_queued(self) -> None:
        while True:
            code = await self._queue.get()
            try:
                await self._announce(code)
            except StoreUnavailable as error:
                log.warning("push message not sent", table=code, reason=error.why)
            except Exception:  # noqa: BLE001  # the other turns must be announced all the same
                log.exception("unexpected error", table=code)

    async def _announce(self, code: str) -> None:
        """Sends the message of a table, unless the person is back or somebody was faster.

        Raises:
            StoreUnavailable: the database does not answer.
        """
        room, now = await self._service.current_room(code), self._service.clock()
        awaited = awaited_turn(room.table)
        if awaited is None or awaited.since + self._after_ms > now:
            return  # they came back; if they left again, another timer runs
        person, turn = awaited.person, awaited.turn
        if person in room.connected_persons():
            return
        events = self._service.log
        found = await events.query(lambda c: subscriptions_of(c, person, now))
        if not found:
            return
        if await events.write(lambda c: claim_turn(c, code, turn, now)):
            message = TurnMessage(code)
            await asyncio.gather(*(self._push.send(each, message) for each in found))


def awaited_turn(table: Table) -> AwaitedTurn | None:
    """Returns the turn that others wait for at a table without a clock, if the person is away."""
    place = None if table.settings.timed else table.turn
    if place is None:
        return None
    chair = table.chairs[place]
    if chair.person is None or chair.program or chair.bot_plays or chair.gone_since is None:
        return None
    if not any(other.kind == "person" for other in table.chairs if other is not chair):
        return None  # nobody waits at a table with bots only
    return AwaitedTurn(chair.person, table.match_seq, max(table.turn_started, chair.gone_since))
