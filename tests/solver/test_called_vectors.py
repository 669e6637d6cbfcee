"""Deals with calls or a stock, stepped side by side: those of ``Match``, and seen as there."""

from __future__ import annotations

import pickle
from random import Random
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_equal
from numpy.typing import NDArray

from oddtrick.calls import PASS
from oddtrick.cards import CARDS
from oddtrick.errors import OddtrickError
from oddtrick.games import GAMES, rules_of
from oddtrick.match import Match
from oddtrick.rules import Rules
from oddtrick.solver.deals import (
    OBSERVATION_SIZE,
    DealStart,
    Step,
    VectorDeals,
    observe_view,
    play_deals,
)
from oddtrick.solver.deals.called_deals import MAX_BIDS
from oddtrick.solver.deals.observation_parts import MoreParts
from tests.support.extent import part
from tests.support.solver.python_deals import (
    KINDS,
    KINDS_WITH_MORE,
    a_start,
    called,
    rules_for,
)

ENVS = 4
AFTER_DEALING = [kind for kind in KINDS if kind[1].get("choose") != "blind"]


def seen_by(match: Match, deals: VectorDeals, seat: int) -> NDArray[np.uint8]:
    """The observation of a seat, from its view."""
    numbers = np.zeros(deals.layout.size, np.uint8)
    view = match.view(seat)
    numbers[:OBSERVATION_SIZE] = observe_view(view)
    MoreParts(match.rules, 255).write(deals.layout.split(numbers), view)
    return numbers


def any_legal(deals: VectorDeals, now: Step, rng: np.random.Generator) -> list[int]:
    flags = deals.legal(now)
    actions: list[int] = np.argmax(flags * (1 - rng.random(flags.shape)), axis=1).tolist()
    return actions


def check_env(deals: VectorDeals, now: Step, env: int, match: Match, seat: int) -> None:
    """Asserts that an env shows what a match shows, to the seat to act and to another one."""
    assert match.to_act == now.to_act[env]
    assert match.to_act is not None
    legal = match.phase.legal()
    numbers = deals.legal(now)[env].nonzero()[0].tolist()
    assert sorted(map(deals.number_of, legal)) == numbers  # type: ignore[arg-type]
    assert (now.observations[env] == seen_by(match, deals, match.to_act)).all()
    assert (deals.observe(seat)[env] == seen_by(match, deals, seat)).all()


@pytest.mark.parametrize("kind", [*part(AFTER_DEALING, 3), *part(KINDS_WITH_MORE, 8)], ids=str)
def test_stepped_deals_are_those_of_a_match_and_seen_as_there(
    kind: tuple[str, dict[str, Any]],
) -> None:
    rules = rules_for(kind)
    follow(rules, a_start(rules, Random(7)))


def test_a_hand_laid_open_is_seen_as_in_a_match() -> None:
    """The declarer of an open misère shows it after the first trick (SO2)."""
    rules = rules_of("solo-whist")
    (bid,) = (bid for bid in rules.contracts if bid.name == "open misere")
    auction = ((1, bid), (2, PASS), (3, PASS), (0, PASS))
    start = DealStart(dealer=0, seats=(0, 1, 2, 3), score=(0,) * 4, calls=(("auction", auction),))
    follow(rules, start)


def follow(rules: Rules, start: DealStart) -> None:
    """Steps deals along with their matches, and compares what is legal, seen and scored."""
    rng, draws = Random(7), np.random.default_rng(7)
    batch = play_deals(rules, ENVS, 7, start=start)
    if not start.calls:
        batch.calls.clear()  # seats make them here
    deals = VectorDeals(rules, ENVS, seed=7, start=start, order=True)
    matches = [called(batch, row) for row in range(ENVS)]
    now = deals.look()
    while not now.over.all():
        seat = rng.choice(start.seats or (0,))
        for env in np.flatnonzero(~now.over).tolist():
            check_env(deals, now, env, matches[env], seat)
        actions, under_way = any_legal(deals, now, draws), ~now.over
        now = deals.step(actions)
        for env in np.flatnonzero(under_way).tolist():
            matches[env] = matches[env].apply(deals.action_of(actions[env]))
            match = matches[env]
            assert now.done[env] == (match.over or match.number > start.number)
            if now.done[env]:
                result = match.all_deals[start.number].result
                assert result is not None
                assert result.points == tuple(now.rewards[env].tolist())
    assert not now.observations.any()


