"""What the end of a deal is worth to a seat: its chance of winning, where something can be won."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import numpy as np

from oddtrick.bots.search.elimination import survival_chances
from oddtrick.bots.search.match_equity import winning_chances

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from oddtrick.rules import Rules
    from oddtrick.solver.rollout import Outcomes
    from oddtrick.views import View

TRICK = 1e-3
"""What a trick is worth besides the chance of winning: where that is settled, play goes on."""

VICTORY = 4 / 3
"""Value of winning once it is within reach, in shares of the most points of a deal."""

LEAD = 0.2
"""Value of a point more than the others while winning is within reach."""

DOUBT = 0.4
"""Lead that makes winning in a later deal e times as likely, in shares of the most points."""


def utility_kind(rules: Rules) -> Literal["chance", "points", "tricks"]:
    """The unit in which :func:`utility_of` answers: a chance of winning, points or tricks."""
    goal = rules.goal
    if goal.eliminates or (goal.stops_at_target and len(rules.sides) == 2):
        return "chance"
    return "points" if goal.target is not None else rules.profile.unit


def win_within_reach(view: View) -> bool:
    """Whether a side may reach the target in this deal."""
    target = view.rules.goal.target
    most = view.rules.max_points(view.number)
    return target is not None and max(view.standing.carried) + most >= target


def utility_of(view: View, ends: Outcomes) -> NDArray[np.float64]:
    """How much the seat likes each end: float64 [n, C]. Only differences mean anything.

    Where deals add up to a game or rubber it is the chance of winning that (W6, W7, C4, CS1), in
    knock-out the chance of being the last one in (K8). Where the highest score after a whole deal
    wins it is points, and winning once the target is within reach (S7). In a fixed number of deals
    it is tricks, or points where tricks are not what counts (D1).
    """
    kind, goal = utility_kind(view.rules), view.rules.goal
    if kind == "points":
        return _points(view, ends, goal.target)
    tricks = own_tricks(view, ends)
    if kind == "tricks":
        return tricks
    if goal.eliminates:
        return survival_chances(view, ends.tricks) + TRICK * tricks
    return winning_chances(view, goal, ends.points) + TRICK * tricks


def own_tricks(view: View, ends: Outcomes) -> NDArray[np.float64]:
    """Tricks of the seat's side in the deal: float64 [n, C]."""
    seats = list(view.rules.sides[side_of(view)])
    return np.asarray(ends.tricks[:, :, seats].sum(axis=2), np.float64)


def lead_in_points(view: View, ends: Outcomes) -> NDArray[np.float64]:
    """Points of the seat's side in the deal, less those of the others in the mean."""
    points = ends.points.astype(np.float64)
    own = points[:, :, side_of(view)]
    return np.asarray(own - (points.sum(axis=2) - own) / max(1, points.shape[2] - 1))


def side_of(view: View) -> int:
    """The index of the side of the view's seat."""
    assert view.seat is not None
    return view.rules.side_of(view.seat)


def _points(view: View, ends: Outcomes, target: int | None) -> NDArray[np.float64]:
    lead = lead_in_points(view, ends)
    if target is None or not win_within_reach(view):
        return lead
    before, mine = np.array(view.standing.carried), side_of(view)
    most = view.rules.max_points(view.number)
    totals = before + ends.points.astype(np.float64)
    best = totals.max(axis=2)
    leaders = (totals == best[:, :, None]).sum(axis=2)
    hope = np.exp((totals - best[:, :, None]) / (DOUBT * most))
    later = hope[:, :, mine] / hope.sum(axis=2)
    won = np.where(leaders == 1, totals[:, :, mine] == best, later)
    chance = np.where(best >= target, won, later)
    return np.asarray(VICTORY * most * chance + LEAD * lead)
