"""What one worker counts of its work: plain numbers, so that counting costs next to nothing."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter

SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)
SIZES = (1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0, 512.0)


class Distribution:
    """How often something came up to each bound.

    Args:
        bounds: ascending; what is above the last is counted as well.
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
    """All that a worker counts.

    The thread that writes the log counts ``commit``, ``group`` and ``store_failures``; everything
    else is counted in the loop. Whoever reads takes what is there at that moment.
    """

    def __init__(self) -> None:
        self.commands: Counter[tuple[str, str]] = Counter()
        """By kind of command and outcome: ``done``, ``repeated``, ``nothing``, ``refused`` …"""
        self.refused: Counter[str] = Counter()
        """By code, whatever could not be done for a client."""
        self.closed: Counter[int] = Counter()
        """Sockets, by the code with which they were closed; 0: by the other end."""
        self.answer = Distribution(SECONDS)
        """Seconds from a command to its answer."""
        self.thinking = Distribution(SECONDS)
        """Seconds that a bot of the house took for a decision, waiting for a thread included."""
        self.late = Distribution(SECONDS)
        """Seconds after its time at which a table was looked at."""
        self.commit = Distribution(SECONDS)
        """Seconds of a transaction of the log."""
        self.group = Distribution(SIZES)
        """Appends and changes that shared a transaction."""
        self.store_failures = 0
        """Transactions and questions that the database did not answer."""
        self.hints_sent = 0
        self.hints_received = 0
        self.hints_dropped = 0
        self.polled = 0
        """Wakes and entries that only the poll has found."""

    def wrote(self, size: int, seconds: float, *, failed: bool) -> None:
        """A group has been written, or has not."""
        self.commit.add(seconds)
        self.group.add(size)
        self.store_failures += failed
