import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from oddtrick.arena import Precision, Sprt
from oddtrick.arena.sequential import MIN_DEALS, Evidence, anytime_factor, evidence_of, side_of
from oddtrick.errors import OddtrickError


def stops(test: Sprt, truth: float, seed: int) -> tuple[str | None, int]:
    """Returns the verdict on deals drawn with this mean, and their number."""
    rng, evidence = np.random.default_rng(seed), Evidence()
    for swing in rng.normal(truth, 3.0, size=20_000):
        evidence = evidence.with_swing(float(swing))
        if verdict := test.verdict(evidence):
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
    one = test.log_ratio(evidence_of(map(float, swings)))
    other = mirrored.log_ratio(evidence_of(-float(swing) for swing in swings))
    assert one == pytest.approx(-other, abs=1e-6)


def test_the_ratio_is_that_of_two_normal_densities() -> None:
    swings = [1.0, -2.0, 0.5, 4.0, 3.0]
    variance = float(np.var(swings, ddof=1))

    def log_density(mean: float) -> float:
        return -sum((swing - mean) ** 2 for swing in swings) / (2 * variance)

    ratio = Sprt(0.0, 0.5).log_ratio(evidence_of(swings))
    assert ratio == pytest.approx(log_density(0.5) - log_density(0.0))


def test_constant_swings_decide_it_at_the_minimum_number_of_deals() -> None:
    test = Sprt(0.0, 0.5)
    assert test.verdict(evidence_of([0.0] * (MIN_DEALS - 1))) is None
    assert test.verdict(evidence_of([0.0] * MIN_DEALS)) == "low"
    assert test.verdict(evidence_of([1.0] * MIN_DEALS)) == "high"
    assert test.verdict(evidence_of([0.25] * MIN_DEALS)) is None
    assert test.log_ratio(evidence_of([0.25])) == 0


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


def swings_of_bots(sequences: int, deals: int, seed: int) -> np.ndarray:
    """Swings as close bots have them: a whole number of tricks, and 0 in half of the deals."""
    rng = np.random.default_rng(seed)
    return np.rint(rng.normal(0, 1.6, (sequences, deals))) * (rng.random((sequences, deals)) < 0.6)


def test_looking_after_every_deal_the_true_mean_is_seldom_ever_left_out() -> None:
    sequences, deals = 1000, 3000
    swings, numbers = swings_of_bots(sequences, deals, seed=3), np.arange(1, deals + 1)
    looked_at = slice(MIN_DEALS - 1, None)
    sums, squares = swings.cumsum(axis=1)[:, looked_at], (swings**2).cumsum(axis=1)[:, looked_at]
    counts = numbers[looked_at]
    distances = np.abs(sums) / np.sqrt((squares - sums**2 / counts) * counts / (counts - 1))
    factors = np.array([anytime_factor(count) for count in counts.tolist()])
    assert (distances > factors).any(axis=1).mean() <= 0.05
    # The interval for a number of deals that was fixed beforehand fails where one looks on.
    assert (distances > 1.96).any(axis=1).mean() > 0.3


@pytest.mark.parametrize(("truth", "right"), [(0.3, "better"), (-0.3, "worse"), (0.0, "even")])
def test_it_decides_what_is_true(truth: float, right: str) -> None:
    test, wrong = Precision(0.1), 0
    for sequence in swings_of_bots(40, 6000, seed=2) + truth:
        evidence, verdict = Evidence(), None
        for swing in sequence.tolist():
            evidence = evidence.with_swing(swing)
            verdict = test.verdict(evidence)
            if verdict:
                break
        wrong += verdict != right
    assert wrong <= 0.09 * 40


@given(st.lists(st.integers(-13, 13), min_size=MIN_DEALS, max_size=120), st.floats(0.01, 3))
def test_a_verdict_is_mirrored_with_the_bots(swings: list[int], width: float) -> None:
    mirrored = {"better": "worse", "worse": "better", "even": "even", None: None}
    test = Precision(width)
    one = test.verdict(evidence_of(map(float, swings)))
    other = test.verdict(evidence_of(-float(swing) for swing in swings))
    assert other == mirrored[one]


def test_shares_are_compared_with_the_share_of_equal_players() -> None:
    fifth = [1.0, 0.0, 0.0, 0.0, 0.0] * 400
    assert Precision(0.05, even=0.2).verdict(evidence_of(fifth)) == "even"
    assert Precision(0.05, even=0.3).verdict(evidence_of(fifth)) == "worse"


@pytest.mark.parametrize("width", [0, -1, math.nan, math.inf])
def test_the_width_must_be_above_0(width: float) -> None:
    with pytest.raises(OddtrickError, match=r"--until is .* it must be a number above 0"):
        Precision(width)


@pytest.mark.parametrize("places", [2, 3, 6, 7])
def test_equal_shares_are_even_however_they_are_rounded(places: int) -> None:
    for deals in range(MIN_DEALS, 200):
        evidence = evidence_of([math.fsum([1 / places] * places) / places] * deals)
        for even in (1 / places, sum([1 / places] * 7) / 7):
            assert Precision(0.05, even).verdict(evidence) == "even"
            assert side_of((evidence.mean, evidence.mean), even) is None
    assert side_of((0.1, 0.2), 0.0) == "better"
    assert side_of((-0.2, -0.1), 0.0) == "worse"
