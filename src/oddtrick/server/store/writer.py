"""The one thread that writes: it takes all that waits into one transaction, and syncs once.

While one group is on its way to the disk the next one gathers, so nobody waits for company and
under load a sync is shared by hundreds.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any

import msgspec

from oddtrick.server.store.append_sql import write_appends
from oddtrick.server.store.engine import name_of
from oddtrick.server.store.errors import (
    StoreUnavailable,
    failure,
    is_lost,
    is_the_databases,
    is_to_retry,
)
from oddtrick.server.store.log_entry import Append, Appended
from oddtrick.server.telemetry.logs import log

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Callable, Sequence

    from sqlalchemy import Connection, Engine

    from oddtrick.server.telemetry.counters import Counters

GROUP = 512
"""So many appends and changes share a transaction at the most."""

CLOSED = "the server is stopping"

TRIES = 6
"""So often a group is tried that others undid, or whose connection was gone before it began."""

HEADS = 50_000
"""So many tables' last entries are remembered."""


class Waiting(msgspec.Struct, eq=False):
    """Something to write, and who is told, in their loop, of its ``outcome``.

    Args:
        what: an append, or a change.
        loop: of who waits.
        told: is called there with a value, or with :class:`Raised`.
    """

    what: Append | Callable[[Connection], Any]
    loop: asyncio.AbstractEventLoop
    told: Callable[[Any], None]
    outcome: Any = None


