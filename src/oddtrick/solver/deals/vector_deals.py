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

from threading import RLock
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from oddtrick.cards import CARDS, Suit
from oddtrick.errors import OddtrickError
from oddtrick.solver import _kernel
from oddtrick.solver.deals.call_numbers import CallNumbers
from oddtrick.solver.deals.called_deals import CalledDeals, plan_batch
from oddtrick.solver.deals.called_envs import CalledEnvs
from oddtrick.solver.deals.kernel_deal_plan import DealPlan, DealStart
from oddtrick.solver.deals.observation_parts import DEAL, ORDER, STOCK, PartLayout
from oddtrick.solver.deals.observations import OBSERVATION_SIZE, ORDER_SIZE, STOCK_SIZE, legal_table
from oddtrick.tricks import check_seat

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from oddtrick.calls import Bid
    from oddtrick.cards import Card
    from oddtrick.rules import Rules

_WORD = 1 << 64


class Step(NamedTuple):
    """The state of B deals with S sides after a step or a reset.

    Attributes:
        to_act: ``[B]`` int8, the seat to act; -1 if the deal is over.
        masks: ``[B]`` uint64, its legal actions: bit i for card i, bit 52 + suit for a choice of
            trumps (K3); see :meth:`VectorDeals.legal`.
        observations: ``[B, size]`` uint8, the observation of the seat to act, in the layout of the
            deals; all 0 if the deal is over. ``[B, 0]`` if observations are switched off.
        rewards: ``[B, S]`` int16, the points of each side if the deal ended with this step, else 0.
        done: ``[B]`` bool, the deals that ended with this step.
        bids: ``[B]`` uint64, the legal bids: bit i for the i-th among ``Rules.calls``. ``[0]`` in
            deals without calls.
    """

    to_act: NDArray[np.int8]
    masks: NDArray[np.uint64]
    observations: NDArray[np.uint8]
    rewards: NDArray[np.int16]
    done: NDArray[np.bool_]
    bids: NDArray[np.uint64]

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
        calls: the actions taken before the play in each; empty in deals without calls.
    """

    seed: int
    numbers: NDArray[np.uint64]
    taken: NDArray[np.int16]
    actions: NDArray[np.int8]
    calls: tuple[tuple[int, ...], ...] = ()


class VectorDeals:
    """B deals of one game, stepped together by the kernel.

    Deal ``i`` of a seed has the same cards as deal ``i`` of :func:`~.playouts.play_deals`. Threads
    with an instance each run in parallel; threads that share one take turns.

    In a game with calls seats make them one by one, those given apart; a deal that is thrown in is
    over at once, and has the points of a match.

    Args:
        rules: the game; or a contract of it, as ``rules.under(contract)``, that all deals have.
        envs: the number of deals, B.
        seed: seed of the deals, 0 to 2**64 - 1.
        first: the number of the first env's deal; the other envs follow on.
        start: the place of the deals in a match, and the calls that are given; None: the first
            deal, dealt by seat 0.
        auto_reset: an env whose deal ends goes on to its next deal, B further on: the step with the
            rewards already shows the next deal. Without it the deal stays over, and actions given
            for it are ignored.
        observe: return observations with each step.
        order: observations end with the order of the tricks: who led and won each, and what was
            played to it.
        reuse: steps write into the same arrays, so that the previous step is overwritten.

    Raises:
        OddtrickError: an argument is out of range, or the kernel cannot score such a game; or a
            call that is given is illegal.
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
        order: bool = False,
        reuse: bool = False,
    ) -> None:
        if envs < 1:
            raise OddtrickError(f"envs is {envs}: write how many deals to step at once, 1 or more")
        found = plan_batch(rules, start)
        if isinstance(found, DealPlan) and found.start.calls:
            found = CalledDeals(rules, found.start)  # what was called is observed
        self._called = CalledEnvs(found, envs) if isinstance(found, CalledDeals) else None
        self._plan = found.dealing if isinstance(found, CalledDeals) else found
        self._envs = envs
        self._auto_reset = auto_reset
        self._observe, self._order = observe, order
        self._numbers = CallNumbers(rules)
        self._stock = rules.plan.stock is not None
        self.layout = PartLayout(
            (
                *DEAL,
                *(() if self._called is None else self._called.layout.parts),
                *(STOCK if self._stock else ()),
                *(ORDER if order else ()),
            )
        )
        self._simple = self._called is None and self.layout.size == OBSERVATION_SIZE
        self._reused: Step | None = self._blank() if reuse else None
        self._lock = RLock()
        self._deals = _kernel.SteppedDeals(self._plan.kernel, envs, calls=self._called is not None)
        self._reset(seed, first)

    @property
    def plan(self) -> DealPlan:
        """The plan of the deals."""
        return self._plan

    @property
    def action_count(self) -> int:
        """The number of actions: cards, choices of trumps, throws, and bids."""
        return self._numbers.first + len(self._numbers.bids)

    def number_of(self, action: Card | Bid | Suit) -> int:
        """The number of a card, a choice of trumps (K3) or a bid."""
        if isinstance(action, Suit):
            return len(CARDS) + action
        return self._numbers.number_of(action)

    def action_of(self, number: int) -> Card | Bid | Suit:
        """The action with a number.

        Raises:
            OddtrickError: there is none.
        """
        call = self._numbers.call_of(number)
        if call is not None:
            return call
        if len(CARDS) <= number < min(self._numbers.first, len(CARDS) + len(Suit)):
            return Suit(number - len(CARDS))
        raise OddtrickError(f"{number} is not an action: write 0 to {self.action_count - 1}")

    def legal(self, now: Step) -> NDArray[np.uint8]:
        """The legal actions of a step as flags, ``[B, action_count]``.

        A bid has the number of ``oddtrick.envs.actions``: the bids come last, in the order of
        ``Rules.calls``.
        """
        flags = np.zeros((self._envs, self.action_count), np.uint8)
        cards = legal_table(now.masks)
        first = min(self._numbers.first, cards.shape[1])
        flags[:, :first] = cards[:, :first]
        if now.bids.size:
            words = np.ascontiguousarray(now.bids, "<u8")[:, None].view(np.uint8)
            bids = np.unpackbits(words, axis=1, count=len(self._numbers.bids), bitorder="little")
            flags[:, self._numbers.first :] = bids
        return flags

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
                if self._called is None:
                    self._deals.step(taken, some, self._auto_reset, now.rewards, now.done)
                    now.rewards[now.done] = self._plan.points(now.rewards[now.done])
                else:
                    self._step_called(self._called, taken, some, now)
                return self._filled(now)
        except ValueError as wrong:
            raise OddtrickError(str(wrong)) from None

    def _step_called(
        self,
        called: CalledEnvs,
        taken: NDArray[np.int64],
        some: NDArray[np.bool_] | None,
        now: Step,
    ) -> None:
        """Takes calls and plays. All are checked before one is taken."""
        calling = called.waits if some is None else called.waits & some
        envs = np.flatnonzero(calling)
        calls = called.calls_of(taken, envs)
        playing = ~called.waits if some is None else ~called.waits & some
        self._deals.step(taken, playing, self._auto_reset, now.rewards, now.done)
        for env in np.flatnonzero(now.done).tolist():
            now.rewards[env] = called.points(env, tuple(now.rewards[env].tolist()))
        thrown_in = np.zeros(self._envs, np.bool_)
        for env, call in zip(envs.tolist(), calls, strict=True):
            points = called.call(env, call, self._deals)
            if points is not None:
                now.rewards[env], now.done[env], thrown_in[env] = points, True, True
        if self._auto_reset:
            self._deals.renew(thrown_in)
        called.take_in(self._deals)

    def renew(self, chosen: NDArray[np.bool_]) -> Step:
        """Goes on to the next deal, B further on in the seed, in each chosen env: ``[B]``.

        Raises:
            OddtrickError: there are not B flags.
        """
        some = self._flags(chosen)
        with self._lock:
            self._deals.renew(some)
            if self._called is not None:
                self._called.take_in(self._deals)
        return self.look()

    def look(self) -> Step:
        """Returns the present state, without rewards."""
        now = self._arrays()
        now.rewards[:] = 0
        now.done[:] = False
        with self._lock:
            return self._filled(now)

    def observe(self, seat: int) -> NDArray[np.uint8]:
        """Returns the observation of a seat, on turn or not: ``[B, size]``, all 0 in deals over.

        Raises:
            OddtrickError: there is no such seat.
        """
        seat = check_seat(seat, self._plan.rules.players)
        seen = np.empty((self._envs, self.layout.size), np.uint8)
        deal = seen if self._simple else seen[:, :OBSERVATION_SIZE].copy()
        with self._lock:
            self._deals.observe_seat(seat, deal)
            if deal is not seen:
                self._write(self._seats(seat), deal, seat, seen)
        return seen

    def _seats(self, seat: int) -> NDArray[np.int8]:
        """``[B]``, the seat in deals under way, and -1 in those that are over."""
        to_act, masks = np.empty(self._envs, np.int8), np.empty(self._envs, np.uint64)
        self._deals.look(to_act, masks, None)
        over = to_act < 0
        if self._called is not None:
            over &= ~self._called.waits
        return np.where(over, -1, seat).astype(np.int8)

    def _write(
        self, seats: NDArray[np.int8], deal: NDArray[np.uint8], seat: int, into: NDArray[np.uint8]
    ) -> None:
        """Writes observations whose first part the kernel has written.

        Args:
            seats: the seat that looks in each deal; -1 in those that are over.
            deal: the first part.
            seat: the seat that looks in all deals, or -1 for the one to act.
            into: ``[B, size]``.
        """
        parts = [deal]
        if self._called is not None:
            parts.append(self._called.observe(seats, deal, self._deals))
        stock = np.empty((self._envs, STOCK_SIZE), np.uint8) if self._stock else None
        order = np.empty((self._envs, ORDER_SIZE), np.uint8) if self._order else None
        self._deals.observe_more(seat, stock, order)
        parts += [part for part in (stock, order) if part is not None]
        np.concatenate(parts, axis=1, out=into)

    def copy(self) -> VectorDeals:
        """Returns an independent copy in the same state."""
        other = object.__new__(VectorDeals)
        other._plan, other._envs = self._plan, self._envs
        other._auto_reset, other._observe = self._auto_reset, self._observe
        other._order, other._simple = self._order, self._simple
        other._numbers, other._stock, other.layout = self._numbers, self._stock, self.layout
        other._reused = None if self._reused is None else self._blank()
        other._lock = RLock()
        with self._lock:
            other._deals = self._deals.copy()
            other._called = None if self._called is None else self._called.copy()
        return other

    def __deepcopy__(self, memo: dict[int, object]) -> VectorDeals:
        return self.copy()

    def __reduce__(self) -> tuple[object, ...]:
        settings = {
            "auto_reset": self._auto_reset,
            "observe": self._observe,
            "order": self._order,
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
            () if self._called is None else tuple(map(tuple, self._called.made)),
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
        seed, numbers, taken, actions, _ = state
        _check_word("seed", seed)
        size = (self._envs,)
        _check_shape("numbers", numbers, size)
        _check_shape("taken", taken, size)
        _check_shape("actions", actions, (*size, self._plan.actions))
        try:
            with self._lock:
                if self._called is None:
                    self._replay(self._deals, state)
                else:
                    self._restore_called(self._called, state)
        except ValueError as wrong:
            raise OddtrickError(f"the state can't be restored: {wrong}") from None
        return self.look()

    @staticmethod
    def _replay(deals: _kernel.SteppedDeals, state: SavedDeals) -> None:
        """Deals the cards of a state again, and takes the actions of its play."""
        deals.restore(
            state.seed,
            np.ascontiguousarray(state.numbers, np.uint64),
            np.ascontiguousarray(state.taken, np.int16),
            np.ascontiguousarray(state.actions, np.int8),
        )

    def _restore_called(self, called: CalledEnvs, state: SavedDeals) -> None:
        """Restores deals with calls, on copies, so that an error changes nothing."""
        calls = state.calls or ((),) * self._envs
        if len(calls) != self._envs:
            raise ValueError(f"it has the calls of {len(calls)} deals, not of {self._envs}")
        before = self._deals, self._called, self._auto_reset
        self._deals, self._called, self._auto_reset = self._deals.copy(), called.copy(), False
        try:
            none = np.zeros_like(state.taken), np.full_like(state.actions, -1)
            self._replay(self._deals, state._replace(taken=none[0], actions=none[1]))
            self._called.forget()
            self._called.take_in(self._deals)
            rows = [
                [*called, *played[:taken]]
                for called, played, taken in zip(
                    calls, state.actions.tolist(), state.taken.tolist(), strict=True
                )
            ]
            for number in range(max(map(len, rows))):
                chosen = np.array([len(row) > number for row in rows])
                self.step([int(row[number]) if len(row) > number else -1 for row in rows], chosen)
        except ValueError:
            self._deals, self._called, _ = before
            raise
        finally:
            self._auto_reset = before[2]

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
            if self._called is not None:
                self._called.forget()
                self._called.take_in(self._deals)

    def _arrays(self) -> Step:
        return self._blank() if self._reused is None else self._reused

    def _blank(self) -> Step:
        envs, sides = self._envs, len(self._plan.rules.sides)
        return Step(
            np.empty(envs, np.int8),
            np.empty(envs, np.uint64),
            np.empty((envs, self.layout.size if self._observe else 0), np.uint8),
            np.empty((envs, sides), np.int16),
            np.empty(envs, np.bool_),
            np.empty(0 if self._called is None else envs, np.uint64),
        )

    def _filled(self, now: Step) -> Step:
        if self._simple:
            seen = now.observations if self._observe else None
            self._deals.look(now.to_act, now.masks, seen)
            return now
        deal = np.empty((self._envs, OBSERVATION_SIZE), np.uint8) if self._observe else None
        self._deals.look(now.to_act, now.masks, deal)
        if self._called is not None:
            self._called.write_turns(now.to_act, now.masks, now.bids)
        if deal is not None:
            self._write(now.to_act, deal, -1, now.observations)
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
