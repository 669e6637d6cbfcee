"""The worlds of a decision solved double dummy: the second and third estimate of a loss."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from oddtrick.cards import parse_card
from oddtrick.solver.pimc import evaluate_drawn

if TYPE_CHECKING:
    from threading import Event

    from numpy.typing import NDArray

    from oddtrick.bots.search.belief import Belief
    from oddtrick.cards import Card
    from oddtrick.solver import pimc
    from oddtrick.solver.pimc import Aim
    from oddtrick.solver.sampling import SampledWorlds
    from oddtrick.views import View

MAX_SOLVED = 150
"""Worlds solved for one decision."""

ROLLOUTS_PER_SOLVED = 4
"""At most one world is solved for this many that are rolled out: small budgets stay small."""

NODES = 100_000
"""Node limit for each world; an opening lead in whist takes about as many."""

MIN_SOLVED = 0.5
"""With a smaller share of its worlds solved, there is no second estimate."""

PROBE = 10
"""Worlds solved first, to see whether the aim is too hard."""

TABLE_MB = 4
"""Transposition table, in MB."""

AIMS: tuple[Aim, ...] = ("points", "tricks")
"""The unit that is counted: points, unless they are too hard to solve (C5)."""


class Distance(NamedTuple):
    """The distance between two cards over solved worlds.

    Args:
        mean: how much more the first takes, in points or tricks.
        error: its standard error.
        ever: whether the first takes more in any world.
    """

    mean: float
    error: float
    ever: bool


class SolvedWorlds(NamedTuple):
    """The double-dummy value of each card in n worlds.

    Args:
        cards: the legal cards, ascending.
        values: float64 [n, C].
        weights: float64 [n], of each world.
        complete: whether these are all worlds of the view: then there is no sampling error.
    """

    cards: tuple[Card, ...]
    values: NDArray[np.float64]
    weights: NDArray[np.float64]
    complete: bool = False

    def distance(self, better: str, other: str) -> Distance:
        """The difference between what two cards take, given in record form."""
        first, second = (self.cards.index(parse_card(card)) for card in (better, other))
        apart = self.values[:, first] - self.values[:, second]
        shares = self.weights / self.weights.sum()
        mean, ever = float(shares @ apart), bool((apart > 0).any())
        if self.complete:
            return Distance(mean, 0.0, ever)
        spread = float(shares @ (apart - mean) ** 2)
        effective = 1 / float(shares @ shares)
        return Distance(mean, (spread / max(1.0, effective - 1)) ** 0.5, ever)


def most_solved(rolled_out: int) -> int:
    """Returns the most worlds to solve of a decision, by the number that are rolled out."""
    return min(MAX_SOLVED, max(PROBE, rolled_out // ROLLOUTS_PER_SOLVED))


def solve_worlds_of(
    view: View,
    belief: Belief | None,
    cancel: Event | None = None,
    *,
    most: int = MAX_SOLVED,
    weighted: bool = True,
) -> SolvedWorlds | None:
    """Solves some of the worlds of a decision.

    Args:
        view: the view of the seat that is to play.
        belief: the worlds that the search of this decision rests on; None: trumps were chosen.
        cancel: ends the work early when set.
        most: the most worlds solved.
        weighted: whether the plays seen count, as far as they make some worlds likelier.

    Returns:
        None where trumps are to be chosen, too few worlds could be solved, or more tricks may be
        worth less: best play of all then says nothing of what a seat wants.
    """
    if belief is None or not view.deal_rules.profile.rising:
        return None
    rows, weights = belief.likeliest(most) if weighted else _as_drawn(belief, most)
    worlds = belief.worlds.take(rows)
    for aim in AIMS:
        if len(rows) > PROBE and not _solved(view, worlds.take(np.arange(PROBE)), aim, cancel):
            continue
        found = _solved(view, worlds, aim, cancel)
        if found is not None:
            kept = weights[: len(found)][found.solved]
            values = found.values[found.solved].astype(np.float64)
            return SolvedWorlds(
                found.cards, values, kept, belief.complete and len(kept) == len(belief.weights)
            )
    return None


def _as_drawn(belief: Belief, most: int) -> tuple[NDArray[np.intp], NDArray[np.float64]]:
    """Rows of the belief without their weights: all of them, or ``most`` drawn uniformly."""
    count = len(belief.weights)
    rows = range(count) if count <= most else sorted(Random(belief.seed).sample(range(count), most))
    return np.array(rows, np.intp), np.ones(len(rows))


def _solved(
    view: View, worlds: SampledWorlds, aim: Aim, cancel: Event | None
) -> pimc.Evaluation | None:
    """The worlds solved for an aim; None if too few could be."""
    found = evaluate_drawn(
        view, worlds, objective=aim, nodes=NODES, table_mb=TABLE_MB, cancel=cancel
    )
    return found if found.solved.sum() >= max(1, MIN_SOLVED * len(worlds)) else None
