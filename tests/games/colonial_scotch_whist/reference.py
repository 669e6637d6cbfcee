"""The options of Colonial Scotch whist, their defaults, and ids of rules, from its rules alone."""

from typing import Any

DEFAULTS: dict[str, Any] = {"target": 7, "difference": "points", "cut": "ace-high"}  # CS1, X1
RULES = {"pack": "W2", "count": "W3", "turn-up": "W4", "end": "CS1"}
