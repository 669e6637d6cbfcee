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

        The sequence number of a second append depends on the outcome of the first, so it waits
        for the next group. Requests that wait keep their order.
        """
        group: list[WriteRequest] = []
        deferred: deque[WriteRequest] = deque()
        logs: set[str] = set()
        backlog = self._backlog
        while len(group) < MAX_GROUP and (backlog or self._fetch(block=not group)):
            request = backlog.popleft()
            if isinstance(request.work, Append):
                code = request.work.entry.code
                if code in logs:
                    deferred.append(request)
                    continue
                logs.add(code)
            group.append(request)
        deferred.extend(backlog)
        self._backlog = deferred
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
        for attempt in range(1, MAX_TRIES + 1):
            try:
                self._commit(group)
            except _NotCommitted as not_committed:
                self._drop_connection()
                if attempt == MAX_TRIES:
                    raise not_committed.cause from None
            except Exception as error:
                self._drop_connection()
                if is_database_failure(error) or len(group) == 1:
                    raise
                break  # one request is at fault: write each by itself, so that only it fails
            else:
                return
        for request in group:
            try:
                self._write([request])
            except Exception as error:  # noqa: BLE001  delivered to the caller of this request
                request.outcome = self._raised(error)

    def _commit(self, group: Sequence[WriteRequest]) -> None:
        """Writes a group in one transaction."""
        connection = self._connected()
        transaction = connection.begin()
        try:
            heads = self._perform(connection, group)
        except Exception as error:
            with suppress(Exception):  # the connection may be gone
                transaction.rollback()
            self._raise_if_undone(error)
            if is_connection_lost(error):
                raise _NotCommitted(error) from error
            raise
        try:
            transaction.commit()
        except Exception as error:
            # The commit may have reached the disk, unless PostgreSQL says that it undid it.
            self._raise_if_undone(error)
            raise
        if len(self._heads) > MAX_HEADS:
            self._heads.clear()
        self._heads.update(heads)

    def _raise_if_undone(self, error: Exception) -> None:
        """Raises :class:`_NotCommitted` if the database has rolled the group back."""
        if is_retryable(error):
            why = store_unavailable(error, name_of(self._engine)).why
            log.warning("write undone by the database, retrying", reason=why)
            raise _NotCommitted(error) from error

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


class _NotCommitted(Exception):
    """The group was certainly not committed and may be retried."""

    def __init__(self, cause: Exception) -> None:
        super().__init__(str(cause))
        self.cause = cause


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
