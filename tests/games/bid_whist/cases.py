"""What the tests that run over every game need to know of Bid Whist."""

from typing import Any

RULES = "B1 B2 B3 B4 B5 B6"
"""The ids of its page, in the order of play."""

READINGS = ("B2", "B5")
"""Those that other tables read otherwise: the page says so."""

MATCHES: list[dict[str, Any]] = [
    {},
    {"least": 4, "down_over_up": True, "aces": "bad", "target": 12},
    {"sport": False, "double_nt": False, "target": 3},
]
"""The options of its random matches."""

PLAYTHROUGHS: dict[str, Any] = {
    "bid-whist": {
        "seed": 1,
        "options": {"target": 3, "least": 6},
        "calls": (("6 uptown", "pass", "7 downtown", "pass"),),
    },
    "bid-whist-no-trumps": {
        "seed": 3,
        "options": {"sport": False, "aces": "bad", "target": 4, "least": 6},
        "calls": (("pass", "6 uptown", "6 no trump", "pass", "low"),),
    },
}
"""Its golden playthroughs, by the name of their file."""
