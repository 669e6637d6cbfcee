"""Many deals stepped side by side: one action in each of them at every step.

>>> from oddtrick.games import rules_of
>>> deals = VectorDeals(rules_of("scotch-whist", players=5), 3, seed=7)
>>> now = deals.reset()
>>> while not now.over.all():
...     now = deals.step([int(mask).bit_length() - 1 for mask in now.masks])
>>> now.rewards.shape
(3, 5)
"""

from __future__ import annotations

from threading import Lock
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from oddtrick.errors import OddtrickError
from oddtrick.solver import _kernel
from oddtrick.solver.deals.observations import OBSERVATION_SIZE
from oddtrick.solver.deals.plan import DealPlan, DealStart, plan_deal

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from oddtrick.rules import Rules

_WORD = 1 << 64


class Step(NamedTuple):
    """How B deals with S sides stand after a step, or at their beginning.

    Attributes:
        to_act: ``[B]`` int8, the seat to act; -1 where the deal is over.
        masks: ``[B]`` uint64, what it may do: bit i for card i, bit 52 + suit for a choice of
            trumps (K3); see ``legal_table``.
        observations: ``[B, OBSERVATION_SIZE]`` uint8, what the seat to act knows; all 0 where the
            deal is over. ``[B, 0]`` if nobody wants them.
        rewards: ``[B, S]`` int16, the points of each side where the deal ended with this step,
            else 0.
        done: ``[B]`` bool, the deals that ended with this step.
    """

    to_act: NDArray[np.int8]
    masks: NDArray[np.uint64]
    observations: NDArray[np.uint8]
    rewards: NDArray[np.int16]
    done: NDArray[np.bool_]

    @property
    def over(self) -> NDArray[np.bool_]:
        """``[B]`` bool, the deals in which there is nothing more to do."""
        return self.to_act < 0


class SavedDeals(NamedTuple):
    """Where B deals of A actions stand, as data: cards are dealt again from the seed.

    Attributes:
        seed: of their cards.
        numbers: ``[B]`` uint64, the number of each deal.
        taken: ``[B]`` int16, how many actions each has had.
        actions: ``[B, A]`` int8, these actions, then -1.
    """

    seed: int
    numbers: NDArray[np.uint64]
    taken: NDArray[np.int16]
    actions: NDArray[np.int8]


