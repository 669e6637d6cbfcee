"""Worlds are played out by the rules of the match, and weighed by what was played."""

from __future__ import annotations

from random import Random
from threading import Event
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings

from oddtrick.cards import Card, Suit
from oddtrick.dealing import new_match
from oddtrick.errors import OddtrickError
from oddtrick.match import Match
from oddtrick.solver.rollout import (
    TRAITS,
    Habits,
    imagine,
    play_under,
)
from oddtrick.solver.sampling import worlds
from oddtrick.views import Awaited, View
from tests.support.strategies import matches

OTHERS = Habits(np.random.default_rng(2).integers(-200, 200, TRAITS).astype(np.int16))
HABITS = Habits(np.random.default_rng(1).integers(-200, 200, TRAITS).astype(np.int16))


def cards_of(view: View) -> list[Card]:
    return [action for action in view.legal if isinstance(action, Card)]


@given(matches())
@settings(max_examples=80)
def test_a_deal_is_played_to_its_end_after_every_choice(match: Match) -> None:
    view = match.view(match.to_act)
    if view.awaited is not Awaited.CARD:
        return
    here = imagine(view)
    assert set(here.choices) <= set(view.legal)
    assert [view.legal.index(card) for card in here.choices]
    assert len(here.stands_for) == len(view.legal)
    for card, place in zip(cards_of(view), here.stands_for, strict=True):
        assert here.choices[place].suit is card.suit
    drawn = worlds(view).draw(3, seed=1)
    ends = here.play_out(drawn, HABITS, seed=2, mood=128)
    tricks = sum(view.rules.plan.sizes(view.number))
    assert (ends.tricks.sum(axis=2) == tricks).all()
    assert (ends.tricks >= np.array(view.won)).all()
    logs = here.log_likelihood(drawn, [HABITS, OTHERS])
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
def test_the_last_card_brings_what_the_match_says(game: str, options: dict[str, Any]) -> None:
    rng, told = Random(2), 0
    for seed in range(6):
        match = new_match(game, seed=seed, **options)
        while not match.over and told < 6:
            view, number = match.view(match.to_act), match.number
            last = view.awaited is Awaited.CARD and sum(view.counts) == 1
            if last and view.hand_number == view.hand_count - 1:
                here = imagine(view)
                ends = here.play_out(worlds(view).draw(1, 0), HABITS, seed=1)
                done = match.apply(view.legal[0]).all_deals[number].result
                assert done is not None
                assert ends.points[0, 0].tolist() == list(done.points)
                assert ends.tricks[0, 0].tolist() == list(done.tricks)
                told += 1
            match = match.apply(rng.choice(match.legal_actions()))
    assert told


def test_threads_change_nothing_and_the_seed_changes_moods() -> None:
    view = new_match("whist", seed=3).view(1)
    here, drawn = imagine(view), worlds(view).draw(40, seed=1)
    one = here.play_out(drawn, HABITS, seed=1, mood=256)
    assert (here.play_out(drawn, HABITS, seed=1, mood=256, threads=3).points == one.points).all()
    assert (here.play_out(drawn, HABITS, seed=2, mood=256).tricks != one.tricks).any()
    calm = here.play_out(drawn, HABITS, seed=1)
    assert (here.play_out(drawn, HABITS, seed=2).tricks == calm.tricks).all()


def test_time_and_cancelling_leave_the_beginning() -> None:
    view = new_match("whist", seed=3).view(1)
    here, drawn = imagine(view), worlds(view).draw(40, seed=1)
    cancelled = Event()
    cancelled.set()
    assert len(here.play_out(drawn, HABITS, seed=1, seconds=0)) == 0
    assert len(here.play_out(drawn, HABITS, seed=1, cancel=cancelled)) == 0
    assert here.log_likelihood(drawn, [HABITS], seconds=0).shape == (1, 0, 4)


def test_partners_may_have_other_habits_than_opponents() -> None:
    view = new_match("whist", seed=3).view(1)
    here, drawn = imagine(view), worlds(view).draw(40, seed=1)
    others = Habits(-HABITS.numbers)
    both = here.play_out(drawn, HABITS, seed=1)
    assert (here.play_out(drawn, HABITS, seed=1, theirs=HABITS).tricks == both.tricks).all()
    assert (here.play_out(drawn, HABITS, seed=1, theirs=others).tricks != both.tricks).any()


def test_some_choices_come_to_the_same_as_among_all() -> None:
    view = new_match("whist", seed=3).view(1)
    here, drawn = imagine(view), worlds(view).draw(40, seed=1)
    every = here.play_out(drawn, HABITS, seed=1, mood=256)
    some = here.play_out(drawn, HABITS, seed=1, mood=256, tried=(0, 3))
    assert (some.tricks == every.tricks[:, [0, 3]]).all()
    with pytest.raises(ValueError, match="no choice with such a number"):
        here.play_out(drawn, HABITS, seed=1, tried=(20,))


def test_worlds_of_another_deal_are_refused() -> None:
    view, other = new_match("whist", seed=3).view(1), new_match("whist", seed=4).view(1)
    with pytest.raises(OddtrickError, match="seat 1 holds other cards"):
        imagine(view).play_out(worlds(other).draw(2, seed=1), HABITS, seed=1)


def test_habits_have_a_number_for_each_trait() -> None:
    with pytest.raises(OddtrickError, match=f"it takes {TRAITS} numbers"):
        Habits(np.zeros(3, np.int16))


def test_only_a_seat_to_play_a_card_imagines() -> None:
    match = new_match("whist", seed=3)
    with pytest.raises(OddtrickError, match="it is the turn of seat"):
        imagine(match.view(0 if match.to_act != 0 else 1))


def test_trumps_are_tried_before_they_are_chosen() -> None:
    rng, match = Random(1), new_match("knockout-whist", seed=8, players=3)
    while match.view(match.to_act).awaited is not Awaited.CHOICE:
        match = match.apply(rng.choice(match.legal_actions()))
    view = match.view(match.to_act)
    drawn = worlds(view).draw(20, seed=1)
    for suit in Suit:
        ends = play_under(view, suit, drawn, HABITS, seed=1)
        assert (ends.tricks.sum(axis=2) == 6).all()
