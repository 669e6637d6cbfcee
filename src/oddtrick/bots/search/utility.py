"""The worth of the end of a deal to a seat: its chance of winning, where one is at stake."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

import numpy as np

from oddtrick.bots.search.knockout_survival_chances import survival_chances
from oddtrick.bots.search.match_equity import rubber_equity, winning_chances

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from oddtrick.rules import Rules
    from oddtrick.solver.rollout import Outcomes
    from oddtrick.views import View

TRICK = 1e-3
"""Utility of a trick beside the chance of winning: once that is settled, tricks decide."""

VICTORY = 4 / 3
"""Utility of winning once the target is within reach, in shares of the most points of a deal."""

LEAD = 0.2
"""Utility of a point of lead while the target is within reach."""

LEAD_SCALE = 0.4
"""Lead that multiplies the odds of winning in a later deal by e, in shares of the most points."""


class Payoff(NamedTuple):
    """The worth of n ends of a deal after each of C choices.

    Args:
        utility: float64 [n, C]; only differences mean anything.
        win_chance: float64 [n, C], the chance of winning the game, rubber or match; NaN where
            utility says nothing of it.
    """

    utility: NDArray[np.float64]
    win_chance: NDArray[np.float64]


def utility_kind(rules: Rules) -> Literal["chance", "points", "tricks"]:
    """The unit of utility in this game: a chance of winning, points or tricks."""
    goal = rules.goal
    if goal.eliminates or (goal.stops_at_target and len(rules.sides) == 2):
        return "chance"
    return "points" if goal.target is not None else rules.profile.unit


def payoff_of(view: View, ends: Outcomes) -> Payoff:
    """The worth of each end to the view's seat.

    Where deals add up to a game or rubber, utility is the chance of winning that (W6, W7, C4, CS1);
    in knock-out, of being the last one in (K8). Where a rubber has points, it is their mean (X6).
    Where the highest score after a whole deal wins, it is points, and winning once the target is
    within reach (S7, X4). In a fixed number of deals it is tricks, or points where tricks are not
    what counts (D1).
    """
    kind, goal = utility_kind(view.rules), view.rules.goal
    if kind == "points":
        return _payoff_in_points(view, ends, goal.target)
    tricks = own_tricks(view, ends)
    if kind == "tricks":
        return Payoff(tricks, np.full_like(tricks, np.nan))
    if goal.eliminates:
        chance = survival_chances(view, ends.tricks)
    else:
        chance = winning_chances(view, goal, ends.points)
    if goal.rubber_points:
        return Payoff(rubber_equity(view, goal, ends.points) + TRICK * tricks, chance)
    return Payoff(chance + TRICK * tricks, chance)


def own_tricks(view: View, ends: Outcomes) -> NDArray[np.float64]:
    """Tricks of the seat's side in the deal: float64 [n, C]."""
    seats = list(view.rules.sides[side_of(view)])
    return np.asarray(ends.tricks[:, :, seats].sum(axis=2), np.float64)


def lead_in_points(view: View, ends: Outcomes) -> NDArray[np.float64]:
    """Points of the seat's side in the deal, less the mean of the other sides: float64 [n, C]."""
    points = ends.points.astype(np.float64)
    own = points[:, :, side_of(view)]
    return np.asarray(own - (points.sum(axis=2) - own) / max(1, points.shape[2] - 1))


def side_of(view: View) -> int:
    """The index of the side of the view's seat."""
    assert view.seat is not None
    return view.rules.side_of(view.seat)


def _payoff_in_points(view: View, ends: Outcomes, target: int | None) -> Payoff:
    """Points, until a side may reach the target in this deal; then mostly the chance of winning.

    The match is won by the side alone on top at the target (S7). Otherwise it goes on, and the
    chances are a softmax of the scores.
    """
    lead = lead_in_points(view, ends)
    if target is None:
        return Payoff(lead, np.full_like(lead, np.nan))
    before, mine = np.array(view.standing.carried), side_of(view)
    most = view.rules.max_points(view.number)
    totals = before + ends.points.astype(np.float64)
    best = totals.max(axis=2)
    leaders = (totals == best[:, :, None]).sum(axis=2)
    odds = np.exp((totals - best[:, :, None]) / (LEAD_SCALE * most))
    later = odds[:, :, mine] / odds.sum(axis=2)
    won = np.where(leaders == 1, totals[:, :, mine] == best, later)
    chance = np.where(best >= target, won, later)
    if before.max() + most < target:
        return Payoff(lead, chance)
    return Payoff(np.asarray(VICTORY * most * chance + LEAD * lead), chance)
