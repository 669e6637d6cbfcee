"""Confidence intervals of a mean, by Student's t and by bootstrap."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import copysign, exp, inf, isfinite, lgamma, log, log1p, sqrt

import numpy as np

from oddtrick.errors import OddtrickError

Interval = tuple[float, float]

RESAMPLES = 10_000
_TINY = 1e-300
_TOLERANCE = 1e-15


def mean(numbers: Sequence[float]) -> float:
    """Returns the mean; its rounding does not depend on the order of the numbers.

    Raises:
        OddtrickError: there are no numbers.
    """
    if not numbers:
        raise OddtrickError("no deals, so there is no mean: play at least one deal")
    return float(np.sum(np.sort(np.asarray(numbers, dtype=np.float64))) / len(numbers))


def standard_error(numbers: Sequence[float]) -> float:
    """Returns the standard error of the mean; infinite for fewer than two numbers."""
    if len(numbers) < 2:
        return inf
    return float(np.std(np.sort(np.asarray(numbers)), ddof=1)) / sqrt(len(numbers))


def t_interval(numbers: Sequence[float], confidence: float = 0.95) -> Interval:
    """Returns the confidence interval of the mean by Student's t; infinite for a single number.

    >>> low, high = t_interval([1, 2, 3, 4])
    >>> round(low, 3), round(high, 3)
    (0.446, 4.554)
    """
    centre = mean(numbers)
    if len(numbers) < 2:
        return -inf, inf
    half_width = t_quantile((1 + confidence) / 2, len(numbers) - 1) * standard_error(numbers)
    return centre - half_width, centre + half_width


def share_interval(shares: Sequence[float], confidence: float = 0.95) -> Interval:
    """Returns the confidence interval of a mean share, within 0 to 1; infinite for a single share.

    It is the score interval of E. B. Wilson (1927) for as many yes-or-no trials as would have the
    variance of the shares, which is close to Student's t away from the ends. Shares that are all
    alike say nothing of their variance: then each counts as one trial.

    >>> [round(end, 3) for end in share_interval([1, 1, 1, 1])]
    [0.283, 1.0]
    """
    if len(shares) < 2:
        return -inf, inf
    centre, error = mean(shares), standard_error(shares)
    spread = max(0.0, centre * (1 - centre))
    trials = spread / error**2 if error > _TOLERANCE and spread > 0 else float(len(shares))
    quantile = t_quantile((1 + confidence) / 2, len(shares) - 1)
    pull = quantile**2 / trials
    middle = (centre + pull / 2) / (1 + pull)
    half_width = quantile * sqrt(spread / trials + pull / (4 * trials)) / (1 + pull)
    return max(0.0, middle - half_width), min(1.0, middle + half_width)


def bootstrap_interval(
    numbers: Sequence[float], seed: int, confidence: float = 0.95, resamples: int = RESAMPLES
) -> Interval:
    """Returns the confidence interval of the mean by the percentile bootstrap.

    Swings have few distinct values, so a resample is one multinomial draw of their counts.

    Args:
        numbers: the sample.
        seed: the seed of the draws.
        confidence: the probability that the interval covers the true mean.
        resamples: the number of resamples.
    """
    value_counts = sorted(Counter(numbers).items())
    values = np.array([value for value, _ in value_counts], dtype=np.float64)
    frequencies = np.array([count for _, count in value_counts], dtype=np.float64) / len(numbers)
    rng = np.random.default_rng(seed & (1 << 64) - 1)
    means = np.empty(resamples)
    rows = max(1, 2**20 // len(values))
    for first in range(0, resamples, rows):
        drawn = rng.multinomial(len(numbers), frequencies, size=min(rows, resamples - first))
        means[first : first + rows] = drawn @ values / len(numbers)
    tail = (1 - confidence) / 2
    low, high = np.quantile(means, (tail, 1 - tail))
    return float(low), float(high)


def t_quantile(p: float, df: float) -> float:
    """Returns the quantile of Student's t distribution, by bisection.

    >>> round(t_quantile(0.975, 10), 4)
    2.2281

    Raises:
        OddtrickError: ``p`` is not strictly between 0 and 1.
    """
    if not 0 < p < 1:
        raise OddtrickError(f"p is {p}: it must be between 0 and 1")
    if p < 0.5:
        return -t_quantile(1 - p, df)
    low, high = 0.0, 1.0
    while t_cdf(high, df) < p:
        low, high = high, 2 * high
    while high - low > _TOLERANCE * max(1.0, high):
        middle = (low + high) / 2
        if middle in (low, high):
            break
        low, high = (middle, high) if t_cdf(middle, df) < p else (low, middle)
    return (low + high) / 2


def t_cdf(t: float, df: float) -> float:
    """Returns the cumulative distribution function of Student's t."""
    square = t * t
    if square < df:  # beside 1, df / (df + square) would lose the digits of the middle
        return 0.5 + copysign(_incomplete_beta(square / (df + square), 0.5, df / 2) / 2, t)
    tail = _incomplete_beta(df / (df + square), df / 2, 0.5) / 2
    return 1 - tail if t > 0 else tail


def _incomplete_beta(x: float, a: float, b: float) -> float:
    """Returns the regularised incomplete beta function, by its continued fraction."""
    if x <= 0 or x >= 1:
        return float(x >= 1)
    if x > (a + 1) / (a + b + 2):
        return 1 - _incomplete_beta(1 - x, b, a)
    front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log1p(-x))
    return front * _beta_fraction(x, a, b) / a


def _beta_fraction(x: float, a: float, b: float) -> float:
    """Evaluates the continued fraction by Lentz's method."""
    numerator, denominator = 1.0, 1 / _nonzero(1 - (a + b) * x / (a + 1))
    fraction = denominator
    for m in range(1, 10_000):
        even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        step = 1.0
        for term in (even, odd):
            denominator = 1 / _nonzero(1 + term * denominator)
            numerator = _nonzero(1 + term / numerator)
            step = numerator * denominator
            fraction *= step
        if abs(step - 1) < _TOLERANCE:
            break
    assert isfinite(fraction)
    return fraction


def _nonzero(number: float) -> float:
    return number if abs(number) > _TINY else _TINY
