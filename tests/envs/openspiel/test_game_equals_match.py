"""A game for OpenSpiel is the match: the same legal actions, results, and secrets."""

from __future__ import annotations

import pickle
from random import Random
from typing import Any

import numpy as np
import pytest

pyspiel = pytest.importorskip("pyspiel")

from oddtrick.envs.actions import Actions
from oddtrick.envs.openspiel import register_openspiel, spiel_name
from oddtrick.envs.openspiel.episode_setup import longest_match, read_parameters
from oddtrick.envs.openspiel.state import cells_of, deal_of, dealing_outcomes
from oddtrick.errors import OddtrickError
from oddtrick.games import find_game, register_game, rules_of, unregister_game
from oddtrick.match import CHANCE, Match, ToDeal, start
from oddtrick.solver.deals.observations import OBSERVATION_SIZE, observe_view
from tests.support.contributing_example_game import example_game
from tests.support.extent import part

KINDS: list[tuple[str, dict[str, Any], int]] = [
    ("whist", {"honours": "dealt", "target": 2}, 3),
    ("whist", {"trumps": "sequence-nt"}, 1),
    ("colonial-whist", {}, 2),
    ("colonial-scotch-whist", {}, 1),
    ("scotch-whist", {"players": 2}, 2),
    ("scotch-whist", {"players": 6, "sides": 3}, 1),
    ("knockout-whist", {"players": 5, "choose": "blind", "broken": True}, 7),
    ("knockout-whist", {"players": 2}, 7),
    ("oh-hell", {"players": 3, "most": 4}, 4),
    ("oh-hell", {"hook": False, "no_trump_at_most": True, "most": 13, "run": "up-down"}, 2),
]


def load(game: str, options: dict[str, Any], deals: int, **more: Any) -> Any:
    return pyspiel.load_game(spiel_name(find_game(game)), {**options, "max_deals": deals, **more})


def drawn(state: Any, rng: Random) -> int:
    """A random action, of chance by its probability."""
    if state.is_chance_node():
        actions, weights = zip(*state.chance_outcomes(), strict=True)
        return int(rng.choices(actions, weights)[0])
    return int(rng.choice(state.legal_actions()))


def states(game: Any, seed: int) -> list[Any]:
    """Every state of a random episode."""
    rng, found = Random(seed), [game.new_initial_state()]
    while not found[-1].is_terminal():
        found.append(found[-1].child(drawn(found[-1], rng)))
    return found


@pytest.mark.parametrize(("game", "options", "deals"), part(KINDS, 2), ids=str)
def test_an_episode_is_the_match_of_its_actions(
    game: str, options: dict[str, Any], deals: int
) -> None:
    """The actions of the last state, applied to a match by the rules alone."""
    *before, last = states(load(game, options, deals), seed=3)
    match: Match = start(rules_of(game, **options), dealer=0)
    numbers = Actions(match.rules)
    actions = iter(last.match.actions)
    for state in before:
        if not state.is_chance_node():
            while match.to_act == CHANCE:
                match = match.apply(next(actions))
            assert state.current_player() == match.to_act
            legal = [numbers.number_of(action) for action in match.legal_actions()]
            assert state.legal_actions() == legal
            match = match.apply(next(actions))
    assert match.result == last.match.result
    assert match.over or len(match.result) == deals
    points = np.array([deal.points for deal in match.result]).sum(axis=0)
    for seat, value in enumerate(last.returns()):
        if match.rules.goal.eliminates:
            lost = -1 / (match.rules.players - 1)
            assert value == (1.0 if match.winner == seat else lost)
        else:
            own = points[match.rules.side_of(seat)]
            others = (points.sum() - own) / (len(points) - 1)
            assert value == pytest.approx(own - others)


@pytest.mark.parametrize(("game", "options", "deals"), part(KINDS, 2), ids=str)
def test_a_resampled_state_looks_the_same_to_its_player(
    game: str, options: dict[str, Any], deals: int
) -> None:
    rng, changed = Random(5), 0
    course = [s for s in states(load(game, options, deals), seed=4) if s.current_player() >= 0]
    for state in rng.sample(course, min(12, len(course))):
        player = rng.randrange(state.num_players())
        other = state.resample_from_infostate(player, rng.random)
        for look in ("information_state_string", "observation_string", "observation_tensor"):
            assert getattr(other, look)(player) == getattr(state, look)(player)
        assert other.information_state_tensor(player) == state.information_state_tensor(player)
        assert other.current_player() == state.current_player()
        assert other.match.view(player) == state.match.view(player)
        changed += str(other) != str(state)
    assert changed > 3


