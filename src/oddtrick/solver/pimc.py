"""Perfect-information Monte Carlo (PIMC): each card's double-dummy value in many sampled worlds.

A seat draws worlds that are consistent with its view (:mod:`oddtrick.solver.sampling`) and solves
each of them double dummy (M. L. Ginsberg, 2001, "GIB: imperfect information in a computationally
challenging game"). The values are optimistic: each world is played as if every seat knew it, which
no single strategy can achieve (strategy fusion: I. Frank and D. Basin, 1998).

>>> from oddtrick.dealing import new_match
>>> from oddtrick.match import Playing
>>> match = new_match("scotch-whist", players=5, seed=3)
>>> while not isinstance(match.phase, Playing) or len(match.view(match.to_act).hand) > 3:
...     match = match.apply(match.legal_actions()[0])
>>> found = evaluate(match.view(match.to_act), 50, seed=1)
>>> found.values.shape == (50, len(found.cards))
True
>>> found.best() in found.cards
True
"""

from __future__ import annotations

import math
import os
from dataclasses import dataclass
from time import monotonic
from typing import TYPE_CHECKING, Literal, TypeVar, get_args

import numpy as np
from msgspec.structs import replace

from oddtrick.cards import Card, Hand
from oddtrick.errors import OddtrickError
from oddtrick.solver import _kernel
from oddtrick.solver.position import Position, Worth, check_no_stock
from oddtrick.solver.sampling import Worlds, check_view

if TYPE_CHECKING:
    from collections.abc import Sequence
    from threading import Event

    from numpy.typing import ArrayLike, NDArray

    from oddtrick.solver.sampling import SampledWorlds
    from oddtrick.views import View

Aim = Literal["points", "tricks"]
"""The quantity that the values count; see :func:`evaluate`."""

MISSING: int = _kernel.MISSING
"""The value of every card in a world that was not solved."""

MOST_WORLDS = 1_000_000
"""The most worlds of one evaluation."""

TABLE_MB = 64
"""Default limit of each thread's transposition table, in MB."""

_Number = TypeVar("_Number", bound=np.generic)
_MOST_THREADS = 1024
_WORD = 1 << 64


@dataclass(frozen=True, slots=True, eq=False)
class Evaluation:
    """The double-dummy value of each of C legal cards in n worlds, at a table of P seats.

    Row i is world ``first + i`` of the seed, the same that ``worlds(view).draw`` draws, so that
    importance weights of that draw (:mod:`oddtrick.solver.importance`) apply to these rows.

    Attributes:
        cards: the C legal cards, ascending.
        values: int16 [n, C], what the side of the seat to play takes from here, with the trick
            under way; ``MISSING`` throughout a row if the world exceeded the node limit.
        hands: uint64 [n, P], the cards (masks) that each seat holds.
        solved: bool [n], false for rows of missing values.
        nodes: nodes searched in all worlds; reproducible.
        requested: the number of worlds asked for; n is lower after a time limit or cancellation.
    """

    cards: tuple[Card, ...]
    values: NDArray[np.int16]
    hands: NDArray[np.uint64]
    solved: NDArray[np.bool_]
    nodes: int
    requested: int

    def __len__(self) -> int:
        return len(self.values)

    def means(self, weights: ArrayLike | None = None) -> NDArray[np.float64]:
        """The mean value of each card over the solved worlds, float64 [C].

        Args:
            weights: [n], the weight of each world, 0 or more; None: equal. Only ratios matter.

        Raises:
            OddtrickError: no world was solved, or the weights are invalid.
        """
        if not self.solved.any():
            raise OddtrickError(
                f"none of {self.requested} worlds was solved: allow more nodes or seconds"
            )
        counts = self.solved * _checked_weights(weights, len(self))
        total = counts.sum()
        if not total:
            raise OddtrickError("the weights leave out every world that was solved")
        # Summed row by row, so that cards with equal values get exactly equal means.
        means: NDArray[np.float64] = (counts[:, None] * self.values).sum(axis=0) / total
        return means

    def best(self, weights: ArrayLike | None = None) -> Card:
        """The card with the highest mean, the lowest among equals.

        Raises:
            OddtrickError: as from :meth:`means`.
        """
        return self.cards[int(self.means(weights).argmax())]


