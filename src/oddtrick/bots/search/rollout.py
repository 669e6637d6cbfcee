"""Rollouts: sampled worlds played to the end of the deal by a policy.

Solving a world gives the value of best play when every seat sees all cards. A rollout gives the
value among players who see their own cards only: each seat chooses by its hand and by the public
history, as a :class:`Policy` says. Policies are learnt by self-play. They also give the probability
that a seat plays a card from a hand, from which the likelihood of a world follows.

>>> from oddtrick.dealing import new_match
>>> from oddtrick.solver.sampling import worlds
>>> match = new_match("whist", seed=7)
>>> view = match.view(match.to_act)
>>> here, untrained = RolloutPosition(view), Policy(np.zeros(FEATURE_COUNT, np.int16))
>>> outcomes = here.roll_out(worlds(view).draw(100, seed=1), untrained, seed=2)
>>> outcomes.tricks.shape[:2] == (100, len(here.choices))
True
>>> bool((outcomes.tricks.sum(axis=2) == 13).all())
True
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Literal

import numpy as np

from oddtrick.cards import CARDS, Card, Hand
from oddtrick.errors import OddtrickError
from oddtrick.solver import _kernel
from oddtrick.solver.deals.kernel_deal_plan import DealPlan, DealStart, plan_deal
from oddtrick.solver.position import check_no_dogs
from oddtrick.solver.sampling import SampledWorlds, Worlds, check_view
from oddtrick.tricks import from_seat

if TYPE_CHECKING:
    from collections.abc import Sequence
    from threading import Event

    from numpy.typing import NDArray

    from oddtrick.views import View

FEATURE_COUNT: int = _kernel.FEATURE_COUNT
"""The number of features, and so of a policy's weights."""

ZERO_TEMPERATURE = 0
"""Always play the highest-scoring card."""

FULL_TEMPERATURE = 256
"""Play each card with the probability that the policy gives it."""

Reward = Literal["tricks", "points", "survival"]
"""The reward that every seat maximises in a tree search."""

_REWARDS: dict[Reward, _kernel.Reward] = {
    "tricks": _kernel.Reward.TRICKS,
    "points": _kernel.Reward.POINTS,
    "survival": _kernel.Reward.SURVIVAL,
}

MIN_PROBABILITY = 1 / 256
"""Lower bound on the probability of a play in a likelihood: players deviate from any policy."""


class Policy:
    """A linear softmax policy: one weight for each feature, in 256ths of a nat.

    A card's score is the sum of the weights of its features. A card that scores 256 more is e times
    as likely to be played. Policies are immutable and may be shared by threads.

    Raises:
        OddtrickError: the number of weights is not :data:`FEATURE_COUNT`.
    """

    def __init__(self, weights: NDArray[np.int16]) -> None:
        if weights.shape != (FEATURE_COUNT,):
            raise OddtrickError(
                f"the weights of a policy have the shape {weights.shape}: give {FEATURE_COUNT}"
            )
        self.weights = weights
        self.kernel = _kernel.Policy(np.ascontiguousarray(weights, np.int16))


@dataclass(frozen=True, slots=True, eq=False)
class Outcomes:
    """The results of n worlds after each of C choices, for S sides and P seats.

    Attributes:
        points: int16 [n, C, S], points of each side in the deal.
        tricks: int8 [n, C, P], tricks of each seat in the deal.
        requested: the number of worlds asked for; n is lower if time ran out.
    """

    points: NDArray[np.int16]
    tricks: NDArray[np.int8]
    requested: int

    def __len__(self) -> int:
        return len(self.points)


@dataclass(frozen=True, slots=True, eq=False)
class IsmctsResult:
    """The statistics of the root of a search tree, for each of C choices.

    Attributes:
        visits: int64 [C], the visits of each choice. The most visited choice is the best.
        means: float64 [C], the mean reward of each choice, 0 to 1.
    """

    visits: NDArray[np.int64]
    means: NDArray[np.float64]


