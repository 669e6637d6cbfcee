"""The rooms of one worker, and the one way of a command: decide, commit, show.

A log in the database is the truth, and a room is a cache of it. The room's lock is held from the
decision to the showing, so each command is decided on the state that the one before it left.
Concurrency between workers is optimistic: of two entries with one number the second loses, and its
command is decided again on the log. A command that is refused, or changes nothing, has no entry
that could lose: where others write too, it counts only if it was decided on the log as it is.
"""

from __future__ import annotations

import asyncio
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from oddtrick.errors import OddtrickError
from oddtrick.server.engine.room import Reply, Room
from oddtrick.server.engine.worker_bus import Hint
from oddtrick.server.store.database_errors import StoreUnavailable
from oddtrick.server.telemetry.logs import log

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Coroutine, Iterator, Sequence

    from oddtrick.server.engine.worker_bus import Bus
    from oddtrick.server.store.event_log import EventLog

IN_USE_MS = 60_000
"""The time after its last use for which a room stays: a request or a waiting command may hold it.
A second room of the same log would never hear of the commands that reach the first."""

MAX_TRIES = 10
"""Decisions on one command while other workers keep writing to the same log."""

R = TypeVar("R", bound=Room[Any, Any])
E = TypeVar("E")
Q = TypeVar("Q")
Q_contra = TypeVar("Q_contra", contravariant=True)
W = TypeVar("W")


class Adapter(Protocol[R, E, Q_contra, W]):
    """One kind of log: decides, folds and shows it.

    The types: a room, an entry, a request (a command with who gives it), and a write (an entry
    that is decided, with all that is needed to show it).
    """

    async def heads(self, codes: list[str]) -> dict[str, int]:
        """Returns the last entry of each of these logs."""

    async def load(self, code: str) -> R:
        """Reads a whole log; raises an ``ApiError`` if there is none."""

    async def read(self, code: str, after: int) -> list[E]:
        """Returns the entries of a log after a number, in order."""

    async def follow(self, room: R, entries: list[E], *, is_foreign: bool) -> None:
        """Folds and shows entries that a room has missed.

        Args:
            room: the room.
            entries: the entries, at least one.
            is_foreign: whether other workers have written them all.
        """

    async def decide(self, room: R, request: Q_contra) -> W | Reply:
        """Returns the write that a request makes, or the reply where there is nothing to write.

        Raises:
            OddtrickError: it is refused.
        """

    async def append(self, write: W) -> bool:
        """Writes an entry and what is derived from it; False if its number is taken."""

    def show(self, room: R, write: W) -> Reply:
        """Moves a room on by an entry that is on the disk, and tells all who listen."""

    def count(self, request: Q_contra, outcome: str) -> None:
        """Counts a request as done, repeated, unchanged, refused or in conflict."""

    def on_outage(self, error: StoreUnavailable) -> None:
        """Hears that a write failed without a clear outcome."""

    def is_idle(self, room: R) -> bool:
        """Returns whether a room without listeners may be evicted."""

    def on_evict(self, room: R) -> None:
        """Releases what a room holds that leaves the memory."""


