"""Fits policy to decisions, by NumPy alone: a softmax over sums of what is seen in each card."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
import numpy as np

from oddtrick.solver.rollout import FEATURE_COUNT

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Pull = Callable[[Floats], tuple[Floats, Floats]]

HELD_OUT = 10
"""Every tenth decision is not learnt from, but tells what was learnt."""


class Decisions(msgspec.Struct, frozen=True):
    """Decisions one after another, each with a row for each of its choices.

    Args:
        features: int32 [m, 16], what was seen in each choice; places in the policy, or -1.
        told: float64 [m], what is to be learnt of each choice: its value, or how likely it is.
        sizes: int64 [n], how many choices each decision had.
    """

    features: NDArray[np.int32]
    told: Floats
    sizes: NDArray[np.int64]

    @classmethod
    def joined(cls, parts: Iterable[Decisions]) -> Decisions:
        """Those of all parts."""
        given = list(parts)
        return cls(
            np.concatenate([part.features for part in given]),
            np.concatenate([part.told for part in given]),
            np.concatenate([part.sizes for part in given]),
        )


def fit_values(decisions: Decisions, policy: Floats, *, doubt: float = 0.08) -> Floats:
    """Policy whose mean value, with a little doubt left, is as high as can be.

    A decision of small difference counts little, and noise in the values is averaged out: what is
    climbed is linear in them.

    Args:
        decisions: with the value of each choice.
        policy: float64 [FEATURE_COUNT], where to begin.
        doubt: how much value is given up for each nat of entropy.
    """
    return _climb(decisions, policy, _pull_of_values(decisions, doubt))


class Slope:
    """The way up, step by step, where new decisions come with each step (Adam).

    Attributes:
        numbers: the policy so far, float64 [FEATURE_COUNT].
    """

    def __init__(self, numbers: Floats, steps: int, rate: float) -> None:
        self.numbers = numbers
        self._steps, self._rate, self._step = steps, rate, 0
        self._first, self._second = np.zeros(FEATURE_COUNT), np.zeros(FEATURE_COUNT)

    def climb(self, decisions: Decisions, doubt: float) -> None:
        """Goes a step; it is the shorter the later.

        Args:
            decisions: with the value of each choice.
            doubt: how much value is given up for each nat of entropy.
        """
        features = np.where(decisions.features < 0, FEATURE_COUNT, decisions.features)
        chances = _chances(np.append(self.numbers, 0.0), features, decisions)
        pulled, _ = _pull_of_values(decisions, doubt)(chances)
        slope = _by_trait(features, pulled)[:FEATURE_COUNT] / len(decisions.sizes)
        self._step += 1
        self._first = 0.9 * self._first + 0.1 * slope
        self._second = 0.99 * self._second + 0.01 * slope**2
        unbiased = np.sqrt(self._second / (1 - 0.99**self._step)) + 1e-6
        size = self._rate * (1 - self._step / self._steps) + 0.3
        moved = size * self._first / (1 - 0.9**self._step) / unbiased
        self.numbers = np.clip(self.numbers + moved, -8000, 8000)


def _pull_of_values(decisions: Decisions, doubt: float) -> Pull:
    starts, of = _places(decisions)
    means = np.add.reduceat(decisions.told, starts) / decisions.sizes
    above = decisions.told - means[of]

    def pull(chances: Floats) -> tuple[Floats, Floats]:
        gain = above - doubt * np.log(chances + 1e-12)
        pulled = chances * (gain - np.add.reduceat(chances * gain, starts)[of])
        return pulled, np.add.reduceat(chances * above, starts)

    return pull


def _chances(numbers: Floats, features: NDArray[np.int32], decisions: Decisions) -> Floats:
    """How likely each choice is; the last number is that of no trait."""
    starts, of = _places(decisions)
    scores = numbers[features].sum(axis=1) / 256
    shares = np.exp(scores - np.maximum.reduceat(scores, starts)[of])
    return np.asarray(shares / np.add.reduceat(shares, starts)[of])


def _by_trait(features: NDArray[np.int32], pulled: Floats) -> Floats:
    each = np.repeat(pulled, features.shape[1])
    return np.bincount(features.ravel(), each, FEATURE_COUNT + 1).astype(np.float64)


def fit_choices(decisions: Decisions, policy: Floats) -> Floats:
    """Policy that make the choices as likely as can be.

    Args:
        decisions: with how likely each choice was.
        policy: float64 [FEATURE_COUNT], where to begin.
    """
    starts, _ = _places(decisions)

    def pull(chances: Floats) -> tuple[Floats, Floats]:
        logs = decisions.told * np.log(chances + 1e-9)
        return decisions.told - chances, np.add.reduceat(logs, starts)

    return _climb(decisions, policy, pull)


def _places(decisions: Decisions) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Where each decision begins, and of which decision each row is."""
    starts = np.concatenate([[0], np.cumsum(decisions.sizes)[:-1]])
    return starts, np.repeat(np.arange(len(decisions.sizes)), decisions.sizes)


def _climb(
    decisions: Decisions,
    begin: Floats,
    pull: Pull,
    *,
    steps: int = 250,
    rate: float = 8.0,
    hold: float = 3e-6,
) -> Floats:
    """Adam, held back towards where it began; what is told of is the mean of what is climbed."""
    of = _places(decisions)[1]
    features = np.where(decisions.features < 0, FEATURE_COUNT, decisions.features)
    held_out = np.arange(len(decisions.sizes)) % HELD_OUT == 0
    learnt_from = ~held_out[of]
    now = np.append(begin, 0.0)
    first, second = np.zeros_like(now), np.zeros_like(now)
    for step in range(steps):
        pulled, found = pull(_chances(now, features, decisions))
        if step in (0, steps - 1):
            known, unknown = found[~held_out].mean(), found[held_out].mean()
            print(f"  step {step}: {known:.4f}, held out {unknown:.4f}", flush=True)
        slope = (
            _by_trait(features, pulled * learnt_from) / (~held_out).sum()
            - hold * (now - np.append(begin, 0.0)) / 256
        )
        slope[FEATURE_COUNT] = 0
        first = 0.9 * first + 0.1 * slope
        second = 0.98 * second + 0.02 * slope**2
        size = rate * (1 - step / steps) + 0.5
        unbiased = np.sqrt(second / (1 - 0.98 ** (step + 1))) + 1e-7
        now += size * first / (1 - 0.9 ** (step + 1)) / unbiased
    return np.asarray(np.clip(now[:FEATURE_COUNT], -8000, 8000))
