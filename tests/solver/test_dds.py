"""Against DDS, the double-dummy solver of bridge: on whist's tricks the two have to agree.

DDS and our solver share no code and no author. Positions come from random deals, and from random
play of them, so that voids, lone trumps and blocked suits turn up as often as at the table.
"""

from __future__ import annotations

from random import Random

import pytest

from oddtrick.cards import CARDS, Card, Hand, Suit, cards_in, mask_of
from oddtrick.solver import Position, Solver
from oddtrick.tricks import Trick, from_seat
from tests.support.extent import times
from tests.support.solver.dds import dds_cards, dds_value

TRUMPS = (*Suit, None)
FEW_DEALS = times(5, whole=30)  # in the normal run; in the long one
BLOCKS, DEALS = 100, 20  # 2,000
ENDINGS, MORE_ENDINGS = times(6, whole=20), 150  # of each size and moment
LINES = 20


def _deal(rng: Random) -> tuple[Hand, ...]:
    pack = rng.sample(CARDS, len(CARDS))
    return tuple(Hand(mask_of(pack[seat::4])) for seat in range(4))


def _ending(rng: Random, tricks: int, on_table: int) -> Position:
    """A position after random play, with given numbers of tricks to come and cards on the table."""
    hands, trick = _deal(rng), _lead(rng.randrange(4), rng.choice(TRUMPS))
    for _ in range(4 * (13 - tricks) + on_table):
        assert trick.to_play is not None
        card = rng.choice(cards_in(trick.legal(hands[trick.to_play].mask)))
        hands, trick = _played(hands, trick, card)
    return Position(hands, trick.trump, trick.leader, trick.cards)


def _lead(leader: int, trump: Suit | None) -> Trick:
    return Trick(from_seat(range(4), leader), (), trump)


def _played(hands: tuple[Hand, ...], trick: Trick, card: Card) -> tuple[tuple[Hand, ...], Trick]:
    hands, trick = tuple(hand - Hand(card.bit) for hand in hands), trick.play(card)
    if trick.complete:
        assert trick.winner is not None
        trick = _lead(trick.winner, trick.trump)
    return hands, trick


def _agree_on_deals(block: int, deals: int) -> None:
    rng, solver = Random(f"deals {block}"), Solver()
    for _ in range(deals):
        hands, leader = _deal(rng), rng.randrange(4)
        for trump in TRUMPS:
            position = Position(hands, trump, leader)
            assert solver.solve(position) == dds_value(position), position


@pytest.mark.unsanitized
def test_full_deals_have_the_value_that_dds_finds() -> None:
    _agree_on_deals(0, FEW_DEALS)


@pytest.mark.long
@pytest.mark.parametrize("block", range(BLOCKS))
def test_thousands_of_full_deals_have_the_value_that_dds_finds(block: int) -> None:
    _agree_on_deals(block, DEALS)


def _agree_on_endings(seed: str, tricks: int, on_table: int, number: int) -> None:
    rng, solver = Random(f"{seed} {tricks} {on_table}"), Solver()
    for _ in range(number):
        position = _ending(rng, tricks, on_table)
        assert solver.solve_cards(position) == dds_cards(position), position


@pytest.mark.parametrize("tricks", range(1, 12))
@pytest.mark.parametrize("on_table", range(4))
def test_every_card_of_an_ending_has_the_value_that_dds_finds(tricks: int, on_table: int) -> None:
    _agree_on_endings("endings", tricks, on_table, ENDINGS)


@pytest.mark.long
@pytest.mark.parametrize("tricks", range(5, 13))
@pytest.mark.parametrize("on_table", range(4))
def test_thousands_of_endings_have_the_values_that_dds_finds(tricks: int, on_table: int) -> None:
    _agree_on_endings("more endings", tricks, on_table, MORE_ENDINGS)


def test_a_warm_solver_agrees_on_every_position_of_a_deal() -> None:
    rng, solver = Random("one after another"), Solver()
    for _ in range(LINES):
        position = _ending(rng, 8, 0)
        hands, trick = position.hands, _lead(position.leader, position.trump)
        for card in solver.principal_line(position)[:-1]:
            hands, trick = _played(hands, trick, card)
            place = Position(hands, trick.trump, trick.leader, trick.cards)
            assert solver.solve_cards(place) == dds_cards(place), place
