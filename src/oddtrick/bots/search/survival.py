"""Knock-out whist: the chance of being the last one in, after each end of a deal (K4, K8)."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from oddtrick.bots.search.learnt import habits_of
from oddtrick.cards import Suit
from oddtrick.solver.deals import DealStart
from oddtrick.solver.imagining import play_deals_out
from oddtrick.tricks import from_seat, left_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from oddtrick.rules import Rules
    from oddtrick.views import View

DEALS = 600
"""So many deals tell what the next one brings."""

_CHANCE_SEED = 20_030_103


def survival_chances(view: View, tricks: NDArray[np.int8]) -> NDArray[np.float64]:
    """The chance that the view's seat wins the match after each end of the deal.

    Args:
        view: of a seat that is in.
        tricks: int8 [n, C, P], won by each seat in the deal.

    Returns:
        float64 [n, C].
    """
    assert view.seat is not None
    rows, columns, players = tricks.shape
    ends, which = np.unique(tricks.reshape(-1, players), axis=0, return_inverse=True)
    chances = np.array([_chance(view, end) for end in ends.tolist()])
    return chances[which].reshape(rows, columns)


def _chance(view: View, tricks: Sequence[int]) -> float:
    assert view.seat is not None
    left = tuple(seat for seat in view.seats if tricks[seat])
    if view.seat not in left:
        return 0.0
    if len(left) == 1:
        return 1.0
    most = max(tricks)
    choosers = [seat for seat in left if tricks[seat] == most]
    order = from_seat(left, left_of(left, left_of(left, view.dealer)))
    size = sum(view.rules.plan.sizes(view.number + 1))
    tables = [_chances(view.rules, len(left), size, order.index(seat)) for seat in choosers]
    place = order.index(view.seat)
    return sum(table[place] for table in tables) / len(tables)


@lru_cache(512)
def _chances(rules: Rules, players: int, size: int, chooser: int) -> tuple[float, ...]:
    """The chance of each player to win, counted from the eldest hand, before a deal is dealt.

    Args:
        rules: the game.
        players: how many are in.
        size: how many cards each gets.
        chooser: the place of the one who chooses trumps.
    """
    seats = tuple(range(players))
    number = (rules.plan.hands[0] - size) // rules.plan.fewer
    start = DealStart(number=number, dealer=players - 1, seats=seats, chooser=chooser)
    habits = habits_of(rules, Suit.SPADES)
    deals = DEALS * size // rules.plan.hands[0] + DEALS // 4
    ends = play_deals_out(rules, start, habits, deals, _CHANCE_SEED, mood=64)
    found, counts = np.unique(ends.tricks[:, 0], axis=0, return_counts=True)
    total = np.zeros(players)
    for tricks, count in zip(found.tolist(), counts.tolist(), strict=True):
        total += count * _after(rules, players, size, tricks)
    return tuple((total / counts.sum()).tolist())


def _after(rules: Rules, players: int, size: int, tricks: Sequence[int]) -> NDArray[np.float64]:
    """The same after a deal with these tricks, which the player at place 0 led to."""
    left = tuple(seat for seat in range(players) if tricks[seat])
    chances = np.zeros(players)
    if len(left) == 1:
        chances[left[0]] = 1.0
        return chances
    most = max(tricks)
    choosers = [seat for seat in left if tricks[seat] == most]
    # The deal goes on to the next who is in: first the dealer, then the eldest hand.
    order = from_seat(left, left_of(left, left_of(left, players - 1)))
    for seat in choosers:
        table = _chances(rules, len(left), size - rules.plan.fewer, order.index(seat))
        for place, other in enumerate(order):
            chances[other] += table[place] / len(choosers)
    return chances
