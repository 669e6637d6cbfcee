"""The checkers of PettingZoo pass for every game, and the registry knows them all."""

from __future__ import annotations

import subprocess
import sys
import warnings
from importlib import import_module
from typing import Any

import pettingzoo
import pytest

import oddtrick.envs
from oddtrick.extras import install_command
from oddtrick.games import GAMES
from tests.support.contributing_example_game import example_game, registered
from tests.support.extent import times

with warnings.catch_warnings():
    # The checkers import an environment in PettingZoo's own deprecated way.
    warnings.simplefilter("ignore", DeprecationWarning)
    checkers: Any = import_module("pettingzoo.test")

CYCLES = times(200, whole=1_000)
CYCLES = times(200, whole=1_000)
KINDS: list[tuple[str, dict[str, Any]]] = [
    *((game.id, {}) for game in GAMES),
    ("whist", {"match": "rubber", "honours": "dealt", "target": 7, "observation": "dict"}),
    ("whist", {"match": "deals", "deals": 2, "reward": "difference"}),
    ("scotch-whist", {"players": 2, "episode": "deal"}),
    ("scotch-whist", {"players": 8, "sides": 4}),
    ("knockout-whist", {"players": 7, "tie": "rps", "reward": "outcome", "observation": "dict"}),
    ("knockout-whist", {"players": 2, "choose": "blind", "broken": True}),
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


def test_both_registries_have_every_game() -> None:
    for game in GAMES:
        name = oddtrick.envs.environment_id(game.id)
        assert pettingzoo.spec("aec", name).namespace == "oddtrick"
        for kind in ("aec", "parallel"):
            env: Any = pettingzoo.make(kind, name)
            assert env.episode.rules == game.rules()
            assert env.possible_agents == [f"seat_{seat}" for seat in range(game.rules().players)]


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
