"""The options of Scotch whist, their defaults, and ids of rules, from its rules alone."""

from typing import Any

DEFAULTS: dict[str, Any] = {
    "players": 4,
    "sides": None,  # S1
    "target": 41,  # S7
    "partners": "seats",  # X3
    "count_out": "together",  # X4
    "cut": "ace-high",
}
RULES = {"pack": "S2", "count": "S4", "turn-up": "S4", "end": "S7"}
