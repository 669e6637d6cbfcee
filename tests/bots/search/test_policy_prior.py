"""The policy prior: where it has weight, unlikely cards lose utility."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

from oddtrick.bots.search import SearchBudget, Searcher, SearchResult
from oddtrick.bots.search.estimate import MEASURES, Trial, slope_of_utility
from oddtrick.bots.search.evaluation import best_of, value_of
from oddtrick.bots.search.rollout import RolloutPosition
from oddtrick.bots.search.search_context import SearchContext, search_context
from oddtrick.bots.search.tie_break import (
    LOWEST_COST,
    MAX_PENALTY,
    is_tied,
    policy_scores,
    with_policy_prior,
)
from oddtrick.views import Awaited, View
from tests.support.quick_search import random_match_after

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


def searched(view: View, budget: SearchBudget = BUDGET) -> tuple[SearchContext, SearchResult]:
    """A decision, and what search found."""
    return search_context(view, budget, Random(1)), Searcher("s", budget).search(view, Random(1))


def worth_of(result: SearchResult) -> float:
    """The utility of a trick or a point in the worlds of a search."""
    assert result.values is not None
    return result.values.worth


def test_a_card_loses_utility_by_its_log_policy() -> None:
    changed = 0
    for view in views("scotch-whist", players=5):
        context, result = searched(view)
        values, worth = result.evaluation.choices, worth_of(result)
        adjusted = with_policy_prior(context, values, worth)
        policies, places = context.policies, list(context.position.choice_indices)
        scores = policy_scores(context.position, policies.search)[places]
        paid = np.array([value.utility for value in values])
        paid -= np.array([value.utility for value in adjusted])
        penalty = policies.prior_weight * (scores.max() - scores) / 256
        assert paid == pytest.approx(worth * np.minimum(penalty, MAX_PENALTY))
        assert paid.min() == pytest.approx(0, abs=1e-9)
        assert [one.points for one in adjusted] == [one.points for one in values]
        changed += best_of(adjusted).action is not result.evaluation.best.action
    assert changed, "the prior never made a difference: this test says nothing"


def test_the_card_that_is_played_ties_with_the_best_after_the_prior() -> None:
    for view in views("scotch-whist", players=5):
        result, evaluation = SEARCHER.search(view), SEARCHER.evaluate(view)
        context = search_context(view, BUDGET, Random(1))
        values = with_policy_prior(context, evaluation.choices, worth_of(result))
        assert SEARCHER.choose(view, Random(9)) is evaluation.chosen
        chosen, best = value_of(values, evaluation.chosen), best_of(values)
        # A lower card that loses the trick as well is played where it costs next to nothing.
        costs = max(best.points - chosen.points, best.tricks - chosen.tricks)
        assert is_tied(chosen, best) or (view.table and costs <= LOWEST_COST)


@pytest.mark.parametrize("game", ["whist", "colonial-scotch-whist", "knockout-whist"])
def test_where_the_prior_has_no_weight_nothing_changes(game: str) -> None:
    for view in views(game)[:5]:
        context, result = searched(view)
        choices = result.evaluation.choices
        assert with_policy_prior(context, choices, worth_of(result)) is choices


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("whist", {"match": "deals", "deals": 1}),
        ("scotch-whist", {"players": 5, "target": 999}),
        ("oh-hell", {}),
    ],
)
def test_where_utility_counts_what_the_policy_gains_one_of_it_is_worth_one(
    game: str, options: dict[str, Any]
) -> None:
    worths = [worth_of(searched(view)[1]) for view in views(game, **options)[:12]]
    assert [worth for worth in worths if worth] == pytest.approx([1] * sum(map(bool, worths)))
    assert any(worths)


def test_a_trick_is_worth_what_it_adds_to_the_chance_of_winning() -> None:
    played = views("whist")[:12]
    by_chance = [worth_of(searched(view)[1]) for view in played]
    assert all(0 <= worth < 0.4 for worth in by_chance)
    assert max(by_chance) > 0.05


def test_where_all_ends_are_alike_the_prior_decides_nothing() -> None:
    for ends in (1 / 3, 7.0):
        trial = Trial(np.arange(3), np.full((3, 4, MEASURES), ends), np.array([1.0, 2.0, 4.0]))
        assert slope_of_utility(trial, "tricks") == 0


@pytest.mark.parametrize("factor", [0.01, 0.5, 20.0])
def test_the_prior_counts_as_much_in_any_unit_of_utility(factor: float) -> None:
    """Utility times a factor: the same distances by search, and by the prior, times the factor."""
    for view in views("scotch-whist", players=5)[:6]:
        context, result = searched(view)
        values, worth = result.evaluation.choices, worth_of(result)
        other = tuple(replace(one, utility=factor * one.utility) for one in values)
        scaled = with_policy_prior(context, other, factor * worth)
        usual = with_policy_prior(context, values, worth)
        assert [one.utility for one in scaled] == pytest.approx(
            [factor * one.utility for one in usual]
        )


def test_a_budget_may_weigh_the_prior_otherwise() -> None:
    without = replace(BUDGET, prior_weight=0.0)
    for view in views("scotch-whist", players=5)[:5]:
        context, result = searched(view, without)
        choices = result.evaluation.choices
        assert with_policy_prior(context, choices, worth_of(result)) is choices