@pytest.mark.parametrize(("game", "options", "deals"), part(KINDS, 2), ids=str)
def test_information_states_tell_apart_what_a_player_has_seen(
    game: str, options: dict[str, Any], deals: int
) -> None:
    """Two histories with one information state have one view of every earlier deal and of this."""
    loaded, seen = load(game, options, deals), dict[tuple[int, str], Any]()
    for seed in range(3):
        for state in states(loaded, seed):
            player = state.current_player()
            if player < 0:
                continue
            view = state.match.view(player)
            key = (player, state.information_state_string())
            assert seen.setdefault(key, view) == view
            tensor = np.array(state.observation_tensor())[loaded.num_players() :]
            assert np.array_equal(tensor[:OBSERVATION_SIZE], observe_view(view))
    tensors = {
        (player, tuple(state.information_state_tensor(player)))
        for seed in range(3)
        for state in states(loaded, seed)
        if (player := state.current_player()) >= 0
    }
    assert len(tensors) == len(seen)


@pytest.mark.parametrize(("game", "options", "deals"), KINDS[3:7], ids=str)
def test_cells_are_dealt_with_equal_chances(game: str, options: dict[str, Any], deals: int) -> None:
    """The product of the probabilities is one over the number of ways to fill the cells."""
    rng, match = Random(1), start(rules_of(game, **options), dealer=0)
    assert isinstance(match.phase, ToDeal)
    products = set()
    for _ in range(4):
        cells: list[int] = []
        product = 1.0
        for _ in range(match.rules.pack.bit_count()):
            outcomes = dealing_outcomes(match, cells)
            assert sum(chance for _, chance in outcomes) == pytest.approx(1)
            cell, chance = rng.choices(outcomes, [chance for _, chance in outcomes])[0]
            cells.append(cell)
            product *= chance
        products.add(round(np.log(product), 6))
        assert cells_of(match.rules, deal_of(match, cells)) == tuple(cells)
    assert len(products) == 1


def test_a_state_and_a_game_survive_a_pickle() -> None:
    game = load("knockout-whist", {"players": 3}, 7)
    state = states(game, seed=1)[100]
    again = pickle.loads(pickle.dumps(state))  # noqa: S301  our own
    assert (str(again), again.history()) == (str(state), state.history())
    assert str(pickle.loads(pickle.dumps(game))) == str(game)  # noqa: S301


def test_a_game_of_another_package_is_registered_once() -> None:
    register_game(example_game())
    try:
        assert "oddtrick_three_handed_whist" in register_openspiel()
        assert "oddtrick_three_handed_whist" in register_openspiel()
    finally:
        unregister_game(example_game().id)
    game = pyspiel.load_game("oddtrick_three_handed_whist(target=9)")
    assert sum(states(game, seed=1)[-1].returns()) == pytest.approx(0)


def test_the_longest_match_ends_when_no_cards_are_left() -> None:
    assert longest_match(rules_of("knockout-whist")) == 7
    assert longest_match(rules_of("whist")) is None
    assert read_parameters(find_game("knockout"), {"max_deals": 50}).max_deals == 7


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("oddtrick_whist(target=0)", "target is a whole number from 1, not 0"),
        ("oddtrick_whist(honours=some)", 'honours is "none" or "'),
        ("oddtrick_whist(reward=money)", 'reward is "difference" or "points" or "outcome", not'),
        ("oddtrick_whist(max_deals=0)", "max_deals is a whole number from 1, not 0"),
        ("oddtrick_scotch_whist(players=5,sides=2)", "play each for himself, without sides"),
        ("oddtrick_knockout_whist(tie=rps)", 'take tie="cut", or max_deals=1'),
        ("oddtrick_short_pack_whist(cards=3)", "are 7, but 2 suits of 3 have 6"),
    ],
)
def test_wrong_parameters_are_refused_in_one_line(text: str, wrong: str) -> None:
    with pytest.raises(OddtrickError) as refusal:
        pyspiel.load_game(text)
    assert wrong in str(refusal.value)
    assert "\n" not in str(refusal.value)


def test_an_observer_refuses_parameters_and_the_cards_of_all() -> None:
    game = pyspiel.load_game("oddtrick_whist")
    with pytest.raises(OddtrickError, match="an observer takes no parameters"):
        game.make_py_observer(None, {"x": 1})
    everything = pyspiel.IIGObservationType(
        perfect_recall=False, private_info=pyspiel.PrivateInfoType.ALL_PLAYERS
    )
    with pytest.raises(OddtrickError, match="of one player or of none, not of all"):
        game.make_py_observer(everything)


def test_actions_are_those_of_the_other_environments() -> None:
    state = next(s for s in states(load("knockout-whist", {}, 7), 2) if 52 in s.legal_actions())
    actions = Actions(state.match.rules)
    assert [actions[action] for action in state.legal_actions()] == list(
        state.match.legal_actions()
    )
    assert state.action_to_string(54) == "choose hearts"
