"""How long decisions take: their number, mean, median and CPU."""

from __future__ import annotations

from contextlib import contextmanager
from math import log2
from time import perf_counter, thread_time
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from collections.abc import Iterator

STEPS = 10
"""Classes of time to a doubling: a median is right to 3.5 %."""


class Times(msgspec.Struct, frozen=True, omit_defaults=True):
    """The times of many decisions.

    Args:
        decisions: how many.
        seconds: all of them together, by the clock.
        cpu: seconds of the processor in the deciding thread.
        spread: how many fell in each class of time; class c is around 2 ** (c / 10) µs.
    """

    decisions: int = 0
    seconds: float = 0.0
    cpu: float = 0.0
    spread: dict[int, int] = {}

    def __add__(self, other: Times) -> Times:
        spread = dict(self.spread)
        for place, count in other.spread.items():
            spread[place] = spread.get(place, 0) + count
        return Times(
            self.decisions + other.decisions,
            round(self.seconds + other.seconds, 6),
            round(self.cpu + other.cpu, 6),
            spread,
        )

    @property
    def mean(self) -> float:
        """Seconds a decision."""
        return self.seconds / self.decisions if self.decisions else 0.0

    @property
    def mean_cpu(self) -> float:
        """Seconds of the processor a decision."""
        return self.cpu / self.decisions if self.decisions else 0.0

    @property
    def median(self) -> float:
        """Seconds that half of the decisions need at most.

        >>> round(Times(3, 3.0, 3.0, {100: 2, 200: 1}).median, 6)
        0.001024
        """
        below = 0
        for place in sorted(self.spread):
            below += self.spread[place]
            if 2 * below >= self.decisions:
                return float(2 ** (place / STEPS) / 1e6)
        return 0.0


class Stopwatch:
    """Takes the times of one bot."""

    def __init__(self) -> None:
        self._decisions, self._seconds, self._cpu = 0, 0.0, 0.0
        self._spread: dict[int, int] = {}

    @contextmanager
    def decision(self) -> Iterator[None]:
        """Times what is done within."""
        clock, cpu = perf_counter(), thread_time()
        try:
            yield
        finally:
            spent = perf_counter() - clock
            self._cpu += thread_time() - cpu
            self._decisions += 1
            self._seconds += spent
            place = round(STEPS * log2(max(spent * 1e6, 1.0)))
            self._spread[place] = self._spread.get(place, 0) + 1

    @property
    def times(self) -> Times:
        """What was taken so far; times are kept to the microsecond."""
        return Times(
            self._decisions, round(self._seconds, 6), round(self._cpu, 6), dict(self._spread)
        )
