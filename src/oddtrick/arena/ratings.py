"""Ratings from a round robin on common deals, with intervals.

The model is linear: the expected swing of a bot against another is the difference of their ratings
plus a departure of that pair, and ratings sum to zero. Where every pair has played the same deals,
the least-squares ratings have a closed form: a bot's rating is the sum of its mean swings divided
by the number of bots. That is also true deal by deal, so a rating is the mean of one number a deal,
and its error is that of a mean. Correlation between pairs that share a deal is thus accounted for.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import msgspec
import numpy as np

from oddtrick.arena.statistics import mean, standard_error, t_interval
from oddtrick.errors import OddtrickError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from oddtrick.arena.statistics import Interval


class Estimate(msgspec.Struct, frozen=True):
    """The mean of one number a deal.

    Args:
        value: the mean.
        error: its standard error; infinite for a single deal.
        ci95: its 95 % confidence interval by Student's t.
    """

    value: float
    error: float
    ci95: Interval


class Rating(msgspec.Struct, frozen=True):
    """The rating of one bot.

    Args:
        bot: the index of the bot.
        place: its place, from 1, by rating.
        rating: the rating.
        ahead: the lead over the bot in the next place; None for the last.
    """

    bot: int
    place: int
    rating: Estimate
    ahead: Estimate | None


class PairFit(msgspec.Struct, frozen=True):
    """The result of one pair beside what the ratings predict.

    Args:
        bots: the indices of the two bots.
        swing: the mean swing of the first over the second.
        departure: the swing less the difference of the ratings: far from zero where one bot suits
            the other badly, and always zero if there are only two.
    """

    bots: tuple[int, int]
    swing: Estimate
    departure: Estimate


def rate(bots: int, swings: Mapping[tuple[int, int], Sequence[float]]) -> tuple[Rating, ...]:
    """Rates the bots of a complete round robin, best first; equal ratings in order of the bots.

    Args:
        bots: the number of bots.
        swings: for every pair (a, b) with a < b, the swing of a over b in each deal. Deals stand
            in the same order in all pairs.

    Raises:
        OddtrickError: a pair is missing, or has other deals than the rest.

    >>> [(rating.bot, rating.rating.value) for rating in rate(2, {(0, 1): (1.0, 3.0)})]
    [(0, 1.0), (1, -1.0)]
    """
    by_deal = _ratings_by_deal(bots, swings)
    order = sorted(range(bots), key=lambda bot: -mean(by_deal[bot].tolist()))
    leads = [by_deal[a] - by_deal[b] for a, b in pairwise(order)]
    return tuple(
        Rating(
            bot,
            place,
            _estimate(by_deal[bot]),
            _estimate(leads[place - 1]) if place < bots else None,
        )
        for place, bot in enumerate(order, start=1)
    )


def fit_pairs(bots: int, swings: Mapping[tuple[int, int], Sequence[float]]) -> tuple[PairFit, ...]:
    """Compares each pair with the ratings, in order of the bots.

    Args:
        bots: the number of bots.
        swings: as in :func:`rate`.

    Raises:
        OddtrickError: as in :func:`rate`.
    """
    by_deal = _ratings_by_deal(bots, swings)
    fits = []
    for a, b in sorted(swings):
        swing = np.asarray(swings[a, b], dtype=np.float64)
        departure = swing - (by_deal[a] - by_deal[b])
        fits.append(PairFit((a, b), _estimate(swing), _estimate(departure)))
    return tuple(fits)


def _ratings_by_deal(
    bots: int, swings: Mapping[tuple[int, int], Sequence[float]]
) -> NDArray[np.float64]:
    """Returns the least-squares rating of each bot (rows) in each deal (columns)."""
    pairs = [(a, b) for a in range(bots) for b in range(a + 1, bots)]
    lengths = {len(swings.get(pair, ())) for pair in pairs}
    if bots < 2 or len(lengths) != 1 or 0 in lengths or len(swings) != len(pairs):
        raise OddtrickError(
            "ratings need at least two bots, every pair of them, and the same deals for each pair"
        )
    found = np.zeros((bots, lengths.pop()))
    for a, b in pairs:
        swing = np.asarray(swings[a, b], dtype=np.float64)
        found[a] += swing
        found[b] -= swing
    return found / bots


def _estimate(numbers: NDArray[np.float64]) -> Estimate:
    values = numbers.tolist()
    return Estimate(mean(values), standard_error(values), t_interval(values))
