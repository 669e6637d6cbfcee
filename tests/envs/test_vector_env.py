"""The vector environment plays the kernel's deals, with each way of autoreset."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray

import oddtrick.envs
from oddtrick.envs import WhistVectorEnv
from oddtrick.errors import OddtrickError
from oddtrick.games import rules_of
from oddtrick.solver.deals import DealStart, VectorDeals, legal_table
from tests.support.vector_env_checker import check_vector_env

KINDS: list[tuple[str, dict[str, Any]]] = [
    ("whist", {"reward": "difference", "seat": 3}),
    ("colonial-whist", {}),
    ("colonial-scotch-whist", {"seat": 1}),
    ("scotch-whist", {"players": 3, "seat": 2}),
    ("knockout-whist", {"players": 5, "start": DealStart(number=4, chooser=0)}),
    ("knockout-whist", {"tie": "rps", "start": DealStart(number=6, seats=(0, 2), dealer=2)}),
]


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
    plain = {name: value for name, value in options.items() if name in {"players", "tie"}}
    rules = rules_of(game, **plain)
    deals = VectorDeals(rules, 12, seed=11, start=options.get("start"))
    now = deals.look()
    while not now.over.all():
        now = deals.step(legal_table(now.masks).argmax(axis=1))
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
