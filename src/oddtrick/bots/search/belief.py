"""The belief of a seat about the hidden cards: sampled worlds with importance weights.

Worlds are drawn uniformly from all layouts that the view allows. Each gets as its weight the
likelihood of the plays seen so far, raised to a power below 1 because the model of the players is
only roughly right (likelihood tempering).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from oddtrick.bots.search.deadline import NoTimeError
from oddtrick.solver.sampling import SampledWorlds

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from oddtrick.bots.search.search_context import SearchContext
    from oddtrick.solver.rollout import Policy

WEIGHTING_SHARE = 0.4
"""The share of a time limit spent on weighting."""

MIN_CHUNK, MAX_CHUNK = 512, 8192
"""Worlds drawn and weighted between two looks at the deadline: at first, and at most."""

MAX_UNWEIGHTED = 1 << 16
"""Most worlds drawn while no play distinguishes them."""

ENUMERATION_FACTOR = 3
"""All worlds are weighted where there are at most this many times the candidates."""


class Belief(NamedTuple):
    """Weighted worlds.

    Args:
        worlds: each world once.
        weights: how well each explains the plays seen, relative to the best; float64 [n].
        effective: the effective sample size, ``sum(w)**2 / sum(w**2)`` (Kong, 1992).
        complete: whether these are all worlds of the view.
        opponent_policy: the player type that explains the opponents' plays best; None: as the
            searching players.
    """

    worlds: SampledWorlds
    weights: NDArray[np.float64]
    effective: float
    complete: bool
    opponent_policy: Policy | None

    def resample(self, count: int, offset: float) -> tuple[NDArray[np.intp], NDArray[np.float64]]:
        """Systematic resampling (Kitagawa, 1996): rows, and the number of times each was drawn.

        A single random offset places equally spaced points on the cumulated weights. Its variance
        is below that of independent draws, and a world is never drawn twice unless it has to be.

        Args:
            count: the number of points.
            offset: of the first point, 0 to 1.
        """
        cumulated = np.cumsum(self.weights)
        points = (np.arange(count) + offset) * (cumulated[-1] / count)
        # Rounding may put the last point beyond the last world.
        hits = np.searchsorted(cumulated, points, side="right").clip(max=len(cumulated) - 1)
        rows, times = np.unique(hits, return_counts=True)
        return rows, times.astype(np.float64)


def sample_belief(context: SearchContext, count: int, seed: int) -> Belief:
    """Worlds of a view, weighted by the plays seen so far.

    Args:
        context: the decision.
        count: the least number of worlds, if there are as many.
        seed: of the draw.

    Raises:
        NoTimeError: time ran out before one of them was weighted.
    """
    worlds, log_likelihood, complete = _weighted_worlds(context, count, seed)
    # A mixture over the player types of each seat; seats are independent.
    logs = context.budget.weight_power * np.logaddexp.reduce(log_likelihood).sum(axis=1)
    weights = np.exp(logs - logs.max())
    effective = float(weights.sum() ** 2 / (weights @ weights))
    is_weighted = log_likelihood.shape[2] > 1
    view = context.view
    adapts = is_weighted and context.budget.adapts and not view.rules.partners(view.to_act or 0)
    policy = _opponent_policy(context, log_likelihood) if adapts else None
    return Belief(worlds, weights, effective, complete, policy)


def _weighted_worlds(
    context: SearchContext, count: int, seed: int
) -> tuple[SampledWorlds, NDArray[np.float64], bool]:
    """Worlds, the log-likelihood of each seat's plays in them, and whether they are all.

    Where no play distinguishes worlds, the likelihood has one player type and one seat, and is 0.
    """
    worlds, view, budget = context.moment.worlds, context.view, context.budget
    is_weighted = budget.weight_power > 0 and bool(view.tricks or view.table)
    total = max(count, budget.candidates) if budget.weight_power > 0 else count
    total = total if is_weighted else min(total, MAX_UNWEIGHTED)
    enumerates = worlds.count <= (ENUMERATION_FACTOR * total if is_weighted else total)
    total = worlds.count if enumerates else total
    parts, logs = [], []
    first, chunk = 0, MIN_CHUNK
    while first < total:
        size = min(chunk, total - first)
        drawn = worlds.numbered(first, size) if enumerates else worlds.draw(size, seed, first)
        log = _log_likelihood(context, drawn) if is_weighted else np.zeros((1, size, 1))
        done = log.shape[1]
        parts.append(drawn.take(np.arange(done)))
        logs.append(log)
        if done < size or context.deadline.has_passed(WEIGHTING_SHARE):
            break
        first, chunk = first + size, min(2 * chunk, MAX_CHUNK)
    log_likelihood = np.concatenate(logs, axis=1)
    if not log_likelihood.shape[1]:
        raise NoTimeError
    return _concatenated(parts), log_likelihood, log_likelihood.shape[1] == worlds.count


def _log_likelihood(context: SearchContext, worlds: SampledWorlds) -> NDArray[np.float64]:
    """The log-likelihood of each seat's plays, float64 [player types, n, P].

    Fewer worlds are returned if time runs out.
    """
    return context.moment.log_likelihood(
        worlds,
        context.policies.player_types,
        threads=context.budget.threads,
        seconds=context.deadline.remaining(WEIGHTING_SHARE),
        cancel=context.deadline.cancel,
    )


def _opponent_policy(context: SearchContext, log_likelihood: NDArray[np.float64]) -> Policy:
    """The player type under which the opponents' plays are likeliest, over all worlds."""
    view = context.view
    assert view.seat is not None
    own_side = view.rules.sides[view.rules.side_of(view.seat)]
    others = [seat for seat in view.seats if seat not in own_side]
    evidence = np.logaddexp.reduce(log_likelihood[:, :, others], axis=1).sum(axis=1)
    return context.policies.player_types[int(evidence.argmax())]


def _concatenated(parts: list[SampledWorlds]) -> SampledWorlds:
    return SampledWorlds(
        np.concatenate([part.hands for part in parts]),
        np.concatenate([part.later for part in parts]),
        np.concatenate([part.rest for part in parts]),
    )
