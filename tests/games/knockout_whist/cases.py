"""What the tests that run over every game need to know of knock-out whist."""

from itertools import product
from typing import Any

RULES = "K1 K2 K3 K5 K6 K7 K4 X5 K8"
"""The ids of its page, in the order of play."""

READINGS = ()
"""Those that other tables read otherwise: the page says so."""

WAYS = list(product(["seen", "blind"], ["cut", "rps"], [False, True]))
# Opposite ways for each number of players, so that every two of these options meet.
SEVERAL = [
    {"players": players, "choose": choose, "tie": tie, "broken": broken}
    for n, players in enumerate(range(2, 8))
    for choose, tie, broken in (WAYS[n % 4], WAYS[-1 - n % 4])
]
DOGS_LIFE = [{**options, "dogs_life": True} for options in SEVERAL[::2]]
MATCHES = SEVERAL + DOGS_LIFE
"""The options of its random matches."""

PLAYTHROUGHS: dict[str, Any] = {
    "knockout-whist-throws": {
        "seed": 27,
        "options": {"players": 4, "tie": "rps", "choose": "blind", "broken": True},
    },
    "knockout-whist-cuts": {"seed": 6, "options": {"players": 3}},
    "knockout-whist-dogs-life": {
        "seed": 173,
        "options": {"players": 4, "dogs_life": True},
        "first_deal": 1,
    },
}
"""Its golden playthroughs, by the name of their file."""
