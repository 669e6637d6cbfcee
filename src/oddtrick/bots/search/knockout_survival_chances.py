"""Knock-out whist: the chance of being the last player in, after each end of a deal (K4, K8)."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from io import BytesIO
from typing import TYPE_CHECKING

import numpy as np

from oddtrick.rules import DealPlan
from oddtrick.tricks import from_seat, left_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from oddtrick.views import View

_FILE = "survival_chances.npz"

TABULATED = DealPlan((7,), fewer=1, pack_rule="K1", rule="K1")
"""The deals that `benchmarks/learn_knockout_survival_chances.py` has tabulated."""

DOG_SHARE = 0.25
"""The chance of a dog to win the match beside that of a seat with a trick (X5).

It is the chance to survive its deal: 0.36, 0.25, 0.22 and 0.21 of 400 to 1,021 dogs of three, four,
five and seven players, all of them ``club``."""


def survival_chances(view: View, tricks: NDArray[np.int8]) -> NDArray[np.float64]:
    """The chance that the view's seat wins the match after each end of the deal.

    Args:
        view: of a seat that is in.
        tricks: int8 [n, C, P], won by each seat in the deal.

    Returns:
        float64 [n, C].
    """
    rows, columns, players = tricks.shape
    ends, which = np.unique(tricks.reshape(-1, players), axis=0, return_inverse=True)
    chances = np.array([_chance(view, end) for end in ends.tolist()])
    return chances[which].reshape(rows, columns)


def _chance(view: View, tricks: Sequence[int]) -> float:
    """The chance of the view's seat after a deal with these tricks."""
    left = tuple(seat for seat in view.seats if tricks[seat])
    share = 1.0
    if view.rules.goal.dogs_life and not view.standing.dogs_life_given and len(left) > 1:
        dogs = len(view.seats) - len(left)
        share = 1 / (len(left) + DOG_SHARE * dogs)
        if view.seat not in left:
            return DOG_SHARE * share
        share *= len(left)
    return share * _chance_among(view, left, tricks)


def _chance_among(view: View, left: tuple[int, ...], tricks: Sequence[int]) -> float:
    """The chance of the view's seat if the seats with a trick play on; a cut decides a tie (K5)."""
    if view.seat not in left:
        return 0.0
    if len(left) == 1 or view.rules.plan != TABULATED:
        return 1.0 / len(left)
    most = max(tricks)
    choosers = [seat for seat in left if tricks[seat] == most]
    # The deal passes to the next player still in; the table counts from that eldest hand.
    order = from_seat(left, left_of(left, left_of(left, view.dealer)))
    size = view.rules.plan.sizes(view.number + 1)[0]
    chances = _load()[int(view.rules.break_trumps), len(left), size]
    place = order.index(view.seat)
    return float(sum(chances[order.index(seat), place] for seat in choosers)) / len(choosers)


@cache
def _load() -> NDArray[np.float32]:
    """The chances, float32 [trumps held back, players, cards, place of the chooser, place]."""
    packed = files(__package__).joinpath(_FILE).read_bytes()
    with np.load(BytesIO(packed)) as arrays:
        chances: NDArray[np.float32] = arrays["probabilities"]
    return chances
