"""Exploitability and equilibria of short-pack whist, against a tree and a linear program."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
import pytest

pyspiel = pytest.importorskip("pyspiel")

from open_spiel.python.algorithms import cfr, expected_game_score
from open_spiel.python.algorithms.exploitability import exploitability
from open_spiel.python.policy import TabularPolicy

import oddtrick.envs.openspiel
from tests.support import short_pack_tree as brute
from tests.support.extent import part

assert oddtrick.envs.openspiel.register_openspiel()
RANKS = 3


@pytest.fixture(scope="module")
def game() -> Any:
    return pyspiel.load_game("oddtrick_short_pack_whist")


@pytest.fixture(scope="module")
def tree() -> list[brute.History]:
    return brute.histories(suits=2, ranks=RANKS, cards=2)


def uniform(seen: brute.InformationSet, legal: list[brute.Card]) -> list[float]:
    return [1 / len(legal)] * len(legal)


def bold(seen: brute.InformationSet, legal: list[brute.Card]) -> list[float]:
    """High cards are likelier, and the first suit twice as likely as the second."""
    weights = [(1 + rank) * (2 - suit) for suit, rank in legal]
    return [weight / sum(weights) for weight in weights]


def as_policy(game: Any, chosen: Any) -> Any:
    """The same policy for OpenSpiel: actions are cards, the highest rank is the ace."""
    policy = TabularPolicy(game)
    for state, row in zip(policy.states, policy.action_probability_array, strict=True):
        actions = state.legal_actions()
        row[:] = 0
        row[actions] = chosen((), [(card // 13, card % 13 - 13 + RANKS) for card in actions])
    return policy


@pytest.mark.parametrize("chosen", part([uniform, bold], 1))
def test_exploitability_is_that_of_brute_force(
    game: Any, tree: list[brute.History], chosen: Any
) -> None:
    found = exploitability(game, as_policy(game, chosen))
    assert found == pytest.approx(brute.exploitability(tree, chosen), abs=1e-12)
    assert found > 0.03


@pytest.mark.whole(
    held_by="tests/envs/openspiel/test_short_pack_whist.py::test_exploitability_is_that_of_brute_force"
)
def test_cfr_comes_to_the_equilibrium(game: Any, tree: list[brute.History]) -> None:
    """The average policy is ever less exploitable, and its value nears that of the program."""
    solver, left = cfr.CFRPlusSolver(game), [exploitability(game, TabularPolicy(game))]
    for iterations in (2, 6, 18):
        for _ in range(iterations):
            solver.evaluate_and_update_policy()
        left.append(exploitability(game, solver.average_policy()))
    assert all(after < before / 2 for before, after in pairwise(left))
    assert left[-1] < 0.0005
    policies = [solver.average_policy()] * 2
    value = expected_game_score.policy_value(game.new_initial_state(), policies)[0]
    # Each side of the equilibrium is off by no more than what both could gain together.
    assert abs(value - brute.game_value(tree)) <= 2 * left[-1]


def test_the_program_agrees_with_its_own_best_responses(tree: list[brute.History]) -> None:
    """No policy of the second player holds the first below the value, and the other way round."""
    value = brute.game_value(tree)
    for chosen in (uniform, bold):
        assert brute.best_response(tree, 0, chosen) >= value - 1e-9
        assert brute.best_response(tree, 1, chosen) >= -value - 1e-9
    assert np.isfinite(value)
