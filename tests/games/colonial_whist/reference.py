"""The options of colonial whist with their defaults, written from its page of rules alone."""

from typing import Any

DEFAULTS: dict[str, Any] = {"target": 10, "honours": "captured", "cut": "ace-high"}  # C4, X2, C2
