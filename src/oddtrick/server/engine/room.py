"""One log in the memory of a worker: the state that its entries make, and its listeners."""

from __future__ import annotations

import asyncio
from typing import Any, Generic, Protocol, TypeVar

import msgspec


class State(Protocol):
    """The state that the entries of a log make."""

    @property
    def code(self) -> str:
        """The code of the log."""

    @property
    def seq(self) -> int:
        """The last entry."""


S = TypeVar("S", bound=State)
L = TypeVar("L")


class Room(Generic[S, L]):
    """A cache of one log, and its listeners.

    Args:
        state: the state after the entries read so far.
    """

    def __init__(self, state: S) -> None:
        self.state = state
        self.lock = asyncio.Lock()
        """Held while a command is decided and written, and while a listener joins."""
        self.listeners: set[L] = set()
        self.stale = False
        """The log may hold entries that this room has not read."""
        self.has_unconfirmed_write = False
        """One of those entries may be our own: its commit failed without a clear outcome."""
        self.last_used = 0

    @property
    def code(self) -> str:
        """The code of the log."""
        return self.state.code

    @property
    def seq(self) -> int:
        """The last entry that the room has read."""
        return self.state.seq


class Reply(msgspec.Struct, frozen=True):
    """The result of a command.

    Args:
        seq: the entry that the command made, now or before; the last entry if it made none.
        repeated: it had been applied before.
        transition: the change, if the command was applied now.
    """

    seq: int
    repeated: bool = False
    transition: Any = None
