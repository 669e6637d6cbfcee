"""The options of Scotch whist with their defaults, written from its page of rules alone."""

from typing import Any

DEFAULTS: dict[str, Any] = {
    "players": 4,
    "sides": None,  # S1
    "target": 41,  # S7
    "partners": "seats",  # X3
    "count_out": "together",  # X4
    "cut": "ace-high",
}
