"""The options of German whist, their defaults, and ids of rules, from its rules alone."""

from typing import Any

DEFAULTS: dict[str, Any] = {"count": "second", "deals": 1, "target": None, "cut": "ace-high"}
RULES = {"pack": "G1", "count": "G1", "turn-up": "G1", "end": "G5"}
