"""The options of whist, their defaults, and ids of rules, from its rules alone."""

from typing import Any

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
