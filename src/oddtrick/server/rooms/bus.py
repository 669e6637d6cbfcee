"""Hints between workers that a table has gone on; what is lost of them, a poll finds later."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Protocol

import msgspec

if TYPE_CHECKING:
    from collections.abc import Callable


class Hint(msgspec.Struct, frozen=True, array_like=True):
    """A table has an entry of this number, written by this worker."""

    worker: str
    table: str
    seq: int


class Bus(Protocol):
    """Carries hints to the other workers."""

    def send(self, hint: Hint) -> None:
        """Sends a hint, perhaps; never waits, never raises."""

    async def run(self, heard: Callable[[Hint], None]) -> None:
        """Hands on what other workers send, until cancelled."""


class NullBus:
    """There are no other workers, or the poll alone finds what they do."""

    def send(self, hint: Hint) -> None:
        """Nobody needs it."""

    async def run(self, heard: Callable[[Hint], None]) -> None:
        """Nothing is ever heard."""
        await asyncio.Event().wait()
