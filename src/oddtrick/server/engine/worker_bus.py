"""Hints between workers that a table has a new entry. A lost hint only delays: polling finds it."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Protocol

import msgspec

if TYPE_CHECKING:
    from collections.abc import Callable


class Hint(msgspec.Struct, frozen=True, array_like=True):
    """Says that a worker has written entry ``seq`` of a table."""

    worker: str
    table: str
    seq: int


class Bus(Protocol):
    """Carries hints to the other workers, without any guarantee."""

    def send(self, hint: Hint) -> None:
        """Sends a hint if it can; never waits, never raises."""

    async def run(self, on_hint: Callable[[Hint], None]) -> None:
        """Passes on the hints of other workers until cancelled."""


class NullBus:
    """The bus of a worker that has no others beside it, or finds their entries by polling."""

    def send(self, hint: Hint) -> None:
        """Drops the hint."""

    async def run(self, on_hint: Callable[[Hint], None]) -> None:
        """Waits until cancelled."""
        await asyncio.Event().wait()
