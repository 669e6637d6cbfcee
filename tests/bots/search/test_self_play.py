"""Self-play: deals played by policy, and the training data collected from them."""

from __future__ import annotations

from itertools import chain

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from oddtrick.bots.search.rollout import FEATURE_COUNT, Policy
from oddtrick.bots.search.self_play import collect_training_data, play_deals_by_policy
from oddtrick.errors import OddtrickError
from oddtrick.games import rules_of
from oddtrick.rules import Rules
from oddtrick.solver.deals import DealStart
from tests.support.extent import times

WEIGHTS = np.random.default_rng(1).integers(-200, 200, (8, FEATURE_COUNT)).astype(np.int16)
POLICIES = [Policy(weights) for weights in WEIGHTS]

SEVERAL = st.sampled_from(
    [
        rules_of("whist"),
        rules_of("colonial-scotch-whist"),
        rules_of("scotch-whist", players=4, sides=2),
        *(rules_of("scotch-whist", players=players) for players in (2, 3, 5, 8)),
        rules_of("knockout-whist", players=5),
    ]
)


def policies_of(rules: Rules) -> list[Policy]:
    return POLICIES[: rules.players]


def test_deals_start_at_the_given_place_in_the_match() -> None:
    start = DealStart(number=3, dealer=4, seats=(1, 2, 4), chooser=2)
    rules = rules_of("knockout-whist", players=5)
    outcomes = play_deals_by_policy(rules, start, POLICIES[0], 50, seed=1, temperature=9)
    assert (outcomes.tricks.sum(axis=2) == 4).all()
    assert (outcomes.tricks[:, 0, [0, 3]] == 0).all()


@given(SEVERAL, st.integers(0, 1000), st.data())
@settings(max_examples=times(20, whole=60))
def test_the_highest_scoring_card_leads_to_the_outcome_of_the_deal(
    rules: Rules, seed: int, data: st.DataObject
) -> None:
    seat = data.draw(st.integers(0, rules.players - 1))
    policies = policies_of(rules)
    collected = collect_training_data(rules, DealStart(), policies, {seat}, deals=1, seed=seed)
    played = play_deals_by_policy(rules, DealStart(), policies, 1, seed)
    assert set(collected.seats.tolist()) <= {seat}
    assert int(collected.sizes.sum()) == len(collected.outcomes) == len(collected.features)
    scores = np.append(WEIGHTS[seat], 0).astype(np.int64)[collected.features].sum(axis=1)
    begin = 0
    for size in collected.sizes.tolist():
        chosen = begin + int(scores[begin : begin + size].argmax())
        assert collected.outcomes.points[chosen, 0].tolist() == played.points[0, 0].tolist()
        assert collected.outcomes.tricks[chosen, 0].tolist() == played.tricks[0, 0].tolist()
        begin += size


@given(SEVERAL, st.integers(0, 1000))
@settings(max_examples=times(10, whole=30))
def test_a_deal_is_the_same_alone_as_in_a_batch(rules: Rules, seed: int) -> None:
    def collected(first: int, deals: int) -> list[list[int]]:
        found = collect_training_data(
            rules,
            DealStart(),
            policies_of(rules),
            {0, 1},
            deals=deals,
            seed=seed,
            first=first,
            temperature=99,
        )
        points, tricks = found.outcomes.points[:, 0], found.outcomes.tricks[:, 0]
        return [
            part.tolist() for part in (found.features, points, tricks, found.seats, found.sizes)
        ]

    apart = [collected(first, 1) for first in range(3)]
    assert collected(0, 3) == [list(chain(*parts)) for parts in zip(*apart, strict=True)]


@given(SEVERAL, st.integers(0, 1000))
@settings(max_examples=30)
def test_every_trick_of_a_deal_is_won_by_a_seat(rules: Rules, seed: int) -> None:
    seats = range(rules.players)
    collected = collect_training_data(
        rules, DealStart(), POLICIES[0], seats, deals=3, seed=seed, temperature=256
    )
    played = play_deals_by_policy(rules, DealStart(), POLICIES[0], 1, seed)
    assert (collected.outcomes.tricks.sum(axis=2) == played.tricks.sum()).all()
    assert (collected.features >= -1).all()
    assert (collected.features < FEATURE_COUNT).all()
    assert (collected.sizes > 1).all()


@pytest.mark.parametrize("seat", [-1, 5])
def test_a_learner_without_a_seat_is_rejected(seat: int) -> None:
    rules = rules_of("scotch-whist", players=5)
    with pytest.raises(OddtrickError, match=f"no seat {seat}: the seats are 0 to 4"):
        collect_training_data(rules, DealStart(), POLICIES[0], {0, seat}, deals=1, seed=0)


def test_a_wrong_number_of_policies_is_rejected() -> None:
    rules = rules_of("scotch-whist", players=5)
    with pytest.raises(OddtrickError, match="4 policies were given for 5 seats"):
        collect_training_data(rules, DealStart(), POLICIES[:4], {0}, deals=1, seed=0)
    with pytest.raises(OddtrickError, match="8 policies were given for 5 seats"):
        play_deals_by_policy(rules, DealStart(), POLICIES, 1, seed=0)
