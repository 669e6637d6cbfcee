"""Laws of the environments of PettingZoo: replay, rewards, masks, agents, saved states, errors."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest

from oddtrick.dealing import new_match
from oddtrick.envs import WhistAECEnv, WhistParallelEnv
from oddtrick.errors import OddtrickError
from oddtrick.match import Match, ToThrow
from tests.support.random_matches import WITH_MORE_TO_SEE, WITHOUT_PASSES

SOME = [*WITHOUT_PASSES[::5], *WITH_MORE_TO_SEE[::3]]
RPS: dict[str, Any] = {"players": 7, "tie": "rps", "choose": "blind"}


def name_of(kind: tuple[str, dict[str, Any]]) -> str:
    return "-".join(map(str, (kind[0], *kind[1].values())))


def choose(mask: Any, rng: Random) -> int:
    return int(rng.choice(np.flatnonzero(mask)))


def play(env: WhistAECEnv, rng: Random) -> list[tuple[Any, ...]]:
    """Plays on at random; returns each turn as bytes and numbers."""
    turns = []
    for agent in env.agent_iter():
        seen, reward, terminated, truncated, _ = env.last()
        assert seen is not None
        assert not truncated
        observation, mask = seen["observation"], seen["action_mask"]
        action = None if terminated else choose(mask, rng)
        turns.append((agent, observation.tobytes(), mask.tobytes(), reward, terminated, action))
        env.step(action)
    return turns


@pytest.mark.parametrize("kind", SOME, ids=name_of)
def test_the_same_seed_gives_the_same_episodes(kind: tuple[str, dict[str, Any]]) -> None:
    """The match of a seed, and the one that follows it without a seed."""
    game, options = kind
    envs = [WhistAECEnv(game, **options) for _ in range(2)]
    episodes = []
    for seed in (3, None, 4):
        for env in envs:
            env.reset(seed=seed)
        one, other = (play(env, Random(1)) for env in envs)
        assert one == other
        episodes.append(one)
    assert episodes[0] != episodes[1] != episodes[2] != episodes[0]


@pytest.mark.parametrize("kind", SOME, ids=name_of)
def test_a_seed_deals_the_cards_of_new_match(kind: tuple[str, dict[str, Any]]) -> None:
    """The whole match is replayed beside the environment, action by action."""
    game, options = kind
    env, rng = WhistAECEnv(game, **options), Random(2)
    env.reset(seed=9)
    match = new_match(game, seed=9, **options)
    while not match.over:
        assert (
            env.agent_selection == f"seat_{match.to_act}" or env.terminations[env.agent_selection]
        )
        seen = env.last()[0]
        assert seen is not None
        if env.terminations[env.agent_selection]:
            env.step(None)
            continue
        legal = {env.episode.actions.number_of(action) for action in match.legal_actions()}
        assert set(np.flatnonzero(seen["action_mask"])) == legal
        number = choose(seen["action_mask"], rng)
        env.step(number)
        match = match.apply(env.episode.actions[number])
    assert env.episode.current == match


def totals(env: WhistAECEnv, rng: Random) -> dict[str, float]:
    """The sum of the rewards that ``last`` shows each agent over an episode."""
    sums: dict[str, float] = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        seen, reward, terminated, _, _ = env.last()
        assert seen is not None
        sums[agent] += reward
        env.step(None if terminated else choose(seen["action_mask"], rng))
    return sums


@pytest.mark.parametrize("kind", SOME, ids=name_of)
def test_rewards_are_the_points_of_the_deals(kind: tuple[str, dict[str, Any]]) -> None:
    game, options = kind
    for reward in ("points", "difference", "outcome"):
        env = WhistAECEnv(game, reward=reward, **options)
        env.reset(seed=6)
        sums = totals(env, Random(3))
        match = env.episode.current
        for seat, agent in enumerate(env.possible_agents):
            assert sums[agent] == pytest.approx(expected_reward(match, seat, reward))


def expected_reward(match: Match, seat: int, reward: str) -> float:
    side, deals = match.rules.side_of(seat), match.all_deals
    if reward == "outcome":
        return 0.0 if match.winner is None else 1.0 if side == match.winner else -1.0
    total = 0.0
    for log in deals:
        assert log.result is not None
        if seat not in log.seats:
            continue
        points = list(log.result.points)
        own = points.pop(side)
        total += own if reward == "points" else own - sum(points) / len(points)
    return total


@pytest.mark.parametrize("kind", SOME, ids=name_of)
def test_parallel_and_aec_play_the_same_match(kind: tuple[str, dict[str, Any]]) -> None:
    game, options = kind
    env = WhistParallelEnv(game, **options)
    one = WhistAECEnv(game, **options)
    rng = Random(4)
    seen, _ = env.reset(seed=8)
    one.reset(seed=8)
    sums: dict[str, float] = dict.fromkeys(env.possible_agents, 0.0)
    while env.agents:
        masks = {agent: seen[agent]["action_mask"] for agent in env.agents}
        assert all(mask.any() for mask in masks.values())
        actions = {agent: choose(mask, rng) for agent, mask in masks.items()}
        acting = [agent for agent, action in actions.items() if action != env.episode.wait]
        follow(one, actions, len(acting))
        seen, rewards, terminated, _, _ = env.step(actions)
        for agent, reward in rewards.items():
            sums[agent] += reward
        assert env.agents == [agent for agent in terminated if not terminated[agent]]
        assert env.episode.current == one.episode.current
    one.reset(seed=8)
    assert env.episode.current.over


def follow(one: WhistAECEnv, actions: dict[str, int], turns: int) -> None:
    """Takes the actions of one parallel step in turn."""
    for _ in range(turns):
        while one.terminations[one.agent_selection]:
            one.step(None)
        one.step(actions[one.agent_selection])


def test_tied_seats_throw_in_the_same_step() -> None:
    env = WhistParallelEnv("knockout-whist", **RPS)
    rounds = 0
    for seed in range(12):
        rng = Random(seed)
        seen, _ = env.reset(seed=seed)
        while env.agents:
            phase = env.episode.current.phase
            actions = {a: choose(seen[a]["action_mask"], rng) for a in env.agents}
            if isinstance(phase, ToThrow):
                rounds += 1
                throwing = [a for a, action in actions.items() if 56 <= action < env.episode.wait]
                assert throwing == [f"seat_{seat}" for seat in phase.throwing.seats]
            seen, *_ = env.step(actions)
            if isinstance(phase, ToThrow) and not env.episode.finished:
                now = env.episode.current.phase
                assert not isinstance(now, ToThrow) or not now.throwing.thrown
    assert rounds > 5


def test_a_player_who_is_knocked_out_leaves_the_table() -> None:
    env, gone = WhistAECEnv("knockout-whist", players=7), []
    env.reset(seed=5)
    rng = Random(5)
    for agent in env.agent_iter():
        seen, _, terminated, _, _ = env.last()
        assert seen is not None
        if terminated:
            gone.append(agent)
            assert not seen["action_mask"].any()
        else:
            assert agent not in gone
            assert seen["action_mask"].any()
        env.step(None if terminated else choose(seen["action_mask"], rng))
        in_play = env.episode.current.standing.seats_in
        living = [agent for agent in env.agents if not env.terminations[agent]]
        assert env.episode.finished or living == [f"seat_{seat}" for seat in in_play]
    assert sorted(gone) == env.possible_agents
    assert gone[-1] != gone[0]


def test_the_winner_of_a_trick_is_the_next_to_act() -> None:
    env, rng, other = WhistAECEnv("whist", episode="deal"), Random(1), 0
    env.reset(seed=1)
    while env.agents and not env.terminations[env.agent_selection]:
        seat = env.possible_agents.index(env.agent_selection)
        seen = env.last()[0]
        assert seen is not None
        env.step(choose(seen["action_mask"], rng))
        other += env.agent_selection != env.possible_agents[(seat + 1) % 4]
    assert other > 3


def test_the_state_has_all_cards_and_secret_throws() -> None:
    env = WhistAECEnv("whist")
    env.reset(seed=3)
    state = env.state()
    assert env.state_space.contains(state)
    hands = state[803 : 803 + 8 * 52].reshape(8, 52)
    assert hands[:4].sum(axis=0).tolist() == [1] * 52
    for seat in range(4):
        seen = env.observe(f"seat_{seat}")["observation"]
        assert np.array_equal(seen[:52], hands[seat])


@pytest.mark.parametrize("illegal", [0, 51])
def test_an_illegal_action_ends_the_episode(illegal: int) -> None:
    env = WhistAECEnv("whist")
    env.reset(seed=1)
    agent, seen = env.agent_selection, env.last()[0]
    assert seen is not None
    illegal = next(n for n in range(52) if not seen["action_mask"][n])
    env.step(illegal)
    assert all(env.terminations.values())
    assert env.rewards[agent] == -1
    assert sum(env.rewards.values()) == -1
    assert env.infos[agent] == {"illegal_action": illegal}
    for _ in range(4):
        assert env.last()[2]
        env.step(None)
    assert env.agents == []


def test_an_illegal_action_may_raise_and_changes_nothing() -> None:
    env = WhistParallelEnv("whist", illegal="raise")
    seen, _ = env.reset(seed=1)
    before = env.save_state()
    acting = next(a for a in env.agents if not seen[a]["action_mask"][52])
    actions = dict.fromkeys(env.agents, 52)
    with pytest.raises(OddtrickError, match=r"action 52 \(wait\) is illegal: seat \d may take"):
        env.step(actions)
    with pytest.raises(OddtrickError, match=f"actions has none for {acting}, whose turn it is"):
        env.step({})
    assert env.save_state() == before


def test_errors_say_what_to_mend() -> None:
    env = WhistAECEnv("whist")
    with pytest.raises(OddtrickError, match=r"call reset\(\) first: no match has been started"):
        env.step(0)
    with pytest.raises(OddtrickError, match=r"call reset\(\) first"):
        env.state()
    with pytest.raises(OddtrickError, match="seed is -1: write a whole number from 0"):
        env.reset(seed=-1)
    env.reset(seed=1)
    for action in (None, "AS", 52, -1, 1.5):
        with pytest.raises(OddtrickError, match="is not an action: write a number, 0 to 51"):
            env.step(action)  # type: ignore[arg-type]
    with pytest.raises(OddtrickError, match='reward is "points" or "difference" or "outcome"'):
        WhistAECEnv("whist", reward="score")  # type: ignore[arg-type]
    with pytest.raises(OddtrickError, match='render_mode is "ansi" or "human" or "rgb_array", not'):
        WhistAECEnv("whist", render_mode="window")  # type: ignore[arg-type]
    with pytest.raises(OddtrickError, match="whist has no option 'players'"):
        WhistAECEnv("whist", players=4)
    with pytest.raises(OddtrickError, match='leave out episode="deal"'):
        WhistAECEnv("whist", reward="outcome", episode="deal")
    other = WhistAECEnv("scotch-whist")
    other.reset(seed=1)
    with pytest.raises(OddtrickError, match="the state belongs to another game"):
        env.restore_state(other.save_state())


def test_the_dealer_can_be_given() -> None:
    env = WhistAECEnv("whist")
    for dealer in range(4):
        env.reset(seed=1, options={"dealer": dealer})
        assert env.agent_selection == f"seat_{(dealer + 1) % 4}"