def played(deals: VectorDeals, now: Step, steps: int) -> list[Step]:
    """The steps of a run by drawn actions, always the same."""
    draws, steps_taken = np.random.default_rng(3), [now]
    for _ in range(steps):
        steps_taken.append(deals.step(any_legal(deals, steps_taken[-1], draws)))
    return steps_taken


def assert_same(one: list[Step], other: list[Step]) -> None:
    for step, again in zip(one, other, strict=True):
        for array, same in zip(step, again, strict=True):
            assert_equal(array, same)


@pytest.mark.parametrize("game", ["oh-hell", "german-whist", "solo-whist", "bid-whist"])
@pytest.mark.parametrize("before", [0, 3, 30, 70])
def test_copies_and_states_of_deals_with_calls_go_on_alike(game: str, before: int) -> None:
    deals = VectorDeals(rules_of(game), 3, seed=2, auto_reset=True, order=True)
    now = played(deals, deals.look(), before)[-1]
    copied, pickled = deals.copy(), pickle.loads(pickle.dumps(deals))  # noqa: S301  our own
    restored = VectorDeals(rules_of(game), 3, seed=9, auto_reset=True, order=True)
    there = restored.restore(deals.state())
    assert_same([now._replace(rewards=there.rewards, done=there.done)], [there])
    went_on = played(deals, now, 60)
    for other in (copied, pickled, restored):
        assert_same(went_on[1:], played(other, now, 60)[1:])


def test_deals_that_are_thrown_in_are_followed_by_the_next() -> None:
    rules = rules_of("solo-whist")
    deals = VectorDeals(rules, 3, seed=1, auto_reset=True)
    passed, now, ended = deals.number_of(PASS), deals.reset(), 0
    for _ in range(8):
        now = deals.step([passed] * 3)
        ended += int(now.done.sum())
        assert not now.over.any()
        assert not now.rewards.any()
    assert ended == 6
    alone = VectorDeals(rules, 3, seed=1)
    for _ in range(4):
        now = alone.step([passed] * 3)
    assert now.over.all()
    assert now.done.all()


def test_an_illegal_call_changes_no_deal() -> None:
    deals = VectorDeals(rules_of("bid-whist"), 3, seed=1)
    before = deals.state()
    for wrong, said in (
        (52 + 30, "env 1: 82 is no call of seat 1, which may call pass (52), 3 uptown (53)"),
        (0, "env 1: 0 is no legal call, 2C, of seat 1, which may call pass (52), 3 uptown (53)"),
    ):
        with pytest.raises(OddtrickError) as caught:
            deals.step([53, wrong, 52])
        assert str(caught.value).startswith(said)
        assert_equal(deals.state(), before)


def test_given_calls_are_over_and_seen() -> None:
    start = DealStart(calls=(("bids", tuple((seat, CALLS[seat]) for seat in range(4))),))
    deals = VectorDeals(rules_of("oh-hell"), 2, start=start)
    now = deals.look()
    parts = deals.layout.split(now.observations)
    assert now.to_act.tolist() == [1, 1]
    assert not now.bids.any()
    # Seat 1 looks: it bid first, seat 2 after it; the last bid is that of seat 0.
    found = [(int(seat), int(bid)) for seat, bid in zip(*parts["bids"][0].nonzero(), strict=True)]
    assert found == [(0, 2), (1, 3), (2, 0), (3, 1)]
    assert parts["bids"][0][[0, 1, 2, 3], [2, 3, 0, 1]].tolist() == [1, 2, 3, 4]


CALLS = [rules_of("oh-hell").calls[bid] for bid in (1, 2, 3, 0)]


def test_no_game_has_more_bids_than_can_be_stepped() -> None:
    def bids(rules: Rules) -> int:
        return len(set(rules.calls) - set(CARDS))

    assert max(bids(game.rules()) for game in GAMES) <= MAX_BIDS
