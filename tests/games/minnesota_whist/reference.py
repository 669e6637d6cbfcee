"""The options of Minnesota whist, their defaults, and ids of rules, from its rules alone."""

from typing import Any

DEFAULTS: dict[str, Any] = {"target": 13, "set": 2, "cut": "ace-high"}
RULES = {"pack": "M1", "count": "M1", "end": "M5"}
