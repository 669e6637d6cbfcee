"""The policy prior: choices that the learnt policy finds unlikely lose some utility."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from msgspec.structs import replace

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from oddtrick.bots.search.evaluation import ChoiceValue
    from oddtrick.bots.search.search_context import SearchContext
    from oddtrick.solver.rollout import Policy, RolloutPosition

MAX_PENALTY = 0.3
"""Largest penalty, in utility: rollouts see consequences that no policy has learnt."""


def with_policy_prior(
    context: SearchContext, values: tuple[ChoiceValue, ...]
) -> tuple[ChoiceValue, ...]:
    """The values with the log policy added to their utility, times the weight of the prior.

    The policy's own first choice loses nothing. Where the prior has no weight the values are
    returned as they are.
    """
    weight = context.policies.prior_weight
    if not weight:
        return values
    scores = policy_scores(context.moment, context.policies.search)
    penalty = np.maximum(weight * (scores - scores.max()) / 256, -MAX_PENALTY)
    return tuple(
        replace(value, utility=value.utility + float(penalty[place]))
        for value, place in zip(values, context.moment.choice_indices, strict=True)
    )


def policy_scores(moment: RolloutPosition, policy: Policy) -> NDArray[np.float64]:
    """The logits of the policy for each choice, in 256ths: float64 [C]."""
    # Feature -1 pads the rows; it scores 0.
    weights = np.append(policy.weights, 0).astype(np.float64)
    return np.asarray(weights[moment.features()].sum(axis=1))