class VectorDeals:
    """B deals of one game, each at its own place, stepped together by the kernel.

    Deal ``i`` of a seed has the same cards as deal ``i`` of :func:`~.playouts.play_deals`. Threads
    that each take their own run side by side; those that share one take turns.

    Args:
        rules: the game.
        envs: how many deals, B.
        seed: of their cards, 0 to 2**64 - 1.
        first: the number of the deal with which the first env begins; the next one goes on from it.
        start: where in a match every deal stands; None: at its beginning, seat 0 deals.
        auto_reset: a deal that ends makes way at once for the next of its env, B further on: the
            step that brings its rewards shows the next deal. Without it a deal that is over stays
            so, and the actions given for it are ignored.
        observe: whether steps bring observations.
        reuse: steps write into the same arrays again and again; what the last one brought is lost.

    Raises:
        OddtrickError: an argument is out of its bounds, or the kernel can't count such a game.
    """

    def __init__(
        self,
        rules: Rules,
        envs: int,
        *,
        seed: int = 0,
        first: int = 0,
        start: DealStart | None = None,
        auto_reset: bool = False,
        observe: bool = True,
        reuse: bool = False,
    ) -> None:
        if envs < 1:
            raise OddtrickError(f"envs is {envs}: write how many deals to step at once, 1 or more")
        self._plan = plan_deal(rules, start)
        self._envs = envs
        self._auto_reset = auto_reset
        self._observe = observe
        self._kept: Step | None = self._blank() if reuse else None
        self._lock = Lock()
        self._deals = _kernel.SteppedDeals(self._plan.kernel, envs)
        self._reset(seed, first)

    @property
    def plan(self) -> DealPlan:
        """How the deals are dealt, played and counted."""
        return self._plan

    @property
    def envs(self) -> int:
        """How many deals there are, B."""
        return self._envs

    def reset(self, seed: int | None = None, first: int = 0) -> Step:
        """New deals everywhere, ``first`` … ``first + B - 1`` of a seed; None: of the same seed.

        Raises:
            OddtrickError: seed or first is out of its bounds.
        """
        self._reset(self._deals.seed if seed is None else seed, first)
        return self.look()

    def step(self, actions: Sequence[int] | NDArray[np.integer[Any]]) -> Step:
        """Takes one action in each deal: ``[B]``, a card's index, or 52 + suit for trumps.

        Raises:
            OddtrickError: there are not B whole numbers, or one of them is not legal; then nothing
                has changed anywhere. The message names the env, the card and what could be played.
        """
        given = np.asarray(actions)
        if given.shape != (self._envs,) or given.dtype.kind not in "iu":
            raise OddtrickError(
                f"actions is {given.dtype} of shape {given.shape}: write {self._envs} whole "
                "numbers, one for each env"
            )
        taken = np.ascontiguousarray(given, dtype=np.int64)
        now = self._arrays()
        try:
            with self._lock:
                self._deals.step(taken, self._auto_reset, now.rewards, now.done)
                return self._looked(now)
        except ValueError as wrong:
            raise OddtrickError(str(wrong)) from None

    def look(self) -> Step:
        """How the deals stand now; no rewards, nothing done."""
        now = self._arrays()
        now.rewards[:] = 0
        now.done[:] = False
        with self._lock:
            return self._looked(now)

    def observe(self, seat: int) -> NDArray[np.uint8]:
        """What a seat knows now, its turn or not: ``[B, OBSERVATION_SIZE]``.

        Raises:
            OddtrickError: there is no such seat.
        """
        if not 0 <= seat < self._plan.rules.players:
            raise OddtrickError(
                f"seat {seat} sees nothing: the seats are 0 to {self._plan.rules.players - 1}"
            )
        seen = np.empty((self._envs, OBSERVATION_SIZE), np.uint8)
        with self._lock:
            self._deals.observe_seat(seat, seen)
        return seen

    def copy(self) -> VectorDeals:
        """Another one that stands exactly here, and goes its own way."""
        other = object.__new__(VectorDeals)
        other._plan, other._envs = self._plan, self._envs
        other._auto_reset, other._observe = self._auto_reset, self._observe
        other._kept = None if self._kept is None else self._blank()
        other._lock = Lock()
        with self._lock:
            other._deals = self._deals.copy()
        return other

    def state(self) -> SavedDeals:
        """Where the deals stand, as data for :meth:`restore`."""
        saved = SavedDeals(
            self._deals.seed,
            np.empty(self._envs, np.uint64),
            np.empty(self._envs, np.int16),
            np.empty((self._envs, self._plan.actions), np.int8),
        )
        with self._lock:
            self._deals.save(saved.numbers, saved.taken, saved.actions)
        return saved

    def restore(self, state: SavedDeals) -> Step:
        """Goes back, or over, to where deals of the same game and size stood.

        Raises:
            OddtrickError: the state is of another game or size, or was tampered with; then nothing
                has changed.
        """
        seed, numbers, taken, actions = state
        _check_word("seed", seed)
        size = (self._envs,)
        _check_shape("numbers", numbers, size)
        _check_shape("taken", taken, size)
        _check_shape("actions", actions, (*size, self._plan.actions))
        try:
            with self._lock:
                self._deals.restore(
                    seed,
                    np.ascontiguousarray(numbers, np.uint64),
                    np.ascontiguousarray(taken, np.int16),
                    np.ascontiguousarray(actions, np.int8),
                )
        except ValueError as wrong:
            raise OddtrickError(f"the state can't be restored: {wrong}") from None
        return self.look()

    def _reset(self, seed: int, first: int) -> None:
        _check_word("seed", seed)
        _check_word("first", first)
        with self._lock:
            self._deals.reset(seed, first)

    def _arrays(self) -> Step:
        return self._blank() if self._kept is None else self._kept

    def _blank(self) -> Step:
        envs, sides = self._envs, len(self._plan.rules.sides)
        return Step(
            np.empty(envs, np.int8),
            np.empty(envs, np.uint64),
            np.empty((envs, OBSERVATION_SIZE if self._observe else 0), np.uint8),
            np.empty((envs, sides), np.int16),
            np.empty(envs, np.bool_),
        )

    def _looked(self, now: Step) -> Step:
        seen = now.observations if self._observe else None
        self._deals.look(now.to_act, now.masks, seen)
        return now


def _check_shape(name: str, array: NDArray[Any], shape: tuple[int, ...]) -> None:
    if np.shape(array) != shape:
        raise OddtrickError(
            f"the state's {name} has the shape {np.shape(array)}, not {shape}: "
            "it is of another game or size"
        )


def _check_word(name: str, number: int) -> None:
    if not 0 <= number < _WORD:
        raise OddtrickError(f"{name} is {number}: write a whole number from 0 to 2**64 - 1")
