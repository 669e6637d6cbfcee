"""The options of Solo Whist with their defaults, written from its page of rules alone."""

from typing import Any

DEFAULTS: dict[str, Any] = {  # SO5, SO6
    "deals": 16,
    "overtricks": True,
    "no_bid": "throw-in",
    "cut": "ace-high",
}

RULES = {"pack": "SO1", "count": "SO1", "turn-up": "SO1", "end": "SO6"}