class Writer:
    """The thread, its queue and its connection.

    Args:
        engine: the database.
        counts: where it is counted what is written.
    """

    def __init__(self, engine: Engine, counts: Counters) -> None:
        self._engine = engine
        self._counts = counts
        self._queue: SimpleQueue[Sequence[Waiting] | None] = SimpleQueue()
        self._held: deque[Waiting] = deque()
        self._given = self._taken = 0
        self._heads: dict[str, int] = {}
        self._connection: Connection | None = None
        self._ended = False
        self._thread = threading.Thread(target=self._run, name="oddtrick-writer", daemon=True)
        self._thread.start()

    @property
    def waiting(self) -> int:
        """How many wait to be taken into a group, about."""
        return self._given - self._taken

    def put(self, waiting: Sequence[Waiting]) -> None:
        """Hands over things to write; their loop hears of them."""
        self._given += len(waiting)
        self._queue.put(waiting)
        if self._ended:
            self._refuse_rest()

    def stop(self) -> None:
        """Nothing comes any more: the thread ends when all that waits is written."""
        self._queue.put(None)

    def join(self) -> None:
        """Waits for the thread to end."""
        self._thread.join()

    def _run(self) -> None:
        while group := self._next_group():
            begun, failed = time.perf_counter(), False
            try:
                self._write(group)
            except Exception as error:  # noqa: BLE001  the thread outlives whatever it meets
                failed = True
                self._let_go()
                for waiting in group:
                    waiting.outcome = self._told(error)
            self._counts.wrote(len(group), time.perf_counter() - begun, failed=failed)
            _tell(group)
        self._let_go()
        self._ended = True
        self._refuse_rest()

    def _refuse_rest(self) -> None:
        """What came after the last word is not written, and hears so."""
        rest = []
        with suppress(Empty):
            while True:
                for waiting in self._queue.get_nowait() or ():
                    waiting.outcome = Raised(StoreUnavailable(CLOSED))
                    rest.append(waiting)
        _tell(rest)

    def _next_group(self) -> list[Waiting]:
        """What is written together: one append of a table, the others keep their order behind."""
        group: list[Waiting] = []
        behind: deque[Waiting] = deque()
        tables: set[str] = set()
        held = self._held
        while len(group) < GROUP and (held or self._fetch(block=not group)):
            waiting = held.popleft()
            if isinstance(waiting.what, Append):
                table = waiting.what.entry.table
                if table in tables:
                    behind.append(waiting)
                    continue
                tables.add(table)
            group.append(waiting)
        behind.extend(held)
        self._held = behind
        self._taken += len(group)
        return group

    def _fetch(self, *, block: bool) -> bool:
        """Takes what has been put into the queue; False: there is nothing."""
        while not self._held:
            try:
                waiting = self._queue.get(block=block)
            except Empty:
                return False
            if waiting is None:
                self._queue.put(None)  # it is the last word, whoever asks
                return False
            self._held.extend(waiting)
        return True

    def _write(self, group: list[Waiting]) -> None:
        """Gives each of a group its outcome; raises what all of them share."""
        for again in range(TRIES):
            try:
                self._commit(group)
            except _Unbegun as unbegun:
                self._let_go()
                if again + 1 == TRIES:
                    raise unbegun.cause from None
            except Exception as error:
                self._let_go()
                if is_the_databases(error) or len(group) == 1:
                    raise
                break  # one of them is at fault, the others shall not suffer
            else:
                return
        for waiting in group:
            try:
                self._write([waiting])
            except Exception as error:  # noqa: BLE001  who waits for it hears of it
                waiting.outcome = self._told(error)

    def _commit(self, group: Sequence[Waiting]) -> None:
        """One transaction, from beginning to end."""
        connection = self._connected()
        transaction = connection.begin()
        try:
            heads = self._perform(connection, group)
        except Exception as error:
            with suppress(Exception):  # of a connection that is gone
                transaction.rollback()
            if is_to_retry(error) or is_lost(error):
                raise _Unbegun(error) from error
            raise
        transaction.commit()
        if len(self._heads) > HEADS:
            self._heads.clear()
        self._heads.update(heads)

    def _perform(self, connection: Connection, group: Sequence[Waiting]) -> dict[str, int]:
        """Writes a group; returns the last entries of the tables that it wrote to."""
        appends = [waiting.what for waiting in group if isinstance(waiting.what, Append)]
        appends.sort(key=lambda append: append.entry.table)
        written = write_appends(connection, appends, self._heads) if appends else set()
        heads: dict[str, int] = {}
        for waiting in group:
            what = waiting.what
            if not isinstance(what, Append):
                waiting.outcome = self._change(connection, what)
            elif (table := what.entry.table) in written:
                waiting.outcome = Appended.COMMITTED
                heads[table] = what.entry.seq
            else:
                waiting.outcome = Appended.TAKEN
        return heads

    def _change(self, connection: Connection, work: Callable[[Connection], Any]) -> Any:
        """What a change comes to; what it raises is its own affair while the others can go on."""
        inner = connection.begin_nested()
        try:
            value = work(connection)
            inner.commit()
        except Exception as error:
            if is_the_databases(error):
                raise
            inner.rollback()
            return Raised(error)
        return value

    def _connected(self) -> Connection:
        if self._connection is None:
            self._connection = self._engine.connect()
        return self._connection

    def _let_go(self) -> None:
        """A connection that saw something go wrong is not trusted again."""
        self._heads.clear()
        connection, self._connection = self._connection, None
        if connection is None:
            return
        with suppress(Exception):  # it is broken: that is why it goes
            connection.invalidate()
        with suppress(Exception):
            connection.close()

    def _told(self, error: Exception) -> Raised:
        if is_the_databases(error):
            return Raised(failure(error, name_of(self._engine)))
        return Raised(error)


class Raised:
    """An outcome that is raised where it is waited for."""

    __slots__ = ("error",)

    def __init__(self, error: Exception) -> None:
        self.error = error


class _Unbegun(Exception):
    """Nothing of the group can have been committed: it may be tried again."""

    def __init__(self, cause: Exception) -> None:
        super().__init__(str(cause))
        self.cause = cause


def _tell(group: Sequence[Waiting]) -> None:
    """Wakes all that wait, each loop once."""
    for loop in {waiting.loop for waiting in group}:
        those = [waiting for waiting in group if waiting.loop is loop]
        try:
            loop.call_soon_threadsafe(_settle, those)
        except RuntimeError:
            continue  # the loop is closed: nobody waits there any more


def _settle(group: Sequence[Waiting]) -> None:
    for waiting in group:
        try:
            waiting.told(waiting.outcome)
        except Exception:  # noqa: BLE001  # the others have to hear of theirs
            log.exception("unforeseen")


def tell_future(future: asyncio.Future[Any], outcome: Any) -> None:
    """Hands an outcome to whoever waits for a future, if anybody still does."""
    if future.done():
        return
    if isinstance(outcome, Raised):
        future.set_exception(outcome.error)
    else:
        future.set_result(outcome)
