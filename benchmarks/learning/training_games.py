"""The games on which each kind of policy is trained, and the objective of training."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np

from oddtrick.bots.search.utility import lead_in_points, own_tricks, survival_chances

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from oddtrick.bots.search.rollout import Outcomes
    from oddtrick.views import View

    Value = Callable[[View, Outcomes], NDArray[np.float64]]

SCOTCH_SIDES = [(4, 2), (4, 2), (6, 2), (6, 3), (8, 2), (8, 4)]
SCOTCH_ALONE = [2, 3, 4, 4, 5, 5, 6, 7, 8]
KNOCKOUT = [2, 3, 4, 4, 4, 5, 6, 7]


class Tables(msgspec.Struct, frozen=True):
    """The games of one kind of policy.

    Args:
        games: names and options of the games, taken in turn.
        value: the objective of every seat, from the outcomes of a deal.
        first: the number of the first deal of a match that counts.
        deals: the number of deals of a match.
    """

    games: tuple[tuple[str, dict[str, Any]], ...]
    value: Value
    first: int = 0
    deals: int = 100


def points_and_tricks(view: View, outcomes: Outcomes) -> NDArray[np.float64]:
    """Points, plus 0.3 for each trick, since tricks bring points."""
    return lead_in_points(view, outcomes) + 0.3 * own_tricks(view, outcomes)


def elimination_value(view: View, outcomes: Outcomes) -> NDArray[np.float64]:
    """The chance of winning a knock-out match, scaled to four points."""
    return 4 * survival_chances(view, outcomes.tricks)


TABLES: dict[str, Tables] = {
    "whist": Tables((("whist", {"match": "deals", "deals": 1}),), own_tricks),
    "no-trumps": Tables(
        (("whist", {"match": "deals", "deals": 5, "trumps": "sequence-nt"}),), own_tricks, first=4
    ),
    "honours": Tables((("colonial-whist", {"target": 60}),), points_and_tricks),
    "ten": Tables((("colonial-scotch-whist", {"target": 60}),), points_and_tricks),
    "scotch-sides": Tables(
        tuple(("scotch-whist", {"players": n, "sides": s, "target": 999}) for n, s in SCOTCH_SIDES),
        lead_in_points,
        deals=1,
    ),
    "scotch-alone": Tables(
        tuple(("scotch-whist", {"players": players, "target": 999}) for players in SCOTCH_ALONE),
        lead_in_points,
        deals=1,
    ),
    "knockout": Tables(
        tuple(
            ("knockout-whist", {"players": players, "broken": broken})
            for players in KNOCKOUT
            for broken in (False, False, True)
        ),
        elimination_value,
    ),
}
