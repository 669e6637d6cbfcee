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
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Literal, NamedTuple, get_args

import numpy as np

from oddtrick.errors import OddtrickError, check_type, check_whole
from oddtrick.solver import _kernel
from oddtrick.solver.deals.called_deals import (
    CalledDeals,
    Caller,
    Play,
    cards_of_deals,
    plan_batch,
)
from oddtrick.solver.deals.kernel_deal_plan import DealPlan, DealStart
from oddtrick.solver.deals.observations import OBSERVATION_SIZE, ORDER_SIZE

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from oddtrick.calls import Calls
    from oddtrick.rules import Contract, Rules

PolicyName = Literal["uniform", "greedy"]
"""The policy of all seats.

``"uniform"``: each legal action with equal probability.

``"greedy"``: high if it wins, else low. Leads the highest card by its place in its suit. Otherwise
plays the strongest legal card that beats the trick so far; if none does, the lowest, and a trump
only if there is nothing else. Ties go to the lower suit, clubs lowest. Chooses as trumps (K3) the
longest suit, ties to the lower one; in a blind choice each suit with equal probability.
"""

Part = Literal["actions", "masks", "observations", "order"]
"""The parts of each action of the play that can be recorded."""

_POLICIES = {"uniform": _kernel.SimplePolicy.UNIFORM, "greedy": _kernel.SimplePolicy.GREEDY}
_CHUNK = 1 << 15
"""Deals for each thread between two polls for Ctrl-C."""

_WORD = 1 << 64


