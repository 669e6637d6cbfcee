"""The counters of one worker: plain numbers, so that counting costs next to nothing."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter

SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)
SIZES = (1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0, 512.0)


class Distribution:
    """A histogram: counts of values up to each bound.

    Args:
        bounds: ascending; values above the last are counted as well.
    """

    def __init__(self, bounds: tuple[float, ...]) -> None:
        self.bounds = bounds
        self.counts = [0] * (len(bounds) + 1)
        self.sum = 0.0

    def add(self, value: float) -> None:
        """Increments the counter."""
        self.counts[bisect_left(self.bounds, value)] += 1
        self.sum += value


class Counters:
    """The counters of one worker.

    The writer's thread counts ``commit``, ``group`` and ``store_failures``; everything else is
    counted in the event loop. Readers take the values of the moment, without a lock.
    """

    def __init__(self) -> None:
        self.commands: Counter[tuple[str, str]] = Counter()
        """By kind of command and outcome: ``done``, ``repeated``, ``unchanged``, ``refused``,
        ``conflict``."""
        self.refused: Counter[str] = Counter()
        """Refusals, by code."""
        self.closed: Counter[int] = Counter()
        """Closed sockets, by close code; 0 if the client closed them."""
        self.answer = Distribution(SECONDS)
        """Seconds from a command to its reply."""
        self.thinking = Distribution(SECONDS)
        """Seconds that a bot took for a decision, including the wait for a thread."""
        self.late = Distribution(SECONDS)
        """Seconds by which wakes were handled late."""
        self.commit = Distribution(SECONDS)
        """Seconds of a transaction of the log."""
        self.group = Distribution(SIZES)
        """Appends and other writes that shared a transaction."""
        self.store_failures = 0
        """Transactions that the database did not complete."""
        self.hints_sent = 0
        self.hints_received = 0
        self.hints_dropped = 0
        self.polled = 0
        """Wakes and entries found by polling only."""

    def wrote(self, size: int, seconds: float, *, failed: bool) -> None:
        """Counts a group that was written, or failed."""
        self.commit.add(seconds)
        self.group.add(size)
        self.store_failures += failed
