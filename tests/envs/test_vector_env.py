"""The vector environment plays the kernel's deals, with each way of autoreset."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any, NamedTuple

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

import oddtrick.envs
from oddtrick.envs import WhistEnv, WhistVectorEnv
from oddtrick.errors import OddtrickError
from oddtrick.games import rules_of
from oddtrick.solver.deals import DealStart, VectorDeals, legal_table
from oddtrick.solver.deals.observation_parts import ORDER, PartLayout, write_order

Make = Callable[[AutoresetMode], VectorEnv[Any, Any, Any]]


class Turn(NamedTuple):
    """The result of a reset or a step."""

    seen: NDArray[Any]
    rewards: NDArray[Any]
    over: NDArray[Any]
    infos: dict[str, Any]


def check_vector_env(make: Make, steps: int) -> None:
    """Checks an environment in each mode of autoreset, with the lowest_legal legal actions.

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


def lowest_legal(turn: Turn) -> NDArray[Any]:
    """The lowest_legal legal action of each env."""
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
        seen, rewards, over, truncated, infos = env.step(lowest_legal(last))
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


KINDS: list[tuple[str, dict[str, Any]]] = [
    ("whist", {"reward": "difference", "seat": 3}),
    ("colonial-whist", {}),
    ("colonial-scotch-whist", {"seat": 1}),
    ("scotch-whist", {"players": 3, "seat": 2}),
    ("knockout-whist", {"players": 5, "start": DealStart(number=4, chooser=0)}),
    ("knockout-whist", {"tie": "rps", "start": DealStart(number=6, seats=(0, 2), dealer=2)}),
    ("oh-hell", {"players": 3, "most": 4, "observation": "ordered"}),
    ("german-whist", {"observation": "ordered"}),
    ("minnesota-whist", {"seat": 2}),
    ("solo-whist", {"no_bid": "general-misere"}),
    ("bid-whist", {"observation": "ordered", "seat": 1}),
]

RULES = {"players", "tie", "most", "no_bid"}
"""The options among these that are of the game."""


def name_of(kind: tuple[str, dict[str, Any]]) -> str:
    return "-".join(map(str, (kind[0], *kind[1].values())))


def lowest(observations: NDArray[np.uint8], masks: NDArray[np.int8]) -> NDArray[np.int64]:
    """The lowest legal action; the observation has the cards of the seat to act."""
    assert len(observations) == len(masks)
    actions: NDArray[np.int64] = masks.argmax(axis=1)
    return actions


@pytest.mark.parametrize("kind", KINDS, ids=name_of)
def test_the_checker_passes(kind: tuple[str, dict[str, Any]]) -> None:
    game, options = kind
    for opponents in ("random", lowest):

        def make(mode: AutoresetMode, opponents: Any = opponents) -> WhistVectorEnv:
            return WhistVectorEnv(game, 5, opponents=opponents, autoreset_mode=mode, **options)

        check_vector_env(make, steps=40)


@pytest.mark.parametrize("mode", AutoresetMode)
@pytest.mark.parametrize("kind", KINDS, ids=name_of)
def test_episodes_are_the_deals_of_the_kernel(
    kind: tuple[str, dict[str, Any]], mode: AutoresetMode
) -> None:
    """With the lowest card from everybody, each deal gives the points that it gives there."""
    game, options = kind
    env = WhistVectorEnv(game, 4, opponents=lowest, autoreset_mode=mode, **options)
    rewards: list[list[float]] = [[] for _ in range(4)]
    _, infos = env.reset(seed=11)
    while min(map(len, rewards)) < 3:
        _, gained, over, _, infos = env.step(infos["action_mask"].argmax(axis=1))
        for number in np.flatnonzero(over):
            rewards[number].append(gained[number])
        if mode is AutoresetMode.DISABLED and over.any():
            _, infos = env.reset(options={"reset_mask": over})
    assert [each[:3] for each in rewards] == expected(game, options)


def expected(game: str, options: dict[str, Any]) -> list[list[float]]:
    """The rewards of the first three deals of each of four envs, by the kernel alone."""
    plain = {name: value for name, value in options.items() if name in RULES}
    rules = rules_of(game, **plain)
    deals = VectorDeals(rules, 12, seed=11, start=options.get("start"))
    now = deals.look()
    while not now.over.all():
        now = deals.step(deals.legal(now).argmax(axis=1))
    side = rules.side_of(options.get("seat", 0))
    own = now.rewards[:, side].astype(float)
    if options.get("reward") == "difference":
        own -= (now.rewards.sum(axis=1) - own) / (now.rewards.shape[1] - 1)
    return [[float(own[env + 4 * turn]) for turn in range(3)] for env in range(4)]


def test_a_seed_for_each_env_gives_its_cards() -> None:
    """The cards of an env follow from its own seed, whatever the others are."""
    env = WhistVectorEnv("whist", 3, opponents=lowest)
    hands = env.reset(seed=[5, 6, 7])[0][:, :52]
    assert len({hand.tobytes() for hand in hands}) == 3
    assert np.array_equal(env.reset(seed=(7, 8, 5))[0][[2, 0], :52], hands[[0, 2]])
    assert np.array_equal(env.reset(seed=np.array([5, 9, 7]))[0][[0, 2], :52], hands[[0, 2]])
    for seed in (11, [11, 12, 13], [None, 12, None]):
        runs = []
        for each in (env, WhistVectorEnv("whist", 3, opponents=lowest)):
            each.reset(seed=3)
            seen, infos = each.reset(seed=seed)
            run = [seen.tobytes()]
            for _ in range(30):
                seen, *_, infos = each.step(infos["action_mask"].argmax(axis=1))
                run.append(seen.tobytes())
            runs.append([*run, each.reset()[0].tobytes()])
        assert runs[0] == runs[1]


