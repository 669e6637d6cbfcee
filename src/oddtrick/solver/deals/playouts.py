"""Whole deals in batches, played by the kernel at random or by a simple policy.

Deal ``i`` of a seed is always the same deal, played the same way, however a batch is split into
calls and threads.

>>> from oddtrick.games import rules_of
>>> batch = play_deals(rules_of("whist"), 1000, seed=7, record=["actions"])
>>> batch.tricks.shape, batch.actions.shape, int(batch.tricks.sum(axis=1).min())
((1000, 4), (1000, 52), 13)
>>> later = play_deals(rules_of("whist"), 500, seed=7, first=500)
>>> bool((later.rewards == batch.rewards[500:]).all())
True
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, get_args

import numpy as np

from oddtrick.errors import OddtrickError, check_type, check_whole
from oddtrick.solver import _kernel
from oddtrick.solver.deals.given_calls import plan_called_deal
from oddtrick.solver.deals.kernel_deal_plan import DealPlan, DealStart
from oddtrick.solver.deals.observations import OBSERVATION_SIZE

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from oddtrick.rules import Rules

PolicyName = Literal["uniform", "greedy"]
"""The policy of all seats.

``"uniform"``: each legal action with equal probability.

``"greedy"``: high if it wins, else low. Leads the highest card by its place in its suit. Otherwise
plays the strongest legal card that beats the trick so far; if none does, the lowest, and a trump
only if there is nothing else. Ties go to the lower suit, clubs lowest. Chooses as trumps (K3) the
longest suit, ties to the lower one; in a blind choice each suit with equal probability.
"""

Part = Literal["actions", "masks", "observations"]
"""The parts of each action that can be recorded."""

_POLICIES = {"uniform": _kernel.SimplePolicy.UNIFORM, "greedy": _kernel.SimplePolicy.GREEDY}
_CHUNK = 1 << 15
"""Deals for each thread between two polls for Ctrl-C."""

_WORD = 1 << 64


@dataclass(frozen=True, slots=True)
class Batch:
    """n deals, one a row, with P seats, S sides, H separate hands and A actions.

    Attributes:
        plan: the plan of the deals.
        seed: seed of the deals and of the plays.
        first: the number of the first deal.
        dealt: ``[n, H, P]`` uint64, the cards of each seat as masks.
        turn_up: ``[n]`` int8, the card turned up; -1 if there is none.
        trump: ``[n]`` int8, the trump suit; -1 for none.
        tricks: ``[n, P]`` int8, tricks of each seat.
        rewards: ``[n, S]`` int16, points of each side in the deal.
        actions: ``[n, A]`` int8, a card, or 52 + suit for the choice of trumps.
        players: ``[n, A]`` int8, the seat that took each action.
        masks: ``[n, A]`` uint64, the legal actions; see ``legal_table``.
        observations: ``[n, A, OBSERVATION_SIZE]`` uint8, the observation of the acting
            seat before its action.

    Parts that were not recorded have ``A = 0``.
    """

    plan: DealPlan
    seed: int
    first: int
    dealt: NDArray[np.uint64]
    turn_up: NDArray[np.int8]
    trump: NDArray[np.int8]
    tricks: NDArray[np.int8]
    rewards: NDArray[np.int16]
    actions: NDArray[np.int8]
    players: NDArray[np.int8]
    masks: NDArray[np.uint64]
    observations: NDArray[np.uint8]

    def __len__(self) -> int:
        return len(self.trump)


def play_deals(
    rules: Rules,
    n: int,
    seed: int,
    *,
    first: int = 0,
    start: DealStart | None = None,
    threads: int = 1,
    policy: PolicyName = "uniform",
    record: Collection[Part] = (),
) -> Batch:
    """Plays the deals ``first`` … ``first + n - 1`` of a seed, from the pack to the points.

    Args:
        rules: the game.
        n: the number of deals.
        seed: seed of the deals and of the plays, 0 to 2**64 - 1.
        first: the number of the first deal.
        start: the place of the deals in a match; None: the first deal, dealt by seat 0.
        threads: the number of threads; the result does not depend on it.
        policy: the policy of all seats.
        record: the parts of each action to record; ``"actions"`` includes ``players``.

    Raises:
        OddtrickError: an argument is out of range, or the kernel cannot score such a game; or the
            game has calls, and ``start`` does not say which were made.
    """
    _check(n, seed, first, threads)
    check_type(policy, str, "the name of a policy")
    if policy not in _POLICIES:
        raise OddtrickError(
            f"{policy!r} is not a policy: write {' or '.join(map(repr, _POLICIES))}"
        )
    if isinstance(record, str):
        raise OddtrickError(
            f"record is {record!r}: write a list of what to record, as in [{record!r}]"
        )
    check_type(record, (list, tuple, set, frozenset), "a list of what to record, as in ['actions']")
    for part in record:
        if part not in get_args(Part):
            raise OddtrickError(f"{part!r} can't be recorded: {', '.join(get_args(Part))} can")
    plan = plan_called_deal(rules, start)
    batch = _empty(plan, n, seed, first, record)
    step = _CHUNK * threads
    for begin in range(0, n, step):
        _play(batch, slice(begin, min(n, begin + step)), policy, threads)
    return batch


def _check(n: int, seed: int, first: int, threads: int) -> None:
    check_whole(n, "n")
    check_whole(seed, "seed", 0, _WORD - 1)
    check_whole(first, "first", 0, _WORD - n - 1)
    check_whole(threads, "threads", 1, 1024)


def _empty(plan: DealPlan, n: int, seed: int, first: int, record: Collection[Part]) -> Batch:
    rules = plan.rules
    acts = plan.actions if "actions" in record else 0
    masks = plan.actions if "masks" in record else 0
    looks = plan.actions if "observations" in record else 0
    return Batch(
        plan,
        seed,
        first,
        dealt=np.empty((n, plan.hands, rules.players), np.uint64),
        turn_up=np.empty(n, np.int8),
        trump=np.empty(n, np.int8),
        tricks=np.empty((n, rules.players), np.int8),
        rewards=np.empty((n, len(rules.sides)), np.int16),
        actions=np.empty((n, acts), np.int8),
        players=np.empty((n, acts), np.int8),
        masks=np.empty((n, masks), np.uint64),
        observations=np.empty((n, looks, OBSERVATION_SIZE), np.uint8),
    )


def _play(batch: Batch, rows: slice, policy: PolicyName, threads: int) -> None:
    _kernel.play_deals(
        batch.plan.kernel,
        batch.seed,
        batch.first + rows.start,
        rows.stop - rows.start,
        _POLICIES[policy],
        threads,
        batch.dealt[rows],
        batch.turn_up[rows],
        batch.trump[rows],
        batch.tricks[rows],
        batch.rewards[rows],
        batch.actions[rows] if batch.actions.shape[1] else None,
        batch.players[rows] if batch.players.shape[1] else None,
        batch.masks[rows] if batch.masks.shape[1] else None,
        batch.observations[rows] if batch.observations.shape[1] else None,
    )
    batch.rewards[rows] = batch.plan.points(batch.rewards[rows])
