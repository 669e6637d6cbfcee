"""What the tests that run over every game need to know of Oh Hell."""

from typing import Any

RULES = "O1 O2 O3 O4 O5 O6"
"""The ids of its page, in the order of play."""

READINGS = ("O1", "O2")
"""Those that other tables read otherwise: the page says so."""

MATCHES: list[dict[str, Any]] = [
    *({"players": players, "most": 9 - players} for players in (3, 5)),
    {"players": 7, "most": 3, "run": "up-down", "score": "tricks-plus"},
    {"most": 5, "run": "down-up", "no_trump_at_most": True, "hook": False},
]
"""The options of its random matches."""

PLAYTHROUGHS: dict[str, Any] = {
    "oh-hell": {"seed": 4, "options": {"players": 3, "run": "up-down", "most": 3}},
    "oh-hell-no-trumps": {
        "seed": 8,
        "options": {"players": 5, "most": 3, "no_trump_at_most": True, "score": "tricks-plus"},
    },
}
"""Its golden playthroughs, by the name of their file."""
