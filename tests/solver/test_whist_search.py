"""The search for two pairs against the general one, and against trying every play.

The two searches share no code: of what one sees without search, forgets as irrelevant or takes for
equal, the other knows nothing.
"""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from oddtrick.cards import CARDS, Hand, Suit
from oddtrick.solver import Position, Solver, Worth, principal_line, solve, solve_cards
from tests.support.extent import times
from tests.support.reference.minimax import results_by_card
from tests.support.solver.whist_endings import (
    a_position,
    as_ending,
    by_the_general_search,
    replayed,
)

SIZES = range(1, 7)
ON_TABLE = range(4)
FEW, MANY = times(150, whole=600), 10_000  # of each size and moment


def agree(position: Position, solver: Solver, other: Solver) -> None:
    values = solver.solve_cards(position)
    assert values == other.solve_cards(by_the_general_search(position)), str(position)
    assert solver.solve(position) == max(values.values()), str(position)


def test_an_empty_seat_selects_the_general_search_with_the_same_values() -> None:
    """The selection of the search, on which all comparisons here rely."""
    position = a_position(Random(3), 9, 0)
    one, other = Solver(), Solver()
    assert one.solve(position) == other.solve(by_the_general_search(position))
    assert one.nodes != other.nodes


@given(
    rng=st.randoms(use_true_random=False),
    size=st.sampled_from(SIZES),
    on_table=st.sampled_from(ON_TABLE),
)
def test_every_card_has_the_value_of_the_general_search(
    rng: Random, size: int, on_table: int
) -> None:
    agree(a_position(rng, size, on_table), Solver(table_mb=1), Solver(table_mb=1))


def check_many(seed: str, size: int, number: int) -> None:
    """With one solver each for all: what they have proved may not stand in the way of the next."""
    rng, solver, other = Random(f"{seed} {size}"), Solver(), Solver()
    for at in range(number):
        agree(a_position(rng, size, ON_TABLE[at % 4]), solver, other)


@pytest.mark.parametrize("size", SIZES)
def test_thousands_of_odd_endings_have_the_value_of_the_general_search(
    size: int,
) -> None:
    check_many("pairs", size, 4 * FEW)


@pytest.mark.long
@pytest.mark.parametrize("size", [*SIZES, 7, 8])
def test_tens_of_thousands_of_endings_have_the_value_of_the_general_search(size: int) -> None:
    check_many("more pairs", size, 4 * MANY if size < 6 else MANY)


def check_reference(seed: str, size: int, number: int) -> None:
    rng = Random(f"{seed} {size}")
    for at in range(number):
        ending = as_ending(a_position(rng, size, ON_TABLE[at % 4]))
        results = results_by_card(ending.table, ending.sum_up).items()
        expected = {card: ending.shown(value) for card, value in results}
        values = solve_cards(ending.position)
        assert {str(card): value for card, value in values.items()} == expected, ending.position


@pytest.mark.parametrize(
    ("size", "number"),
    [(1, times(200, whole=500)), (2, times(500, whole=2000)), (3, times(60, whole=300))],
)
def test_every_card_has_the_minimax_value(size: int, number: int) -> None:
    check_reference("reference", size, number)


@pytest.mark.long
@pytest.mark.parametrize(("size", "number"), [(2, 20_000), (3, 3000), (4, 20)])
def test_thousands_of_cards_have_the_minimax_value(size: int, number: int) -> None:
    check_reference("more reference", size, number)


@pytest.mark.parametrize("size", SIZES)
def test_a_principal_line_is_legal_and_has_the_value(size: int) -> None:
    rng = Random(f"lines {size}")
    for at in range(times(120, whole=400)):
        position = a_position(rng, size, ON_TABLE[at % 4])
        assert replayed(position, principal_line(position)) == solve(position), str(position)


def test_a_live_card_of_another_worth_selects_the_general_search() -> None:
    """The whist search takes tricks of one worth only; other positions go to the general search."""
    rng = Random("worths")
    for at in range(200):
        position = a_position(rng, 3, ON_TABLE[at % 4])
        card = rng.choice([card for hand in position.hands for card in hand])
        richer = Position(
            position.hands,
            position.trump,
            position.leader,
            position.trick,
            position.sides,
            position.order,
            Worth(1, 0, {card: 5}),
        )
        agree(richer, Solver(table_mb=0), Solver(table_mb=0))


@pytest.mark.parametrize("suit", [None, *Suit])
def test_a_hand_of_thirteen_trumps_takes_every_trick(suit: Suit | None) -> None:
    hands = tuple(Hand.of(CARDS[13 * seat : 13 * seat + 13]) for seat in range(4))
    for leader in range(4):
        position = Position(hands, suit, leader)
        ours = leader % 2 == (leader if suit is None else suit) % 2
        assert solve(position) == (13 if ours else 0)
