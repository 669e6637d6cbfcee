"""The log of all tables: appended in groups by one thread, read by several."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

    from sqlalchemy import Connection, Engine

    from oddtrick.server.store.entry import Append, Appended, Entry

T = TypeVar("T")

MAX_WAITING = 10_000
"""So many appends, changes or reads may wait; what comes on top is refused at once."""


class Log:
    """The database at work, for any number of event loops. Make it with :func:`open_log`."""

    async def append(self, append: Append) -> Appended:
        """Writes an entry with all that goes with it; returns when it is on the disk, or refused.

        One append of a table at a time: what the next one is depends on what came of this.

        Raises:
            StoreUnavailable: it is unknown whether it was written.
        """
        raise NotImplementedError

    async def read(self, table: str, after: int = -1) -> list[Entry]:
        """The entries of a table behind ``after``, in order.

        Raises:
            StoreUnavailable: the database does not answer.
        """
        raise NotImplementedError

    async def ask(self, question: Callable[[Connection], T]) -> T:
        """What a function reads from the database, in a thread and one transaction.

        Raises:
            StoreUnavailable: the database does not answer.
        """
        raise NotImplementedError

    async def change(self, work: Callable[[Connection], T]) -> T:
        """What a function writes, in the thread and the transaction of the next group.

        It touches nothing but its connection and is quick: others wait for it, and it may be
        called again. What it raises is raised here, and then nothing of it is written.

        Raises:
            StoreUnavailable: it is unknown whether it was written.
        """
        raise NotImplementedError

    async def close(self) -> None:
        """Writes all that waits, then lets the database go."""
        raise NotImplementedError


def open_log(engine: Engine, *, readers: int = 4) -> Log:
    """Starts the threads over an engine; the engine stays the caller's to dispose of."""
    raise NotImplementedError