@dataclass(frozen=True, slots=True)
class Batch:
    """n deals, one a row, with P seats, S sides, H separate hands and A actions of the play.

    A deal that is thrown in has no tricks, no points and no actions: -1, and masks of 0.

    Attributes:
        plan: the plan of the deals.
        seed: seed of the deals and of the plays.
        first: the number of the first deal.
        dealt: ``[n, H, P]`` uint64, the cards of each seat as masks.
        turn_up: ``[n]`` int8, the card turned up; -1 if there is none.
        stock: ``[n, C]`` int8, the cards of a stock, the top one first (G3); C is 0 without one.
        trump: ``[n]`` int8, the trump suit; -1 for none.
        tricks: ``[n, P]`` int8, tricks of each seat.
        rewards: ``[n, S]`` int16, points of each side in the deal.
        actions: ``[n, A]`` int8, a card, or 52 + suit for the choice of trumps.
        players: ``[n, A]`` int8, the seat that took each action.
        masks: ``[n, A]`` uint64, the legal actions; see ``legal_table``.
        observations: ``[n, A, OBSERVATION_SIZE]`` uint8, the observation of the acting
            seat before its action.
        order: ``[n, A, ORDER_SIZE]`` uint8, the order of the tricks as the acting seat has seen it.
        calls: the calls of each deal; empty where none are made, or all have the same.
        contracts: the contract of each deal, or None; empty as ``calls``.

    Parts that were not recorded have ``A = 0``.
    """

    plan: DealPlan
    seed: int
    first: int
    dealt: NDArray[np.uint64]
    turn_up: NDArray[np.int8]
    stock: NDArray[np.int8]
    trump: NDArray[np.int8]
    tricks: NDArray[np.int8]
    rewards: NDArray[np.int16]
    actions: NDArray[np.int8]
    players: NDArray[np.int8]
    masks: NDArray[np.uint64]
    observations: NDArray[np.uint8]
    order: NDArray[np.uint8]
    calls: list[Calls] = field(default_factory=list)
    contracts: list[Contract | None] = field(default_factory=list)

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
    caller: Caller | None = None,
    record: Collection[Part] = (),
) -> Batch:
    """Plays the deals ``first`` … ``first + n - 1`` of a seed, from the pack to the points.

    Args:
        rules: the game; or a contract of it, as ``rules.under(contract)``, that all deals have.
        n: the number of deals.
        seed: seed of the deals, the calls and the plays, 0 to 2**64 - 1.
        first: the number of the first deal.
        start: the place of the deals in a match, and the calls that are given; None: the first
            deal, dealt by seat 0.
        threads: the number of threads; the result does not depend on it.
        policy: the policy of all seats in the play.
        caller: makes the calls that are not given; None: each legal call with equal probability.
        record: the parts of each action to record; ``"actions"`` includes ``players``, and
            ``"order"`` includes ``"actions"``.

    Raises:
        OddtrickError: an argument is out of range, or the kernel cannot score such a game; or a
            call is illegal, whether it is given or the caller's.
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
    found = plan_batch(rules, start)
    plan = found if isinstance(found, DealPlan) else found.dealing
    batch = _empty(plan, n, seed, first, record)
    step = _CHUNK * threads
    for begin in range(0, n, step):
        rows = slice(begin, min(n, begin + step))
        if isinstance(found, DealPlan):
            _play(batch, rows, _Play(policy, threads))
            batch.rewards[rows] = plan.points(batch.rewards[rows])
        else:
            _play_called(found, batch, rows, _Play(policy, threads, caller))
    return batch


def _check(n: int, seed: int, first: int, threads: int) -> None:
    check_whole(n, "n")
    check_whole(seed, "seed", 0, _WORD - 1)
    check_whole(first, "first", 0, _WORD - n - 1)
    check_whole(threads, "threads", 1, 1024)


def _empty(plan: DealPlan, n: int, seed: int, first: int, record: Collection[Part]) -> Batch:
    rules = plan.rules
    acts = plan.actions if {"actions", "order"} & {*record} else 0
    masks = plan.actions if "masks" in record else 0
    looks = plan.actions if "observations" in record else 0
    orders = plan.actions if "order" in record else 0
    return Batch(
        plan,
        seed,
        first,
        dealt=np.empty((n, plan.hands, rules.players), np.uint64),
        turn_up=np.empty(n, np.int8),
        stock=np.empty((n, plan.kernel.stock_size), np.int8),
        trump=np.empty(n, np.int8),
        tricks=np.empty((n, rules.players), np.int8),
        rewards=np.empty((n, len(rules.sides)), np.int16),
        actions=np.empty((n, acts), np.int8),
        players=np.empty((n, acts), np.int8),
        masks=np.empty((n, masks), np.uint64),
        observations=np.empty((n, looks, OBSERVATION_SIZE), np.uint8),
        order=np.empty((n, orders, ORDER_SIZE), np.uint8),
    )


class _Play(NamedTuple):
    """The way in which deals are called and played."""

    policy: PolicyName
    threads: int
    caller: Caller | None = None


def _play_called(deals: CalledDeals, batch: Batch, rows: slice, how: _Play) -> None:
    """Lets the deals of some rows be called, and then played under their contracts."""
    first, n = batch.first + rows.start, rows.stop - rows.start
    cards = cards_of_deals(deals.dealing, batch.seed, first, n)
    matches, plays = [], []
    each = zip(*(part.tolist() for part in cards), strict=True)
    for row, (hands, turn_up, stock) in enumerate(each):
        # Calls of a deal depend on the seed and its number alone, as its cards do.
        rng = Random(batch.seed << 64 | first + row)
        match = deals.called(deals.dealt(hands, turn_up, stock), rng, how.caller)
        matches.append(match)
        plays.append(deals.play_of(match))
    _play(batch, rows, how, _contracts(deals, plays, cards[0]))
    told = batch.rewards[rows].tolist()
    batch.rewards[rows] = [
        deals.points(match, play.plan, told[row])
        for row, (match, play) in enumerate(zip(matches, plays, strict=True))
    ]
    logs = [deals.log_of(match) for match in matches]
    batch.calls.extend(tuple((phase.name, phase.made) for phase in log.calls) for log in logs)
    batch.contracts.extend(log.contract for log in logs)


class _Contracts(NamedTuple):
    """The plans of contracts, the one of each deal, and the hands of each deal."""

    plans: list[_kernel.DealPlan]
    chosen: NDArray[np.int32]
    held: NDArray[np.uint64] | None


def _contracts(deals: CalledDeals, plays: list[Play], dealt: NDArray[np.uint64]) -> _Contracts:
    exchanged = any(play.held is not None for play in plays)
    held = [
        hands[0] if play.held is None else play.held
        for play, hands in zip(plays, dealt.tolist(), strict=True)
    ]
    numbers = [-1 if play.plan is None else play.plan for play in plays]
    return _Contracts(
        [plan.kernel for plan in deals.plans],
        np.array(numbers, np.int32),
        np.array(held, np.uint64) if exchanged else None,
    )


def _play(
    batch: Batch,
    rows: slice,
    how: _Play,
    contracts: _Contracts | None = None,
) -> None:
    _kernel.play_deals(
        batch.plan.kernel,
        batch.seed,
        batch.first + rows.start,
        rows.stop - rows.start,
        _POLICIES[how.policy],
        how.threads,
        batch.dealt[rows],
        batch.turn_up[rows],
        batch.stock[rows],
        batch.trump[rows],
        batch.tricks[rows],
        batch.rewards[rows],
        batch.actions[rows] if batch.actions.shape[1] else None,
        batch.players[rows] if batch.players.shape[1] else None,
        batch.masks[rows] if batch.masks.shape[1] else None,
        batch.observations[rows] if batch.observations.shape[1] else None,
        batch.order[rows] if batch.order.shape[1] else None,
        [] if contracts is None else contracts.plans,
        None if contracts is None else contracts.chosen,
        None if contracts is None else contracts.held,
    )
