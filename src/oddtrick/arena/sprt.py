"""Early stopping: Wald's sequential probability ratio test (SPRT) of the mean swing."""

from __future__ import annotations

from math import inf, log
from typing import Literal

import msgspec

from oddtrick.errors import OddtrickError

Verdict = Literal["low", "high"]
"""The hypothesis that the test accepts."""

MIN_DEALS = 50
"""The variance is estimated from the swings, so the test waits for this many."""


class Sprt(msgspec.Struct, frozen=True):
    """A test of two hypotheses about the mean swing.

    Args:
        low: the mean under the first hypothesis: "no better than this".
        high: the mean under the second: "at least this much better".
        error: the probability of wrongly rejecting either.

    Raises:
        OddtrickError: ``low`` is not below ``high``, or the error is not between 0 and 0.5.
    """

    low: float
    high: float
    error: float = 0.05

    def __post_init__(self) -> None:
        if not -inf < self.low < self.high < inf:
            raise OddtrickError(
                f"--sprt is {self.low:g},{self.high:g}: the first number must be below the second"
            )
        if not 0 < self.error < 0.5:
            raise OddtrickError(
                f"the error of the test is {self.error:g}: it must be between 0 and 0.5"
            )


class Evidence(msgspec.Struct, frozen=True):
    """The sufficient statistics of the swings.

    Args:
        deals: the number of swings.
        total: their sum.
        squares: the sum of their squares.
    """

    deals: int = 0
    total: float = 0.0
    squares: float = 0.0

    def with_swing(self, swing: float) -> Evidence:
        """Returns the evidence with one more deal."""
        return Evidence(self.deals + 1, self.total + swing, self.squares + swing * swing)

    def log_ratio(self, test: Sprt) -> float:
        """Returns the log likelihood ratio of ``high`` over ``low``.

        Swings are assumed normal, with their sample variance.

        >>> evidence = Evidence()
        >>> for swing in (1, 3, 2, 2):
        ...     evidence = evidence.with_swing(swing)
        >>> evidence.log_ratio(Sprt(0, 2))
        12.0
        """
        if self.deals < 2:
            return 0.0
        mean = self.total / self.deals
        variance = (self.squares - self.deals * mean * mean) / (self.deals - 1)
        lead = (test.high - test.low) * (mean - (test.low + test.high) / 2) * self.deals
        if variance <= 1e-12:
            return 0.0 if lead == 0 else inf * lead
        return lead / variance

    def verdict(self, test: Sprt) -> Verdict | None:
        """Returns the accepted hypothesis, or None while more deals are needed."""
        if self.deals < MIN_DEALS:
            return None
        ratio, bound = self.log_ratio(test), log((1 - test.error) / test.error)
        if abs(ratio) < bound:
            return None
        return "high" if ratio > 0 else "low"
