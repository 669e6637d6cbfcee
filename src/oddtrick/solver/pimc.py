"""What each card is worth as far as a seat can know: over many worlds, solved one by one.

A seat does not see the others' cards. It can draw worlds that it can't tell from the true one
(:mod:`oddtrick.solver.sampling`), solve each with open cards, and look at what its cards come to:
the table that searching players build on (M. L. Ginsberg, 2001, "GIB: imperfect information in a
computationally challenging game"). That is more than anybody can play for: with open cards
everybody knows what only some can know (I. Frank and D. Basin, 1998, on strategy fusion).

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
from oddtrick.solver.position import Position, Worth
from oddtrick.solver.sampling import Worlds
from oddtrick.views import Awaited

if TYPE_CHECKING:
    from collections.abc import Sequence
    from threading import Event

    from numpy.typing import ArrayLike, NDArray

    from oddtrick.solver.sampling import SampledWorlds
    from oddtrick.views import View

Aim = Literal["points", "tricks"]
"""What the cards are valued by; see :func:`evaluate`."""

MISSING: int = _kernel.MISSING
"""What stands for every card of a world that was not solved."""

MOST_WORLDS = 1_000_000
"""How many worlds may be asked for at once."""

TABLE_MB = 64
"""How large the table of each thread may grow, unless told otherwise."""

_Number = TypeVar("_Number", bound=np.generic)
_MOST_THREADS = 1024
_WORD = 1 << 64


@dataclass(frozen=True, slots=True, eq=False)
class Evaluation:
    """The worth of each legal card in n worlds, one a row; C cards, and P seats at the table.

    Row i is world ``first + i`` of the seed, the same that ``worlds(view).draw`` draws: its weights
    (:mod:`oddtrick.solver.importance`) are weights for these rows.

    Attributes:
        cards: the C legal cards, ascending.
        values: int16 [n, C], for the side of the seat to play, from here on, the trick under way
            included; ``MISSING`` throughout a row where the world needed more nodes than allowed.
        hands: uint64 [n, P], the cards (masks) that each seat holds in these worlds.
        solved: bool [n], where the values are not missing.
        nodes: cards tried in these worlds; the same anywhere for the same question.
        asked: how many worlds were asked for; n is less where time ran out or it was cancelled.
    """

    cards: tuple[Card, ...]
    values: NDArray[np.int16]
    hands: NDArray[np.uint64]
    solved: NDArray[np.bool_]
    nodes: int
    asked: int

    def __len__(self) -> int:
        return len(self.values)

    def means(self, weights: ArrayLike | None = None) -> NDArray[np.float64]:
        """The mean value of each card over the worlds that were solved, float64 [C].

        Args:
            weights: [n], how much each world counts, 0 or more; None: all the same. Only ratios
                matter.

        Raises:
            OddtrickError: no world was solved, or the weights are none.
        """
        if not self.solved.any():
            raise OddtrickError(
                f"none of {self.asked} worlds was solved: allow more nodes or seconds"
            )
        counts = self.solved * _checked(weights, len(self))
        total = counts.sum()
        if not total:
            raise OddtrickError("the weights leave out every world that was solved")
        # Row by row: cards of the same values get the very same mean.
        means: NDArray[np.float64] = (counts[:, None] * self.values).sum(axis=0) / total
        return means

    def best(self, weights: ArrayLike | None = None) -> Card:
        """The card with the highest mean; of equal ones the lowest, as ``cards`` stands.

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
    """Draws worlds that the view allows and solves each of them for every legal card.

    What stands in a row depends on the view, the seed, the world's number, the objective, the limit
    of nodes and ``table_mb`` alone. So without a limit of time the result is the same for any
    number of threads.

    Worlds are told of from the first on without a gap, so that a result cut short by time is the
    beginning of the whole. One world that takes very long ends it all the same: where a few may, as
    in the colonial games with many cards left, a limit of nodes keeps them from it. Worlds without
    an answer are the hard ones, and what is left is a little easier than the truth.

    Only the hand under way counts, not the separate hands that are still to come (S4).

    Args:
        view: of the seat that is to play a card.
        worlds: how many, 1 to 1,000,000.
        seed: of the worlds, 0 to 2**64 - 1.
        first: the number of the first world: 50 from 0 on and 50 from 50 on are 100 from 0 on.
        objective: ``"points"`` is what the game counts, as :meth:`Position.of` says: tricks in
            whist and knock-out, captured cards in Scotch, and where honours are taken in tricks the
            points of the deal, ours less theirs (C5, CS4), at the score of the view. ``"tricks"``
            is tricks in every game, quicker by far in the colonial ones. With more than two sides
            the seat's own stands against all others together.
        nodes: how many cards to try at most in each world; None: no limit.
        seconds: how long it may take at most; None: no limit. The result is what was done by then.
        threads: how many; None: as many as there are processors.
        table_mb: how large the table of each thread may grow, in MB.
        cancel: once it is set, by any thread, the result is what was done by then.

    Raises:
        OddtrickError: the view is not that of a seat to play a card, or contradicts itself, or an
            argument is out of its bounds. It is a ValueError.
        KeyboardInterrupt: Ctrl-C was pressed; the work has ended.
    """
    begun = monotonic()
    check_view(view)
    _check_worlds(worlds, seed, first)
    _check_limits(nodes, seconds, table_mb)
    here = Worlds(view)
    position = _position(view, here, seed, _known(objective))
    return _solved(
        here,
        position,
        worlds,
        drawing=(here.hidden.known[: view.rules.players], seed, first),
        limits=(min(_threads(threads), worlds), int(table_mb * 2**20), nodes),
        seconds=None if seconds is None else seconds - (monotonic() - begun),
        cancel=cancel,
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
    """Solves these worlds of the view for every legal card: those that weights have chosen, say.

    Args:
        view: of the seat that is to play a card.
        drawn: the worlds; one may stand there more than once.
        objective: as in :func:`evaluate`, and so are the others.
        nodes: how many cards to try at most in each world.
        seconds: how long it may take at most.
        threads: how many.
        table_mb: how large the table of each thread may grow, in MB.
        cancel: once it is set, by any thread, the result is what was done by then.

    Raises:
        OddtrickError: as :func:`evaluate`.
    """
    check_view(view)
    _check_limits(nodes, seconds, table_mb)
    here, rows = Worlds(view), len(drawn)
    return _solved(
        here,
        _position(view, here, 0, _known(objective)),
        rows,
        drawing=((0,) * view.rules.players, 0, 0),
        limits=(max(1, min(_threads(threads), rows)), int(table_mb * 2**20), nodes),
        seconds=seconds,
        cancel=cancel,
        given=np.ascontiguousarray(drawn.hands),
    )


def _known(objective: Aim) -> Aim:
    if objective not in get_args(Aim):
        raise OddtrickError(f"{objective!r} is no objective: write 'points' or 'tricks'")
    return objective


def _solved(
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
    """Solves so many worlds, drawn or given.

    Args:
        here: the view's worlds.
        position: of the view, in any of them.
        rows: how many worlds.
        drawing: what each seat is known to hold, the seed, and the number of the first world.
        limits: of threads, of bytes for each one's table, and of nodes for each world.
        seconds: that are left.
        cancel: ends it.
        given: the worlds, where they are not to be drawn.
    """
    players = here.view.rules.players
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
        asked=rows,
    )


def _beginning(array: NDArray[_Number], n: int) -> NDArray[_Number]:
    """The first n rows; the memory of the others is given back."""
    return array if n == len(array) else array[:n].copy()


def _position(view: View, here: Worlds, seed: int, objective: Aim) -> Position:
    """The position in one of the worlds."""
    held = here.draw(1, seed).hands[0].tolist()
    score = view.standing.carried
    position = Position.of(
        view.rules,
        tuple(map(Hand, held)),
        view.trump,
        view.table_seats[0],
        view.table,
        past=view.tricks,
        out=tuple(seat for seat in range(view.rules.players) if seat not in view.seats),
        score=(score[0], score[1]),
    )
    if objective == "tricks":
        return replace(position, worth=Worth(), objective=None)
    return position


def check_view(view: View) -> None:
    """Refuses a view that is not of a seat to play a card.

    Raises:
        OddtrickError: it is another seat's turn, or no card is awaited.
    """
    if view.seat is None:
        raise OddtrickError("a spectator plays no card: take the view of the seat to play")
    if view.awaited is not Awaited.CARD:
        why = f"the match waits for this: {view.awaited.value}"
    elif view.to_act != view.seat:
        why = f"it is the turn of seat {view.to_act}"
    else:
        return
    raise OddtrickError(f"seat {view.seat} has no card to play now: {why}")


def _check_worlds(worlds: int, seed: int, first: int) -> None:
    if not 1 <= worlds <= MOST_WORLDS:
        raise OddtrickError(f"worlds is {worlds}: write a number from 1 to {MOST_WORLDS:,}")
    if not 0 <= seed < _WORD:
        raise OddtrickError(f"seed is {seed}: write a whole number from 0 to 2**64 - 1")
    if not 0 <= first <= _WORD - worlds:
        raise OddtrickError(f"first is {first}: write a number below 2**64, so that all worlds fit")


def _check_limits(nodes: int | None, seconds: float | None, table_mb: float) -> None:
    if nodes is not None and not 0 <= nodes < _WORD:
        raise OddtrickError(f"nodes is {nodes}: it is a number of cards to try, 0 or more")
    if seconds is not None and not seconds >= 0:
        raise OddtrickError(f"seconds is {seconds}: it is 0 or more")
    if not 0 <= table_mb < 2**20:
        raise OddtrickError(f"table_mb is {table_mb}: it is 0 or more megabytes, as in 64")


def _threads(threads: int | None) -> int:
    wanted = (os.cpu_count() or 1) if threads is None else threads
    if not 1 <= wanted <= _MOST_THREADS:
        raise OddtrickError(f"threads is {wanted}: write a number from 1 to {_MOST_THREADS}")
    return wanted


def _checked(weights: ArrayLike | None, n: int) -> NDArray[np.float64]:
    """Weights for n rows."""
    if weights is None:
        return np.ones(n)
    given = np.asarray(weights, np.float64)
    if given.shape != (n,):
        raise OddtrickError(f"weights has the shape {given.shape}: there are {n} worlds")
    if not (given >= 0).all() or not math.isfinite(given.sum()):
        raise OddtrickError("weights are 0 or more, and no infinite numbers")
    return given
