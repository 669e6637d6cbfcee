"""Rollouts follow the rules of the match; likelihoods follow the policy."""

from __future__ import annotations

from random import Random
from threading import Event
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from msgspec.structs import replace

from oddtrick.bots.search.rollout import (
    FEATURE_COUNT,
    Policy,
    RolloutPosition,
    roll_out_deal,
)
from oddtrick.cards import Card, Suit
from oddtrick.dealing import new_match
from oddtrick.errors import OddtrickError
from oddtrick.match import Match
from oddtrick.solver.sampling import worlds
from oddtrick.views import Awaited, View
from tests.support.extent import times
from tests.support.hypothesis_strategies import matches

OTHERS = Policy(np.random.default_rng(2).integers(-200, 200, FEATURE_COUNT).astype(np.int16))
POLICY = Policy(np.random.default_rng(1).integers(-200, 200, FEATURE_COUNT).astype(np.int16))


def cards_of(view: View) -> list[Card]:
    return [action for action in view.legal if isinstance(action, Card)]


@given(matches())
@settings(max_examples=times(25, whole=80))
def test_every_choice_is_played_to_the_end_of_the_deal(match: Match) -> None:
    view = match.view(match.to_act)
    # The kernel's policies play no passes (X5) and draw no cards (G3).
    if view.awaited is not Awaited.CARD or view.dogs or view.rules.plan.stock:
        return
    here = RolloutPosition(view)
    assert set(here.choices) <= set(view.legal)
    assert [view.legal.index(card) for card in here.choices]
    assert len(here.choice_indices) == len(view.legal)
    for card, place in zip(cards_of(view), here.choice_indices, strict=True):
        assert here.choices[place].suit is card.suit
    drawn = worlds(view).draw(3, seed=1)
    outcomes = here.roll_out(drawn, POLICY, seed=2, temperature=128)
    tricks = sum(view.rules.plan.sizes(view.number))
    assert (outcomes.tricks.sum(axis=2) == tricks).all()
    assert (outcomes.tricks >= np.array(view.won)).all()
    logs = here.log_likelihood(drawn, [POLICY, OTHERS])
    assert logs.shape == (2, 3, view.rules.players)
    assert (logs <= 0).all()
    assert (logs[:, :, view.seat] == 0).all()
    assert (here.log_likelihood(drawn, [OTHERS])[0] == logs[1]).all()


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("whist", {"honours": "captured"}),
        ("whist", {"honours": "dealt", "trumps": "sequence-nt"}),
        ("colonial-scotch-whist", {}),
        ("scotch-whist", {"players": 5}),
        ("scotch-whist", {"players": 6, "sides": 3}),
        ("knockout-whist", {"players": 5}),
    ],
)
def test_the_last_card_scores_the_points_of_the_match(game: str, options: dict[str, Any]) -> None:
    rng, checked = Random(2), 0
    for seed in range(6):
        match = new_match(game, seed=seed, **options)
        while not match.over and checked < 6:
            view, number = match.view(match.to_act), match.number
            last = view.awaited is Awaited.CARD and sum(view.counts) == 1
            if last and view.hand_number == view.hand_count - 1:
                here = RolloutPosition(view)
                outcomes = here.roll_out(worlds(view).draw(1, 0), POLICY, seed=1)
                done = match.apply(view.legal[0]).all_deals[number].result
                assert done is not None
                assert outcomes.points[0, 0].tolist() == list(done.points)
                assert outcomes.tricks[0, 0].tolist() == list(done.tricks)
                checked += 1
            match = match.apply(rng.choice(match.legal_actions()))
    assert checked


def test_threads_do_not_change_outcomes_and_the_seed_does() -> None:
    view = new_match("whist", seed=3).view(1)
    here, drawn = RolloutPosition(view), worlds(view).draw(40, seed=1)
    one = here.roll_out(drawn, POLICY, seed=1, temperature=256)
    assert (
        here.roll_out(drawn, POLICY, seed=1, temperature=256, threads=3).points == one.points
    ).all()
    assert (here.roll_out(drawn, POLICY, seed=2, temperature=256).tricks != one.tricks).any()
    greedy = here.roll_out(drawn, POLICY, seed=1)
    assert (here.roll_out(drawn, POLICY, seed=2).tricks == greedy.tricks).all()


def test_a_time_limit_or_a_cancellation_returns_the_worlds_done() -> None:
    view = new_match("whist", seed=3).view(1)
    here, drawn = RolloutPosition(view), worlds(view).draw(40, seed=1)
    cancelled = Event()
    cancelled.set()
    assert len(here.roll_out(drawn, POLICY, seed=1, seconds=0)) == 0
    assert len(here.roll_out(drawn, POLICY, seed=1, cancel=cancelled)) == 0
    assert here.log_likelihood(drawn, [POLICY], seconds=0).shape == (1, 0, 4)


def test_opponents_may_follow_another_policy() -> None:
    view = new_match("whist", seed=3).view(1)
    here, drawn = RolloutPosition(view), worlds(view).draw(40, seed=1)
    others = Policy(-POLICY.weights)
    both = here.roll_out(drawn, POLICY, seed=1)
    assert (here.roll_out(drawn, POLICY, seed=1, opponents=POLICY).tricks == both.tricks).all()
    assert (here.roll_out(drawn, POLICY, seed=1, opponents=others).tricks != both.tricks).any()


def test_selected_choices_have_the_same_outcomes_as_among_all() -> None:
    view = new_match("whist", seed=3).view(1)
    here, drawn = RolloutPosition(view), worlds(view).draw(40, seed=1)
    every = here.roll_out(drawn, POLICY, seed=1, temperature=256)
    some = here.roll_out(drawn, POLICY, seed=1, temperature=256, selected=(0, 3))
    assert (some.tricks == every.tricks[:, [0, 3]]).all()
    with pytest.raises(ValueError, match="no selected choice exists"):
        here.roll_out(drawn, POLICY, seed=1, selected=(20,))


def test_worlds_of_another_deal_are_rejected() -> None:
    view, other = new_match("whist", seed=3).view(1), new_match("whist", seed=4).view(1)
    with pytest.raises(OddtrickError, match="seat 1 holds other cards"):
        RolloutPosition(view).roll_out(worlds(other).draw(2, seed=1), POLICY, seed=1)


def test_a_policy_has_a_weight_for_each_feature() -> None:
    with pytest.raises(OddtrickError, match=f"give {FEATURE_COUNT}"):
        Policy(np.zeros(3, np.int16))


def test_only_a_seat_to_play_a_card_has_a_rollout_position() -> None:
    match = new_match("whist", seed=3)
    with pytest.raises(OddtrickError, match="it is the turn of seat"):
        RolloutPosition(match.view(0 if match.to_act != 0 else 1))


def test_a_deal_is_rolled_out_with_each_trump_before_the_choice() -> None:
    rng, match = Random(1), new_match("knockout-whist", seed=8, players=3)
    while match.view(match.to_act).awaited is not Awaited.CHOICE:
        match = match.apply(rng.choice(match.legal_actions()))
    view = match.view(match.to_act)
    drawn = worlds(view).draw(20, seed=1)
    for suit in Suit:
        outcomes = roll_out_deal(replace(view, trump=suit), drawn, POLICY, seed=1)
        assert (outcomes.tricks.sum(axis=2) == 6).all()
