"""The options of Colonial Scotch whist with their defaults, from its page of rules alone."""

from typing import Any

DEFAULTS: dict[str, Any] = {"target": 7, "difference": "points", "cut": "ace-high"}  # CS1, X1
