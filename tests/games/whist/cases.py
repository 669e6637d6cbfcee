"""What the tests that run over every game need to know of whist."""

from typing import Any

RULES = "W1 X3 W2 W3 W4 R1 R2 R3 W5 W6 H1 H2 H3 H4 H5 W7 X6 D1 D2 D3"
"""The ids of its page, in the order of play."""

READINGS = ("H1", "H2")
"""Those that other tables read otherwise: the page says so."""

ENDS = ["game", "rubber", "deals"]
TRUMPS = ["turn-up", "sequence", "sequence-nt"]
MATCHES: list[dict[str, Any]] = [
    {"honours": honours, "trumps": trumps, "match": match, "target": 3, "deals": 2}
    for honours, matches in (
        ("none", ENDS),
        ("dealt", ["game", "rubber", "game"]),
        ("captured", ["rubber", "game", "rubber"]),
    )
    for trumps, match in zip(TRUMPS, matches, strict=True)
]
# Every two of these options meet, except honours and a number of deals, which exclude each other.
MATCHES += [
    {"honours": "none", "trumps": trumps, "match": "deals", "deals": 2} for trumps in TRUMPS[:2]
]
MATCHES += [{"partners": "cut", "match": "rubber", "rubber_points": True, "target": 3}]
MATCHES += [{"trumps": trumps, "target": 2} for trumps in ("spades", "no-trumps")]
"""The options of its random matches."""

PLAYTHROUGHS: dict[str, Any] = {
    "whist-rubber-honours": {
        "seed": 1,
        "options": {"match": "rubber", "honours": "dealt", "target": 2},
    },
    "whist-no-trumps": {
        "seed": 0,
        "options": {"match": "deals", "deals": 5, "trumps": "sequence-nt"},
        "first_deal": 4,
    },
}
"""Its golden playthroughs, by the name of their file."""
