"""At which tables policy are learnt, and what the learners want there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np

from oddtrick.bots.search.elimination import survival_chances
from oddtrick.bots.search.utility import lead_in_points, own_tricks

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from oddtrick.solver.rollout import Outcomes
    from oddtrick.views import View

    Want = Callable[[View, Outcomes], NDArray[np.float64]]

SCOTCH_SIDES = [(4, 2), (4, 2), (6, 2), (6, 3), (8, 2), (8, 4)]
SCOTCH_ALONE = [2, 3, 4, 4, 5, 5, 6, 7, 8]
KNOCKOUT = [2, 3, 4, 4, 4, 5, 6, 7]


class Tables(msgspec.Struct, frozen=True):
    """Where one kind of policy is learnt.

    Args:
        games: names and options of the games, taken in turn.
        want: what every seat wants, for the ends of a deal.
        first: the number of the first deal of a match that is learnt from.
        deals: after so many deals the next match begins.
    """

    games: tuple[tuple[str, dict[str, Any]], ...]
    want: Want
    first: int = 0
    deals: int = 100


def points_and_tricks(view: View, ends: Outcomes) -> NDArray[np.float64]:
    """Points count, and tricks a little: they bring points."""
    return lead_in_points(view, ends) + 0.3 * own_tricks(view, ends)


def to_be_the_last(view: View, ends: Outcomes) -> NDArray[np.float64]:
    """Winning in knock-out, as if it were four points."""
    return 4 * survival_chances(view, ends.tricks)


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
        to_be_the_last,
    ),
}
