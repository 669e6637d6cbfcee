"""The policy prior: where it has weight, unlikely cards lose utility."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from oddtrick.bots.search import SearchBudget, Searcher
from oddtrick.bots.search.evaluation import best_of, value_of
from oddtrick.bots.search.rollout import RolloutPosition
from oddtrick.bots.search.search_context import search_context
from oddtrick.bots.search.tie_break import (
    LOWEST_COST,
    MAX_PENALTY,
    is_tied,
    policy_scores,
    with_policy_prior,
)
from oddtrick.views import Awaited
from tests.support.quick_search import random_match_after

if TYPE_CHECKING:
    from oddtrick.views import View

BUDGET = SearchBudget(candidates=400, worlds=100, temperature=64)
SEARCHER = Searcher("tried", BUDGET)


def views(game: str, **options: Any) -> list[View]:
    """Moments in which there is something to choose."""
    found = []
    for seed in range(40):
        match = random_match_after(game, 2 + seed % 20, seed, **options)
        view = match.view(match.to_act)
        if view.awaited is Awaited.CARD and len(RolloutPosition(view).choices) > 1:
            found.append(view)
    return found


def test_a_card_loses_utility_by_its_log_policy() -> None:
    changed = 0
    for view in views("scotch-whist", players=5):
        context, evaluation = (
            search_context(view, BUDGET, Random(1)),
            SEARCHER.evaluate(view, Random(1)),
        )
        position, policies = context.position, context.policies
        adjusted = with_policy_prior(context, evaluation.choices)
        scores = policy_scores(position, policies.search)[list(position.choice_indices)]
        paid = np.array([value.utility for value in evaluation.choices])
        paid -= np.array([value.utility for value in adjusted])
        penalty = policies.prior_weight * (scores.max() - scores) / 256
        assert paid == pytest.approx(np.minimum(penalty, MAX_PENALTY))
        assert paid.min() == pytest.approx(0, abs=1e-9)
        assert [one.points for one in adjusted] == [one.points for one in evaluation.choices]
        changed += best_of(adjusted).action is not evaluation.best.action
    assert changed, "the prior never made a difference: this test says nothing"


def test_the_card_that_is_played_ties_with_the_best_after_the_prior() -> None:
    for view in views("scotch-whist", players=5):
        evaluation = SEARCHER.evaluate(view)
        values = with_policy_prior(search_context(view, BUDGET, Random(1)), evaluation.choices)
        assert SEARCHER.choose(view, Random(9)) is evaluation.chosen
        chosen, best = value_of(values, evaluation.chosen), best_of(values)
        # A lower card that loses the trick as well is played where it costs next to nothing.
        costs = max(best.points - chosen.points, best.tricks - chosen.tricks)
        assert is_tied(chosen, best) or (view.table and costs <= LOWEST_COST)


@pytest.mark.parametrize("game", ["whist", "colonial-scotch-whist", "knockout-whist"])
def test_where_the_prior_has_no_weight_nothing_changes(game: str) -> None:
    for view in views(game)[:5]:
        choices = SEARCHER.evaluate(view, Random(1)).choices
        assert with_policy_prior(search_context(view, BUDGET, Random(1)), choices) is choices
