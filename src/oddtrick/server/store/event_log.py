"""The log of all tables: appended in groups by one thread, read by several."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from msgspec import UNSET
from sqlalchemy import select

from oddtrick.errors import OddtrickError
from oddtrick.server.store import schema
from oddtrick.server.store.engine import reading
from oddtrick.server.store.errors import StoreUnavailable
from oddtrick.server.store.log_entry import Append, Appended, Entry
from oddtrick.server.store.writer import CLOSED, Waiting, Writer, tell_future
from oddtrick.server.telemetry.counters import Counters

if TYPE_CHECKING:
    from collections.abc import Callable

    from sqlalchemy import Connection, Engine

    from oddtrick.server.store.writer import Raised

T = TypeVar("T")

MAX_WAITING = 10_000
"""So many appends and changes, or so many reads, may wait; what comes on top is refused at once."""

LONGEST = {"table": 16, "by": 40, "key": 64}
"""How long these may be, as in the schema: SQLite would keep longer ones, PostgreSQL would not."""


class Log:
    """The database at work, for any number of event loops.

    Args:
        engine: from ``make_engine``; its schema is up to date. It stays the caller's.
        readers: how many threads read.
        counts: where it is counted what is written; None: anew.
    """

    def __init__(self, engine: Engine, *, readers: int = 4, counts: Counters | None = None) -> None:
        self.counts = Counters() if counts is None else counts
        self._engine = engine
        self._writer = Writer(engine, self.counts)
        self._gathered: dict[asyncio.AbstractEventLoop, list[Waiting]] = {}
        self._readers = ThreadPoolExecutor(readers, thread_name_prefix="oddtrick-reader")
        self._reads = 0
        self._closed = False

    @property
    def waiting(self) -> int:
        """How many appends and changes wait to be written, about."""
        return self._writer.waiting + sum(map(len, self._gathered.values()))

    async def append(self, append: Append) -> Appended:
        """Writes an entry with all that goes with it; returns when it is on the disk, or refused.

        Appends of one table are written one after the other: what the next one is depends on what
        came of this. Whoever stops waiting does not take it back.

        Raises:
            StoreUnavailable: it is unknown whether it was written.
            OddtrickError: the entry is not one that could be kept.
        """
        _check(append)
        outcome: Appended = await self._write(append)
        return outcome

    def append_soon(self, append: Append, told: Callable[[Appended | Raised], None]) -> None:
        """The same for a caller that does not wait, but is told in its loop what came of it.

        Raises:
            StoreUnavailable: it is not even tried.
            OddtrickError: the entry is not one that could be kept.
        """
        _check(append)
        self._gather(append, told, asyncio.get_running_loop())

    async def change(self, work: Callable[[Connection], T]) -> T:
        """What a function writes, in the thread and the transaction of the next group.

        It touches nothing but its connection and is quick: others wait for it, and it may be
        called again. What it raises is raised here, and then nothing of it is written.

        Raises:
            StoreUnavailable: it is unknown whether it was written.
        """
        value: T = await self._write(work)
        return value

    async def read(self, table: str, after: int = -1) -> list[Entry]:
        """The entries of a table behind ``after``, in order.

        Raises:
            StoreUnavailable: the database does not answer.
        """
        return await self.ask(lambda connection: entries_of(connection, table, after))

    async def ask(self, question: Callable[[Connection], T]) -> T:
        """What a function reads from the database, in a thread and one transaction.

        Raises:
            StoreUnavailable: the database does not answer.
        """
        if self._closed:
            raise StoreUnavailable(CLOSED)
        if self._reads >= MAX_WAITING:
            raise _too_much()
        self._reads += 1
        try:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._readers, self._asked, question)
        finally:
            self._reads -= 1

    async def close(self) -> None:
        """Writes all that waits, then ends the threads."""
        self._closed = True
        self._hand_over(asyncio.get_running_loop())
        self._writer.stop()
        await asyncio.to_thread(self._writer.join)
        await asyncio.to_thread(self._readers.shutdown)

    async def _write(self, what: Append | Callable[[Connection], Any]) -> Any:
        loop = asyncio.get_running_loop()
        future = loop.create_future()
        self._gather(what, partial(tell_future, future), loop)
        return await future

    def _gather(
        self,
        what: Append | Callable[[Connection], Any],
        told: Callable[[Any], None],
        loop: asyncio.AbstractEventLoop,
    ) -> None:
        if self._closed:
            raise StoreUnavailable(CLOSED)
        gathered = self._gathered.get(loop)
        if gathered is None:
            if self.waiting >= MAX_WAITING:
                raise _too_much()
            gathered = self._gathered[loop] = []
            loop.call_soon(self._hand_over, loop)
        elif len(gathered) >= MAX_WAITING:
            raise _too_much()
        gathered.append(Waiting(what, loop, told))

    def _hand_over(self, loop: asyncio.AbstractEventLoop) -> None:
        """Gives the writer, at once, all that has come up in this round of the loop."""
        if gathered := self._gathered.pop(loop, None):
            self._writer.put(gathered)

    def _asked(self, question: Callable[[Connection], T]) -> T:
        with reading(self._engine) as connection:
            return question(connection)


def entries_of(connection: Connection, table: str, after: int = -1) -> list[Entry]:
    """The entries of a table behind ``after``, in order."""
    e = schema.entries.c
    found = connection.execute(
        select(e.table_id, e.seq, e.at, e.by, e.facts, e.key)
        .where(e.table_id == table, e.seq > after)
        .order_by(e.seq)
    )
    return [Entry(*row) for row in found]


def _check(append: Append) -> None:
    """One that the database would refuse holds up all that are written with it."""
    entry = append.entry
    for name, value in (("table", entry.table), ("by", entry.by), ("key", entry.key)):
        if value is not None and not (0 < len(value) <= LONGEST[name] and "\0" not in value):
            raise OddtrickError(f"{name}: 1 to {LONGEST[name]} characters, none of them NUL")
    if append.row is not UNSET and append.row.id != entry.table:
        raise OddtrickError(f"row: it is of {append.row.id}, the entry of {entry.table}")


def _too_much() -> StoreUnavailable:
    return StoreUnavailable("too much is waiting for the server's database")
