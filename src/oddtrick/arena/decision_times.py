"""Decision times: their number, mean, median and CPU time."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from math import log2
from time import perf_counter, thread_time

import msgspec

BINS_PER_OCTAVE = 10
"""Histogram bins per doubling of the time: a median is accurate to 3.5 %."""


class DecisionTimes(msgspec.Struct, frozen=True, omit_defaults=True):
    """The times of many decisions.

    Args:
        decisions: their number.
        seconds: their total wall-clock time.
        cpu: their total CPU time in the deciding thread, in seconds.
        histogram: the number of decisions in each bin; bin b is around 2 ** (b / 10) µs.
    """

    decisions: int = 0
    seconds: float = 0.0
    cpu: float = 0.0
    histogram: dict[int, int] = {}

    def __add__(self, other: DecisionTimes) -> DecisionTimes:
        histogram = dict(self.histogram)
        for bin_, count in other.histogram.items():
            histogram[bin_] = histogram.get(bin_, 0) + count
        return DecisionTimes(
            self.decisions + other.decisions,
            round(self.seconds + other.seconds, 6),
            round(self.cpu + other.cpu, 6),
            histogram,
        )

    @property
    def mean(self) -> float:
        """The mean wall-clock time of a decision, in seconds."""
        return self.seconds / self.decisions if self.decisions else 0.0

    @property
    def mean_cpu(self) -> float:
        """The mean CPU time of a decision, in seconds."""
        return self.cpu / self.decisions if self.decisions else 0.0

    @property
    def median(self) -> float:
        """The median wall-clock time of a decision, in seconds.

        >>> round(DecisionTimes(3, 3.0, 3.0, {100: 2, 200: 1}).median, 6)
        0.001024
        """
        count = 0
        for bin_ in sorted(self.histogram):
            count += self.histogram[bin_]
            if 2 * count >= self.decisions:
                return float(2 ** (bin_ / BINS_PER_OCTAVE) / 1e6)
        return 0.0


class Stopwatch:
    """Measures the decision times of one bot."""

    def __init__(self) -> None:
        self._decisions, self._seconds, self._cpu = 0, 0.0, 0.0
        self._histogram: dict[int, int] = {}

    @contextmanager
    def decision(self) -> Iterator[None]:
        """Times one decision: the body of the ``with`` statement."""
        started, cpu = perf_counter(), thread_time()
        try:
            yield
        finally:
            elapsed = perf_counter() - started
            self._cpu += thread_time() - cpu
            self._decisions += 1
            self._seconds += elapsed
            bin_ = round(BINS_PER_OCTAVE * log2(max(elapsed * 1e6, 1.0)))
            self._histogram[bin_] = self._histogram.get(bin_, 0) + 1

    @property
    def times(self) -> DecisionTimes:
        """The times measured so far, rounded to the microsecond."""
        return DecisionTimes(
            self._decisions, round(self._seconds, 6), round(self._cpu, 6), dict(self._histogram)
        )
