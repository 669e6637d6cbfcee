"""Fits habits to decisions, by NumPy alone: a softmax over sums of what is seen in each card."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
import numpy as np

from oddtrick.solver.imagining import TRAITS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

HELD_OUT = 10
"""Every tenth decision is not learnt from, but tells what was learnt."""


class Decisions(msgspec.Struct, frozen=True):
    """Decisions one after another, each with a row for each of its choices.

    Args:
        traits: int32 [m, 12], what was seen in each choice; places in the habits, or -1.
        told: float64 [m], what is to be learnt of each choice: its value, or how likely it is.
        sizes: int64 [n], how many choices each decision had.
    """

    traits: NDArray[np.int32]
    told: Floats
    sizes: NDArray[np.int64]

    @classmethod
    def joined(cls, parts: Iterable[Decisions]) -> Decisions:
        """Those of all parts."""
        given = list(parts)
        return cls(
            np.concatenate([part.traits for part in given]),
            np.concatenate([part.told for part in given]),
            np.concatenate([part.sizes for part in given]),
        )


def fit_values(decisions: Decisions, habits: Floats, *, doubt: float = 0.08) -> Floats:
    """Habits whose mean value, with a little doubt left, is as high as can be.

    A decision of small difference counts little, and noise in the values is averaged out: what is
    climbed is linear in them.

    Args:
        decisions: with the value of each choice.
        habits: float64 [TRAITS], where to begin.
        doubt: how much value is given up for each nat of entropy.
    """
    starts, of = _places(decisions)
    means = np.add.reduceat(decisions.told, starts) / decisions.sizes
    above = decisions.told - means[of]

    def pull(chances: Floats) -> tuple[Floats, Floats]:
        gain = above - doubt * np.log(chances + 1e-12)
        pulled = chances * (gain - np.add.reduceat(chances * gain, starts)[of])
        return pulled, np.add.reduceat(chances * above, starts)

    return _climb(decisions, habits, pull)


def fit_choices(decisions: Decisions, habits: Floats) -> Floats:
    """Habits that make the choices as likely as can be.

    Args:
        decisions: with how likely each choice was.
        habits: float64 [TRAITS], where to begin.
    """
    starts, _ = _places(decisions)

    def pull(chances: Floats) -> tuple[Floats, Floats]:
        logs = decisions.told * np.log(chances + 1e-9)
        return decisions.told - chances, np.add.reduceat(logs, starts)

    return _climb(decisions, habits, pull)


def _places(decisions: Decisions) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Where each decision begins, and of which decision each row is."""
    starts = np.concatenate([[0], np.cumsum(decisions.sizes)[:-1]])
    return starts, np.repeat(np.arange(len(decisions.sizes)), decisions.sizes)


def _climb(
    decisions: Decisions,
    begin: Floats,
    pull: Callable[[Floats], tuple[Floats, Floats]],
    *,
    steps: int = 250,
    rate: float = 8.0,
    hold: float = 3e-6,
) -> Floats:
    """Adam, held back towards where it began; what is told of is the mean of what is climbed."""
    starts, of = _places(decisions)
    traits = np.where(decisions.traits < 0, TRAITS, decisions.traits)
    held_out = np.arange(len(decisions.sizes)) % HELD_OUT == 0
    learnt_from = ~held_out[of]
    now = np.append(begin, 0.0)
    first, second = np.zeros_like(now), np.zeros_like(now)
    for step in range(steps):
        scores = now[traits].sum(axis=1) / 256
        shares = np.exp(scores - np.maximum.reduceat(scores, starts)[of])
        pulled, found = pull(shares / np.add.reduceat(shares, starts)[of])
        if step in (0, steps - 1):
            known, unknown = found[~held_out].mean(), found[held_out].mean()
            print(f"  step {step}: {known:.4f}, held out {unknown:.4f}", flush=True)
        by_trait = np.bincount(
            traits.ravel(), np.repeat(pulled * learnt_from, traits.shape[1]), TRAITS + 1
        )
        slope = by_trait / (~held_out).sum() - hold * (now - np.append(begin, 0.0)) / 256
        slope[TRAITS] = 0
        first = 0.9 * first + 0.1 * slope
        second = 0.98 * second + 0.02 * slope**2
        size = rate * (1 - step / steps) + 0.5
        unbiased = np.sqrt(second / (1 - 0.98 ** (step + 1))) + 1e-7
        now += size * first / (1 - 0.9 ** (step + 1)) / unbiased
    return np.asarray(np.clip(now[:TRAITS], -8000, 8000))
