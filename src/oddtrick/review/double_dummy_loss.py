"""The second estimate of a loss: the same worlds as the rollouts', solved double dummy.

Rollouts suppose that everybody plays on by the policy; a double-dummy solution supposes that
everybody plays perfectly and sees all cards. Each errs in its own way, so a card is called a
mistake only where both find it worse.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from oddtrick.cards import parse_card
from oddtrick.solver.pimc import evaluate_drawn

if TYPE_CHECKING:
    from threading import Event

    from numpy.typing import NDArray

    from oddtrick.bots.search.belief import Belief
    from oddtrick.cards import Card
    from oddtrick.solver.pimc import Aim, Evaluation
    from oddtrick.solver.sampling import SampledWorlds
    from oddtrick.views import View

MAX_SOLVED = 150
"""Worlds solved for one decision."""

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
    """

    cards: tuple[Card, ...]
    values: NDArray[np.float64]
    weights: NDArray[np.float64]

    def distance(self, better: str, other: str) -> Distance:
        """The difference between what two cards take, given in record form."""
        first, second = (self.cards.index(parse_card(card)) for card in (better, other))
        apart = self.values[:, first] - self.values[:, second]
        shares = self.weights / self.weights.sum()
        mean = float(shares @ apart)
        spread = float(shares @ (apart - mean) ** 2)
        effective = 1 / float(shares @ shares)
        return Distance(mean, (spread / max(1.0, effective - 1)) ** 0.5, bool((apart > 0).any()))


def solve_worlds_of(
    view: View,
    belief: Belief | None,
    cancel: Event | None = None,
    *,
    most: int = MAX_SOLVED,
) -> SolvedWorlds | None:
    """Solves some of the worlds of a decision.

    Args:
        view: the view of the seat that is to play.
        belief: the worlds that the search of this decision rests on; None: trumps were chosen.
        cancel: ends the work early when set.
        most: the most worlds solved.

    Returns:
        None where trumps are to be chosen, or too few worlds could be solved.
    """
    if belief is None:
        return None
    rows, weights = belief.likeliest(most)
    worlds = belief.worlds.take(rows)
    for aim in AIMS:
        if len(rows) > PROBE and not _solved(view, worlds.take(np.arange(PROBE)), aim, cancel):
            continue
        found = _solved(view, worlds, aim, cancel)
        if found is not None:
            kept = weights[: len(found)][found.solved]
            values = found.values[found.solved].astype(np.float64)
            return SolvedWorlds(found.cards, values, kept)
    return None


def _solved(view: View, worlds: SampledWorlds, aim: Aim, cancel: Event | None) -> Evaluation | None:
    """The worlds solved for an aim; None if too few could be."""
    found = evaluate_drawn(
        view, worlds, objective=aim, nodes=NODES, table_mb=TABLE_MB, cancel=cancel
    )
    return found if found.solved.sum() >= max(1, MIN_SOLVED * len(worlds)) else None
