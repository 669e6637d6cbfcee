"""What the tests that run over every game need to know of Scotch whist."""

from typing import Any

RULES = "S1 S2 S3 S4 S5 S6 S7 X4 S8"
"""The ids of its page, in the order of play."""

READINGS = ("S4", "S7")
"""Those that other tables read otherwise: the page says so."""

MATCHES: list[dict[str, Any]] = [
    {"players": players, "sides": sides, "target": 30}
    for players, sides in [
        *((players, None) for players in range(2, 9)),
        *((4, 2), (6, 2), (6, 3), (8, 2), (8, 4)),
    ]
]
MATCHES += [
    {"players": 4, "count_out": "order", "target": 30},
    {"players": 6, "sides": 3, "partners": "cut", "count_out": "order", "target": 30},
]
"""The options of its random matches."""

PLAYTHROUGHS: dict[str, Any] = {
    "scotch-whist-3-players": {"seed": 2, "options": {"players": 3}},
    "scotch-whist-6-players": {"seed": 6, "options": {"players": 6, "sides": 3, "target": 50}},
}
"""Its golden playthroughs, by the name of their file."""
