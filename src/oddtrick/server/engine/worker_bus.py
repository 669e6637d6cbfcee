"""Hints between workers: a table has a new entry, or other visitors.

A lost hint only delays: polling finds the entry, and visitors are told again every few seconds.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Protocol

import msgspec

from oddtrick.server.protocol import Visitor


class Hint(msgspec.Struct, frozen=True, array_like=True):
    """Says that a worker has written entry ``seq`` of a table.

    Args:
        worker: the worker.
        table: the code of the table.
        seq: the last entry that the worker knows.
        visitors: all visitors who are connected to the worker; None if they have not changed.
    """

    worker: str
    table: str
    seq: int
    visitors: tuple[Visitor, ...] | None = None


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
