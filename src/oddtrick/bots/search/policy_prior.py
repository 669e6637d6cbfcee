"""What search says of each card, and what habit says: a player leans towards habit."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from msgspec.structs import replace

from oddtrick.bots.search.policies import policy_of, trust_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from oddtrick.bots.search.card_values import Values
    from oddtrick.solver.rollout import Policy, RolloutPosition


MOST = 0.3
"""No card is worth less by more than that, in utility: search knows what habit has never seen."""


def lean(here: RolloutPosition, values: Values) -> Values:
    """The values by which a card is chosen: the less habit speaks for a card, the less it is worth.

    Nothing changes where habit is not trusted, nor for the card for which most speaks.
    """
    rules, trump = here.view.rules, here.view.trump
    trust = trust_of(rules, trump)
    if not trust:
        return values
    spoken = speaks_for(here, policy_of(rules, trump))
    below = np.maximum(trust * (spoken - spoken.max()) / 256, -MOST)
    cards = [
        replace(value, utility=value.utility + float(below[at]))
        for value, at in zip(values.cards, here.choice_indices, strict=True)
    ]
    return replace(values, cards=tuple(cards))


def speaks_for(here: RolloutPosition, policy: Policy) -> NDArray[np.float64]:
    """How much speaks for each choice at first sight, in 256ths: float64 [C]."""
    numbers = np.append(policy.weights, 0).astype(np.float64)
    return np.asarray(numbers[here.features()].sum(axis=1))
