"""The options of colonial whist, their defaults, and ids of rules, from its rules alone."""

from typing import Any

DEFAULTS: dict[str, Any] = {"target": 10, "honours": "captured", "cut": "ace-high"}  # C4, X2, C2
RULES = {"pack": "W2", "count": "W3", "turn-up": "W4", "end": "C4"}
