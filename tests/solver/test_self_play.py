"""Whole deals out of habit, and what is told of each choice that came up in them."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from oddtrick.errors import OddtrickError
from oddtrick.games import rules_of
from oddtrick.solver.deals import DealStart
from oddtrick.solver.rollout import TRAITS, Habits
from oddtrick.solver.self_play import learn_from_deals, play_deals_out

if TYPE_CHECKING:
    from oddtrick.rules import Rules

NUMBERS = np.random.default_rng(1).integers(-200, 200, (8, TRAITS)).astype(np.int16)
HABITS = [Habits(numbers) for numbers in NUMBERS]

SEVERAL = st.sampled_from(
    [
        rules_of("whist"),
        rules_of("colonial-scotch-whist"),
        rules_of("scotch-whist", players=4, sides=2),
        *(rules_of("scotch-whist", players=players) for players in (2, 3, 5, 8)),
        rules_of("knockout-whist", players=5),
    ]
)


def each_of(rules: Rules) -> list[Habits]:
    return HABITS[: rules.players]


def test_deals_out_of_habit_begin_where_they_are_told() -> None:
    start = DealStart(number=3, dealer=4, seats=(1, 2, 4), chooser=2)
    rules = rules_of("knockout-whist", players=5)
    ends = play_deals_out(rules, start, HABITS[0], 50, seed=1, mood=9)
    assert (ends.tricks.sum(axis=2) == 4).all()
    assert (ends.tricks[:, 0, [0, 3]] == 0).all()


@given(SEVERAL, st.integers(0, 1000), st.data())
@settings(max_examples=60)
def test_the_card_of_habit_leads_to_what_the_deal_came_to(
    rules: Rules, seed: int, data: st.DataObject
) -> None:
    seat = data.draw(st.integers(0, rules.players - 1))
    habits = each_of(rules)
    told = learn_from_deals(rules, DealStart(), habits, {seat}, deals=1, seed=seed)
    played = play_deals_out(rules, DealStart(), habits, 1, seed)
    assert set(told.seats.tolist()) <= {seat}
    assert int(told.sizes.sum()) == len(told.ends) == len(told.traits)
    scores = np.append(NUMBERS[seat], 0).astype(np.int64)[told.traits].sum(axis=1)
    begin = 0
    for size in told.sizes.tolist():
        taken = begin + int(scores[begin : begin + size].argmax())
        assert told.ends.points[taken, 0].tolist() == played.points[0, 0].tolist()
        assert told.ends.tricks[taken, 0].tolist() == played.tricks[0, 0].tolist()
        begin += size


@given(SEVERAL, st.integers(0, 1000))
@settings(max_examples=30)
def test_deals_are_the_same_whether_they_are_played_together_or_one_by_one(
    rules: Rules, seed: int
) -> None:
    def told(first: int, deals: int) -> list[list[int]]:
        found = learn_from_deals(
            rules, DealStart(), each_of(rules), {0, 1}, deals=deals, seed=seed, first=first, mood=99
        )
        points, tricks = found.ends.points[:, 0], found.ends.tricks[:, 0]
        return [part.tolist() for part in (found.traits, points, tricks, found.seats, found.sizes)]

    apart = [told(first, 1) for first in range(3)]
    assert told(0, 3) == [list(chain(*parts)) for parts in zip(*apart, strict=True)]


@given(SEVERAL, st.integers(0, 1000))
@settings(max_examples=30)
def test_whatever_is_played_all_tricks_are_somebodys(rules: Rules, seed: int) -> None:
    seats = range(rules.players)
    told = learn_from_deals(rules, DealStart(), HABITS[0], seats, deals=3, seed=seed, mood=256)
    played = play_deals_out(rules, DealStart(), HABITS[0], 1, seed)
    assert (told.ends.tricks.sum(axis=2) == played.tricks.sum()).all()
    assert (told.traits >= -1).all()
    assert (told.traits < TRAITS).all()
    assert (told.sizes > 1).all()


@pytest.mark.parametrize("seat", [-1, 5])
def test_a_learner_without_a_seat_is_refused(seat: int) -> None:
    rules = rules_of("scotch-whist", players=5)
    with pytest.raises(OddtrickError, match=f"no seat {seat}: the seats are 0 to 4"):
        learn_from_deals(rules, DealStart(), HABITS[0], {0, seat}, deals=1, seed=0)


def test_habits_of_another_number_of_seats_are_refused() -> None:
    rules = rules_of("scotch-whist", players=5)
    with pytest.raises(OddtrickError, match="4 habits were given for 5 seats"):
        learn_from_deals(rules, DealStart(), HABITS[:4], {0}, deals=1, seed=0)
    with pytest.raises(OddtrickError, match="8 habits were given for 5 seats"):
        play_deals_out(rules, DealStart(), HABITS, 1, seed=0)
