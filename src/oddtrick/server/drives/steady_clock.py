"""A clock that runs on evenly when somebody sets the clock of the machine."""

from __future__ import annotations

import time

WARN_MS = 60_000
"""The smallest difference from the machine's clock (ms) that the organiser is told of."""


class SteadyClock:
    """Milliseconds since 1970 that never go back while the server runs."""

    def __init__(self) -> None:
        self._offset = time.time_ns() - time.monotonic_ns()

    def __call__(self) -> int:
        """Returns the time (ms)."""
        return (time.monotonic_ns() + self._offset) // 1_000_000

    @property
    def drift(self) -> int:
        """The time by which the clock was set forward since the start (ms); back: negative."""
        return time.time_ns() // 1_000_000 - self()
