"""Tests of printed solutions, for any number of seats and with seats that are out."""

from __future__ import annotations

from random import Random

import pytest

from oddtrick.cards import CARDS, Hand, Suit, cards_in, mask_of
from oddtrick.cli.solve_output import line_rows
from oddtrick.solver import Position, Solver
from oddtrick.tricks import Trick, from_seat


def _position(rng: Random, *, outs_told: bool) -> Position:
    """Draws a position of a few cards each, with some seats out, at any point of a trick."""
    players, cards = rng.randint(2, 6), rng.randint(1, 3)
    seats = sorted(rng.sample(range(players), rng.randint(1, players)))
    pack = iter(rng.sample(CARDS, players * cards))
    hands = [Hand.of([next(pack) for _ in range(cards)]) for _ in range(players)]
    hands = [hand if seat in seats else Hand() for seat, hand in enumerate(hands)]
    trick = Trick(from_seat(seats, rng.choice(seats)), (), rng.choice([None, *Suit]))
    for _ in range(rng.randrange(len(seats))):
        seat = trick.to_play
        assert seat is not None
        card = rng.choice(cards_in(trick.legal(hands[seat].mask)))
        hands[seat] -= Hand(mask_of([card]))
        trick = trick.play(card)
    out = tuple(seat for seat in range(players) if seat not in seats)
    needed = trick.cards and all(len(hand) < 2 for hand in hands)
    stated_out = out if outs_told or needed else ()
    return Position(tuple(hands), trick.trump, trick.leader, trick.cards, out=stated_out)


@pytest.mark.parametrize("outs_told", [True, False])
def test_the_printed_tricks_add_up_to_the_value(outs_told: bool) -> None:
    rng, solver = Random(outs_told), Solver()
    for _ in range(500):
        position = _position(rng, outs_told=outs_told)
        rows = list(line_rows(position, solver.principal_line(position)))
        winners = [int(row.split()[-2]) for row in rows]
        side = position.side_of[position.to_play]
        assert sum(position.side_of[seat] == side for seat in winners) == solver.solve(position)
