"""When enough has been played: Wald's sequential probability ratio test of the mean swing."""

from __future__ import annotations

from math import inf, log
from typing import Literal

import msgspec

from oddtrick.errors import OddtrickError

Verdict = Literal["low", "high"]
"""The mean is rather ``low`` than ``high``, or the other way about."""

LEAST_DEALS = 50
"""Before so many the variance, which is taken from the swings themselves, is not trusted."""


class Sprt(msgspec.Struct, frozen=True):
    """A test of two hypotheses about the mean swing.

    Args:
        low: the mean under the first: "it is no better than this".
        high: the mean under the second: "it is at least this much better".
        error: how often each may be rejected wrongly.

    Raises:
        OddtrickError: ``low`` is not below ``high``, or the error makes no sense.
    """

    low: float
    high: float
    error: float = 0.05

    def __post_init__(self) -> None:
        if not -inf < self.low < self.high < inf:
            raise OddtrickError(
                f"--sprt is {self.low:g},{self.high:g}: the first number is below the second"
            )
        if not 0 < self.error < 0.5:
            raise OddtrickError(f"the error of the test is {self.error:g}: it is between 0 and 0.5")


class Evidence(msgspec.Struct, frozen=True):
    """Swings as the test needs them.

    Args:
        deals: how many.
        total: their sum.
        squares: the sum of their squares.
    """

    deals: int = 0
    total: float = 0.0
    squares: float = 0.0

    def after(self, swing: float) -> Evidence:
        """With one more deal."""
        return Evidence(self.deals + 1, self.total + swing, self.squares + swing * swing)

    def log_ratio(self, test: Sprt) -> float:
        """The logarithm of how much likelier the swings are under ``high`` than under ``low``.

        Swings are taken for normal, with the variance that they show.

        >>> evidence = Evidence()
        >>> for swing in (1, 3, 2, 2):
        ...     evidence = evidence.after(swing)
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
        """What the test says, or None while it wants more deals."""
        if self.deals < LEAST_DEALS:
            return None
        ratio, bound = self.log_ratio(test), log((1 - test.error) / test.error)
        if abs(ratio) < bound:
            return None
        return "high" if ratio > 0 else "low"
