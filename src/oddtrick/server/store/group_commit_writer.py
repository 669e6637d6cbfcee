"""Group commit: one thread writes everything that is queued in one transaction, with one sync.

New requests queue while a group is being committed. An idle server therefore commits a request at
once, and a busy one shares each sync among hundreds of requests.
"""

from __future__ import annotations

import threading
import time
from collections import defaultdict, deque
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any

import msgspec

from oddtrick.server.store.database_errors import (
    StoreUnavailable,
    is_connection_lost,
    is_database_failure,
    is_retryable,
    store_unavailable,
)
from oddtrick.server.store.engine import limit_write_waits, name_of
from oddtrick.server.store.log_entries import Append, AppendResult, write_appends
from oddtrick.server.telemetry.logs import log

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Callable, Sequence

    from sqlalchemy import Connection, Engine

    from oddtrick.server.store.log_entries import LogKind
    from oddtrick.server.telemetry.counters import Counters

MAX_GROUP = 512
"""The maximum number of requests in one transaction."""

CLOSED = "the server is stopping"

MAX_TRIES = 6
"""Attempts to commit a group after deadlocks, serialization failures or lost connections."""

MAX_HEADS = 50_000
"""The number of logs whose last sequence number is cached."""


class WriteRequest(msgspec.Struct, eq=False):
    """A queued write.

    Args:
        work: an append, or a function that writes through a connection.
        future: gets the outcome in the event loop of the caller.
        outcome: a value, or :class:`WriteFailure`; set by the writer.
    """

    work: Append | Callable[[Connection], Any]
    future: asyncio.Future[Any]
    outcome: Any = None