def evaluate(
    view: View,
    worlds: int,
    seed: int,
    *,
    first: int = 0,
    objective: Aim = "points",
    nodes: int | None = None,
    seconds: float | None = None,
    threads: int | None = None,
    table_mb: float = TABLE_MB,
    cancel: Event | None = None,
) -> Evaluation:
    """Draws worlds of a view and solves each of them double dummy for every legal card.

    A row depends on the view, the seed, the number of the world, the objective, the node limit and
    ``table_mb`` alone. Without a time limit the result is the same on any number of threads.

    The result has the worlds from the first on without a gap, so that one cut short by time is a
    prefix of the whole. A single hard world can therefore end it early; a node limit prevents
    that. Unsolved worlds are the hard ones, so that the means of the others are slightly biased.

    Only the hand under way counts, not separate hands that are still to come (S4).

    Args:
        view: the view of the seat that is to play a card.
        worlds: the number of worlds, 1 to 1,000,000.
        seed: seed of the worlds, 0 to 2**64 - 1.
        first: the number of the first world: 50 from 0 and 50 from 50 are the same as 100 from 0.
        objective: ``"points"`` counts what the game scores, as in :meth:`Position.of`: tricks,
            captured cards, or the difference of the deal's points where honours are taken in tricks
            (C5, CS4), at the score of the view. ``"tricks"`` counts tricks in every game, which is
            much faster with honours. With more than two sides, the seat's own side plays against
            all others together.
        nodes: node limit for each world; None: none.
        seconds: time limit; None: none. The result has the worlds done by then.
        threads: the number of threads; None: one for each processor.
        table_mb: limit of each thread's transposition table, in MB.
        cancel: an event that ends the work early, with the worlds done by then.

    Raises:
        OddtrickError: the view is not that of a seat to play a card, or contradicts itself, or an
            argument is out of range; points are asked for where another trick may cost some; or
            cards are still drawn from a stock. It is a ValueError.
        KeyboardInterrupt: Ctrl-C was pressed; the work has ended.
    """
    begun = monotonic()
    check_view(view)
    _check_worlds(worlds, seed, first)
    _check_limits(nodes, seconds, table_mb)
    here = Worlds(view)
    position = _position(view, here, seed, _checked_objective(objective))
    # The kernel draws the worlds itself, but not those in which seats have drawn cards unseen (G3).
    given = here.draw(worlds, seed, first).hands if here.drawn else None
    known = here.hidden.known[: view.deal_rules.players]
    return _solve(
        here,
        position,
        worlds,
        drawing=(known, seed, first) if given is None else ((0,) * view.deal_rules.players, 0, 0),
        limits=(min(_threads(threads), worlds), int(table_mb * 2**20), nodes),
        seconds=None if seconds is None else seconds - (monotonic() - begun),
        cancel=cancel,
        given=given,
    )


def evaluate_drawn(
    view: View,
    drawn: SampledWorlds,
    *,
    objective: Aim = "points",
    nodes: int | None = None,
    seconds: float | None = None,
    threads: int = 1,
    table_mb: float = 1,
    cancel: Event | None = None,
) -> Evaluation:
    """Solves given worlds of the view for every legal card, such as a weighted resample.

    Args:
        view: the view of the seat that is to play a card.
        drawn: the worlds, repetitions allowed.
        objective: as in :func:`evaluate`.
        nodes: node limit for each world.
        seconds: time limit.
        threads: the number of threads.
        table_mb: limit of each thread's transposition table, in MB.
        cancel: an event that ends the work early, with the worlds done by then.

    Raises:
        OddtrickError: as :func:`evaluate`.
    """
    check_view(view)
    _check_limits(nodes, seconds, table_mb)
    here, rows = Worlds(view), len(drawn)
    return _solve(
        here,
        _position(view, here, 0, _checked_objective(objective)),
        rows,
        drawing=((0,) * view.deal_rules.players, 0, 0),
        limits=(max(1, min(_threads(threads), rows)), int(table_mb * 2**20), nodes),
        seconds=seconds,
        cancel=cancel,
        given=np.ascontiguousarray(drawn.hands),
    )


def _checked_objective(objective: Aim) -> Aim:
    if objective not in get_args(Aim):
        raise OddtrickError(f"{objective!r} is not an objective: write 'points' or 'tricks'")
    return objective


