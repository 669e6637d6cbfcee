"""Resampled states are drawn evenly from all that the player cannot tell apart."""

from __future__ import annotations

from collections import Counter
from importlib import import_module
from random import Random
from typing import Any

import numpy as np
import pytest

from tests.support.extent import times

pyspiel = pytest.importorskip("pyspiel")

from open_spiel.python.algorithms.get_all_states import get_all_states
from open_spiel.python.algorithms.ismcts import ISMCTSBot
from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator

import oddtrick.envs.openspiel
from oddtrick.solver.sampling import worlds

assert oddtrick.envs.openspiel.register_openspiel()
DRAWS = times(1500, whole=4000)
PACK = 8
"""The cards of the small game."""


def chance_of_even(counts: Any) -> float:
    """The p-value of counts that come from an even distribution."""
    found: float = import_module("scipy.stats").chisquare(counts).pvalue  # here: it loads slowly
    return found


def hidden(state: Any) -> str:
    """The cards of all seats, and those left over."""
    return str(state).partition("\nplays")[0]


def test_every_state_of_an_information_set_is_equally_likely() -> None:
    """The states are found by walking the whole tree, without our sampler."""
    game = pyspiel.load_game("oddtrick_short_pack_whist(ranks=4,cards=3)")
    rng, state = Random(1), game.new_initial_state()
    while state.is_chance_node():
        actions, weights = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(rng.choices(actions, weights)[0])
    state.apply_action(state.legal_actions()[0])
    for _ in range(2):  # before the reply, and after it: then a void may have been shown
        player = state.current_player()
        alike = {hidden(other) for other in deals_like(game, state, player)}
        drawn = Counter(
            hidden(state.resample_from_infostate(player, rng.random)) for _ in range(DRAWS)
        )
        assert set(drawn) == alike
        assert worlds(state.match.view(player)).count == len(alike)
        assert chance_of_even([drawn[each] for each in sorted(alike)]) > 0.001
        state.apply_action(state.legal_actions()[-1])


def deals_like(game: Any, state: Any, player: int) -> list[Any]:
    """Every state with the same information state, played from every deal of the pack."""
    plays = state.history()[PACK:]
    dealt = get_all_states(game, depth_limit=PACK, include_chance_states=True).values()
    found = []
    for opening in dealt:
        if len(opening.history()) != PACK:
            continue
        other = opening.clone()
        for action in plays:
            if action not in other.legal_actions():
                break
            other.apply_action(action)
        else:
            if other.information_state_string(player) == state.information_state_string(player):
                found.append(other)
    return found


def test_shown_voids_are_respected() -> None:
    """Late in a deal of whist with many voids, drawn against the enumeration of all worlds."""
    game, rng = pyspiel.load_game("oddtrick_whist"), Random(7)
    state = game.new_initial_state()
    while len(state.match.view(0).tricks) < 10 or state.current_player() != 0:
        outcomes = state.chance_outcomes() if state.is_chance_node() else ()
        actions = [action for action, _ in outcomes] or state.legal_actions()
        weights = [chance for _, chance in outcomes] or None
        state.apply_action(rng.choices(actions, weights)[0])
    view = state.match.view(0)
    here = worlds(view)
    assert any(view.voids)
    assert 2 < here.count < 3000
    expected = {tuple(hand.mask for hand in world.hands) for world in here.all()}
    drawn: Counter[tuple[int, ...]] = Counter()
    for _ in range(DRAWS):
        other = state.resample_from_infostate(0, rng.random).match
        drawn[tuple(other.phase.held(seat) for seat in range(4))] += 1
    assert set(drawn) <= expected
    for hands in drawn:
        for seat, suits in enumerate(view.voids):
            assert not any(hands[seat] & suit.mask for suit in suits)
    counts = np.array([drawn[each] for each in expected])
    if DRAWS / len(expected) >= 5:
        assert chance_of_even(counts) > 0.001


@pytest.mark.parametrize("kind", ["oddtrick_whist", "oddtrick_knockout_whist(players=3)"])
def test_the_tree_search_of_openspiel_plays_the_game(kind: str) -> None:
    """Information-set search asks for resampled states and checks that they look the same."""
    game, rng = pyspiel.load_game(kind), Random(2)
    evaluator = RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = ISMCTSBot(game, evaluator, 2.0, 8, random_state=np.random.RandomState(1))
    state, decisions = game.new_initial_state(), 0
    while decisions < 6 and not state.is_terminal():
        if state.is_chance_node():
            actions, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(actions, weights)[0])
            continue
        action = bot.step(state)
        assert action in state.legal_actions()
        decisions += len(state.legal_actions()) > 1
        state.apply_action(action)
    assert decisions == 6