class Writer:
    """The writer thread with its queue and its connection.

    Args:
        engine: the database.
        counts: the counters to update.
    """

    def __init__(self, engine: Engine, counts: Counters) -> None:
        self._engine = engine
        self._counts = counts
        self._queue: SimpleQueue[Sequence[WriteRequest] | None] = SimpleQueue()
        self._backlog: deque[WriteRequest] = deque()  # used by the thread only
        self._submitted = self._taken = 0
        # The last sequence number of each log, as committed by this thread. Another process may
        # have appended since; the primary key rejects a stale guess.
        self._heads: dict[str, int] = {}
        self._connection: Connection | None = None
        self._stopped = False
        self._thread = threading.Thread(target=self._run, name="oddtrick-writer", daemon=True)
        self._thread.start()

    @property
    def waiting(self) -> int:
        """The approximate number of requests that are not yet part of a group."""
        return self._submitted - self._taken

    def submit(self, requests: Sequence[WriteRequest]) -> None:
        """Queues requests; their futures are settled in the loops that made them."""
        self._submitted += len(requests)
        self._queue.put(requests)
        if self._stopped:  # the thread may have ended between the caller's check and the put
            self._refuse_rest()

    def stop(self) -> None:
        """Ends the thread after everything queued so far has been written."""
        self._queue.put(None)

    def join(self) -> None:
        """Waits for the thread to end."""
        self._thread.join()

    def _run(self) -> None:
        while group := self._next_group():
            begun, failed = time.perf_counter(), False
            try:
                self._write(group)
            except Exception as error:  # noqa: BLE001  the thread must survive any error
                failed = True
                self._drop_connection()
                for request in group:
                    request.outcome = self._raised(error)
            self._counts.wrote(len(group), time.perf_counter() - begun, failed=failed)
            _deliver(group)
        self._drop_connection()
        self._stopped = True
        self._refuse_rest()

    def _refuse_rest(self) -> None:
        """Fails the requests that were queued after :meth:`stop`."""
        rest = []
        with suppress(Empty):
            while True:
                for request in self._queue.get_nowait() or ():
                    request.outcome = WriteFailure(StoreUnavailable(CLOSED))
                    rest.append(request)
        _deliver(rest)

    def _next_group(self) -> list[WriteRequest]:
        """Returns the next group, with at most one append per log; blocks while idle.

        The sequence number of a second append depends on the outcome of the first, so it begins
        the next group. That is rare, and nothing overtakes it: a write may wait for all before it.
        """
        group: list[WriteRequest] = []
        logs: set[str] = set()
        while len(group) < MAX_GROUP and (self._backlog or self._fetch(block=not group)):
            work = self._backlog[0].work
            if isinstance(work, Append):
                if work.entry.code in logs:
                    break
                logs.add(work.entry.code)
            group.append(self._backlog.popleft())
        self._taken += len(group)
        return group

    def _fetch(self, *, block: bool) -> bool:
        """Moves queued requests to the backlog; returns False if there are none."""
        while not self._backlog:
            try:
                requests = self._queue.get(block=block)
            except Empty:
                return False
            if requests is None:
                self._queue.put(None)  # the stop marker stays last for every later call
                return False
            self._backlog.extend(requests)
        return True

    def _write(self, group: list[WriteRequest]) -> None:
        """Sets the outcome of each request; raises an error that concerns the whole group."""
        undone: Exception | None = None
        for _ in range(MAX_TRIES):
            try:
                undone = self._commit(group)
            except Exception as error:
                self._drop_connection()
                if is_database_failure(error) or len(group) == 1:
                    raise
                break  # one request is at fault: write each by itself, so that only it fails
            if undone is None:
                return
            self._drop_connection()
        else:
            assert undone is not None
            raise undone
        for request in group:
            try:
                self._write([request])
            except Exception as error:  # noqa: BLE001  delivered to the caller of this request
                request.outcome = self._raised(error)

    def _commit(self, group: Sequence[WriteRequest]) -> Exception | None:
        """Writes a group in one transaction.

        Returns:
            None once it is on the disk; or the error, if the group was certainly not committed and
            may be retried.
        """
        connection = self._connected()
        transaction, is_complete = connection.begin(), False
        try:
            heads = self._perform(connection, group)
            is_complete = True
            transaction.commit()
        except Exception as error:
            with suppress(Exception):  # the connection may be gone
                transaction.rollback()
            # A commit whose connection is lost may have reached the disk.
            if is_retryable(error) or (is_connection_lost(error) and not is_complete):
                why = store_unavailable(error, name_of(self._engine)).why
                log.warning("write undone by the database, retrying", reason=why)
                return error
            raise
        if len(self._heads) > MAX_HEADS:
            self._heads.clear()
        self._heads.update(heads)
        return None

    def _perform(self, connection: Connection, group: Sequence[WriteRequest]) -> dict[str, int]:
        """Executes a group; returns the new last sequence numbers by code."""
        appends: defaultdict[LogKind, list[Append]] = defaultdict(list)
        for request in group:
            if isinstance(request.work, Append):
                appends[request.work.kind].append(request.work)
        written: set[str] = set()
        for kind in sorted(appends, key=lambda kind: kind.entries.name):
            of_kind = sorted(appends[kind], key=lambda append: append.entry.code)
            written |= write_appends(connection, kind, of_kind, self._heads)
        heads: dict[str, int] = {}
        for request in group:
            work = request.work
            if not isinstance(work, Append):
                request.outcome = self._call(connection, work)
            elif (code := work.entry.code) in written:
                request.outcome = AppendResult.COMMITTED
                heads[code] = work.entry.seq
            else:
                request.outcome = AppendResult.CONFLICT
        return heads

    def _call(self, connection: Connection, work: Callable[[Connection], Any]) -> Any:
        """Runs a function in a savepoint, so that its error rolls back only its own writes."""
        savepoint = connection.begin_nested()
        try:
            value = work(connection)
            savepoint.commit()
        except Exception as error:
            if is_database_failure(error):
                raise
            savepoint.rollback()
            return WriteFailure(error)
        return value

    def _connected(self) -> Connection:
        if self._connection is None:
            connection = self._engine.connect()
            try:
                limit_write_waits(connection)
            except BaseException:
                connection.close()
                raise
            self._connection = connection
        return self._connection

    def _drop_connection(self) -> None:
        """Discards the connection and the cached heads, whose state is unknown after an error."""
        self._heads.clear()
        connection, self._connection = self._connection, None
        if connection is None:
            return
        with suppress(Exception):  # a broken connection may refuse even this
            connection.invalidate()
        with suppress(Exception):
            connection.close()

    def _raised(self, error: Exception) -> WriteFailure:
        if is_database_failure(error):
            return WriteFailure(store_unavailable(error, name_of(self._engine)))
        return WriteFailure(error)


class WriteFailure:
    """An outcome that is an error; it is raised in the caller."""

    __slots__ = ("error",)

    def __init__(self, error: Exception) -> None:
        self.error = error


def _deliver(group: Sequence[WriteRequest]) -> None:
    """Settles the futures in their event loops, waking each loop once."""
    for loop in {request.future.get_loop() for request in group}:
        requests = [request for request in group if request.future.get_loop() is loop]
        try:
            loop.call_soon_threadsafe(_settle, requests)
        except RuntimeError:
            continue  # the loop is closed, and its callers with it


def _settle(group: Sequence[WriteRequest]) -> None:
    for request in group:
        if request.future.done():
            continue  # its caller is gone
        if isinstance(request.outcome, WriteFailure):
            request.future.set_exception(request.outcome.error)
        else:
            request.future.set_result(request.outcome)
