"""What each choice was worth as far as the seat could know: nothing here sees more than a view."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from oddtrick.bots.search.policies import policy_of
from oddtrick.bots.search.utility import (
    DOUBT,
    LEAD,
    TRICK,
    VICTORY,
    lead_in_points,
    own_tricks,
    utility_kind,
    utility_of,
    win_within_reach,
)
from oddtrick.cards import Suit
from oddtrick.review.verdicts import Choice, Loss, UtilityKind
from oddtrick.solver.rollout import roll_out_with_trump
from oddtrick.solver.sampling import worlds
from oddtrick.views import Awaited

if TYPE_CHECKING:
    from collections.abc import Sequence
    from threading import Event

    from oddtrick.bots.search.searcher import Searcher
    from oddtrick.rules import Rules
    from oddtrick.views import View

SURE = 2.0
"""A loss of fewer standard errors may be an accident of the worlds that were drawn."""

FLOORS: dict[UtilityKind, float] = {"chance": 0.005, "points": 0.15, "tricks": 0.05}
"""Smaller losses are never told: standard errors are somewhat small late in a deal."""


def kind_of_utility(rules: Rules) -> UtilityKind:
    """What utility is in this game: a chance of winning, points or tricks."""
    return utility_kind(rules)


def choices_of(
    view: View, searcher: Searcher, seed: int, cancel: Event | None = None
) -> tuple[tuple[Choice, ...], int]:
    """The worth of everything that the view's seat may do, and how many worlds that rests on.

    Args:
        view: of a seat that is to play a card, or to choose trumps and has seen its cards.
        searcher: how hard to think.
        seed: of the worlds.
        cancel: once it is set, what was found by then is the answer.
    """
    if view.awaited is Awaited.CHOICE:
        return _suits(view, searcher, seed)
    values = searcher.values(view, seed, cancel=cancel)
    choices = tuple(
        Choice(
            action=str(value.card),
            utility=value.utility,
            error=value.error,
            points=value.points,
            tricks=value.tricks,
            wins=_wins(view, value.utility, value.points, value.tricks),
            # A card that soon fell behind was tried in other worlds than the best.
            survives=min(1.0, max(0.0, value.survives)),
        )
        for value in values.cards
    )
    return choices, values.worlds


def _suits(view: View, searcher: Searcher, seed: int) -> tuple[tuple[Choice, ...], int]:
    """The worth of each suit as trumps (K3), in the same worlds."""
    tried = searcher.effort.worlds
    drawn = worlds(view).draw(tried, seed)
    suits = [action for action in view.legal if isinstance(action, Suit)]
    ends = [
        roll_out_with_trump(view, suit, drawn, policy_of(view.rules, suit), seed) for suit in suits
    ]
    utility = np.concatenate([utility_of(view, end) for end in ends], axis=1)
    means = utility.mean(axis=0)
    below = utility - utility[:, [int(means.argmax())]]
    errors = below.std(axis=0) / math.sqrt(tried)
    choices = []
    for at, (suit, end) in enumerate(zip(suits, ends, strict=True)):
        points, taken = float(lead_in_points(view, end).mean()), own_tricks(view, end)
        value, tricks = float(means[at]), float(taken.mean())
        choices.append(
            Choice(
                action=suit.letter,
                utility=value,
                error=float(errors[at]),
                points=points,
                tricks=tricks,
                wins=_wins(view, value, points, tricks),
                survives=float((taken > 0).mean()),
            )
        )
    return tuple(choices), tried


def _wins(view: View, utility: float, points: float, tricks: float) -> float | None:
    """The chance of winning, out of what the searching players want."""
    if utility_kind(view.rules) == "chance":
        return min(1.0, max(0.0, utility - TRICK * tricks))
    if view.rules.goal.target is None:
        return None
    assert view.seat is not None
    most = view.rules.max_points(view.number)
    before, mine = view.standing.carried, view.rules.side_of(view.seat)
    if win_within_reach(view):
        return min(1.0, max(0.0, (utility - LEAD * points) / (VICTORY * most)))
    hopes = [math.exp((score - before[mine]) / (DOUBT * most)) for score in before]
    hopes[mine] = math.exp(points / (DOUBT * most))
    return hopes[mine] / sum(hopes)


def best_of(choices: Sequence[Choice]) -> Choice:
    """The choice of the highest utility, of equal ones the first."""
    return max(choices, key=lambda choice: choice.utility)


def loss_of(choice: Choice, best: Choice, rules: Rules) -> Loss:
    """What a choice costs against the best."""
    lost = max(0.0, best.utility - choice.utility)
    floor = FLOORS[kind_of_utility(rules)]
    wins = None
    if best.wins is not None and choice.wins is not None:
        wins = best.wins - choice.wins
    return Loss(
        utility=lost,
        error=choice.error,
        points=best.points - choice.points,
        tricks=best.tricks - choice.tricks,
        wins=wins,
        real=lost > max(floor, SURE * choice.error),
    )