def test_waiting_deals_stay_and_renewed_ones_go_on() -> None:
    deals = VectorDeals(rules_of("whist"), 3, seed=1)
    before, chosen = deals.look(), np.array([True, False, True])
    now = deals.step(legal_table(before.masks).argmax(axis=1), chosen)
    assert (now.to_act != before.to_act).tolist() == chosen.tolist()
    assert np.array_equal(now.observations[1], before.observations[1])
    now = deals.renew(np.array([False, True, False]))
    later = VectorDeals(rules_of("whist"), 3, seed=1, first=3).look()
    assert np.array_equal(now.observations[1], later.observations[1])
    assert deals.state().numbers.tolist() == [0, 4, 2]
    for flags in (np.ones(2, np.bool_), np.ones(3, np.int8)):
        with pytest.raises(OddtrickError, match=r"write 3 flags \(bool\), one for each env"):
            deals.renew(flags)  # type: ignore[arg-type]


def test_an_illegal_action_names_the_env_and_changes_nothing() -> None:
    env = WhistVectorEnv("whist", 3)
    seen, infos = env.reset(seed=1)
    actions = infos["action_mask"].argmax(axis=1)
    actions[1] = infos["action_mask"][1].argmin()
    before = env.deals.state().actions
    with pytest.raises(OddtrickError, match=r"env 1: .* is not legal, seat 0 may play"):
        env.step(actions)
    assert np.array_equal(env.deals.state().actions, before)
    assert np.array_equal(env.deals.observe(0), seen)


def test_make_vec_plays_the_kernel_and_bots_play_one_by_one() -> None:
    name = oddtrick.envs.environment_id("whist")
    many: Any = gymnasium.make_vec(name, num_envs=16, autoreset_mode="SameStep")
    assert type(many) is WhistVectorEnv
    assert many.reset(seed=1)[0].shape == (16, 742)
    single: Any = gymnasium.make_vec(
        name, num_envs=2, vectorization_mode="sync", opponents="novice"
    )
    assert single.reset(seed=1)[0].shape == (2, 803)
    single.close()


def test_errors_say_what_to_mend() -> None:
    env = WhistVectorEnv("whist", 2, autoreset_mode=AutoresetMode.DISABLED)
    with pytest.raises(OddtrickError, match=r"call reset\(\) first: no deal has been started"):
        env.step(np.zeros(2, np.int64))
    for seed in (-1, [1, -2], [1.5, 2], "x", True):
        with pytest.raises(OddtrickError, match="write one whole number from 0, or one for each"):
            env.reset(seed=seed)  # type: ignore[arg-type]
    with pytest.raises(OddtrickError, match="seed has 3 numbers: write one, or one for each of 2"):
        env.reset(seed=[1, 2, 3])
    _, infos = env.reset(seed=1)
    with pytest.raises(OddtrickError, match="give a seed or reset_mask"):
        env.reset(seed=1, options={"reset_mask": np.ones(2, np.bool_)})
    over = np.zeros(2, np.bool_)
    while not over.any():
        _, _, over, _, infos = env.step(infos["action_mask"].argmax(axis=1))
    with pytest.raises(OddtrickError, match="env 0 is over: reset it with options="):
        env.step(np.zeros(2, np.int64))
    with pytest.raises(OddtrickError, match='opponents is "random", not'):
        WhistVectorEnv("whist", 2, opponents="club")  # type: ignore[arg-type]
    with pytest.raises(OddtrickError, match='autoreset_mode is "NextStep" or "SameStep" or "Dis'):
        WhistVectorEnv("whist", 2, autoreset_mode="next")
    with pytest.raises(OddtrickError, match="seat 1 can't learn: the seats that are in are"):
        WhistVectorEnv("knockout-whist", seat=1, start=DealStart(number=6, seats=(0, 2)))


@pytest.mark.parametrize("game", ["whist", "knockout-whist", "bid-whist", "german-whist"])
def test_each_environment_shows_the_same_order_of_tricks(game: str) -> None:
    """The last parts are those of ``MoreParts``; what is before them stays as it is without."""
    one = WhistEnv[NDArray[np.int16]](game, opponents="random", observation="ordered")
    plain = WhistEnv[NDArray[np.int16]](game, opponents="random")
    parts = WhistEnv[Any](game, opponents="random", observation="ordered-dict")
    seen, infos = one.reset(seed=3)
    other, split = plain.reset(seed=3)[0], parts.reset(seed=3)[0]
    order, numbers = PartLayout(ORDER), np.zeros(0, np.int16)
    for _ in range(30):
        assert (seen[: len(other)] == other).all()
        numbers = np.zeros(order.size, np.int16)
        write_order(order.split(numbers), one.episode.current.view(0))
        assert (seen[len(other) :] == numbers).all()
        assert one.observation_space.contains(seen)
        assert all(
            (split[name] == each).all() for name, each in one.episode.layout.split(seen).items()
        )
        action = int(infos["action_mask"].argmax())
        seen, _, over, _, infos = one.step(action)
        other, split = plain.step(action)[0], parts.step(action)[0]
        if over:
            break
    assert numbers.any()
