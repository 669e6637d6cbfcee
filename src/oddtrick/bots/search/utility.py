"""What the end of a deal is worth to a seat: its chance of winning, where something can be won."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from oddtrick.bots.search.elimination import survival_chances
from oddtrick.bots.search.match_equity import winning_chances
from oddtrick.scoring import FirstTo, HighestAt, LastStanding

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from oddtrick.solver.rollout import Ends
    from oddtrick.views import View

TRICK = 1e-3
"""What a trick is worth besides the chance of winning: where that is settled, play goes on."""

MOST_IN_A_DEAL = 30
"""Scotch whist: the top trumps together. A side that wants more won't win in this deal."""

VICTORY = 40.0
"""Scotch whist: what winning is worth, in points, once it is at hand."""

LEAD = 0.2
"""Scotch whist: what a point more than the others still counts then."""

DOUBT = 12.0
"""Scotch whist: how many points of lead make it e times as likely to win in a later deal."""


def utility_of(view: View, ends: Ends) -> NDArray[np.float64]:
    """How much the seat likes each end: float64 [n, C]. Only differences mean anything.

    Where deals add up to a game or rubber it is the chance of winning that (W6, W7, C4, CS1), in
    knock-out the chance of being the last one in (K8). In Scotch whist it is points, and winning
    when somebody may get there in this deal (S7). In a fixed number of deals each trick counts
    (D1).
    """
    match = view.rules.match
    if isinstance(match, HighestAt):
        return _points(view, ends, match.target)
    tricks = own_tricks(view, ends)
    if isinstance(match, LastStanding):
        return survival_chances(view, ends.tricks) + TRICK * tricks
    if isinstance(match, FirstTo) and len(view.rules.sides) == 2:
        return winning_chances(view, match, ends.points) + TRICK * tricks
    return tricks


def own_tricks(view: View, ends: Ends) -> NDArray[np.float64]:
    """Tricks of the seat's side in the deal: float64 [n, C]."""
    seats = list(view.rules.sides[side_of(view)])
    return np.asarray(ends.tricks[:, :, seats].sum(axis=2), np.float64)


def lead_in_points(view: View, ends: Ends) -> NDArray[np.float64]:
    """Points of the seat's side in the deal, less those of the others in the mean."""
    points = ends.points.astype(np.float64)
    own = points[:, :, side_of(view)]
    return np.asarray(own - (points.sum(axis=2) - own) / max(1, points.shape[2] - 1))


def side_of(view: View) -> int:
    """The index of the side of the view's seat."""
    assert view.seat is not None
    return view.rules.side_of(view.seat)


def _points(view: View, ends: Ends, target: int) -> NDArray[np.float64]:
    lead = lead_in_points(view, ends)
    before = np.array(view.standing.carried)
    if before.max() + MOST_IN_A_DEAL < target:
        return lead
    mine = side_of(view)
    totals = before + ends.points.astype(np.float64)
    best = totals.max(axis=2)
    leaders = (totals == best[:, :, None]).sum(axis=2)
    hope = np.exp((totals - best[:, :, None]) / DOUBT)
    later = hope[:, :, mine] / hope.sum(axis=2)
    won = np.where(leaders == 1, totals[:, :, mine] == best, later)
    chance = np.where(best >= target, won, later)
    return np.asarray(VICTORY * chance + LEAD * lead)