def _solve(
    here: Worlds,
    position: Position,
    rows: int,
    *,
    drawing: tuple[Sequence[int], int, int],
    limits: tuple[int, int, int | None],
    seconds: float | None,
    cancel: Event | None,
    given: NDArray[np.uint64] | None = None,
) -> Evaluation:
    """Solves worlds that are drawn or given.

    Args:
        here: the worlds of the view.
        position: the position in an arbitrary world.
        rows: the number of worlds.
        drawing: the known cards of each seat, the seed, and the number of the first world.
        limits: the number of threads, the bytes of each table, and the nodes for each world.
        seconds: the time left.
        cancel: an event that ends the work early.
        given: the hands of the worlds, if they are not drawn.
    """
    players = here.view.deal_rules.players
    values = np.empty((rows, len(position.legal)), np.int16)
    hands = np.empty((rows, players), np.uint64)
    solved, tried = np.empty(rows, np.bool_), np.empty(rows, np.uint64)
    done = _kernel.evaluate(
        here.kernel,
        position.kernel(),
        None if position.objective is None else position.objective.kernel(),
        *drawing,
        *limits,
        seconds,
        None if cancel is None else cancel.is_set,
        values,
        hands,
        solved,
        tried,
        *(() if given is None else (given,)),
    )
    return Evaluation(
        position.legal,
        _beginning(values, done),
        _beginning(hands, done),
        _beginning(solved, done),
        nodes=int(tried[:done].sum()),
        requested=rows,
    )


def _beginning(array: NDArray[_Number], n: int) -> NDArray[_Number]:
    """The first n rows, without keeping the memory of the others."""
    return array if n == len(array) else array[:n].copy()


def _position(view: View, here: Worlds, seed: int, objective: Aim) -> Position:
    """The position in an arbitrary world: the kernel puts the hands of each world in its place."""
    check_no_stock(view.stock)
    if objective == "points" and not view.deal_rules.profile.rising:
        raise OddtrickError(
            f"another trick may cost points in {view.rules.game}, which the solver does not count: "
            "ask for objective='tricks'"
        )
    held = here.draw(1, seed).hands[0].tolist()
    score = view.score
    position = Position.of(
        view.deal_rules,
        tuple(map(Hand, held)),
        view.trump,
        view.table_seats[0],
        view.table,
        past=view.tricks,
        out=tuple(seat for seat in range(view.deal_rules.players) if seat not in view.seats),
        score=(score[0], score[1]),
    )
    if objective == "tricks":
        return replace(position, worth=Worth(), objective=None, fewest=False)
    return position


def _check_worlds(worlds: int, seed: int, first: int) -> None:
    if not 1 <= worlds <= MOST_WORLDS:
        raise OddtrickError(f"worlds is {worlds}: write a number from 1 to {MOST_WORLDS:,}")
    if not 0 <= seed < _WORD:
        raise OddtrickError(f"seed is {seed}: write a whole number from 0 to 2**64 - 1")
    if not 0 <= first <= _WORD - worlds:
        raise OddtrickError(f"first is {first}: write a number below 2**64, so that all worlds fit")


def _check_limits(nodes: int | None, seconds: float | None, table_mb: float) -> None:
    if nodes is not None and not 0 <= nodes < _WORD:
        raise OddtrickError(f"nodes is {nodes}: give a number of nodes, 0 or more")
    if seconds is not None and not seconds >= 0:
        raise OddtrickError(f"seconds is {seconds}: it is 0 or more")
    if not 0 <= table_mb < 2**20:
        raise OddtrickError(f"table_mb is {table_mb}: it is 0 or more megabytes, as in 64")


def _threads(threads: int | None) -> int:
    wanted = (os.cpu_count() or 1) if threads is None else threads
    if not 1 <= wanted <= _MOST_THREADS:
        raise OddtrickError(f"threads is {wanted}: write a number from 1 to {_MOST_THREADS}")
    return wanted


def _checked_weights(weights: ArrayLike | None, n: int) -> NDArray[np.float64]:
    if weights is None:
        return np.ones(n)
    given = np.asarray(weights, np.float64)
    if given.shape != (n,):
        raise OddtrickError(f"weights has the shape {given.shape}: there are {n} worlds")
    if not (given >= 0).all() or not math.isfinite(given.sum()):
        raise OddtrickError("weights are 0 or more, and no infinite numbers")
    return given
