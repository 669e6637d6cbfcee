"""Keeps rooms in sync with the log: publishes committed entries, rereads other workers' entries."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from msgspec import UNSET

from oddtrick.server.rooms.listing_row import table_row
from oddtrick.server.rooms.room import transition_of
from oddtrick.server.rooms.worker_bus import Hint
from oddtrick.server.store.database_errors import StoreUnavailable
from oddtrick.server.telemetry.logs import log
from oddtrick.tables import Change

if TYPE_CHECKING:
    from collections.abc import Callable

    from oddtrick.server.rooms.database_outage import OutageMonitor
    from oddtrick.server.rooms.room import Room, Transition, Updates
    from oddtrick.server.rooms.worker_bus import Bus
    from oddtrick.server.store.event_log import EventLog
    from oddtrick.server.store.log_entry import Append

ENTRIES_PER_SLICE = 20
"""Missed entries that are applied before other tasks get a turn."""


class RoomSync:
    """Moves rooms forward by entries of the log.

    Args:
        log: the event log.
        bus: carries hints to other workers.
        worker: the id of this worker.
        outage: notified when the database fails.
    """

    def __init__(self, log: EventLog, bus: Bus, worker: str, outage: OutageMonitor) -> None:
        self._log = log
        self._bus = bus
        self._worker = worker
        self._outage = outage
        self.on_transition: list[Callable[[Room, Transition], None]] = []
        """Called after each entry that this worker has written or read."""
        self.on_change: list[Callable[[Room, Transition], None]] = []
        """Called after entries that change more than cards, draws and chat."""

    def publish(self, room: Room, append: Append, transition: Transition, updates: Updates) -> None:
        """Advances a room by an entry of this worker that is durable, and notifies all listeners.

        Commit comes before publish: no client sees an entry that a crash could undo.
        """
        room.advance(transition, updates)
        room.wake = room.wake if append.wake is UNSET else append.wake
        room.row = room.row if append.row is UNSET else append.row
        room.is_led_elsewhere = False
        self.notify_workers(room)
        self._notify(room, transition)

    def notify_workers(self, room: Room) -> None:
        """Tells the other workers of the room's last entry."""
        self._bus.send(Hint(self._worker, room.code, room.table.seq))

    def mark_unconfirmed(self, room: Room, error: BaseException) -> None:
        """Notes that a write to a room has failed.

        The entry may be on the disk all the same, so the room is stale: it rereads its log before
        it decides anything else.
        """
        room.stale = True
        if isinstance(error, StoreUnavailable):
            room.has_unconfirmed_write = True
            self._outage.report(error)

    async def refresh(self, room: Room) -> None:
        """Reads the entries that the room has missed; the caller holds the room's lock.

        Raises:
            StoreUnavailable: the database does not answer.
        """
        entries = await self._log.read(room.code, room.table.seq)
        room.stale = False
        if entries:
            # After a write without an outcome the entry found may be our own.
            room.is_led_elsewhere = not room.has_unconfirmed_write
        room.has_unconfirmed_write = False
        for number, entry in enumerate(entries, 1):
            transition = transition_of(room.table, entry)
            room.advance(transition, room.encode_updates(transition))
            room.wake = room.table.wake
            self._notify(room, transition)
            if number % ENTRIES_PER_SLICE == 0:
                await asyncio.sleep(0)
        room.row = table_row(room.table, room.table.at)

    async def catch_up(self, room: Room, seq: int) -> bool:
        """Refreshes a room that another worker has moved on.

        Args:
            room: the table.
            seq: the entry that the other worker has written.

        Returns:
            Whether the entry was new to this room.

        Raises:
            StoreUnavailable: the database does not answer.
        """
        if room.table.seq >= seq:
            return False
        async with room.lock:
            if room.table.seq >= seq:
                return False
            await self.refresh(room)
            return True

    async def read_new_entries(self, room: Room) -> None:
        """Reads everything that any worker has written to a table before this call.

        Raises:
            StoreUnavailable: the database does not answer.
        """
        seq = await self._log.last_seq(room.code) if self._log.is_shared else room.table.seq
        if room.stale:
            async with room.lock:
                if room.stale:
                    await self.refresh(room)
        await self.catch_up(room, seq)

    def _notify(self, room: Room, transition: Transition) -> None:
        """Calls the observers within this worker; the entry stands, even if one of them fails."""
        is_change = transition.change is Change.MORE
        for observe in self.on_transition + self.on_change if is_change else self.on_transition:
            try:
                observe(room, transition)
            except Exception:  # noqa: BLE001  # the entry is committed
                log.exception("unexpected error", table=room.code, seq=transition.after.seq)
