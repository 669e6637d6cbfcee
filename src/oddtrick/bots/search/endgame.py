"""Double-dummy solving of the last tricks.

With few cards left, players know the layout nearly as well as the solver does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from oddtrick.bots.search.rollout import Outcomes
from oddtrick.cards import card_at, mask_of
from oddtrick.scoring import DealFacts
from oddtrick.scoring.deals import HONOUR_RANKS
from oddtrick.solver.pimc import evaluate_drawn

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from oddtrick.bots.search.search_context import SearchContext
    from oddtrick.solver.sampling import SampledWorlds
    from oddtrick.views import View


def solve_worlds(context: SearchContext, worlds: SampledWorlds) -> Outcomes:
    """The end of the deal after each choice with best double-dummy play, world by world.

    All tricks of a side are credited to its first seat. Fewer worlds are solved if time runs out.
    """
    view = context.view
    table = evaluate_drawn(
        view,
        worlds,
        threads=context.budget.threads,
        seconds=context.deadline.remaining(),
        cancel=context.deadline.cancel,
    )
    columns = [table.cards.index(card) for card in context.position.choices]
    rules, seat = view.deal_rules, view.seat
    assert seat is not None
    mine = rules.side_of(seat)
    taken = table.values[:, columns] + view.side_won[mine]
    tricks = np.zeros((*taken.shape, rules.players), np.int8)
    tricks[:, :, rules.sides[mine][0]] = taken
    tricks[:, :, rules.sides[1 - mine][0]] = sum(rules.plan.sizes(view.number)) - taken
    points = np.empty((*taken.shape, len(rules.sides)), np.int16)
    dealt = _dealt(view, table.hands)
    points_of = _DealPoints(view)
    for row, ours in enumerate(taken):
        for column, won in enumerate(ours):
            points[row, column] = points_of(int(won), dealt[row])
    return Outcomes(points, tricks, table.requested)


def _dealt(view: View, hands: NDArray[np.uint64]) -> list[tuple[int, ...]]:
    """The cards dealt to each seat as masks, world by world."""
    played = [0] * view.deal_rules.players
    for trick in view.tricks:
        for seat, card in zip(trick.seats, trick.cards, strict=True):
            played[seat] |= card.bit
    for seat, card in zip(view.table_seats, view.table, strict=False):
        played[seat] |= card.bit
    return [
        tuple(held | gone for held, gone in zip(row, played, strict=True)) for row in hands.tolist()
    ]


class _DealPoints:
    """The points of a deal by its tricks and the honours dealt, cached: many worlds share them."""

    def __init__(self, view: View) -> None:
        assert view.seat is not None
        self.view = view
        self.own_side = view.deal_rules.side_of(view.seat)
        self.total = sum(view.deal_rules.plan.sizes(view.number))
        self.cache: dict[tuple[int, tuple[int, ...]], tuple[int, ...]] = {}
        self.standing = view.standing
        if view.deal_rules.sides != view.rules.sides:  # new sides: no score before the deal
            rules = view.deal_rules
            self.standing = rules.match.start(len(rules.sides), rules.players)

    def __call__(self, won: int, dealt: Sequence[int]) -> tuple[int, ...]:
        rules, trump = self.view.deal_rules, self.view.trump
        honours = 0 if trump is None else mask_of(card_at(trump, rank) for rank in HONOUR_RANKS)
        key = (won, tuple(cards & honours for cards in dealt))
        if key not in self.cache:
            tricks = [0] * rules.players
            tricks[rules.sides[self.own_side][0]] = won
            tricks[rules.sides[1 - self.own_side][0]] = self.total - won
            facts = DealFacts(
                sides=rules.sides,
                tricks=tuple(tricks),
                taken=(0,) * rules.players,
                dealt=key[1],
                winning=0,
                trump=trump,
                score=self.view.score,
                calls=self.view.open_calls,
                number=self.view.number,
            )
            stages = rules.scoring.stages(facts)
            points, _ = rules.match.after(self.standing, facts, stages)
            self.cache[key] = points
        return self.cache[key]
