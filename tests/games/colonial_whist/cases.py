"""What the tests that run over every game need to know of colonial whist."""

from typing import Any

RULES = "C2 C1 C3 C5 X2 C4"
"""The ids of its page, in the order of play."""

READINGS = ("C5",)
"""Those that other tables read otherwise: the page says so."""

MATCHES: list[dict[str, Any]] = [{"target": 4}, {"target": 4, "honours": "held"}]
"""The options of its random matches."""

PLAYTHROUGHS: dict[str, Any] = {
    "colonial-whist": {"seed": 6, "options": {"target": 4}},
}
"""Its golden playthroughs, by the name of their file."""
