"""The options of Bid Whist with their defaults, written from its page of rules alone."""

from typing import Any

DEFAULTS: dict[str, Any] = {  # B2-B6
    "least": 3,
    "down_over_up": False,
    "sport": True,
    "aces": "good",
    "double_nt": True,
    "target": 7,
    "cut": "ace-high",
}
RULES = {"pack": "B1", "count": "B1", "end": "B6"}
