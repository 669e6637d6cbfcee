"""OpenSpiel's information-set search plays our whist as an external bot."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from random import Random
from typing import Any

import pytest

from oddtrick.arena.view_json import encode_view
from oddtrick.cards import CARDS
from oddtrick.dealing import deal_out, new_match
from oddtrick.games import rules_of
from oddtrick.match import start
from oddtrick.solver.sampling import worlds
from tests.support.extent import times

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"
PROGRAM = BENCHMARKS / "openspiel_ismcts.py"

pytestmark = pytest.mark.skipif(
    find_spec("pyspiel") is None and "CI" not in os.environ, reason="OpenSpiel is not installed"
)


@pytest.fixture
def spiel(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(str(BENCHMARKS))
    return import_module("openspiel_ismcts")


@pytest.fixture
def game(spiel: Any) -> Any:
    return spiel.pyspiel.load_game("python_whist_observed")


def test_the_game_is_ours_card_for_card(game: Any) -> None:
    rng, rules = Random(2), rules_of("whist", match="deals", deals=1)
    for _ in range(10):
        pack = rng.sample(range(52), 52)
        state, match = game.new_initial_state(), start(rules, dealer=0)
        for card in pack:
            state.apply_action(card)
        match = match.apply(deal_out(match, [CARDS[card] for card in pack]))
        while not state.is_terminal():
            assert state.current_player() == match.to_act
            assert tuple(state.legal_actions()) == match.legal_actions()
            card = rng.choice(state.legal_actions())
            state.apply_action(card)
            match = match.apply(CARDS[card])
        ours, theirs = match.result[0].points
        assert state.returns()[0] == ours - theirs


@pytest.mark.parametrize("plays", [0, 9, 22, 37, 46])
def test_a_view_becomes_a_state_with_the_same_worlds(spiel: Any, game: Any, plays: int) -> None:
    rng, match = Random(plays), new_match("whist", seed=plays)
    for _ in range(plays):
        match = match.apply(rng.choice(match.legal_actions()))
    view = match.view(match.to_act)
    state = spiel.state_of(game, json.loads(json.dumps(encode_view(view))))
    assert [CARDS[card] for card in state.legal_actions()] == list(view.legal)
    others, layouts = state.layouts(state.current_player())
    assert layouts.count == worlds(view).count
    world = state.in_world(state.current_player(), others, layouts.draw(rng))
    assert world.information_state_string() == state.information_state_string()
    held = sorted(card for hand in world.hands for card in hand)
    assert sorted([*held, *world.played]) == list(range(52))
    assert [len(hand) for hand in world.hands] == [len(hand) for hand in state.hands]


def test_all_layouts_are_equally_likely(spiel: Any) -> None:
    voids = [frozenset({0}), frozenset(), frozenset({3})]
    layouts = spiel.Layouts([0, 1, 14, 27, 40, 41], (2, 3, 1), voids)
    rng, drawn = Random(1), 6000
    seen = Counter(str(layouts.draw(rng)) for _ in range(drawn))
    assert len(seen) == layouts.count
    expected = drawn / layouts.count
    assert sum((count - expected) ** 2 / expected for count in seen.values()) < 2 * len(seen)


def test_the_bot_plays_legal_cards_the_same_for_the_same_seed(spiel: Any, game: Any) -> None:
    rng, state = Random(1), game.new_initial_state()
    for card in rng.sample(range(52), 52):
        state.apply_action(card)
    for seed in range(6):
        card, again = (spiel.make_bot(game, seed, simulations=30).step(state) for _ in range(2))
        assert card == again
        assert card in state.legal_actions()
        state.apply_action(int(card))


def test_the_program_plays_in_the_arena(spiel: Any) -> None:
    command = f"openspiel={sys.executable} {PROGRAM} --simulations {times(4, whole=20)}"
    arena = [sys.executable, "-m", "oddtrick", "arena", "openspiel", "random", "--bot", command]
    done = subprocess.run(
        [*arena, "--deals", "2", "--json", "--executor", "threads", "--workers", "1"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "forfeit" not in done.stderr
    assert json.loads(done.stdout)["deals"] == 2
