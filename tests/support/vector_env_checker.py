"""A checker of Gymnasium's vector environments: shapes, seeds and the three ways of autoreset."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

Make = Callable[[AutoresetMode], VectorEnv[Any, Any, Any]]


class Turn(NamedTuple):
    """The result of a reset or a step."""

    seen: NDArray[Any]
    rewards: NDArray[Any]
    over: NDArray[Any]
    infos: dict[str, Any]


def check_vector_env(make: Make, steps: int) -> None:
    """Checks an environment in each mode of autoreset, with the lowest legal actions.

    Raises:
        AssertionError: it does not keep a rule of the API.
    """
    for mode in AutoresetMode:
        env = make(mode)
        assert env.metadata["autoreset_mode"] is mode
        check_spaces(env)
        turns = record(env, steps, mode)
        assert any(turn.over.any() for turn in turns), "no episode ended: take more steps"
        check_turns(env, turns)
        check_autoreset(turns, mode)
        check_repeats(turns, record(make(mode), steps, mode))
        check_not_reused(turns)


def lowest(turn: Turn) -> NDArray[Any]:
    """The lowest legal action of each env."""
    actions: NDArray[Any] = turn.infos["action_mask"].argmax(axis=1)
    return actions


def record(env: VectorEnv[Any, Any, Any], steps: int, mode: AutoresetMode) -> list[Turn]:
    """The turns of a run from seed 7; with autoreset disabled, resets follow by mask."""
    seen, infos = env.reset(seed=7)
    blank = np.zeros(env.num_envs)
    turns = [Turn(seen, blank, blank.astype(bool), infos)]
    for _ in range(steps):
        last = turns[-1]
        if mode is AutoresetMode.DISABLED and last.over.any():
            mask = last.over.copy()
            seen, infos = env.reset(options={"reset_mask": mask})
            assert np.array_equal(seen[~mask], last.seen[~mask]), "a mask resets only its envs"
            turns.append(Turn(seen, blank, np.zeros(env.num_envs, bool), infos))
            continue
        seen, rewards, over, truncated, infos = env.step(lowest(last))
        assert truncated.shape == (env.num_envs,)
        assert truncated.dtype == np.bool_
        turns.append(Turn(seen, rewards, over, infos))
    return turns


def check_spaces(env: VectorEnv[Any, Any, Any]) -> None:
    """Checks that the spaces are those of one env, batched."""
    assert env.observation_space == batch_space(env.single_observation_space, env.num_envs)
    assert env.action_space == batch_space(env.single_action_space, env.num_envs)


def check_turns(env: VectorEnv[Any, Any, Any], turns: list[Turn]) -> None:
    """Checks shapes and types, and that everything is in its space."""
    for seen, rewards, over, infos in turns:
        assert env.observation_space.contains(seen)
        assert rewards.shape == over.shape == (env.num_envs,)
        assert rewards.dtype == np.float64
        assert over.dtype == np.bool_
        mask = infos["action_mask"]
        assert mask.dtype == np.int8
        assert mask.shape == (env.num_envs, env.single_action_space.n)  # type: ignore[attr-defined]
        assert infos["_action_mask"].all()
        assert mask.any(axis=1).all(), "every env has an action to give"


def check_autoreset(turns: list[Turn], mode: AutoresetMode) -> None:
    """Checks what follows the end of an episode."""
    for last, turn in pairwise(turns):
        if mode is AutoresetMode.SAME_STEP:
            assert ("final_obs" in turn.infos) == bool(turn.over.any())
            if turn.over.any():
                check_final(turn)
            continue
        assert "final_obs" not in turn.infos
        assert not turn.over[last.over].any(), "a new episode has begun"
        assert not turn.rewards[last.over].any(), "a reset has no reward"
        assert (turn.seen[last.over] != last.seen[last.over]).any(axis=1).all()
    if mode is not AutoresetMode.SAME_STEP:
        return
    assert not any(np.array_equal(a.seen, b.seen) for a, b in pairwise(turns))


def check_final(turn: Turn) -> None:
    """Checks the last observations and infos of the episodes that ended within a step."""
    finals, ended = turn.infos["final_obs"], turn.infos["_final_obs"]
    assert np.array_equal(ended, turn.over)
    assert np.array_equal(turn.infos["_final_info"], turn.over)
    assert turn.infos["final_info"]["action_mask"].shape == turn.infos["action_mask"].shape
    for env, over in enumerate(turn.over):
        assert (finals[env] is not None) == over
        if over:
            assert finals[env].shape == turn.seen[env].shape
            assert not np.array_equal(finals[env], turn.seen[env]), "a new episode is shown"


def check_repeats(turns: list[Turn], again: list[Turn]) -> None:
    """Checks that the same seed gives the same run."""
    for one, other in zip(turns, again, strict=True):
        assert np.array_equal(one.seen, other.seen)
        assert np.array_equal(one.rewards, other.rewards)
        assert np.array_equal(one.over, other.over)
        assert np.array_equal(one.infos["action_mask"], other.infos["action_mask"])


def check_not_reused(turns: list[Turn]) -> None:
    """Checks that no step writes into what an earlier one returned."""
    arrays = [array for turn in turns[:6] for array in (turn.seen, turn.infos["action_mask"])]
    for number, array in enumerate(arrays):
        assert not any(np.shares_memory(array, other) for other in arrays[number + 1 :])
