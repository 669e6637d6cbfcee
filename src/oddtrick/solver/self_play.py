"""Whole deals, dealt at random and played out of habit, by the hundred thousand: for learning.

>>> from oddtrick.games import rules_of
>>> from oddtrick.solver.rollout import TRAITS
>>> rules, nothing_learnt = rules_of("scotch-whist", players=5), Habits(np.zeros(TRAITS, np.int16))
>>> lessons = learn_from_deals(rules, DealStart(), [nothing_learnt] * 5, {0}, deals=9, seed=1)
>>> int(lessons.sizes.sum()) == len(lessons.ends) == len(lessons.traits)
True
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from oddtrick.errors import OddtrickError
from oddtrick.solver import _kernel
from oddtrick.solver.deals.plan import DealStart, plan_deal
from oddtrick.solver.rollout import CALM, Ends, Habits

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from numpy.typing import NDArray

    from oddtrick.rules import Rules


@dataclass(frozen=True, slots=True, eq=False)
class Lessons:
    """n choices of a card that came up in deals, with m cards to choose from in all of them.

    Attributes:
        traits: int32 [m, 16], what was seen in each card: places in the habits, or -1.
        ends: what the deal came to after each card, [m, 1, …].
        seats: int8 [n], who had the choice.
        sizes: int8 [n], between how many cards.
    """

    traits: NDArray[np.int32]
    ends: Ends
    seats: NDArray[np.int8]
    sizes: NDArray[np.int8]


def play_deals_out(
    rules: Rules,
    start: DealStart,
    habits: Habits | Sequence[Habits],
    deals: int,
    seed: int,
    *,
    mood: int = CALM,
) -> Ends:
    """Deals cards at random and plays them out of habit.

    Args:
        rules: the game.
        start: where in a match the deals stand.
        habits: of all seats, or of each.
        deals: how many.
        seed: of all chance; deal i of a seed is always the same.
        mood: how much chance is mixed in, 0 to 256.

    Raises:
        OddtrickError: there are not as many habits as seats.
    """
    points = np.empty((deals, len(rules.sides)), np.int16)
    tricks = np.empty((deals, rules.players), np.int8)
    plan = plan_deal(rules, start).kernel
    _kernel.play_habits(plan, _by_seat(rules, habits), mood, seed, 0, points, tricks)
    return Ends(points[:, None], tricks[:, None], deals)


def learn_from_deals(
    rules: Rules,
    start: DealStart,
    habits: Habits | Sequence[Habits],
    learners: Collection[int],
    *,
    deals: int,
    seed: int,
    first: int = 0,
    mood: int = CALM,
) -> Lessons:
    """Plays deals out of habit, and tells what would have become of each card of some seats.

    Every card is played to the end of the very deal, in which the hidden cards lie as they lay. One
    deal is nearly all luck; in the mean over many it is what a card is worth to whoever sees what
    its traits say, since hidden cards come up as often as those who hold them play as was seen.

    Args:
        rules: the game.
        start: where in a match the deals stand.
        habits: of all seats, or of each.
        learners: the seats whose choices are told.
        deals: how many.
        seed: of all chance; deal i of a seed is always the same.
        first: the number of the first deal.
        mood: how much chance is mixed in, 0 to 256.

    Raises:
        OddtrickError: there are not as many habits as seats, or a learner has no seat.
    """
    for seat in learners:
        if not 0 <= seat < rules.players:
            raise OddtrickError(f"there is no seat {seat}: the seats are 0 to {rules.players - 1}")
    plan = plan_deal(rules, start).kernel
    by_bit = sum(1 << seat for seat in set(learners))
    traits, points, tricks, seats, sizes = _kernel.learn_from_deals(
        plan, _by_seat(rules, habits), mood, by_bit, seed, first, deals
    )
    ends = Ends(points[:, None], tricks[:, None], len(traits))
    return Lessons(traits, ends, seats, sizes)


def _by_seat(rules: Rules, habits: Habits | Sequence[Habits]) -> list[_kernel.Habits]:
    each = [habits] * rules.players if isinstance(habits, Habits) else habits
    if len(each) != rules.players:
        raise OddtrickError(
            f"{len(each)} habits were given for {rules.players} seats: one for each"
        )
    return [one.kernel for one in each]
