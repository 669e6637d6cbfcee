"""An independent estimate of losses: worlds drawn uniformly in plain Python, and solved exactly.

It shares no code with the judges of a review. Worlds come from a sampler of OpenSpiel's contender,
without weights. Whist is solved by DDS; other games by the solver's public function, with a
position built for each world.
"""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from oddtrick.cards import CARDS, Card, Hand, mask_of, parse_card
from oddtrick.solver import Position, SearchStopped, Solver
from oddtrick.tricks import CardOrder
from oddtrick.views import View
from tests.support.solver.dds import dds_cards

NODES = 400_000
"""Node limit for each world."""

TABLE_MB = 8

ERRORS = 2.0
"""A verdict is confirmed or contradicted beyond so many standard errors."""


class Distance(NamedTuple):
    """The mean distance between two cards in tricks or points, and its standard error."""

    mean: float
    error: float

    @property
    def verdict(self) -> str:
        """Returns whether the first card is better, or worse, beyond error."""
        if abs(self.mean) <= ERRORS * self.error or not self.mean:
            return "undecided"
        return "confirmed" if self.mean > 0 else "contradicted"


class UniformEstimate(NamedTuple):
    """What each legal card takes in each world: float64 [n, C]."""

    cards: tuple[Card, ...]
    values: NDArray[np.float64]

    def distance(self, better: str, other: str) -> Distance:
        """The distance between two cards, given in record form."""
        first, second = (self.cards.index(parse_card(card)) for card in (better, other))
        apart = self.values[:, first] - self.values[:, second]
        return Distance(float(apart.mean()), float(apart.std(ddof=1) / len(apart) ** 0.5))

    def loss(self, card: str) -> Distance:
        """The distance of a card from the best."""
        return self.distance(str(self.cards[int(self.values.mean(axis=0).argmax())]), card)


def uniform_estimate(view: View, worlds: int, rng: Random) -> UniformEstimate | None:
    """Solves worlds drawn uniformly for every legal card; None where one is too hard."""
    drawn, legal = _layouts(view), tuple(card for card in view.legal if isinstance(card, Card))
    by_dds, solver = _is_for_dds(view), Solver(TABLE_MB)
    rows = []
    for _ in range(worlds):
        position = _position(view, drawn.draw(rng))
        try:
            values = dds_cards(position) if by_dds else solver.solve_cards(position, nodes=NODES)
        except SearchStopped:
            return None
        rows.append([values[card] for card in legal])
    return UniformEstimate(legal, np.array(rows, float))


def _is_for_dds(view: View) -> bool:
    """Returns whether the game is one of tricks for two sides of two with all 52 cards."""
    rules = view.rules
    return (
        rules.sides == ((0, 2), (1, 3))
        and rules.order is CardOrder.ACE_HIGH
        and rules.pack.bit_count() == len(CARDS)
        and not rules.profile.captures
        and rules.profile.unit == "tricks"
        and not rules.break_trumps
        and len(view.hand) + len(view.tricks) == len(CARDS) // 4
    )


def _layouts(view: View) -> Any:
    """The layouts of the hidden cards: those of the other hands, and one heap of all the rest."""
    folder = str(Path(__file__).parents[2] / "benchmarks")
    if folder not in sys.path:
        sys.path.append(folder)
    sizes = list(view.counts)
    assert view.seat is not None
    sizes[view.seat] = 0
    if _holder(view) is not None:
        sizes[_holder(view) or 0] -= 1
    voids = [frozenset(map(int, suits)) for suits in view.voids]
    unseen = [int(card) for card in view.unseen]
    rest = len(unseen) - sum(sizes)
    assert rest >= 0
    sampling = import_module("openspiel_uniform_sampling")
    return sampling.Layouts(unseen, (*sizes, rest), (*voids, frozenset()))


def _holder(view: View) -> int | None:
    """The other seat known to hold the turn-up in the hand under way."""
    waits = view.hand_number < view.hand_count - 1
    return None if waits or view.turn_up_seat == view.seat else view.turn_up_seat


def _position(view: View, drawn: list[list[int]]) -> Position:
    hands = [mask_of(CARDS[card] for card in cards) for cards in drawn[:-1]]
    assert view.seat is not None
    hands[view.seat] = view.hand.mask
    holder = _holder(view)
    if holder is not None and view.turn_up is not None:
        hands[holder] |= view.turn_up.bit
    score = view.standing.carried
    return Position.of(
        view.rules,
        tuple(map(Hand, hands)),
        view.trump,
        view.table_seats[0],
        view.table,
        past=view.tricks,
        out=tuple(seat for seat in range(view.rules.players) if seat not in view.seats),
        score=(score[0], score[1]),
    )
