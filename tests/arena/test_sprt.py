import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from oddtrick.arena import Sprt
from oddtrick.arena.statistics import MIN_DEALS, Evidence
from oddtrick.errors import OddtrickError


def evidence_of(swings: list[float]) -> Evidence:
    evidence = Evidence()
    for swing in swings:
        evidence = evidence.with_swing(swing)
    return evidence


def stops(test: Sprt, truth: float, seed: int) -> tuple[str | None, int]:
    """Returns the verdict on deals drawn with this mean, and their number."""
    rng, evidence = np.random.default_rng(seed), Evidence()
    for swing in rng.normal(truth, 3.0, size=20_000):
        evidence = evidence.with_swing(float(swing))
        if verdict := evidence.verdict(test):
            return verdict, evidence.deals
    return None, evidence.deals


@pytest.mark.parametrize(("truth", "right"), [(0.0, "low"), (0.6, "high")])
def test_its_error_rate_is_within_bounds(truth: float, right: str) -> None:
    test = Sprt(0.0, 0.6)
    verdicts = [stops(test, truth, seed)[0] for seed in range(200)]
    assert None not in verdicts
    assert sum(verdict != right for verdict in verdicts) <= 0.09 * 200


def test_a_clear_difference_takes_fewer_deals_than_a_doubtful_one() -> None:
    test = Sprt(0.0, 0.6)
    clear = [stops(test, 2.0, seed)[1] for seed in range(50)]
    doubtful = [stops(test, 0.3, seed)[1] for seed in range(50)]
    assert np.mean(clear) < np.mean(doubtful) / 3


@given(st.lists(st.integers(-13, 13), min_size=2, max_size=80), st.integers(-3, 3))
def test_mirrored_swings_negate_the_ratio(swings: list[int], at: int) -> None:
    test, mirrored = Sprt(at, at + 1), Sprt(-at - 1, -at)
    one = evidence_of([float(swing) for swing in swings]).log_ratio(test)
    other = evidence_of([-float(swing) for swing in swings]).log_ratio(mirrored)
    assert one == pytest.approx(-other, abs=1e-6)


def test_the_ratio_is_that_of_two_normal_densities() -> None:
    swings = [1.0, -2.0, 0.5, 4.0, 3.0]
    variance = float(np.var(swings, ddof=1))

    def log_density(mean: float) -> float:
        return -sum((swing - mean) ** 2 for swing in swings) / (2 * variance)

    ratio = evidence_of(swings).log_ratio(Sprt(0.0, 0.5))
    assert ratio == pytest.approx(log_density(0.5) - log_density(0.0))


def test_constant_swings_decide_it_at_the_minimum_number_of_deals() -> None:
    test = Sprt(0.0, 0.5)
    assert evidence_of([0.0] * (MIN_DEALS - 1)).verdict(test) is None
    assert evidence_of([0.0] * MIN_DEALS).verdict(test) == "low"
    assert evidence_of([1.0] * MIN_DEALS).verdict(test) == "high"
    assert evidence_of([0.25] * MIN_DEALS).verdict(test) is None
    assert evidence_of([0.25]).log_ratio(test) == 0


@pytest.mark.parametrize(
    ("low", "high"), [(0, 0), (1, 0), (math.nan, 1), (0, math.nan), (-math.inf, 0), (0, math.inf)]
)
def test_low_must_be_below_high(low: float, high: float) -> None:
    with pytest.raises(OddtrickError, match="first number must be below the second"):
        Sprt(low, high)


@pytest.mark.parametrize("error", [0, 0.5, -1])
def test_its_error_must_be_in_range(error: float) -> None:
    with pytest.raises(OddtrickError, match=r"between 0 and 0\.5"):
        Sprt(0, 1, error)
