"""A copy of any environment goes on as the original does: pickled, deep-copied, or restored."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from functools import partial
from itertools import product
from random import Random
from typing import Any, get_args

import gymnasium
import numpy as np
import pettingzoo
import pytest
from gymnasium.vector import AutoresetMode

import oddtrick.envs
from oddtrick.bots.styles import STYLES
from oddtrick.envs.episode import (
    EpisodeKind,
    IllegalActions,
    ObservationKind,
    RewardKind,
)
from oddtrick.envs.gymnasium_envs import VectorReward
from oddtrick.envs.rendering import RENDER_MODES
from oddtrick.games import GAMES, rules_of
from oddtrick.solver.deals import VectorDeals
from tests.support.extent import part
from tests.support.random_matches import EVERY, WITH_CALLS

Walk = Callable[[Any, Random, int], list[bytes]]

DEALT = [*EVERY, *WITH_CALLS]
"""All of them: batches of deals play every game."""

IDS = [oddtrick.envs.environment_id(game.id) for game in GAMES]
LEVELS = ["random", "novice", "casual", "club", "expert"]
SETTINGS: list[dict[str, Any]] = [
    {"observation": observation, "reward": reward, "episode": episode, "illegal": illegal}
    for observation, reward, episode, illegal in product(
        get_args(ObservationKind),
        get_args(RewardKind),
        get_args(EpisodeKind),
        get_args(IllegalActions),
    )
    if (reward, episode) != ("outcome", "deal")
]


def settings_of(name: str) -> list[dict[str, Any]]:
    """Those with which this environment is copied: each is with some of them."""
    return SETTINGS[IDS.index(name) :: len(IDS)]


def bytes_of(value: object) -> bytes:
    """A value of an environment, whatever its arrays are held in."""
    return pickle.dumps(value)


def step_single(env: Any, rng: Random, steps: int) -> list[bytes]:
    """Steps an environment of one seat; an episode that ends is followed by the next."""
    walk = []
    mask = env.unwrapped.action_masks()
    for _ in range(steps):
        if not mask.any():
            _, info = env.reset()
            mask = info["action_mask"]
        given = env.step(int(rng.choice(np.flatnonzero(mask))))
        mask = given[-1]["action_mask"]
        walk.append(bytes_of(given))
    return [*walk, bytes_of(env.reset())]


def step_aec(env: Any, rng: Random, steps: int) -> list[bytes]:
    walk = []
    for _ in range(steps):
        if not env.agents:
            env.reset()
        given = env.last()
        walk.append(bytes_of((env.agent_selection, given)))
        env.step(None if given[2] else int(rng.choice(np.flatnonzero(given[0]["action_mask"]))))
    env.reset()
    return [*walk, bytes_of(env.last())]


def step_parallel(env: Any, rng: Random, steps: int) -> list[bytes]:
    walk = []
    for _ in range(steps):
        if not env.agents:
            env.reset()
        seen = env.unwrapped._observations()
        given = env.step(
            {
                agent: int(rng.choice(np.flatnonzero(seen[agent]["action_mask"])))
                for agent in env.agents
            }
        )
        walk.append(bytes_of(given))
    return [*walk, bytes_of(env.reset())]


def step_vector(env: Any, rng: Random, steps: int) -> list[bytes]:
    walk = []
    for _ in range(steps):
        masks = env._masks(env.deals.look())
        over = ~masks.any(axis=1)
        if env.autoreset_mode is AutoresetMode.DISABLED and over.any():
            walk.append(bytes_of(env.reset(options={"reset_mask": over})))
            continue
        tastes = np.array([[rng.random() for _ in row] for row in masks])
        walk.append(bytes_of(env.step((masks * tastes).argmax(axis=1))))
    return [*walk, bytes_of(env.reset())]


def check_copies(make: Callable[[], Any], walk: Walk, steps: int = 12) -> None:
    """Checks the copies of a new environment, and of one in the middle of an episode."""
    env = make()
    fresh = [copied(env) for copied in COPIES]
    for each in (env, *fresh):
        each.reset(seed=5)
    walks = [walk(each, Random(1), steps) for each in (*fresh, env)]
    env.reset(seed=5)
    walk(env, Random(2), steps // 2)
    saved = pickle.loads(pickle.dumps(env.unwrapped.save_state()))  # noqa: S301
    restored = make()
    restored.reset(seed=8)
    restored.unwrapped.restore_state(saved)
    later = [*(copied(env) for copied in COPIES), restored]
    walks_later = [walk(each, Random(3), steps) for each in (*later, env)]
    assert all(one == walks[0] for one in walks)
    assert all(one == walks_later[0] for one in walks_later)
    env.unwrapped.restore_state(saved)
    assert walk(env, Random(3), steps) == walks_later[0]
    assert walks != walks_later


COPIES: tuple[Callable[[Any], Any], ...] = (
    copy.deepcopy,
    lambda env: pickle.loads(pickle.dumps(env)),  # noqa: S301
)


@pytest.mark.parametrize("name", IDS)
def test_copies_of_environments_of_all_players_go_on_alike(name: str) -> None:
    for settings in settings_of(name):
        check_copies(partial(pettingzoo.make, "aec", name, **settings), step_aec)
        check_copies(partial(pettingzoo.make, "parallel", name, **settings), step_parallel)


def test_copies_go_on_alike_while_seats_throw() -> None:
    """Their throws are secret, and in the parallel environment they throw in one step (K5)."""
    name = oddtrick.envs.environment_id("knockout-whist")
    options: dict[str, Any] = {"players": 7, "tie": "rps", "choose": "blind"}
    check_copies(partial(pettingzoo.make, "aec", name, **options), step_aec, 80)
    check_copies(partial(pettingzoo.make, "parallel", name, **options), step_parallel, 80)


@pytest.mark.parametrize("name", IDS)
def test_copies_of_environments_of_one_player_go_on_alike(name: str) -> None:
    for settings in settings_of(name):
        check_copies(partial(gymnasium.make, name, opponents="random", **settings), step_single)
    for mode in RENDER_MODES:
        check_copies(
            partial(gymnasium.make, name, opponents="random", render_mode=mode),
            step_single,
            2,
        )


@pytest.mark.parametrize(
    "opponents",
    [
        *LEVELS,
        *(
            f"{level}+{style.name}"
            for level, style in zip(["novice", "casual", "club"] * 3, STYLES, strict=True)
        ),
    ],
)
def test_copies_with_each_opponent_inside_go_on_alike(opponents: str) -> None:
    steps = 1 if opponents == "expert" else 12
    name = oddtrick.envs.environment_id("knockout-whist")
    check_copies(partial(gymnasium.make, name, opponents=opponents), step_single, steps)


def lowest(observations: Any, masks: Any) -> Any:
    """A policy that can be pickled: the lowest legal action."""
    assert len(observations) == len(masks)
    return masks.argmax(axis=1)


@pytest.mark.parametrize("name", IDS)
def test_copies_of_vectors_go_on_alike(name: str) -> None:
    ways = product(AutoresetMode, get_args(VectorReward), ("random", lowest))
    for mode, reward, opponents in part(ways, 4):
        settings: dict[str, Any] = {
            "autoreset_mode": mode,
            "reward": reward,
            "opponents": opponents,
        }
        check_copies(partial(gymnasium.make_vec, name, num_envs=3, **settings), step_vector)


@pytest.mark.parametrize("kind", part(DEALT, 6), ids=str)
def test_copies_of_deals_go_on_alike(kind: tuple[str, dict[str, Any]]) -> None:
    """With each way of stepping them, for every game and its options."""
    game, options = kind
    rules = rules_of(game, **options)
    for auto_reset, observe, reuse in product((False, True), repeat=3):
        deals = VectorDeals(
            rules, 3, seed=9, first=4, auto_reset=auto_reset, observe=observe, reuse=reuse
        )
        for count in (0, 7):
            for _ in range(count):
                deals.step(lowest_actions(deals))
            twins = [copied(deals) for copied in COPIES]
            after = []
            for each in (*twins, deals):
                steps = [each.step(lowest_actions(each)) for _ in range(3)]
                after.append(bytes_of([*steps, each.state(), each.plan.start]))
            assert after[0] == after[1] == after[2]


def lowest_actions(deals: VectorDeals) -> list[int]:
    lowest_legal: list[int] = deals.legal(deals.look()).argmax(axis=1).tolist()
    return lowest_legal
