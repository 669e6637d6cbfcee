"""The solver against a search that tries every play and knows nothing else."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from oddtrick.cards import Card
from oddtrick.solver import Solver, solve, solve_cards
from tests.support.extent import times
from tests.support.reference.minimax import best_result, results_by_card
from tests.support.solver.random_endings import Ending, an_ending


def expected(ending: Ending) -> dict[str, int]:
    results = results_by_card(ending.table, ending.sum_up)
    return {card: ending.shown(value) for card, value in results.items()}


def by_card(values: dict[Card, int]) -> dict[str, int]:
    return {str(card): value for card, value in values.items()}


@settings(max_examples=times(100, whole=300))
@given(st.integers(0, 2**32))
def test_every_card_has_the_minimax_value(seed: int) -> None:
    ending = an_ending(Random(seed))
    values = expected(ending)
    assert by_card(solve_cards(ending.position)) == values
    assert solve(ending.position) == max(values.values())


def test_many_endings_one_after_another_with_one_solver() -> None:
    solver = Solver()
    for seed in range(times(500, whole=2000)):
        ending = an_ending(Random(seed))
        best = ending.shown(best_result(ending.table, ending.sum_up))
        assert solver.solve(ending.position) == best, (seed, str(ending.position))


@pytest.mark.long
@pytest.mark.parametrize("seats", range(2, 9))
def test_larger_endings_have_the_minimax_value(seats: int) -> None:
    for seed in range(150):
        ending = an_ending(Random(seed), players=seats, larger=seed % 2)
        assert by_card(solve_cards(ending.position)) == expected(ending), (
            seed,
            str(ending.position),
        )
