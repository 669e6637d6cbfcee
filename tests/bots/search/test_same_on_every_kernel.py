"""Evaluations do not depend on the kernel level of the machine."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from oddtrick.solver import _processor

CODE = """
from oddtrick.bots.search import Searcher, SearchBudget
from oddtrick.bots.search.literature_baseline_players import TreePlayer
from oddtrick.dealing import new_match
from random import Random
budget = SearchBudget(candidates=300, worlds=80, endgame_cards=4, temperature=100)
searcher = Searcher("tried", budget)
tree = TreePlayer("tree", iterations=400, learnt=True)
for game in ("whist", "scotch-whist", "knockout-whist"):
    match, rng = new_match(game, seed=2), Random(2)
    for number in range(24):
        view = match.view(match.to_act)
        if number % 6 == 0 and len(view.legal) > 1 and view.table_seats:
            print(searcher.evaluate(view, Random(number)), tree.choose(view, Random(number)))
        match = match.apply(rng.choice(match.legal_actions()))
"""


def decisions_at(level: str) -> str:
    environment = {**os.environ, "ODDTRICK_KERNEL": level}
    done = subprocess.run(
        [sys.executable, "-c", CODE], env=environment, capture_output=True, text=True, check=True
    )
    return done.stdout


@pytest.mark.skipif(len(_processor.levels()) < 2, reason="this machine runs one kernel")
def test_all_kernel_levels_give_the_same_values() -> None:
    first, second = map(decisions_at, _processor.levels())
    assert first.count("Evaluation(") > 6
    assert first == second
