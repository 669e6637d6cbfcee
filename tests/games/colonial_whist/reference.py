"""The options of colonial whist, their defaults, and ids of rules, from its rules alone."""

from random import Random
from typing import Any

from tests.support.reference.options import Rules

DEFAULTS: dict[str, Any] = {"target": 10, "honours": "captured", "cut": "ace-high"}  # C4, X2, C2
RULES = {"pack": "W2", "count": "W3", "turn-up": "W4", "end": "C4"}
SIDES = 2
OWN_WORDS = {"honours": ("captured", "held")}  # X2


def draw_customs(rng: Random, options: Rules) -> None:
    """X2."""
    options["honours"] = rng.choice(OWN_WORDS["honours"])
