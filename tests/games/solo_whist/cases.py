"""What the tests that run over every game need to know of Solo Whist."""

from typing import Any

RULES = "SO1 SO2 SO3 SO4 SO5 SO6"
"""The ids of its page, in the order of play."""

READINGS = ("SO2", "SO3", "SO5", "SO6")
"""Those that other tables read otherwise: the page says so."""

MATCHES: list[dict[str, Any]] = [
    {"deals": 4},
    {"deals": 4, "no_bid": "general-misere"},
    {"deals": 3, "overtricks": False},
]
"""The options of its random matches."""

PLAYTHROUGHS: dict[str, Any] = {
    "solo-whist": {
        "seed": 1,
        "options": {"deals": 2},
        "calls": (
            ("pass", "pass", "proposal", "pass", "pass", "pass"),  # thrown in
            ("pass", "proposal", "misere", "pass", "open misere"),
        ),
    },
    "solo-whist-general-misere": {
        "seed": 2,
        "options": {"deals": 1, "no_bid": "general-misere"},
        "calls": (("pass",) * 4,),
    },
}
"""Its golden playthroughs, by the name of their file."""
