"""The options of German whist with their defaults, written from its page of rules alone."""

from typing import Any

DEFAULTS: dict[str, Any] = {"count": "second", "deals": 1, "target": None, "cut": "ace-high"}
