"""The last tricks, solved: with few cards left, players know nearly as much as open cards tell."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from oddtrick.cards import card_at, mask_of
from oddtrick.rules import Rules
from oddtrick.scoring import DealFacts
from oddtrick.scoring.deals import HONOUR_RANKS
from oddtrick.solver.pimc import evaluate_drawn
from oddtrick.solver.rollout import Outcomes, RolloutPosition

if TYPE_CHECKING:
    from collections.abc import Sequence
    from threading import Event

    from numpy.typing import NDArray

    from oddtrick.solver.sampling import SampledWorlds
    from oddtrick.views import View


def solves(rules: Rules) -> bool:
    """Whether a deal comes to what its tricks say, between two sides: such worlds are solved."""
    by_tricks = rules.profile.by_tricks and not rules.goal.eliminates
    return by_tricks and len(rules.sides) == 2 and len(rules.plan.hands) == 1


def solve_worlds(
    here: RolloutPosition,
    drawn: SampledWorlds,
    *,
    threads: int,
    seconds: float | None,
    cancel: Event | None,
) -> Outcomes:
    """What best play comes to after each choice, with open cards, in each of the worlds.

    The tricks of a side are written down for one of its seats.
    """
    view = here.view
    table = evaluate_drawn(view, drawn, threads=threads, seconds=seconds, cancel=cancel)
    columns = [table.cards.index(card) for card in here.choices]
    rules, seat = view.rules, view.seat
    assert seat is not None
    mine = rules.side_of(seat)
    taken = table.values[:, columns] + view.side_won[mine]
    tricks = np.zeros((*taken.shape, rules.players), np.int8)
    tricks[:, :, rules.sides[mine][0]] = taken
    tricks[:, :, rules.sides[1 - mine][0]] = sum(rules.plan.sizes(view.number)) - taken
    points = np.empty((*taken.shape, len(rules.sides)), np.int16)
    dealt = _dealt(view, table.hands)
    count = _Counter(view)
    for row, ours in enumerate(taken):
        for column, won in enumerate(ours):
            points[row, column] = count(int(won), dealt[row])
    return Outcomes(points, tricks, table.asked)


def _dealt(view: View, hands: NDArray[np.uint64]) -> list[tuple[int, ...]]:
    """The cards dealt to each seat (masks), world by world."""
    played = [0] * view.rules.players
    for trick in view.tricks:
        for seat, card in zip(trick.seats, trick.cards, strict=True):
            played[seat] |= card.bit
    for seat, card in zip(view.table_seats, view.table, strict=False):
        played[seat] |= card.bit
    return [
        tuple(held | gone for held, gone in zip(row, played, strict=True)) for row in hands.tolist()
    ]


class _Counter:
    """The points of a deal by its tricks and the honours dealt, each counted once."""

    def __init__(self, view: View) -> None:
        assert view.seat is not None
        self.view = view
        self.mine = view.rules.side_of(view.seat)
        self.total = sum(view.rules.plan.sizes(view.number))
        self.counted: dict[tuple[int, tuple[int, ...]], tuple[int, ...]] = {}

    def __call__(self, won: int, dealt: Sequence[int]) -> tuple[int, ...]:
        rules, trump = self.view.rules, self.view.trump
        honours = 0 if trump is None else mask_of(card_at(trump, rank) for rank in HONOUR_RANKS)
        key = (won, tuple(cards & honours for cards in dealt))
        if key not in self.counted:
            tricks = [0] * rules.players
            tricks[rules.sides[self.mine][0]] = won
            tricks[rules.sides[1 - self.mine][0]] = self.total - won
            score = self.view.standing.carried
            facts = DealFacts(
                rules.sides, tuple(tricks), (0,) * rules.players, key[1], 0, trump, score
            )
            stages = rules.scoring.stages(facts)
            points, _ = rules.match.after(self.view.standing, facts, stages)
            self.counted[key] = points
        return self.counted[key]
