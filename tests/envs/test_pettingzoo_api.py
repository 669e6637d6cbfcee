"""The checkers of PettingZoo pass for every game, and the registry knows them all."""

from __future__ import annotations

import subprocess
import sys
import warnings
from importlib import import_module
from typing import Any

import gymnasium
import numpy as np
import pettingzoo
import pytest

import oddtrick.envs
from oddtrick.extras import install_command
from oddtrick.games import GAMES, Game
from tests.support.contributing_example_game import example_game, registered
from tests.support.extent import times

with warnings.catch_warnings():
    # The checkers import an environment in PettingZoo's own deprecated way.
    warnings.simplefilter("ignore", DeprecationWarning)
    checkers: Any = import_module("pettingzoo.test")

CYCLES = times(200, whole=1_000)
KINDS: list[tuple[str, dict[str, Any]]] = [
    *((game.id, {}) for game in GAMES),
    ("whist", {"match": "rubber", "honours": "dealt", "target": 7, "observation": "dict"}),
    ("whist", {"match": "deals", "deals": 2, "reward": "difference"}),
    ("scotch-whist", {"players": 2, "episode": "deal"}),
    ("scotch-whist", {"players": 8, "sides": 4}),
    ("knockout-whist", {"players": 7, "tie": "rps", "reward": "outcome", "observation": "dict"}),
    ("knockout-whist", {"players": 2, "choose": "blind", "broken": True}),
    ("oh-hell", {"players": 7, "run": "up-down", "observation": "dict"}),
    ("solo-whist", {"deals": 2, "no_bid": "general-misere", "reward": "outcome"}),
    ("bid-whist", {"least": 5, "sport": False, "episode": "deal", "observation": "dict"}),
    ("german-whist", {"count": "all", "deals": 2, "reward": "difference"}),
]


def name_of(kind: tuple[str, dict[str, Any]]) -> str:
    return "-".join(map(str, (kind[0], *kind[1].values())))


# Its checkers warn about every observation that is a dictionary, and expect one with a mask.
@pytest.mark.filterwarnings("ignore:Observation space for each agent probably:UserWarning")
@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning")
@pytest.mark.parametrize("kind", KINDS, ids=name_of)
def test_the_checkers_of_pettingzoo_pass(kind: tuple[str, dict[str, Any]]) -> None:
    game, options = kind
    name = oddtrick.envs.environment_id(game)

    def aec() -> Any:
        return pettingzoo.make("aec", name, **options)

    def parallel() -> Any:
        return pettingzoo.make("parallel", name, **options)

    checkers.api_test(aec(), num_cycles=CYCLES)
    checkers.seed_test(aec)
    checkers.parallel_api_test(parallel(), num_cycles=CYCLES)
    checkers.parallel_seed_test(parallel)


@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning")
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_every_way_of_rendering_passes_the_test_of_pettingzoo(
    game: Game, capsys: pytest.CaptureFixture[str]
) -> None:
    name = oddtrick.envs.environment_id(game.id)

    def aec(**kwargs: Any) -> Any:
        return pettingzoo.make("aec", name, **kwargs)

    checkers.render_test(aec)
    assert f"{game.id} · deal 1" in capsys.readouterr().out


def test_a_person_who_watches_is_shown_the_table_after_every_step(
    capsys: pytest.CaptureFixture[str],
) -> None:
    name = oddtrick.envs.environment_id("whist")
    aec: Any = pettingzoo.make("aec", name, render_mode="human")
    parallel: Any = pettingzoo.make("parallel", name, render_mode="human")
    single: Any = gymnasium.make(name, render_mode="human", opponents="random")

    def shown() -> int:
        return capsys.readouterr().out.count("whist · deal 1")

    aec.reset(seed=1)
    assert shown() == 1
    aec.step(int(aec.last()[0]["action_mask"].argmax()))
    assert shown() == 1
    seen, _ = parallel.reset(seed=1)
    assert shown() == 1
    parallel.step({agent: int(each["action_mask"].argmax()) for agent, each in seen.items()})
    assert shown() == 1
    _, info = single.reset(seed=1)
    assert shown() == 1
    single.step(int(info["action_mask"].argmax()))
    assert shown() == 1


@pytest.mark.parametrize("illegal", [False, True])
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_infos_have_the_same_keys_at_every_step_and_values_of_numpy(
    game: Game, illegal: bool
) -> None:
    """Libraries make tables of the infos of the first step, and read types from their values."""
    name = oddtrick.envs.environment_id(game.id)

    def choose(mask: Any) -> int:
        return int(mask.argmin() if illegal else mask.argmax())

    single: Any = gymnasium.make(name, opponents="random")
    _, info = single.reset(seed=1)
    infos = [info]
    while info["action_mask"].any():
        *_, info = single.step(choose(info["action_mask"]))
        infos.append(info)
    check_infos(infos, {"action_mask", "illegal_action"}, illegal=illegal)
    parallel: Any = pettingzoo.make("parallel", name)
    seen, first = parallel.reset(seed=1)
    infos = [*first.values()]
    while parallel.agents:
        seen, *_, later = parallel.step(
            {agent: choose(each["action_mask"]) for agent, each in seen.items()}
        )
        infos += later.values()
    check_infos(infos, {"illegal_action"}, illegal=illegal)
    aec: Any = pettingzoo.make("aec", name)
    aec.reset(seed=1)
    infos = [*aec.infos.values()]
    for _ in aec.agent_iter():
        seen, _, over, _, info = aec.last()
        infos.append(info)
        aec.step(None if over else choose(seen["action_mask"]))
    check_infos(infos, {"illegal_action"}, illegal=illegal)


def check_infos(infos: list[dict[str, Any]], keys: set[str], *, illegal: bool) -> None:
    for info in infos:
        assert set(info) == keys
        assert {name: value.dtype for name, value in info.items()} == {
            name: np.int8 if name == "action_mask" else np.int64 for name in keys
        }
    assert any(info["illegal_action"] >= 0 for info in infos) == illegal


def test_both_registries_have_every_game() -> None:
    for game in GAMES:
        name = oddtrick.envs.environment_id(game.id)
        assert pettingzoo.spec("aec", name).namespace == "oddtrick"
        for kind in ("aec", "parallel"):
            env: Any = pettingzoo.make(kind, name)
            assert env.episode.rules == game.rules()
            assert env.possible_agents == [f"seat_{seat}" for seat in range(game.rules().players)]
    played = {oddtrick.envs.environment_id(game.id) for game in GAMES}
    assert set(oddtrick.envs.register_envs()) == played


def test_a_game_of_another_package_is_played() -> None:
    game = example_game()
    name = oddtrick.envs.environment_id(game.id)
    with registered(game):
        assert name in oddtrick.envs.register_envs()
        env: Any = pettingzoo.make("aec", name, target=1)
        env.reset(seed=1)
        for agent in env.agent_iter():
            seen, _, terminated, _, _ = env.last()
            space = env.action_space(agent)
            env.step(None if terminated else space.sample(seen["action_mask"]))
        assert env.agents == []
    del pettingzoo.aec_registry[name], pettingzoo.parallel_registry[name]


@pytest.mark.parametrize("library", ["gymnasium", "pettingzoo"])
def test_a_missing_library_is_one_line(library: str) -> None:
    code = (
        f"import sys; sys.modules[{library!r}] = None\n"
        "try:\n    import oddtrick.envs\nexcept ModuleNotFoundError as error:\n    print(error)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == f"oddtrick.envs needs {library}: {install_command('envs')}\n"
