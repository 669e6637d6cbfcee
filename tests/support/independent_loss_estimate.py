"""An independent estimate of the losses that a review calls real: other worlds, and two judges."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from msgspec.structs import replace

from oddtrick.bots.search import Searcher
from oddtrick.bots.search.belief import sample_belief
from oddtrick.bots.search.search_context import search_context
from oddtrick.cards import Card, parse_card, parse_suit
from oddtrick.solver.pimc import evaluate_drawn

if TYPE_CHECKING:
    from oddtrick.bots.search import SearchBudget
    from oddtrick.views import View

TIMES = 4
"""The number of worlds of the independent estimate, for each world of the review's."""

SOLVED = 600
"""Worlds solved double dummy."""

NODES = 400_000
"""Node limit for each of them."""


class SecondOpinion(NamedTuple):
    """The distance between two choices, by two judges.

    Args:
        rollouts: how much better the first choice is in rollouts, in utility.
        solved: how much better it is double dummy, in points or tricks; None: too hard, or trumps.
        never_worse: whether the second choice is at least as good in every solved world.
    """

    rollouts: float
    solved: float | None
    never_worse: bool

    @property
    def agrees(self) -> bool:
        """Returns whether both judges find the first choice better."""
        return self.rollouts > 0 and (self.solved is None or self.solved > 0)


def second_opinion(
    view: View, better: str, played: str, budget: SearchBudget, seed: int
) -> SecondOpinion:
    """Values two choices again, with another seed and more worlds.

    Args:
        view: the view of the seat that decided.
        better: one choice, in record form.
        played: the other.
        budget: the budget of the review.
        seed: of the estimate; it must not be that of the review.
    """
    larger = replace(
        budget, worlds=TIMES * budget.worlds, candidates=TIMES * budget.candidates, threads=1
    )
    evaluation = Searcher("second opinion", larger).evaluate(view, Random(seed))
    pair = [parse_card(one) if len(one) > 1 else parse_suit(one) for one in (better, played)]
    values = [evaluation.of(one).utility for one in pair]
    distance = values[0] - values[1]
    if not isinstance(pair[0], Card) or not isinstance(pair[1], Card):
        return SecondOpinion(distance, None, never_worse=False)
    belief = sample_belief(search_context(view, larger, Random(seed + 1)))
    rows, weights = belief.resample(SOLVED, Random(seed).random())
    for aim in ("points", "tricks"):
        found = evaluate_drawn(
            view, belief.worlds.take(rows), objective=aim, nodes=NODES, table_mb=8
        )
        if found.solved.mean() > 1 / 2:
            break
    else:
        return SecondOpinion(distance, None, never_worse=False)
    good, bad = (found.cards.index(one) for one in pair)
    apart = (found.values[:, good] - found.values[:, bad])[found.solved].astype(float)
    mean = float(np.average(apart, weights=weights[found.solved]))
    return SecondOpinion(distance, mean, bool((apart <= 0).all()))
