"""What the tests that run over every game need to know of German whist."""

from typing import Any

RULES = "G1 G2 G3 G4 G5"
"""The ids of its page, in the order of play."""

READINGS = ()
"""Those that other tables read otherwise: the page says so."""

MATCHES: list[dict[str, Any]] = [{}, {"count": "all", "deals": 2}, {"target": 2}]
"""The options of its random matches."""

PLAYTHROUGHS: dict[str, Any] = {
    "german-whist": {"seed": 3},
    "german-whist-all": {"seed": 5, "options": {"count": "all", "target": 1}},
}
"""Its golden playthroughs, by the name of their file."""
