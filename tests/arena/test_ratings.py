"""Ratings: the least-squares fit of a round robin, against an independent solver."""

from __future__ import annotations

from itertools import combinations
from math import inf

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from oddtrick.arena.ratings import fit_pairs, rate
from oddtrick.errors import OddtrickError
from tests.support.extent import times

RATINGS = times(100, whole=400)

Swings = dict[tuple[int, int], tuple[float, ...]]


@st.composite
def round_robins(draw: st.DrawFn) -> tuple[int, Swings]:
    bots, deals = draw(st.integers(2, 6)), draw(st.integers(1, 8))
    numbers = st.lists(
        st.integers(-26, 26).map(lambda n: n / 2), min_size=deals, max_size=deals
    ).map(tuple)
    return bots, {pair: draw(numbers) for pair in combinations(range(bots), 2)}


@given(round_robins())
def test_ratings_are_the_least_squares_fit_that_sums_to_zero(table: tuple[int, Swings]) -> None:
    bots, swings = table
    rows, values = [], []
    for (a, b), numbers in swings.items():
        row = np.zeros(bots)
        row[a], row[b] = 1, -1
        rows.append(row)
        values.append(float(np.mean(numbers)))
    rows.append(np.ones(bots))
    values.append(0.0)
    expected, *_ = np.linalg.lstsq(np.array(rows), np.array(values), rcond=None)
    found = {rating.bot: rating.rating.value for rating in rate(bots, swings)}
    assert [found[bot] for bot in range(bots)] == pytest.approx(expected, abs=1e-9)


@given(round_robins())
def test_places_follow_the_ratings_and_leads_add_up(table: tuple[int, Swings]) -> None:
    ratings = rate(*table)
    assert [rating.place for rating in ratings] == list(range(1, table[0] + 1))
    assert sorted(rating.bot for rating in ratings) == list(range(table[0]))
    leads = [rating.ahead.value for rating in ratings if rating.ahead is not None]
    assert all(lead >= -1e-9 for lead in leads)
    assert sum(leads) == pytest.approx(ratings[0].rating.value - ratings[-1].rating.value)
    assert ratings[-1].ahead is None


@given(round_robins())
def test_departures_of_a_bot_from_its_ratings_cancel_out(table: tuple[int, Swings]) -> None:
    bots, swings = table
    totals = [0.0] * bots
    for fit in fit_pairs(bots, swings):
        a, b = fit.bots
        totals[a] += fit.departure.value
        totals[b] -= fit.departure.value
    assert totals == pytest.approx([0.0] * bots, abs=1e-9)


def test_the_interval_of_a_rating_covers_it_as_often_as_it_says() -> None:
    rng, covered = np.random.default_rng(5), 0
    strength = (1.0, 0.0, -1.0)
    for _ in range(RATINGS):
        luck = rng.normal(0, 2, 40)  # shared by the pairs of a deal, so they are correlated
        swings = {
            (a, b): tuple(strength[a] - strength[b] + luck + rng.normal(0, 2, 40))
            for a, b in combinations(range(3), 2)
        }
        low, high = next(r.rating.ci95 for r in rate(3, swings) if r.bot == 0)
        covered += low <= 1.0 <= high
    expected, deviation = 0.95 * RATINGS, (0.95 * 0.05 * RATINGS) ** 0.5
    assert abs(covered - expected) < 3 * deviation + 1


def test_one_deal_has_a_rating_and_no_interval() -> None:
    (first, second) = rate(2, {(0, 1): (3.0,)})
    assert (first.rating.value, second.rating.value) == (1.5, -1.5)
    assert first.rating.ci95 == (-inf, inf)


@pytest.mark.parametrize(
    ("bots", "swings"),
    [
        (1, {}),
        (2, {}),
        (2, {(0, 1): ()}),
        (3, {(0, 1): (1.0,), (0, 2): (1.0,)}),
        (3, {(0, 1): (1.0,), (0, 2): (1.0,), (1, 2): (1.0, 2.0)}),
        (2, {(0, 1): (1.0,), (1, 2): (1.0,)}),
    ],
)
def test_an_incomplete_round_robin_is_refused(bots: int, swings: Swings) -> None:
    with pytest.raises(OddtrickError, match="every pair of them, and the same deals"):
        rate(bots, swings)