class RolloutPosition:
    """A view in which its seat is to play a card, ready for rollouts in any of its worlds.

    Attributes:
        view: the view.
        worlds: all layouts of the hidden cards that the view allows.
        choices: the distinct choices: the lowest card of each run of equivalent legal cards.
        choice_indices: for each legal card, ascending, the index in ``choices`` of its run.

    Raises:
        OddtrickError: the view is not that of a seat to play a card, or contradicts itself.
    """

    def __init__(self, view: View) -> None:
        check_view(view)
        assert view.seat is not None
        self.view = view
        self.kernel = _decision_point(view, view.seat)
        self.worlds = Worlds(view)
        # Choices and features rest on what the seat sees, so that any world shows them.
        self._any_world = self.worlds.draw(1, seed=0)
        rows = _rows(self._any_world)
        self.choices = tuple(CARDS[card] for card in _kernel.choices(self.kernel, *rows))
        self.choice_indices = tuple(_kernel.choice_indices(self.kernel, *rows))

    def log_likelihood(
        self,
        drawn: SampledWorlds,
        policies: Sequence[Policy],
        *,
        min_probability: float = MIN_PROBABILITY,
        threads: int = 1,
        seconds: float | None = None,
        cancel: Event | None = None,
    ) -> NDArray[np.float64]:
        """Computes the log-likelihood of each seat's plays in the hand under way, in each world.

        Args:
            drawn: n worlds of this view.
            policies: the policies that the other seats may follow. A second one costs little.
            min_probability: lower bound on the probability of a single play.
            threads: the number of threads.
            seconds: time limit; the result has the worlds finished by then.
            cancel: an event that ends the work early, with the worlds finished by then.

        Returns:
            float64 [policies, n, P]; 0 for the observer itself, whose cards are known.

        Raises:
            OddtrickError: the worlds are not of this view.
            KeyboardInterrupt: Ctrl-C was pressed; the work has ended.
        """
        logs = np.empty((len(policies), len(drawn), self.view.deal_rules.players))
        done = _kernel.log_likelihoods(
            self.kernel,
            *self._rows(drawn),
            [policy.kernel for policy in policies],
            math.log(min_probability),
            threads,
            seconds,
            None if cancel is None else cancel.is_set,
            logs,
        )
        return logs[:, :done]

    def roll_out(
        self,
        drawn: SampledWorlds,
        policy: Policy,
        seed: int,
        *,
        opponents: Policy | None = None,
        selected: Sequence[int] | None = None,
        temperature: int = ZERO_TEMPERATURE,
        threads: int = 1,
        seconds: float | None = None,
        cancel: Event | None = None,
    ) -> Outcomes:
        """Plays each choice in each world, and then the rest of the deal by policy.

        The outcome of a world depends on its row, the policies, the temperature and the seed alone.
        All choices of a world share one random stream (common random numbers), which reduces the
        variance of their differences.

        Args:
            drawn: n worlds of this view.
            policy: the policy of the seat to play and its partners.
            seed: seed of the random streams, 0 to 2**64 - 1.
            opponents: the policy of the other seats; None: the same.
            selected: indices of the choices to roll out, ascending; None: all.
            temperature: 0 (always the highest score) to 256 (as likely as the policy says).
            threads: the number of threads.
            seconds: time limit; the result has the worlds finished by then.
            cancel: an event that ends the work early, with the worlds finished by then.

        Raises:
            OddtrickError: the worlds are not of this view.
            KeyboardInterrupt: Ctrl-C was pressed; the work has ended.
        """
        rules = self.view.deal_rules
        indices = range(len(self.choices)) if selected is None else selected
        shape = (len(drawn), len(indices), 1)
        points = np.empty((*shape, len(rules.sides)), np.int16)
        tricks = np.empty((*shape, rules.players), np.int8)
        done = _kernel.roll_out(
            self.kernel,
            *self._rows(drawn),
            policy.kernel,
            (opponents or policy).kernel,
            temperature,
            seed,
            1,
            sum(1 << index for index in indices),
            threads,
            seconds,
            None if cancel is None else cancel.is_set,
            points,
            tricks,
        )
        counted = plan_of(self.view).points(points[:done, :, 0])
        return Outcomes(counted, tricks[:done, :, 0], len(drawn))

    def run_ismcts(
        self,
        drawn: SampledWorlds,
        seed: int,
        *,
        iterations: int,
        reward: Reward = "tricks",
        policy: Policy | None = None,
        exploration: float = 0.7,
        temperature: int = FULL_TEMPERATURE,
        seconds: float | None = None,
        cancel: Event | None = None,
    ) -> IsmctsResult:
        """Runs single-observer information-set Monte-Carlo tree search.

        One tree over the observer's information sets, with one world for each iteration
        (P. I. Cowling, E. J. Powley and D. Whitehouse, 2012).

        Args:
            drawn: worlds of this view, used in turn and again from the first if need be.
            seed: seed of the random streams, 0 to 2**64 - 1.
            iterations: the number of iterations.
            reward: the reward of every seat: its side's share of the tricks; its side's lead in
                points; or to take a trick while few others do (K4).
            policy: the rollout policy of all seats; None: uniformly random.
            exploration: the exploration constant of UCB1.
            temperature: of the rollout policy, 0 to 256.
            seconds: time limit; the result has the iterations finished by then.
            cancel: an event that ends the search early.

        Raises:
            OddtrickError: the worlds are not of this view.
            KeyboardInterrupt: Ctrl-C was pressed; the work has ended.
        """
        visits, means = _kernel.run_ismcts(
            self.kernel,
            *self._rows(drawn),
            None if policy is None else policy.kernel,
            temperature,
            _REWARDS[reward],
            iterations,
            exploration,
            seed,
            seconds,
            None if cancel is None else cancel.is_set,
        )
        return IsmctsResult(np.array(visits, np.int64), np.array(means))

    def features(self) -> NDArray[np.int32]:
        """The features of each choice: int32 [C, 16], indices into the weights, padded with -1.

        They are the same in every world, since features depend on the observer's cards and the
        public history only.
        """
        return np.array(_kernel.features(self.kernel, *_rows(self._any_world)), np.int32)

    def _rows(self, drawn: SampledWorlds) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
        """The worlds as the kernel takes them. The kernel checks that each is a legal deal."""
        seat = self.view.seat
        if (drawn.hands[:, seat] != np.uint64(self.view.hand.mask)).any():
            raise OddtrickError(f"the worlds are not of this view: seat {seat} holds other cards")
        return _rows(drawn)


