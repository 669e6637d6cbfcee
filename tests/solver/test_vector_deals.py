"""Deals that are stepped side by side: the same deals as in batches, for the same choices."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from oddtrick.cards import CARDS, Card
from oddtrick.errors import OddtrickError
from oddtrick.games import rules_of
from oddtrick.solver.deals.kernel_deal_plan import DealStart
from oddtrick.solver.deals.observations import OBSERVATION_SIZE
from oddtrick.solver.deals.playouts import Batch, Part, play_deals
from oddtrick.solver.deals.vector_deals import Step, VectorDeals
from tests.support.extent import part
from tests.support.solver.python_deals import KINDS, a_start, rules_for

WHIST = rules_of("whist")
ALL: tuple[Part, ...] = ("actions", "masks", "observations")


def lowest(masks: NDArray[np.uint64]) -> NDArray[np.int64]:
    """The lowest legal action of each env; -1 where there is none."""
    return np.array([(int(mask) & -int(mask)).bit_length() - 1 for mask in masks], np.int64)


def same(one: tuple[NDArray[Any], ...], other: tuple[NDArray[Any], ...]) -> bool:
    return all(np.array_equal(a, b) for a, b in zip(one, other, strict=True))


def kept(now: Step) -> Step:
    """The same numbers in arrays of their own."""
    return Step._make([array.copy() for array in now])


def follows(now: Step, batch: Batch, number: int) -> None:
    """Asserts that the deals stand as in the batch before the action with this number."""
    assert (now.to_act == batch.players[:, number]).all()
    assert (now.masks == batch.masks[:, number]).all()
    assert (now.observations == batch.observations[:, number]).all()
    assert not now.done.any()
    assert not now.rewards.any()


@pytest.mark.parametrize("kind", part(KINDS, 10), ids=str)
def test_stepped_deals_equal_a_batch_with_the_same_actions(
    kind: tuple[str, dict[str, Any]],
) -> None:
    rules, rng = rules_for(kind), Random(1)
    for _ in range(2):
        start = a_start(rules, rng)
        batch = play_deals(rules, 9, 7, first=3, start=start, record=ALL)
        deals = VectorDeals(rules, 9, start=start, reuse=True)
        now = deals.reset(7, first=3)
        for number in range(batch.plan.actions):
            follows(now, batch, number)
            now = deals.step(batch.actions[:, number])
        assert now.done.all()
        assert now.over.all()
        assert (now.rewards == batch.rewards).all()
        assert not now.observations.any()
        assert not now.masks.any()


def test_with_auto_reset_each_env_goes_on_with_its_next_deal() -> None:
    batch = play_deals(WHIST, 12, 1, record=ALL)
    deals = VectorDeals(WHIST, 4, seed=1, auto_reset=True)
    now = deals.look()
    for turn in range(3):
        rows = slice(4 * turn, 4 * turn + 4)
        for number in range(52):
            assert (now.masks == batch.masks[rows, number]).all()
            assert (now.observations == batch.observations[rows, number]).all()
            now = deals.step(batch.actions[rows, number])
            assert (now.done == (number == 51)).all()
        assert (now.rewards == batch.rewards[rows]).all()


def test_a_deal_that_is_over_stays_over_while_others_continue() -> None:
    deals = VectorDeals(WHIST, 2, seed=1)
    ahead = deals.copy()
    for _ in range(51):
        now = ahead.step(lowest(ahead.look().masks))
    saved, late = ahead.state(), deals.state()
    mixed = saved._replace(
        taken=np.array([saved.taken[0], 0], np.int16),
        actions=np.stack([saved.actions[0], late.actions[1]]),
    )
    now = deals.restore(mixed)
    now = deals.step(lowest(now.masks))
    assert now.done.tolist() == [True, False]
    assert now.over.tolist() == [True, False]
    now = deals.step([-99, int(lowest(now.masks)[1])])
    assert now.done.tolist() == [False, False]
    assert now.to_act[0] == -1
    assert not now.rewards.any()


@given(st.integers(0, 2**64 - 1), st.data())
def test_a_copy_and_a_restored_state_are_equal_and_independent(
    seed: int, data: st.DataObject
) -> None:
    rules = rules_for(data.draw(st.sampled_from(KINDS)))
    start = a_start(rules, Random(seed))
    deals = VectorDeals(rules, 3, seed=seed, start=start)
    now = deals.look()
    for _ in range(data.draw(st.integers(0, deals.plan.actions))):
        now = deals.step(lowest(now.masks))
    saved, copied = deals.state(), deals.copy()
    again = VectorDeals(rules, 3, start=start)
    assert same(again.restore(saved), deals.look())
    while not now.over.all():
        now = deals.step(lowest(now.masks))
        assert same(again.step(lowest(again.look().masks)), now)
    assert same(copied.look(), again.restore(saved))


def test_arrays_are_new_or_reused_as_requested() -> None:
    fresh = VectorDeals(WHIST, 2, seed=1)
    first = fresh.look()
    before = kept(first)
    fresh.step(lowest(first.masks))
    assert same(first, before)
    again = VectorDeals(WHIST, 2, seed=1, reuse=True)
    first = again.look()
    after = again.step(lowest(first.masks))
    assert all(one is other for one, other in zip(first, after, strict=True))
    assert again.copy().look().masks is not after.masks


def test_observations_may_be_left_out() -> None:
    deals = VectorDeals(WHIST, 2, observe=False)
    assert deals.look().observations.shape == (2, 0)
    assert deals.observe(0).shape == (2, OBSERVATION_SIZE)


def test_T3_an_illegal_card_is_named_with_its_env_and_changes_nothing() -> None:
    deals = VectorDeals(WHIST, 5, seed=1)
    now = deals.step(lowest(deals.look().masks))
    actions = lowest(now.masks)
    actions[3] = next(card for card in CARDS if not int(now.masks[3]) & card.bit)
    with pytest.raises(OddtrickError) as refused:
        deals.step(actions)
    name = Card(int(actions[3]))
    could = " ".join(str(card) for card in CARDS if int(now.masks[3]) & card.bit)
    assert str(refused.value) == (
        f"env 3: {name} ({int(name)}) is not legal, seat {now.to_act[3]} may play {could}"
    )
    assert same(deals.look(), now)


def test_K3_a_card_is_rejected_as_a_choice_of_trumps() -> None:
    deals = VectorDeals(rules_of("knockout-whist"), 1, start=DealStart(number=1))
    with pytest.raises(OddtrickError, match="may play C for trumps D for trumps H for trumps S"):
        deals.step([0])
    assert deals.step([54]).to_act[0] == 1


ODD_ACTIONS = [
    ([0], "shape"),
    ([0, 1, 2], "shape"),
    ([[0, 1]], "shape"),
    (0, "shape"),
    ([0.0, 1.0], "float64"),
    (["AS", "KS"], "whole numbers"),
    ([None, None], "whole numbers"),
    ([True, False], "whole numbers"),
    ([-1, -1], "env 0: -1 is not an action"),
    ([56, 0], "56 is not an action"),
    ([2**62, 0], "is not an action"),
    (np.array([2**64 - 1, 0], np.uint64), "is not an action"),
]


@pytest.mark.parametrize(("actions", "message"), ODD_ACTIONS, ids=str)
def test_invalid_actions_are_rejected_in_one_line(actions: Any, message: str) -> None:
    deals = VectorDeals(WHIST, 2, seed=1)
    now = deals.look()
    with pytest.raises(OddtrickError, match=message) as refused:
        deals.step(actions)
    assert "\n" not in str(refused.value)
    assert same(deals.look(), now)


@given(st.lists(st.integers(-(2**63), 2**63 - 1) | st.integers(-2, 57), min_size=3, max_size=3))
def test_actions_are_accepted_exactly_if_the_masks_allow_them(actions: list[int]) -> None:
    deals = VectorDeals(rules_of("scotch-whist", players=3), 3, seed=1)
    now = deals.look()
    legal = all(
        0 <= action < 64 and int(mask) >> action & 1
        for action, mask in zip(actions, now.masks, strict=True)
    )
    if legal:
        assert (deals.step(actions).to_act != now.to_act).all()
        return
    with pytest.raises(OddtrickError):
        deals.step(actions)
    assert same(deals.look(), now)


@given(st.data())
def test_a_tampered_state_is_rejected_or_valid(data: st.DataObject) -> None:
    deals = VectorDeals(rules_of("knockout-whist", players=2), 2, seed=1)
    now = deals.step(lowest(deals.look().masks))
    saved = deals.state()
    taken = data.draw(st.lists(st.integers(-3, 60), min_size=2, max_size=2))
    actions = saved.actions.copy()
    for _ in range(data.draw(st.integers(0, 5))):
        at = data.draw(st.integers(0, 1)), data.draw(st.integers(0, actions.shape[1] - 1))
        actions[at] = data.draw(st.integers(-128, 127))
    spoilt = saved._replace(taken=np.array(taken, np.int16), actions=actions)
    try:
        deals.restore(spoilt)
    except OddtrickError:
        assert same(deals.look(), now)
        return
    again = deals.state()
    assert again.taken.tolist() == taken
    for row, size in enumerate(taken):
        assert (again.actions[row, :size] == actions[row, :size]).all()


def test_a_state_of_another_game_or_size_is_rejected() -> None:
    saved = VectorDeals(WHIST, 2).state()
    with pytest.raises(OddtrickError, match="another game or size"):
        VectorDeals(WHIST, 3).restore(saved)
    with pytest.raises(OddtrickError, match="another game or size"):
        VectorDeals(rules_of("scotch-whist"), 2).restore(saved)
    with pytest.raises(OddtrickError, match="seed is -1"):
        VectorDeals(WHIST, 2).restore(saved._replace(seed=-1))


@pytest.mark.parametrize(
    ("wrong", "message"),
    [({"envs": 0}, "envs is 0"), ({"seed": -1}, "seed is -1"), ({"first": 2**64}, "first is")],
)
def test_arguments_out_of_range_are_rejected(wrong: dict[str, Any], message: str) -> None:
    arguments: dict[str, Any] = {"rules": WHIST, "envs": 1, **wrong}
    with pytest.raises(OddtrickError, match=message):
        VectorDeals(**arguments)


def test_an_unknown_seat_cannot_observe() -> None:
    for seat in (-1, 4, 2**40):
        with pytest.raises(OddtrickError, match="the seats are 0 to 3"):
            VectorDeals(WHIST, 1).observe(seat)
