"""The options of knock-out whist, their defaults, and ids of rules, from its rules alone."""

from typing import Any

DEFAULTS: dict[str, Any] = {  # K1-K7, X5
    "players": 4,
    "choose": "seen",
    "tie": "cut",
    "broken": False,
    "dogs_life": False,
    "cut": "ace-high",
}
RULES = {"pack": "K1", "count": "K1", "turn-up": "K2", "end": "K8"}