def roll_out_deal(
    view: View,
    drawn: SampledWorlds,
    policy: Policy,
    seed: int,
    *,
    temperature: int = ZERO_TEMPERATURE,
    threads: int = 1,
    seconds: float | None = None,
    cancel: Event | None = None,
) -> Outcomes:
    """Plays the whole deal in each world by policy, under the trumps and the contract of a view.

    Args:
        view: the view before the first card is played.
        drawn: n deals of its cards.
        policy: the policy of all seats.
        seed: seed of the random streams, 0 to 2**64 - 1.
        temperature: 0 to 256, as in :meth:`RolloutPosition.roll_out`.
        threads: the number of threads.
        seconds: time limit; the result has the worlds finished by then.
        cancel: an event that ends the work early.

    Returns:
        The outcomes, with one choice (C = 1).
    """
    check_no_dogs(view.dogs)
    rules, plan = view.deal_rules, plan_of(view)
    points = np.empty((len(drawn), 1, 1, len(rules.sides)), np.int16)
    tricks = np.empty((len(drawn), 1, 1, rules.players), np.int8)
    # Whoever plays last to the first trick has no choice to enumerate as observer: so the kernel
    # plays the deal from its first card. It is the dealer, unless a contract names the leader.
    leader = None if view.contract is None else view.contract.leader
    last = plan.start.dealer if leader is None else from_seat(view.seats, leader)[-1]
    decision = _decision_point(view, last)
    done = _kernel.roll_out(
        decision,
        *_rows(drawn),
        policy.kernel,
        policy.kernel,
        temperature,
        seed,
        1,
        1,
        threads,
        seconds,
        None if cancel is None else cancel.is_set,
        points,
        tricks,
    )
    return Outcomes(plan.points(points[:done, :, 0]), tricks[:done, :, 0], len(drawn))


