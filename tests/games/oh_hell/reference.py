"""The options of Oh Hell, their defaults, and ids of rules, from its rules alone."""

from typing import Any

DEFAULTS: dict[str, Any] = {  # O1-O5
    "players": 4,
    "most": None,
    "run": "down",
    "no_trump_at_most": False,
    "hook": True,
    "score": "exact",
    "cut": "ace-high",
}
RULES = {"pack": "O1", "count": "O1", "turn-up": "O2", "end": "O6"}
