"""The logs of the database: one thread appends by group commit, several threads read."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine

from oddtrick.errors import OddtrickError
from oddtrick.server.store.database_errors import StoreUnavailable
from oddtrick.server.store.engine import reading
from oddtrick.server.store.group_commit_writer import CLOSED, Writer, WriteRequest
from oddtrick.server.store.log_entries import (
    Append,
    AppendResult,
    Entry,
    LogKind,
    entries_of,
    last_entries,
)
from oddtrick.server.telemetry.counters import Counters

T = TypeVar("T")

MAX_PENDING = 10_000
"""The limit of pending writes, and of pending reads; requests beyond it fail at once."""

MAX_LENGTHS = {"code": 16, "by": 40, "key": 64}
"""Column lengths as in the schema. PostgreSQL enforces them, SQLite does not."""


class EventLog:
    """Asynchronous access to the database, for any number of event loops.

    Args:
        engine: from ``make_engine``, with the current schema; the caller disposes of it.
        readers: the number of reader threads.
        counts: the counters to update; None: new ones.
    """

    def __init__(self, engine: Engine, *, readers: int = 4, counts: Counters | None = None) -> None:
        self.counts = Counters() if counts is None else counts
        self._engine = engine
        self._writer = Writer(engine, self.counts)
        self._batches: dict[asyncio.AbstractEventLoop, list[WriteRequest]] = {}
        self._readers = ThreadPoolExecutor(readers, thread_name_prefix="oddtrick-reader")
        self._reads = 0
        self._closed = False

    @property
    def is_shared(self) -> bool:
        """True if other processes may append as well; SQLite has one writer process."""
        return self._engine.dialect.name != "sqlite"

    @property
    def waiting(self) -> int:
        """The approximate number of pending writes."""
        return self._writer.waiting + sum(map(len, self._batches.values()))

    async def append(self, append: Append) -> AppendResult:
        """Appends an entry; returns once it is on the disk, or has lost to another writer.

        Appends to one table are written one after another. Cancelling the wait does not cancel the
        append.

        Raises:
            StoreUnavailable: the entry may or may not have been written.
            OddtrickError: the entry violates the schema.
        """
        _check(append)
        outcome: AppendResult = await self._write(append)
        return outcome

    async def write(self, work: Callable[[Connection], T]) -> T:
        """Calls a function that writes, in the writer thread and the next group's transaction.

        The function must be fast, have no other side effects, and expect to be called again: the
        whole group waits for it and may be retried. If it raises, its writes are rolled back and
        the error is raised here.

        Raises:
            StoreUnavailable: the changes may or may not have been written.
        """
        value: T = await self._write(work)
        return value

    async def read(self, kind: LogKind, code: str, after: int = -1) -> list[Entry]:
        """Returns the entries of a log after sequence number ``after``, in order.

        Raises:
            StoreUnavailable: the database does not answer.
        """
        return await self.query(lambda connection: entries_of(connection, kind, code, after))

    async def heads(self, kind: LogKind, codes: Sequence[str]) -> dict[str, int]:
        """Returns the last entry of each of these logs.

        Raises:
            StoreUnavailable: the database does not answer.
        """
        return await self.query(lambda connection: last_entries(connection, kind, codes))

    async def query(self, work: Callable[[Connection], T]) -> T:
        """Calls a function that reads, in a reader thread and a read-only transaction.

        Raises:
            StoreUnavailable: the database does not answer.
        """
        if self._closed:
            raise StoreUnavailable(CLOSED)
        if self._reads >= MAX_PENDING:
            raise _overloaded()
        self._reads += 1
        try:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._readers, self._read, work)
        finally:
            self._reads -= 1

    async def close(self) -> None:
        """Writes everything pending, then ends the threads."""
        self._closed = True
        self._submit_batch(asyncio.get_running_loop())
        self._writer.stop()
        with ThreadPoolExecutor(1, "oddtrick-closer") as closer:
            loop = asyncio.get_running_loop()
            await loop.run_in_executor(closer, self._writer.join)
            await loop.run_in_executor(closer, self._readers.shutdown)

    async def _write(self, work: Append | Callable[[Connection], Any]) -> Any:
        if self._closed:
            raise StoreUnavailable(CLOSED)
        loop = asyncio.get_running_loop()
        batch = self._batches.get(loop)
        if batch is None:
            if self.waiting >= MAX_PENDING:
                raise _overloaded()
            batch = self._batches[loop] = []
            loop.call_soon(self._submit_batch, loop)
        elif len(batch) >= MAX_PENDING:
            raise _overloaded()
        request = WriteRequest(work, loop.create_future())
        batch.append(request)
        return await request.future

    def _submit_batch(self, loop: asyncio.AbstractEventLoop) -> None:
        """Submits everything from one iteration of the loop, so the writer wakes only once."""
        if batch := self._batches.pop(loop, None):
            self._writer.submit(batch)

    def _read(self, work: Callable[[Connection], T]) -> T:
        with reading(self._engine) as connection:
            return work(connection)


def _check(append: Append) -> None:
    """Validates an append before it is queued: one rejected statement would fail its group."""
    entry = append.entry
    for name, value in (("code", entry.code), ("by", entry.by or None), ("key", entry.key)):
        if value is not None and not (0 < len(value) <= MAX_LENGTHS[name] and "\0" not in value):
            raise OddtrickError(
                f"{name}: use 1 to {MAX_LENGTHS[name]} characters, none of them NUL"
            )


def _overloaded() -> StoreUnavailable:
    return StoreUnavailable("the server's database is overloaded")
