"""The options of whist, their defaults, and ids of rules, from its rules alone."""

from random import Random
from typing import Any

from tests.support.reference.options import WORDS, Rules, draw_words

DEFAULTS: dict[str, Any] = {
    "target": 5,  # W6
    "honours": "none",  # H
    "trumps": "turn-up",  # R
    "match": "game",  # W7
    "deals": None,  # D1
    "partners": "seats",  # X3
    "rubber_points": False,  # X6
    "cut": "ace-high",  # T7
}
RULES = {"pack": "W2", "count": "W3", "turn-up": "W4"}
SIDES = 2
BARRED = True  # H2: a side one point short of the target does not count honours


def draw(rng: Random) -> Rules:
    """W6, W7, H, R and D1; a match of a fixed number of deals has neither target nor honours."""
    options: Rules = {"match": rng.choice(WORDS["match"]), "trumps": rng.choice(WORDS["trumps"])}
    if options["match"] == "deals":
        options["deals"] = rng.choice([1, 2, 3, 4, 5, 6, 7, 11])
        if rng.random() < 0.5:
            options["honours"] = "none"
    else:
        options["honours"] = rng.choice(WORDS["honours"])
        options["target"] = rng.choice([1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 7, 9, 12])
    return options


def draw_customs(rng: Random, options: Rules) -> None:
    """X3 and X6."""
    rubber = options["match"] == "rubber"
    options |= draw_words(rng, "partners", *(["rubber_points"] if rubber else []))
