"""Fits linear softmax policies to decisions: Adam on an entropy-regularised objective."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
import numpy as np

from oddtrick.bots.search.rollout import FEATURE_COUNT

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Gradient = Callable[[Floats], tuple[Floats, Floats]]

HELD_OUT = 10
"""Every tenth decision is held out for validation."""


class Decisions(msgspec.Struct, frozen=True):
    """n decisions, each with a row for each of its choices, m in all.

    Args:
        features: int32 [m, 16], the features of each choice: indices into the weights, or -1.
        targets: float64 [m], the value of each choice, or its probability.
        sizes: int64 [n], the number of choices of each decision.
    """

    features: NDArray[np.int32]
    targets: Floats
    sizes: NDArray[np.int64]

    @classmethod
    def joined(cls, parts: Iterable[Decisions]) -> Decisions:
        """Concatenates decisions."""
        all_parts = list(parts)
        return cls(
            np.concatenate([part.features for part in all_parts]),
            np.concatenate([part.targets for part in all_parts]),
            np.concatenate([part.sizes for part in all_parts]),
        )


def fit_values(decisions: Decisions, policy: Floats, *, entropy: float = 0.08) -> Floats:
    """Maximises the expected value under the policy, plus an entropy bonus.

    The objective is linear in the values, so that their noise averages out and decisions with small
    differences count little.

    Args:
        decisions: decisions with the value of each choice.
        policy: float64 [FEATURE_COUNT], the initial weights.
        entropy: the bonus for each nat of entropy, in units of value.
    """
    return _maximise(decisions, policy, _value_gradient(decisions, entropy))


class PolicyGradient:
    """Policy gradient with Adam, on new decisions at each step.

    Attributes:
        weights: float64 [FEATURE_COUNT], the current weights.
    """

    def __init__(self, weights: Floats, steps: int, rate: float) -> None:
        self.weights = weights
        self._steps, self._rate, self._step = steps, rate, 0
        self._first, self._second = np.zeros(FEATURE_COUNT), np.zeros(FEATURE_COUNT)

    def step(self, decisions: Decisions, entropy: float) -> None:
        """Takes one step, with a learning rate that decays linearly.

        Args:
            decisions: decisions with the value of each choice.
            entropy: the bonus for each nat of entropy, in units of value.
        """
        features = np.where(decisions.features < 0, FEATURE_COUNT, decisions.features)
        probabilities = _probabilities(np.append(self.weights, 0.0), features, decisions)
        gradients, _ = _value_gradient(decisions, entropy)(probabilities)
        slope = _by_feature(features, gradients)[:FEATURE_COUNT] / len(decisions.sizes)
        self._step += 1
        self._first = 0.9 * self._first + 0.1 * slope
        self._second = 0.99 * self._second + 0.01 * slope**2
        unbiased = np.sqrt(self._second / (1 - 0.99**self._step)) + 1e-6
        size = self._rate * (1 - self._step / self._steps) + 0.3
        moved = size * self._first / (1 - 0.9**self._step) / unbiased
        self.weights = np.clip(self.weights + moved, -8000, 8000)


def _value_gradient(decisions: Decisions, entropy: float) -> Gradient:
    starts, of = _row_index(decisions)
    means = np.add.reduceat(decisions.targets, starts) / decisions.sizes
    above = decisions.targets - means[of]

    def gradient(probabilities: Floats) -> tuple[Floats, Floats]:
        gain = above - entropy * np.log(probabilities + 1e-12)
        gradients = probabilities * (gain - np.add.reduceat(probabilities * gain, starts)[of])
        return gradients, np.add.reduceat(probabilities * above, starts)

    return gradient


def _probabilities(weights: Floats, features: NDArray[np.int32], decisions: Decisions) -> Floats:
    """The probability of each choice; the last weight is that of the padding, 0."""
    starts, of = _row_index(decisions)
    scores = weights[features].sum(axis=1) / 256
    shares = np.exp(scores - np.maximum.reduceat(scores, starts)[of])
    return np.asarray(shares / np.add.reduceat(shares, starts)[of])


def _by_feature(features: NDArray[np.int32], gradients: Floats) -> Floats:
    each = np.repeat(gradients, features.shape[1])
    return np.bincount(features.ravel(), each, FEATURE_COUNT + 1).astype(np.float64)


def fit_choices(decisions: Decisions, policy: Floats) -> Floats:
    """Maximises the likelihood of observed choices.

    Args:
        decisions: decisions with the frequency of each choice.
        policy: float64 [FEATURE_COUNT], the initial weights.
    """
    starts, _ = _row_index(decisions)

    def gradient(probabilities: Floats) -> tuple[Floats, Floats]:
        logs = decisions.targets * np.log(probabilities + 1e-9)
        return decisions.targets - probabilities, np.add.reduceat(logs, starts)

    return _maximise(decisions, policy, gradient)


def _row_index(decisions: Decisions) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """The first row of each decision, and the decision of each row."""
    starts = np.concatenate([[0], np.cumsum(decisions.sizes)[:-1]])
    return starts, np.repeat(np.arange(len(decisions.sizes)), decisions.sizes)


def _maximise(
    decisions: Decisions,
    initial: Floats,
    gradient: Gradient,
    *,
    steps: int = 250,
    rate: float = 8.0,
    decay: float = 3e-6,
) -> Floats:
    """Adam with weight decay towards the initial weights. Prints the mean objective."""
    of = _row_index(decisions)[1]
    features = np.where(decisions.features < 0, FEATURE_COUNT, decisions.features)
    held_out = np.arange(len(decisions.sizes)) % HELD_OUT == 0
    training = ~held_out[of]
    now = np.append(initial, 0.0)
    first, second = np.zeros_like(now), np.zeros_like(now)
    for step in range(steps):
        gradients, found = gradient(_probabilities(now, features, decisions))
        if step in (0, steps - 1):
            train, validation = found[~held_out].mean(), found[held_out].mean()
            print(f"  step {step}: {train:.4f}, held out {validation:.4f}", flush=True)
        slope = (
            _by_feature(features, gradients * training) / (~held_out).sum()
            - decay * (now - np.append(initial, 0.0)) / 256
        )
        slope[FEATURE_COUNT] = 0
        first = 0.9 * first + 0.1 * slope
        second = 0.98 * second + 0.02 * slope**2
        size = rate * (1 - step / steps) + 0.5
        unbiased = np.sqrt(second / (1 - 0.98 ** (step + 1))) + 1e-7
        now += size * first / (1 - 0.9 ** (step + 1)) / unbiased
    return np.asarray(np.clip(now[:FEATURE_COUNT], -8000, 8000))
