"""The environment of one seat passes Gymnasium's checker, and follows the rules of the match."""

from __future__ import annotations

from random import Random
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import oddtrick.envs
from oddtrick.bots import find_bot
from oddtrick.dealing import new_match
from oddtrick.envs import WhistEnv
from oddtrick.errors import OddtrickError
from oddtrick.games import GAMES
from tests.support.random_matches import WITH_MORE_TO_SEE, WITHOUT_PASSES

KINDS: list[tuple[str, dict[str, Any]]] = [
    *((game.id, {}) for game in GAMES),
    ("whist", {"seat": 2, "opponents": ["random", "novice", "casual"], "observation": "dict"}),
    ("scotch-whist", {"players": 5, "seat": 4, "reward": "difference", "episode": "deal"}),
    ("knockout-whist", {"players": 7, "tie": "rps", "choose": "blind", "reward": "outcome"}),
    ("minnesota-whist", {"seat": 3, "opponents": "novice", "observation": "dict"}),
]


def name_of(kind: tuple[str, dict[str, Any]]) -> str:
    return "-".join(map(str, (kind[0], *kind[1].values())))


def play(env: Any, rng: Random, info: dict[str, Any]) -> list[tuple[Any, ...]]:
    """Plays on at random; returns what each step gave."""
    steps, done = [], False
    while not done:
        action = int(rng.choice(np.flatnonzero(info["action_mask"])))
        seen, reward, done, truncated, info = env.step(action)
        assert not truncated
        steps.append((action, seen.tobytes(), reward, info["action_mask"].tobytes()))
    assert not info["action_mask"].any()
    return steps


@pytest.mark.parametrize("kind", KINDS, ids=name_of)
def test_the_checker_of_gymnasium_passes(kind: tuple[str, dict[str, Any]]) -> None:
    game, options = kind
    made = gymnasium.make(oddtrick.envs.environment_id(game), **options)
    check_env(made.unwrapped)


@pytest.mark.parametrize("kind", [*WITHOUT_PASSES[::7], *WITH_MORE_TO_SEE[::3]], ids=name_of)
def test_an_episode_is_the_match_with_these_bots(kind: tuple[str, dict[str, Any]]) -> None:
    """The match is replayed without the environment: the same bots, cards and choices."""
    game, options = kind
    env, bot = WhistEnv(game, opponents="random", **options), find_bot("random")
    _, info = env.reset(seed=5)
    steps = iter(play(env, Random(1), info))
    match, players = new_match(game, seed=5, **options), env.episode.rules.players
    rngs = {seat: Random(f"oddtrick/5/{seat}") for seat in range(players)}
    total = 0.0
    while not match.over and 0 in match.standing.seats_in:
        seat = match.to_act
        assert seat is not None
        if seat == 0:
            action, _, reward, _ = next(steps)
            total += reward
            match = match.apply(env.episode.actions[action])
        else:
            match = match.apply(bot.choose(match.view(seat), rngs[seat]))
    assert next(steps, None) is None
    assert env.episode.current == match
    assert total == sum(result.points[match.rules.side_of(0)] for result in match.result)


def test_an_illegal_action_ends_the_episode() -> None:
    env = WhistEnv("whist", opponents="random")
    _, info = env.reset(seed=1)
    illegal = int(info["action_mask"].argmin())
    _, reward, terminated, _, info = env.step(illegal)
    assert (reward, terminated, info["illegal_action"]) == (-1, True, illegal)
    with pytest.raises(OddtrickError, match=r"call reset\(\) first: the episode is over"):
        env.step(0)


def test_errors_say_what_to_mend() -> None:
    with pytest.raises(OddtrickError, match=r"call reset\(\) first: no match has been started"):
        WhistEnv("whist").step(0)
    with pytest.raises(OddtrickError, match="'clubs' is not a bot: did you mean 'club'"):
        WhistEnv("whist", opponents="clubs")
    with pytest.raises(OddtrickError, match="opponents has 2 bots: name one, or 3"):
        WhistEnv("whist", opponents=["club", "club"])
    with pytest.raises(OddtrickError, match="4"):
        WhistEnv("whist", seat=4)
