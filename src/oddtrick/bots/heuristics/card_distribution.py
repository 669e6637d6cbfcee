"""An estimate of the other hands: the expected number of cards of each suit at each seat.

Unseen cards are taken to lie evenly over the places where they can be. A seat void in a suit leaves
more of it to the others and itself holds more of the rest. The expected numbers come from iterative
proportional fitting: a table of seats and suits is scaled until its rows and columns add up.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from oddtrick.cards import Suit
from oddtrick.tricks import SUIT_MASKS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from oddtrick.views import View

ITERATIONS = 3
"""Scaling steps of the fit; more of them hardly change the numbers."""


class SeatDistribution(msgspec.Struct, frozen=True):
    """An estimate of the cards of one other seat.

    Args:
        possible: the cards (mask) that it may hold.
        known: the cards (mask) that it certainly holds: the turn-up.
        unknown_count: the number of cards it holds besides ``known``.
        probability: for each suit, the probability that a given card of ``possible`` is here.
    """

    possible: int
    known: int
    unknown_count: int
    probability: tuple[float, ...]

    def expected_length(self, suit: Suit) -> float:
        """The expected number of cards of a suit."""
        mask = SUIT_MASKS[suit]
        known = (self.known & mask).bit_count()
        return (self.possible & mask).bit_count() * self.probability[suit] + known


def estimate_distribution(
    view: View, outstanding: int, voids: Sequence[frozenset[Suit]], unlikely: Sequence[int]
) -> dict[int, SeatDistribution]:
    """Estimates the cards of each other seat.

    Args:
        view: the view of the seat that asks.
        outstanding: the cards (mask) that others may hold.
        voids: for each seat, the suits it is void in.
        unlikely: for each seat, the cards (mask) it probably does not hold.
    """
    others = [seat for seat in view.seats if seat != view.seat]
    turn_up = view.turn_up.bit if view.turn_up is not None and view.turn_up_seat in others else 0
    hidden = outstanding & ~turn_up
    possible, known, unknown = [], [], []
    for seat in others:
        here = hidden
        for suit in voids[seat]:
            here &= ~SUIT_MASKS[suit]
        shown = turn_up & outstanding if seat == view.turn_up_seat else 0
        count = view.counts[seat] - (1 if shown else 0)
        likely = here & ~unlikely[seat]
        # An inference that leaves too few cards for the hand was wrong: ignore it.
        possible.append(likely if likely.bit_count() >= count else here)
        known.append(shown)
        unknown.append(min(count, possible[-1].bit_count()))
    probabilities = _fit_probabilities(possible, unknown, hidden)
    rows = zip(possible, known, unknown, probabilities, strict=True)
    return {seat: SeatDistribution(*row) for seat, row in zip(others, rows, strict=True)}


def _fit_probabilities(
    possible: list[int], unknown: list[int], hidden: int
) -> list[tuple[float, ...]]:
    """For each row and suit, the probability that a possible card is there."""
    size = hidden.bit_count()
    if all(cards == hidden for cards in possible):
        return [(count / size,) * 4 if size else (0.0,) * 4 for count in unknown]
    counts = [[(cards & mask).bit_count() for mask in SUIT_MASKS] for cards in (*possible, hidden)]
    # The last row stands for the cards that nobody holds: the undealt ones.
    rows = [*unknown, max(size - sum(unknown), 0)]
    table = [[float(number) for number in row] for row in counts]
    for _ in range(ITERATIONS):
        _scale_columns(table, counts[-1], rows)
        _scale_rows(table, rows)
    return [
        tuple(
            min(expected / count, 1.0) if count else 0.0
            for expected, count in zip(row, possible_counts, strict=True)
        )
        for row, possible_counts in zip(table[:-1], counts, strict=False)
    ]


def _scale_columns(table: list[list[float]], totals: list[int], rows: list[int]) -> None:
    """Scales each suit of the table to its number of hidden cards."""
    for suit in range(4):
        column = sum(row[suit] for row, count in zip(table, rows, strict=True) if count)
        if column:
            scale = totals[suit] / column
            for row in table:
                row[suit] *= scale


def _scale_rows(table: list[list[float]], rows: list[int]) -> None:
    """Scales each row of the table to the number of cards held there."""
    for row, count in zip(table, rows, strict=True):
        total = sum(row)
        scale = count / total if total else 0.0
        for suit in range(4):
            row[suit] *= scale
