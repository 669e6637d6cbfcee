"""The options of knock-out whist with their defaults, written from its page of rules alone."""

from typing import Any

DEFAULTS: dict[str, Any] = {  # K1-K7, X5
    "players": 4,
    "choose": "seen",
    "tie": "cut",
    "broken": False,
    "dogs_life": False,
    "cut": "ace-high",
}
