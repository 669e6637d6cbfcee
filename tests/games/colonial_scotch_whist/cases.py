"""What the tests that run over every game need to know of Colonial Scotch whist."""

from typing import Any

RULES = "CS1 CS2 CS3 CS4 X1"
"""The ids of its page, in the order of play."""

READINGS = ("CS3", "CS4")
"""Those that other tables read otherwise: the page says so."""

MATCHES: list[dict[str, Any]] = [{}, {"difference": "tricks"}]
"""The options of its random matches."""

PLAYTHROUGHS: dict[str, Any] = {
    "colonial-scotch-whist": {"seed": 5},
}
"""Its golden playthroughs, by the name of their file."""
