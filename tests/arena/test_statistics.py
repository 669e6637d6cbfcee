import math

import numpy as np
import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from oddtrick.arena.statistics import (
    bootstrap_interval,
    mean,
    share_interval,
    standard_error,
    t_cdf,
    t_interval,
    t_quantile,
)
from oddtrick.errors import OddtrickError

SWINGS = st.lists(st.integers(-26, 26).map(lambda half: half / 2), min_size=2, max_size=60)


@pytest.mark.parametrize(
    ("degrees", "quantile"),  # the tables at the end of any textbook, p = 0.975
    [(1, 12.706), (2, 4.303), (3, 3.182), (10, 2.228), (30, 2.042), (120, 1.980), (999, 1.962)],
)
def test_quantiles_match_printed_tables(degrees: int, quantile: float) -> None:
    assert t_quantile(0.975, degrees) == pytest.approx(quantile, abs=5e-4)


@given(st.floats(0.001, 0.999), st.integers(1, 200_000))
def test_quantiles_match_scipy(p: float, degrees: int) -> None:
    stats = pytest.importorskip("scipy.stats")
    # With many degrees of freedom the log-gamma function limits the precision.
    assert t_quantile(p, degrees) == pytest.approx(stats.t.ppf(p, degrees), rel=1e-7, abs=1e-8)


@example(0.5000423059026023, 10_000)  # near the middle
@given(st.floats(0.001, 0.999), st.integers(1, 10_000))
def test_a_quantile_has_its_probability_below_it(p: float, degrees: int) -> None:
    stats = pytest.importorskip("scipy.stats")
    assert t_cdf(t_quantile(p, degrees), degrees) == pytest.approx(p, abs=1e-10)
    assert t_quantile(p, degrees) == pytest.approx(stats.t.ppf(p, degrees), rel=1e-9, abs=1e-9)


@given(SWINGS)
def test_the_t_interval_matches_scipy(swings: list[float]) -> None:
    stats = pytest.importorskip("scipy.stats")
    error = standard_error(swings)
    assert error == pytest.approx(stats.sem(swings), abs=1e-12)
    if error:
        expected = stats.t.interval(0.95, len(swings) - 1, loc=np.mean(swings), scale=error)
        assert t_interval(swings) == pytest.approx(expected, rel=1e-9, abs=1e-9)


@given(st.lists(st.sampled_from([0.0, 0.25, 1 / 3, 0.5, 0.75, 1.0]), min_size=2, max_size=60))
def test_the_interval_of_a_share_holds_its_mean_and_stays_within_0_and_1(
    shares: list[float],
) -> None:
    low, high = share_interval(shares)
    assert 0 <= low <= mean(shares) + 1e-12
    assert mean(shares) - 1e-12 <= high <= 1
    assert high - low > 1e-3


@given(st.integers(0, 40), st.integers(0, 40))
def test_the_interval_of_won_and_lost_deals_is_wilsons(won: int, lost: int) -> None:
    deals = won + lost
    assume(deals >= 3)  # SciPy is asked by confidence: that of two deals, at 12.7, rounds to 1
    stats = pytest.importorskip("scipy.stats")
    quantile = t_quantile(0.975, deals - 1)
    confidence = 1 - 2 * stats.norm.sf(quantile)  # Wilson's has the normal quantile
    expected = stats.binomtest(won, deals).proportion_ci(confidence, method="wilson")
    # The sample variance has one degree of freedom fewer than Wilson's.
    found = share_interval([1.0] * won + [0.0] * lost)
    assert found == pytest.approx((expected.low, expected.high), abs=0.25 / deals)


@given(st.integers(2, 1000))
def test_far_from_the_ends_the_interval_of_a_share_is_that_of_student(deals: int) -> None:
    shares = [0.5 + 0.01 * (place % 3 - 1) for place in range(3 * deals)]
    assert share_interval(shares) == pytest.approx(t_interval(shares), abs=1e-3)


@given(st.permutations(list(np.random.default_rng(1).normal(size=40))))
def test_the_order_of_the_deals_does_not_change_a_digit(
    swings: list[float],
) -> None:
    ordered = sorted(swings)
    assert (mean(swings), t_interval(swings)) == (mean(ordered), t_interval(ordered))
    assert bootstrap_interval(swings, 1, resamples=50) == bootstrap_interval(
        ordered, 1, resamples=50
    )


def test_the_bootstrap_agrees_with_t_on_a_normal_sample() -> None:
    swings = list(np.random.default_rng(7).normal(1.0, 3.0, size=2000).round(1))
    assert bootstrap_interval(swings, 1) == pytest.approx(t_interval(swings), abs=0.02)


def test_the_bootstrap_matches_scipy_on_a_skewed_sample() -> None:
    stats = pytest.importorskip("scipy.stats")
    swings = [0.0] * 60 + [1.0] * 25 + [12.0] * 15
    expected = stats.bootstrap(
        (np.array(swings),), np.mean, method="percentile", n_resamples=10_000, rng=1
    ).confidence_interval
    assert bootstrap_interval(swings, 1) == pytest.approx((expected.low, expected.high), abs=0.06)


def test_the_bootstrap_is_seeded() -> None:
    swings = [0.0, 1.0, 5.0, -2.0]
    assert bootstrap_interval(swings, 3) == bootstrap_interval(swings, 3)
    assert bootstrap_interval(swings, 3, resamples=99) != bootstrap_interval(
        swings, 4, resamples=99
    )


def test_a_90_percent_interval_covers_the_mean_9_times_in_10() -> None:
    rng, held = np.random.default_rng(3), 0
    for _ in range(400):
        low, high = t_interval(list(rng.normal(0.5, 2.0, size=12)), confidence=0.9)
        held += low <= 0.5 <= high
    assert 0.86 < held / 400 < 0.94


def test_one_deal_has_an_infinite_interval() -> None:
    assert t_interval([2.5]) == (-math.inf, math.inf)
    assert bootstrap_interval([2.5], 1) == (2.5, 2.5)


def test_without_deals_there_is_no_mean() -> None:
    with pytest.raises(OddtrickError, match="at least one deal"):
        mean([])


@pytest.mark.parametrize("p", [0, 1, -1, 2])
def test_a_quantile_needs_a_probability(p: float) -> None:
    with pytest.raises(OddtrickError, match="between 0 and 1"):
        t_quantile(p, 3)