class Rooms(Generic[R, E, Q, W]):
    """The rooms of one worker.

    Args:
        adapter: the kind of log.
        log: the database.
        bus: carries hints to other workers.
        worker: the id of this worker.
        clock: returns the time (ms).
        capacity: the number of rooms in memory from which idle ones are evicted.
    """

    def __init__(
        self,
        adapter: Adapter[R, E, Q, W],
        log: EventLog,
        bus: Bus,
        worker: str,
        *,
        clock: Callable[[], int],
        capacity: int,
    ) -> None:
        self.by_code: dict[str, R] = {}
        self._adapter = adapter
        self._log = log
        self._bus = bus
        self._worker = worker
        self._clock = clock
        self._capacity = capacity
        self._coming: dict[str, asyncio.Future[R | None]] = {}
        """The rooms that are being read from their log, or whose logs are being begun."""
        self._running = 0
        self._tasks: set[asyncio.Task[None]] = set()

    # Rooms in memory.

    def add(self, room: R) -> None:
        """Adds a room, and evicts idle ones if there are too many."""
        self._evict_idle()
        room.last_used = self._clock()
        self.by_code[room.code] = room

    async def get(self, code: str) -> R:
        """Returns a room, read from its log if it is not in memory.

        Raises:
            ApiError: 404, there is no such log.
            StoreUnavailable: the database does not answer.
        """
        while (room := self.by_code.get(code)) is None:
            coming = self._coming.get(code) or self._begin(code, self._load(code))
            # Several callers share one load: a cancelled caller must not cancel it.
            room = await asyncio.shield(coming)
            if room is not None:
                break
        room.last_used = self._clock()
        return room

    async def current(self, code: str) -> R:
        """Returns a room with everything that any worker has written before this call.

        Hints may be late or lost. Without this check a client that changes workers would see an
        older state than before.

        Raises:
            ApiError: 404, there is no such log.
            StoreUnavailable: the database does not answer.
        """
        room = await self.get(code)
        seq = room.seq
        if self._log.is_shared:
            seq = (await self._adapter.heads([code])).get(code, -1)
        if room.stale or seq > room.seq:
            async with room.lock:
                if room.stale or seq > room.seq:
                    await self.refresh(room)
        return room

    async def open(self, code: str, begin: Callable[[], Awaitable[R | None]]) -> R | None:
        """Begins a log; requests for its room wait, and get the one that is being opened.

        The code may be known before the log is begun, as that of a drive's table. A second room,
        read from the log, would never hear of the commands that reach the first.

        Args:
            code: the code of the log.
            begin: writes the first entry and adds the room; returns None if the code is taken.

        Returns:
            What ``begin`` returns; None if there is such a room already.

        Raises:
            StoreUnavailable: it is unknown whether the entry was written.
        """
        while (coming := self._coming.get(code)) is not None:
            await asyncio.wait([coming])
        if code in self.by_code:
            return None
        return await asyncio.shield(self._begin(code, begin()))

    def _begin(self, code: str, work: Awaitable[R | None]) -> asyncio.Future[R | None]:
        coming = self._coming[code] = asyncio.ensure_future(work)
        coming.add_done_callback(lambda done: self._finish(code, done))
        return coming

    def _finish(self, code: str, done: asyncio.Future[R | None]) -> None:
        self._coming.pop(code, None)
        if not done.cancelled():
            done.exception()  # marks it as retrieved: there may be no caller left

    async def _load(self, code: str) -> R:
        room = await self._adapter.load(code)
        self.add(room)
        return room

    def _evict_idle(self) -> None:
        """Evicts the least recently used idle rooms; they are loaded again when needed."""
        if len(self.by_code) < self._capacity:
            return
        before = self._clock() - IN_USE_MS
        idle = [
            room
            for room in self.by_code.values()
            if room.last_used < before
            and not room.listeners
            and not room.lock.locked()
            and self._adapter.is_idle(room)
        ]
        # A quarter at a time, so that not every new room has to sort them all.
        idle.sort(key=lambda room: room.last_used)
        for room in idle[: self._capacity // 4]:
            self._adapter.on_evict(room)
            del self.by_code[room.code]

    # The entries of other workers.

    async def refresh(self, room: R) -> None:
        """Reads the entries that a room has missed; the caller holds its lock.

        Raises:
            StoreUnavailable: the database does not answer.
        """
        entries = await self._adapter.read(room.code, room.seq)
        # After a write without an outcome the entry found may be our own.
        is_foreign, room.has_unconfirmed_write = not room.has_unconfirmed_write, False
        if entries:
            await self._adapter.follow(room, entries, is_foreign=is_foreign)
        room.stale = False

    async def catch_up(self, code: str, seq: int) -> bool:
        """Reads an entry that another worker has written, and returns whether it was new.

        Raises:
            StoreUnavailable: the database does not answer.
        """
        room = self.by_code.get(code)
        return room is not None and room.seq < seq and await self._catch_up(room, seq)

    async def _catch_up(self, room: R, seq: int) -> bool:
        async with room.lock:
            before = room.seq
            if room.stale or before < seq:
                await self.refresh(room)
            return room.seq > before

    async def poll(self) -> int:
        """Reads what other workers have written to rooms with listeners, and all that is stale.

        Returns:
            The number of rooms that have moved.

        Raises:
            StoreUnavailable: the database does not answer.
        """
        moved, heads = 0, dict[str, int]()
        watched = [code for code, room in self.by_code.items() if room.listeners]
        if watched and self._log.is_shared:
            heads = await self._adapter.heads(watched)
        for code, room in tuple(self.by_code.items()):
            if room.stale or room.seq < heads.get(code, -1):
                with faults_logged(code):
                    moved += await self._catch_up(room, heads.get(code, -1))
        return moved

    # Commands.

    async def submit(self, room: R, request: Q) -> Reply:
        """Applies a command: it is on the disk before anybody is shown it.

        Raises:
            OddtrickError: it is refused.
            StoreUnavailable: its outcome is unknown; it may be sent again under its key.
        """
        # A hook of the load corrects the room before others see it: it would wait for itself.
        if self._coming.get(room.code) is not asyncio.current_task():
            room = await self.get(room.code)  # it may have been evicted and loaded again
        self._running += 1
        try:
            async with room.lock:
                for _ in range(MAX_TRIES):
                    if (reply := await self._attempt(room, request)) is not None:
                        return reply
        except asyncio.CancelledError:
            # The caller is gone, but its command may be written: the others need to know.
            self._spawn(self._resync(room))
            raise
        finally:
            self._running -= 1
            room.last_used = self._clock()  # others may have waited for it all the time
        raise StoreUnavailable("too much is happening here at once")

    async def _attempt(self, room: R, request: Q) -> Reply | None:
        """Decides a command and commits it; None if the room has to be reread first."""
        is_reread = room.stale
        if is_reread:
            await self.refresh(room)
        is_current = is_reread or not self._log.is_shared
        try:
            decided = await self._adapter.decide(room, request)
        except StoreUnavailable:
            raise
        except OddtrickError:
            if not is_current:
                room.stale = True
                return None
            self._adapter.count(request, "refused")
            raise
        if not isinstance(decided, Reply):
            return await self._commit(room, request, decided)
        if not is_current and not decided.repeated:
            room.stale = True
            return None
        self._adapter.count(request, "repeated" if decided.repeated else "unchanged")
        return decided

    async def _commit(self, room: R, request: Q, write: W) -> Reply | None:
        """Writes an entry and shows it; None if another worker's entry came first."""
        try:
            is_written = await self._adapter.append(write)
        except BaseException as error:
            # The entry may be on the disk all the same.
            room.stale = room.has_unconfirmed_write = True
            if isinstance(error, StoreUnavailable):
                self._adapter.on_outage(error)
            raise
        if not is_written:
            self._adapter.count(request, "conflict")
            room.stale = True
            return None
        reply = self._adapter.show(room, write)
        self.hint(room)
        self._adapter.count(request, "done")
        return reply

    def hint(self, room: R) -> None:
        """Tells the other workers of the room's last entry."""
        self._bus.send(Hint(self._worker, room.code, room.seq))

    async def _resync(self, room: R) -> None:
        """Settles a command whose caller was cancelled."""
        try:
            await self._log.write(_no_change)  # the writer keeps order, so this comes after it
            async with room.lock:
                # Even if it is not stale: others may have reread it before the entry was there.
                known, room.has_unconfirmed_write = room.seq, True
                await self.refresh(room)
        except StoreUnavailable as error:
            log.warning("cancelled command not reread", table=room.code, reason=error.why)
            return
        if room.seq > known:
            self.hint(room)

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Tracks a background task until shutdown."""
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def drain(self) -> None:
        """Waits until all commands under way are committed and shown."""
        with suppress(StoreUnavailable):
            while self._running:
                await self._log.write(_no_change)
        while self._tasks:
            await asyncio.wait(tuple(self._tasks))


def notify(observers: Sequence[Callable[..., None]], room: Room[Any, Any], *what: Any) -> None:
    """Calls the observers of an entry; it stands, even if one of them fails."""
    for observe in observers:
        with faults_logged(room.code):
            observe(room, *what)


@contextmanager
def faults_logged(code: str) -> Iterator[None]:
    """Lets the error of one log hold up no others; an outage of the database concerns them all."""
    try:
        yield
    except StoreUnavailable:
        raise
    except Exception:  # noqa: BLE001  # whatever it is, such as an entry of a later version
        log.exception("unexpected error", table=code)


def _no_change(_connection: object) -> None:
    """Changes nothing: a barrier in the writer's queue."""
