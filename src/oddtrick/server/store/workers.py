"""The processes that serve one database, and which of them are alive."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from sqlalchemy import Connection


class Worker(msgspec.Struct, frozen=True):
    """A process that serves: when it started and when it was last alive, in milliseconds."""

    id: str
    started: int
    beat: int


def beat(connection: Connection, worker: str, now: int) -> None:
    """Says that a worker is alive; the first time it is entered."""
    raise NotImplementedError


def alive(connection: Connection, since: int) -> list[Worker]:
    """The workers heard of at or after a moment, the oldest first."""
    raise NotImplementedError


def leave(connection: Connection, worker: str) -> None:
    """Takes a worker off the list and gives its leases back: it stops of its own will."""
    raise NotImplementedError


def bury(connection: Connection, before: int) -> list[str]:
    """Does the same for each worker not heard of since ``before``; returns their ids.

    Of several that ask at once, one gets the name of a dead worker: it wakes the tables.
    """
    raise NotImplementedError
