"""The belief of a seat about the hidden cards: sampled worlds with importance weights.

Worlds are drawn uniformly from all layouts that the view allows. Each gets as its weight the
likelihood of the plays seen so far, raised to a power below 1 because the model of the players is
only roughly right (likelihood tempering).
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from oddtrick.bots.search.bids import bid_log_likelihood, heard_bids
from oddtrick.bots.search.search_context import NoTimeError
from oddtrick.solver.sampling import SampledWorlds, resample_rows

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from oddtrick.bots.search.rollout import Policy
    from oddtrick.bots.search.search_context import SearchContext

WEIGHTING_SHARE = 0.4
"""The share of a time limit spent on weighting."""

MIN_CHUNK, MAX_CHUNK = 512, 1 << 15
"""Worlds drawn and weighted together: at first where there is a time limit, and at most."""

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
        seed: the seed of the draw.
    """

    worlds: SampledWorlds
    weights: NDArray[np.float64]
    effective: float
    complete: bool
    opponent_policy: Policy | None
    seed: int

    def resample(self, count: int, offset: float) -> tuple[NDArray[np.intp], NDArray[np.float64]]:
        """Rows resampled by weight, and the number of times each was drawn.

        Args:
            count: the number of draws.
            offset: of the first of them, 0 to 1.
        """
        rows, times = np.unique(resample_rows(self.weights, count, offset), return_counts=True)
        return rows, times.astype(np.float64)

    def likeliest(self, count: int) -> tuple[NDArray[np.intp], NDArray[np.float64]]:
        """Rows with their weights: all of them, or ``count`` resampled."""
        if len(self.weights) <= count:
            return np.arange(len(self.weights)), self.weights
        return self.resample(count, Random(self.seed).random())


def sample_belief(context: SearchContext) -> Belief:
    """Worlds of a view, weighted by the plays seen so far.

    Raises:
        NoTimeError: time ran out before one of them was weighted.
    """
    view, budget = context.view, context.budget
    worlds, log_likelihood, complete = _weighted_worlds(context)
    # A mixture over the player types of each seat; seats are independent. The types count alike:
    # a common factor would cancel out of the weights.
    logs = budget.weight_power * np.logaddexp.reduce(log_likelihood).sum(axis=1)
    if budget.weight_power > 0:
        logs += budget.weight_power * bid_log_likelihood(view, worlds)
    # Relative to the best world, or the weights of long deals would all underflow to 0.
    weights = np.exp(logs - logs.max())
    effective = float(weights.sum() ** 2 / (weights @ weights))
    is_weighted = log_likelihood.shape[2] > 1
    adapts = is_weighted and budget.adapts and not view.deal_rules.partners(view.to_act or 0)
    policy = _opponent_policy(context, log_likelihood) if adapts else None
    return Belief(worlds, weights, effective, complete, policy, context.seed)


def _weighted_worlds(
    context: SearchContext,
) -> tuple[SampledWorlds, NDArray[np.float64], bool]:
    """Worlds, the log-likelihood of each seat's plays in them, and whether they are all.

    Where no play distinguishes worlds, the likelihood has one player type and one seat, and is 0.
    """
    worlds, view, budget = context.position.worlds, context.view, context.budget
    count = budget.solved_worlds if context.exact else budget.worlds
    heard = bool(view.tricks or view.table or heard_bids(view))
    is_weighted = budget.weight_power > 0 and heard
    total = max(count, budget.candidates) if budget.weight_power > 0 else count
    total = total if is_weighted else min(total, MAX_UNWEIGHTED)
    # Draws repeat worlds where there are few; a list of all of them is exact.
    enumerates = worlds.count <= (ENUMERATION_FACTOR * total if is_weighted else total)
    total = worlds.count if enumerates else total
    parts, logs = [], []
    # The kernel looks at the deadline itself, and large chunks share more of its work: small ones
    # only see to it that drawing leaves time to weigh.
    first, chunk = 0, MAX_CHUNK if context.deadline.seconds is None else MIN_CHUNK
    while first < total:
        size = min(chunk, total - first)
        # Draw i of a seed is always the same, so that the chunks do not show in the result.
        drawn = (
            worlds.numbered(first, size) if enumerates else worlds.draw(size, context.seed, first)
        )
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
    return context.position.log_likelihood(
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
    own_side = view.deal_rules.sides[view.deal_rules.side_of(view.seat)]
    others = [seat for seat in view.seats if seat not in own_side]
    evidence = np.logaddexp.reduce(log_likelihood[:, :, others], axis=1).sum(axis=1)
    return context.policies.player_types[int(evidence.argmax())]


def _concatenated(parts: list[SampledWorlds]) -> SampledWorlds:
    return SampledWorlds(
        np.concatenate([part.hands for part in parts]),
        np.concatenate([part.later for part in parts]),
        np.concatenate([part.rest for part in parts]),
    )