def roll_out_drawing(
    view: View,
    choices: Sequence[Card],
    drawn: SampledWorlds,
    seed: int,
    *,
    threads: int = 1,
    seconds: float | None = None,
    cancel: Event | None = None,
) -> NDArray[np.int8]:
    """Plays each choice in each world of a deal with a stock, and solves the end (G3).

    Args:
        view: of the seat to play, with cards in the stock.
        choices: the cards to try, ascending.
        drawn: n worlds of the view; the unseen stock of each is put into a random order.
        seed: of these orders.
        threads: the number of threads.
        seconds: time limit; the result has the worlds finished by then.
        cancel: an event that ends the work early.

    Returns:
        int8 [n, C, P], the tricks from here that count of each seat.
    """
    tricks = np.empty((len(drawn), len(choices), view.deal_rules.players), np.int8)
    done = _kernel.roll_out_drawing(
        -1 if view.trump is None else int(view.trump),
        [strength % 13 for strength in view.deal_rules.order.strengths(view.trump)],
        view.table_seats[0],
        list(view.table),
        max(0, view.deal_rules.idle_tricks(view.number) - len(view.tricks)),
        sum(card.bit for card in choices),
        np.ascontiguousarray(drawn.hands),
        _stocks(view, drawn, seed),
        threads,
        seconds,
        None if cancel is None else cancel.is_set,
        tricks,
    )
    return tricks[:done]


def _stocks(view: View, drawn: SampledWorlds, seed: int) -> NDArray[np.int8]:
    """The stock of each world: its top card where it is seen, and the rest in a random order."""
    top = [] if view.stock_top is None else [int(view.stock_top)]
    rest = np.array([list(map(int, Hand(int(cards)))) for cards in drawn.rest], np.int8)
    shuffled = np.random.default_rng(seed).permuted(rest.reshape(len(drawn), -1), axis=1)
    tops = np.tile(np.array(top, np.int8), (len(drawn), 1))
    return np.ascontiguousarray(np.concatenate((tops, shuffled), axis=1), np.int8)


def plan_of(view: View) -> DealPlan:
    """Returns the kernel's plan of the deal that the view is of.

    Raises:
        OddtrickError: cards are drawn from a stock, which ``roll_out_drawing`` does.
    """
    goal = view.deal_rules.goal
    if view.deal_rules.plan.stock is not None:
        raise OddtrickError(f"{view.rules.game}: rollouts by a policy draw no cards from a stock")
    # Few games score a deal by the score before it. Elsewhere it is left out, so that all deals of
    # a match share a few plans in the cache.
    start = DealStart(
        number=view.number,
        dealer=view.dealer,
        seats=view.seats,
        chooser=view.chooser,
        score=view.score if goal.stops_at_target or goal.counts_out else None,
        calls=view.open_calls,
    )
    return _plan(view.deal_rules, start)


_plan = lru_cache(256)(plan_deal)


def _decision_point(view: View, observer: int) -> _kernel.DecisionPoint:
    played: list[Card] = [
        card for hand in (*view.earlier, view.tricks) for trick in hand for card in trick.cards
    ]
    played += view.table
    return _kernel.DecisionPoint(
        plan_of(view).kernel,
        -1 if view.trump is None else int(view.trump),
        -1 if view.turn_up is None else int(view.turn_up),
        played,
        observer,
    )


def _rows(drawn: SampledWorlds) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
    return np.ascontiguousarray(drawn.hands), np.ascontiguousarray(drawn.later)
