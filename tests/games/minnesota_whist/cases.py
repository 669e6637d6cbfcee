"""What the tests that run over every game need to know of Minnesota whist."""

from typing import Any

RULES = "M1 M2 M3 M4 M5"
"""The ids of its page, in the order of play."""

READINGS = ()
"""Those that other tables read otherwise: the page says so."""

MATCHES: list[dict[str, Any]] = [{"target": 4}, {"target": 3, "set": 1}]
"""The options of its random matches."""

PLAYTHROUGHS: dict[str, Any] = {
    "minnesota-whist": {"seed": 408, "options": {"target": 4}},
}
"""Its golden playthroughs, by the name of their file."""
