"""Colonial Scotch whist: its options and points, read literally from its page (CS1 to CS4)."""

from random import Random
from typing import Any

from tests.support.reference.options import Rules, draw_words, side_of
from tests.support.reference.scoring import (
    PlayedOut,
    Standing,
    honours_worth,
    taken_by_side,
    tricks_by_side,
)

DEFAULTS: dict[str, Any] = {"target": 7, "difference": "points", "cut": "ace-high"}  # CS1, X1
RULES = {"pack": "W2", "count": "W3", "turn-up": "W4", "end": "CS1"}
SIDES = 2


def draw_customs(rng: Random, options: Rules) -> None:
    """X1."""
    options |= draw_words(rng, "difference")


def points(full: Rules, standing: Standing, deal: PlayedOut) -> list[int]:
    """CS2 to CS4: the difference of what the two sides made, to the side with more."""
    del standing
    made = []
    taken = taken_by_side(full, deal.tricks)
    for side, tricks in enumerate(tricks_by_side(full, deal.tricks)):
        worth = tricks - 6 + honours_worth(taken[side], deal.trump)
        for trick in deal.tricks:
            if trick.won_with == "T" + deal.trump and side_of(full, trick.winner) == side:
                worth += 10  # CS2
        made.append(worth if tricks >= 6 else 0)  # CS3
    scored = [max(0, made[0] - made[1]), max(0, made[1] - made[0])]
    if full["difference"] == "tricks":  # X1
        first, second = tricks_by_side(full, deal.tricks)
        scored[1 if first > second else 0] = 0
    return scored
