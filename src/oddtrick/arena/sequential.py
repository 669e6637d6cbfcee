"""Sequential tests: a contest stops as soon as it is decided, with its error rate kept.

Both tests look at the swings after each deal, in deal order, so they stop at the same deal however
the deals were played and however often the contest was interrupted.
"""

from __future__ import annotations

from functools import reduce
from math import inf, log, sqrt
from typing import TYPE_CHECKING, Literal

import msgspec

from oddtrick.errors import OddtrickError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from oddtrick.arena.statistics import Interval

Verdict = Literal["low", "high", "better", "worse", "even"]
"""The hypothesis that an SPRT accepts; or how the bot under test compares, as far as asked."""

ROUNDING = 1e-12
"""Differences that are rounding: thirds that were summed up are no better than a third."""

MIN_DEALS = 50
"""The variance is estimated from the swings, so a test waits for this many."""

TUNED_DEALS = 1000
"""Deals after which the interval that is valid at any time is narrowest beside a fixed one."""


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

    @property
    def mean(self) -> float:
        """The mean swing; 0 before the first deal."""
        return self.total / self.deals if self.deals else 0.0

    @property
    def variance(self) -> float:
        """The sample variance of the swings; infinite for fewer than two."""
        if self.deals < 2:
            return inf
        return max(0.0, self.squares - self.deals * self.mean**2) / (self.deals - 1)


def evidence_of(swings: Iterable[float]) -> Evidence:
    """Returns the evidence of some swings, in their order."""
    return reduce(Evidence.with_swing, swings, Evidence())


class Sprt(msgspec.Struct, frozen=True):
    """Wald's sequential probability ratio test of two hypotheses about the mean swing.

    Swings are assumed normal, with their sample variance.

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

    def log_ratio(self, evidence: Evidence) -> float:
        """Returns the log likelihood ratio of ``high`` over ``low``.

        >>> evidence = Evidence()
        >>> for swing in (1, 3, 2, 2):
        ...     evidence = evidence.with_swing(swing)
        >>> Sprt(0, 2).log_ratio(evidence)
        12.0
        """
        if evidence.deals < 2:
            return 0.0
        middle = (self.low + self.high) / 2
        lead = (self.high - self.low) * (evidence.mean - middle) * evidence.deals
        if evidence.variance <= ROUNDING:
            return 0.0 if lead == 0 else inf * lead
        return lead / evidence.variance

    def verdict(self, evidence: Evidence) -> Verdict | None:
        """Returns the accepted hypothesis, or None while more deals are needed."""
        if evidence.deals < MIN_DEALS:
            return None
        ratio, bound = self.log_ratio(evidence), log((1 - self.error) / self.error)
        if abs(ratio) < bound:
            return None
        return "high" if ratio > 0 else "low"


class Precision(msgspec.Struct, frozen=True):
    """Stops once the interval that is valid at any time says enough.

    That is, once it leaves out the mean of equal players (a bot is better), or once it lies within
    ``width`` of that mean (they are even, as far as was asked).

    Args:
        width: the greatest difference that counts as none, in the unit of the swings.
        even: the mean swing of equal players.
        error: the probability that the interval ever leaves out the true mean.

    Raises:
        OddtrickError: the width is not a number above 0.
    """

    width: float
    even: float = 0.0
    error: float = 0.05

    def __post_init__(self) -> None:
        if not 0 < self.width < inf:
            raise OddtrickError(f"--until is {self.width:g}: it must be a number above 0")

    def verdict(self, evidence: Evidence) -> Verdict | None:
        """Returns how the bot under test compares, or None while more deals are needed."""
        low, high = interval = anytime_interval(evidence, self.error)
        if side := side_of(interval, self.even):
            return side
        if self.even - self.width <= low and high <= self.even + self.width:
            return "even"
        return None


def side_of(interval: Interval, even: float) -> Literal["better", "worse"] | None:
    """Returns how a bot compares whose interval leaves out the mean of equal players, else None."""
    low, high = interval
    if low - even > ROUNDING:
        return "better"
    return "worse" if even - high > ROUNDING else None


def anytime_interval(evidence: Evidence, error: float = 0.05) -> Interval:
    """Returns an interval that may be looked at after every deal, and acted on.

    It is the asymptotic confidence sequence of I. Waudby-Smith, D. Arbour, R. Sinha, E. H. Kennedy
    and A. Ramdas (2024), a mixture of normal martingales: with probability ``1 - error`` the true
    mean lies in all of these intervals together. It is 1.5 to 2.4 times as wide as an interval for
    a number of deals that was fixed beforehand; infinite before deal :data:`MIN_DEALS`.

    >>> steady = Evidence(1000, total=100.0, squares=1009.0)
    >>> [round(end, 3) for end in anytime_interval(steady)]
    [0.004, 0.196]
    """
    if evidence.deals < MIN_DEALS:
        return -inf, inf
    margin = sqrt(evidence.variance / evidence.deals) * anytime_factor(evidence.deals, error)
    return evidence.mean - margin, evidence.mean + margin


def anytime_factor(deals: int, error: float = 0.05) -> float:
    """Returns half of the width of the interval at this deal, in standard errors of the mean."""
    doubled = -2 * log(error)
    spread = deals * (doubled + log(doubled + 1)) / TUNED_DEALS
    return sqrt(2 * (spread + 1) / spread * log(sqrt(spread + 1) / error))
