"""The options of Oh Hell with their defaults, written from its page of rules alone."""

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
