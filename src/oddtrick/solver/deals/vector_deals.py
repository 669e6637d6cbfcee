"""Deals stepped side by side, one action in each at every step.

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
from oddtrick.solver.deals.called_deals import plan_without_calls
from oddtrick.solver.deals.kernel_deal_plan import DealPlan, DealStart
from oddtrick.solver.deals.observations import OBSERVATION_SIZE
from oddtrick.tricks import check_seat

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from oddtrick.rules import Rules

_WORD = 1 << 64


class Step(NamedTuple):
    """The state of B deals with S sides after a step or a reset.

    Attributes:
        to_act: ``[B]`` int8, the seat to act; -1 if the deal is over.
        masks: ``[B]`` uint64, its legal actions: bit i for card i, bit 52 + suit for a choice of
            trumps (K3); see ``legal_table``.
        observations: ``[B, OBSERVATION_SIZE]`` uint8, the observation of the seat to act; all 0 if
            the deal is over. ``[B, 0]`` if observations are switched off.
        rewards: ``[B, S]`` int16, the points of each side if the deal ended with this step, else 0.
        done: ``[B]`` bool, the deals that ended with this step.
    """

    to_act: NDArray[np.int8]
    masks: NDArray[np.uint64]
    observations: NDArray[np.uint8]
    rewards: NDArray[np.int16]
    done: NDArray[np.bool_]

    @property
    def over(self) -> NDArray[np.bool_]:
        """``[B]`` bool, the deals that are over."""
        return self.to_act < 0


class SavedDeals(NamedTuple):
    """The state of B deals of A actions as data. Cards are dealt again from the seed.

    Attributes:
        seed: seed of the deals.
        numbers: ``[B]`` uint64, the number of each deal.
        taken: ``[B]`` int16, the number of actions taken in each.
        actions: ``[B, A]`` int8, these actions, padded with -1.
    """

    seed: int
    numbers: NDArray[np.uint64]
    taken: NDArray[np.int16]
    actions: NDArray[np.int8]


class VectorDeals:
    """B deals of one game, stepped together by the kernel.

    Deal ``i`` of a seed has the same cards as deal ``i`` of :func:`~.playouts.play_deals`. Threads
    with an instance each run in parallel; threads that share one take turns.

    Args:
        rules: the game.
        envs: the number of deals, B.
        seed: seed of the deals, 0 to 2**64 - 1.
        first: the number of the first env's deal; the other envs follow on.
        start: the place of the deals in a match; None: the first deal, dealt by seat 0.
        auto_reset: an env whose deal ends goes on to its next deal, B further on: the step with the
            rewards already shows the next deal. Without it the deal stays over, and actions given
            for it are ignored.
        observe: return observations with each step.
        reuse: steps write into the same arrays, so that the previous step is overwritten.

    Raises:
        OddtrickError: an argument is out of range, or the kernel cannot score such a game; or the
            game has calls, and ``start`` does not say which were made.
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
        self._plan = plan_without_calls(rules, start)
        self._envs = envs
        self._auto_reset = auto_reset
        self._observe = observe
        self._reused: Step | None = self._blank() if reuse else None
        self._lock = Lock()
        self._deals = _kernel.SteppedDeals(self._plan.kernel, envs, calls=False)
        self._reset(seed, first)

    @property
    def plan(self) -> DealPlan:
        """The plan of the deals."""
        return self._plan

    @property
    def envs(self) -> int:
        """The number of deals, B."""
        return self._envs

    def reset(self, seed: int | None = None, first: int = 0) -> Step:
        """Starts the deals ``first`` … ``first + B - 1`` of a seed; None: of the same seed.

        Raises:
            OddtrickError: seed or first is out of range.
        """
        self._reset(self._deals.seed if seed is None else seed, first)
        return self.look()

    def step(
        self,
        actions: Sequence[int] | NDArray[np.integer[Any]],
        chosen: NDArray[np.bool_] | None = None,
    ) -> Step:
        """Takes one action in each deal: ``[B]``, a card's index, or 52 + suit for trumps.

        Args:
            actions: one for each deal.
            chosen: ``[B]``, the deals that take their action; the others wait. None: all.

        Raises:
            OddtrickError: there are not B whole numbers, or an action is illegal; then no deal has
                changed. The message names the env, the card and the legal cards.
        """
        given = np.asarray(actions)
        if given.shape != (self._envs,) or given.dtype.kind not in "iu":
            raise OddtrickError(
                f"actions is {given.dtype} of shape {given.shape}: write {self._envs} whole "
                "numbers, one for each env"
            )
        taken = np.ascontiguousarray(given, dtype=np.int64)
        some = None if chosen is None else self._flags(chosen)
        now = self._arrays()
        try:
            with self._lock:
                self._deals.step(taken, some, self._auto_reset, now.rewards, now.done)
                now.rewards[now.done] = self._plan.points(now.rewards[now.done])
                return self._filled(now)
        except ValueError as wrong:
            raise OddtrickError(str(wrong)) from None

    def renew(self, chosen: NDArray[np.bool_]) -> Step:
        """Goes on to the next deal, B further on in the seed, in each chosen env: ``[B]``.

        Raises:
            OddtrickError: there are not B flags.
        """
        some = self._flags(chosen)
        with self._lock:
            self._deals.renew(some)
        return self.look()

    def look(self) -> Step:
        """Returns the present state, without rewards."""
        now = self._arrays()
        now.rewards[:] = 0
        now.done[:] = False
        with self._lock:
            return self._filled(now)

    def observe(self, seat: int) -> NDArray[np.uint8]:
        """Returns the observation of a seat, on turn or not: ``[B, OBSERVATION_SIZE]``.

        Raises:
            OddtrickError: there is no such seat.
        """
        seat = check_seat(seat, self._plan.rules.players)
        seen = np.empty((self._envs, OBSERVATION_SIZE), np.uint8)
        with self._lock:
            self._deals.observe_seat(seat, seen)
        return seen

    def copy(self) -> VectorDeals:
        """Returns an independent copy in the same state."""
        other = object.__new__(VectorDeals)
        other._plan, other._envs = self._plan, self._envs
        other._auto_reset, other._observe = self._auto_reset, self._observe
        other._reused = None if self._reused is None else self._blank()
        other._lock = Lock()
        with self._lock:
            other._deals = self._deals.copy()
        return other

    def __deepcopy__(self, memo: dict[int, object]) -> VectorDeals:
        return self.copy()

    def __reduce__(self) -> tuple[object, ...]:
        settings = {
            "auto_reset": self._auto_reset,
            "observe": self._observe,
            "reuse": self._reused is not None,
        }
        return _restored, (self._plan, self._envs, settings, self.state())

    def state(self) -> SavedDeals:
        """Returns the state of the deals as data for :meth:`restore`."""
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
        """Restores the state of deals of the same game and size.

        Raises:
            OddtrickError: the state is of another game or size, or inconsistent; nothing has
                changed then.
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

    def _flags(self, chosen: NDArray[np.bool_]) -> NDArray[np.bool_]:
        given = np.asarray(chosen)
        if given.shape != (self._envs,) or given.dtype != np.bool_:
            raise OddtrickError(
                f"chosen is {given.dtype} of shape {given.shape}: write {self._envs} flags (bool), "
                "one for each env"
            )
        return np.ascontiguousarray(given)

    def _reset(self, seed: int, first: int) -> None:
        _check_word("seed", seed)
        _check_word("first", first)
        with self._lock:
            self._deals.reset(seed, first)

    def _arrays(self) -> Step:
        return self._blank() if self._reused is None else self._reused

    def _blank(self) -> Step:
        envs, sides = self._envs, len(self._plan.rules.sides)
        return Step(
            np.empty(envs, np.int8),
            np.empty(envs, np.uint64),
            np.empty((envs, OBSERVATION_SIZE if self._observe else 0), np.uint8),
            np.empty((envs, sides), np.int16),
            np.empty(envs, np.bool_),
        )

    def _filled(self, now: Step) -> Step:
        seen = now.observations if self._observe else None
        self._deals.look(now.to_act, now.masks, seen)
        return now


def _restored(
    plan: DealPlan, envs: int, settings: dict[str, bool], state: SavedDeals
) -> VectorDeals:
    """Deals that have been pickled."""
    deals = VectorDeals(plan.rules, envs, start=plan.start, **settings)
    deals.restore(state)
    return deals


def _check_shape(name: str, array: NDArray[Any], shape: tuple[int, ...]) -> None:
    if np.shape(array) != shape:
        raise OddtrickError(
            f"the state's {name} has the shape {np.shape(array)}, not {shape}: "
            "it is of another game or size"
        )


def _check_word(name: str, number: int) -> None:
    if not 0 <= number < _WORD:
        raise OddtrickError(f"{name} is {number}: write a whole number from 0 to 2**64 - 1")
