"""Self-play: whole deals dealt at random and played by policy, in bulk, as training data.

>>> from oddtrick.games import rules_of
>>> from oddtrick.bots.search.rollout import FEATURE_COUNT
>>> rules = rules_of("scotch-whist", players=5)
>>> untrained = Policy(np.zeros(FEATURE_COUNT, np.int16))
>>> data = collect_training_data(rules, DealStart(), untrained, {0}, deals=9, seed=1)
>>> int(data.sizes.sum()) == len(data.outcomes) == len(data.features)
True
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from oddtrick.bots.search.rollout import ZERO_TEMPERATURE, Outcomes, Policy
from oddtrick.errors import OddtrickError
from oddtrick.solver import _kernel
from oddtrick.solver.deals.called_deals import plan_without_calls
from oddtrick.solver.deals.kernel_deal_plan import DealStart
from oddtrick.tricks import check_seat

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from numpy.typing import NDArray

    from oddtrick.rules import Rules


@dataclass(frozen=True, slots=True, eq=False)
class TrainingData:
    """The n choices of the learning seats, which have m cards in all.

    Attributes:
        features: int32 [m, 16], the features of each card: indices into the weights, or -1.
        outcomes: the outcome of the deal after each card, [m, 1, …].
        seats: int8 [n], the seat that made each choice.
        sizes: int8 [n], the number of cards of each choice.
    """

    features: NDArray[np.int32]
    outcomes: Outcomes
    seats: NDArray[np.int8]
    sizes: NDArray[np.int8]


def play_deals_by_policy(
    rules: Rules,
    start: DealStart,
    policy: Policy | Sequence[Policy],
    deals: int,
    seed: int,
    *,
    temperature: int = ZERO_TEMPERATURE,
) -> Outcomes:
    """Deals cards at random and plays them to the end by policy.

    Args:
        rules: the game; or a contract of it, as ``rules.under(contract)``.
        start: the place of the deals in a match, with the calls where they settle points alone.
        policy: the policy of all seats, or one for each.
        deals: the number of deals.
        seed: seed of the deals and of the plays. Deal i of a seed is always the same.
        temperature: 0 to 256.

    Raises:
        OddtrickError: the number of policies is not the number of seats; or seats would have to
            call, to discard or to draw cards in such deals, or the calls are none of the game.
    """
    points = np.empty((deals, len(rules.sides)), np.int16)
    tricks = np.empty((deals, rules.players), np.int8)
    plan, policies = plan_without_calls(rules, start), _by_seat(rules, policy)
    _kernel.play_deals_by_policy(plan.kernel, policies, temperature, seed, 0, points, tricks)
    return Outcomes(plan.points(points[:, None]), tricks[:, None], deals)


def collect_training_data(
    rules: Rules,
    start: DealStart,
    policy: Policy | Sequence[Policy],
    learners: Collection[int],
    *,
    deals: int,
    seed: int,
    first: int = 0,
    temperature: int = ZERO_TEMPERATURE,
) -> TrainingData:
    """Plays deals by policy and rolls out every card of each choice of the learning seats.

    Each card is rolled out in the very deal in which the choice came up, hidden cards included. One
    such outcome is nearly all luck, but hidden cards lie in these deals as often as they do given
    the plays so far. Averaged over many deals, the outcomes estimate the value of a card to a
    player who knows what its features say.

    Args:
        rules: the game; or a contract of it, as ``rules.under(contract)``.
        start: the place of the deals in a match, with the calls where they settle points alone.
        policy: the policy of all seats, or one for each.
        learners: the seats whose choices are collected.
        deals: the number of deals.
        seed: seed of the deals and of the plays. Deal i of a seed is always the same.
        first: the number of the first deal.
        temperature: 0 to 256.

    Raises:
        OddtrickError: the number of policies is not the number of seats, or a learner has no seat;
            or seats would have to call, to discard or to draw cards in such deals.
    """
    seats_learning = {check_seat(seat, rules.players) for seat in learners}
    plan, policies = plan_without_calls(rules, start), _by_seat(rules, policy)
    learner_mask = sum(1 << seat for seat in seats_learning)
    features, points, tricks, seats, sizes = _kernel.collect_training_data(
        plan.kernel, policies, temperature, learner_mask, seed, first, deals
    )
    outcomes = Outcomes(plan.points(points[:, None]), tricks[:, None], len(features))
    return TrainingData(features, outcomes, seats, sizes)


def _by_seat(rules: Rules, policy: Policy | Sequence[Policy]) -> list[_kernel.Policy]:
    policies = [policy] * rules.players if isinstance(policy, Policy) else policy
    if len(policies) != rules.players:
        raise OddtrickError(
            f"{len(policies)} policies were given for {rules.players} seats: give one for each"
        )
    return [one.kernel for one in policies]
