"""A decision goes down through its stages once, and whoever values one asks the same place.

The import contracts hold the order of the modules; these tests hold that of the calls.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import cache
from itertools import groupby
from random import Random
from types import FrameType
from typing import Any

import pytest

from oddtrick.bots.search import SearchBudget, Searcher, belief, searcher
from oddtrick.bots.search.belief import Belief
from oddtrick.bots.search.rollout import RolloutPosition
from oddtrick.bots.search.search_context import SearchContext, decision_seed
from oddtrick.cards import Card
from oddtrick.games import list_games
from oddtrick.review import advise, solved_worlds
from oddtrick.review.decision_value import value_decision
from oddtrick.solver import pimc
from oddtrick.solver.sampling import SampledWorlds
from oddtrick.views import Awaited, View
from tests.support.quick_search import random_match_after

BUDGET = SearchBudget(candidates=200, worlds=60, temperature=64)
SEARCHER = Searcher("traced", BUDGET)
STAGES = ("search_context", "belief", "estimate", "tie_break")

GAMES = [game.id for game in list_games() if not game.rules().plan.stock]
"""Those that are searched in these stages: a stock has a search of its own."""

Call = tuple[str, str]
"""The module that calls and the module that is called."""


def _module(frame: FrameType | None) -> str | None:
    """The nearest module of ours on the stack."""
    while frame is not None:
        name = str(frame.f_globals.get("__name__", ""))
        if name.startswith("oddtrick."):
            return name.removeprefix("oddtrick.")
        frame = frame.f_back
    return None


def calls_between_modules(work: Callable[[], object]) -> list[Call]:
    """Every call from one module of ours into another, in order."""
    found: list[Call] = []

    def look(frame: FrameType, event: str, _: Any) -> None:
        if event != "call" or not str(frame.f_globals.get("__name__", "")).startswith("oddtrick."):
            return
        caller, here = _module(frame.f_back), _module(frame)
        if caller is not None and here is not None and caller != here:
            found.append((caller, here))

    before = sys.getprofile()
    sys.setprofile(look)
    try:
        work()
    finally:
        sys.setprofile(before)
    return found


@cache
def a_choice_of_cards(game: str) -> View:
    """A view in the middle of a deal, with distinct cards to choose from."""
    for seed in range(60):
        match = random_match_after(game, 12 + seed % 7, seed)
        view = match.view(match.to_act)
        if view.awaited is Awaited.CARD and len(RolloutPosition(view).choices) > 2:
            return view
    raise AssertionError(f"no choice found in {game}")


@pytest.mark.parametrize("game", GAMES)
def test_each_stage_is_entered_once_and_in_order(game: str) -> None:
    view = a_choice_of_cards(game)
    calls = calls_between_modules(lambda: SEARCHER.choose(view, Random(1)))
    entered = [to for caller, to in calls if caller == "bots.search.searcher"]
    stages = groupby(to for to in entered if to.startswith("bots.search."))
    assert tuple(name.rpartition(".")[2] for name, _ in stages) == STAGES


@pytest.mark.parametrize("game", GAMES)
def test_no_stage_calls_a_later_one_and_the_solver_calls_no_bot(game: str) -> None:
    view = a_choice_of_cards(game)
    order = {f"bots.search.{stage}": place for place, stage in enumerate(STAGES)}
    calls = calls_between_modules(lambda: SEARCHER.choose(view, Random(1)))
    assert any(to.startswith("solver.") for _, to in calls)
    for caller, to in calls:
        assert to != "bots.search.searcher"
        assert not (caller.startswith("solver.") and to.startswith("bots."))
        assert order.get(to, -1) <= order.get(caller, len(STAGES))


@pytest.mark.parametrize("game", GAMES)
def test_hints_and_reviews_rest_on_the_worlds_of_one_search(
    monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    """Both look at worlds double dummy, too: at those of the search, not at others like them."""
    sampled, solved = [], []

    def sample(context: SearchContext) -> Belief:
        sampled.append(sample_belief(context))
        return sampled[-1]

    def solve(view: View, worlds: SampledWorlds, **given: Any) -> pimc.Evaluation:
        solved.append(worlds)
        return evaluate_drawn(view, worlds, **given)

    sample_belief, evaluate_drawn = belief.sample_belief, pimc.evaluate_drawn
    view = a_choice_of_cards(game)
    worst = min(SEARCHER.evaluate(view, Random(1)).choices, key=lambda value: value.utility)
    monkeypatch.setattr(searcher, "sample_belief", sample)
    monkeypatch.setattr(solved_worlds, "evaluate_drawn", solve)
    hint, seed = advise(view, budget=BUDGET), decision_seed(view)
    assert len(sampled) == 1
    assert isinstance(worst.action, Card)
    decision = value_decision(view, worst.action, SEARCHER, seed)
    assert len(sampled) == 2
    assert hint.action == decision.best == str(SEARCHER.choose(view, Random(1)))
    assert hint.choices == decision.choices
    assert bool(solved) is view.deal_rules.profile.rising, "else nothing is solved"
    known = {tuple(hands) for hands in sampled[0].worlds.hands.tolist()}
    for worlds in solved:
        assert {tuple(hands) for hands in worlds.hands.tolist()} <= known
