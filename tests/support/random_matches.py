"""Random matches of every game and option, for the properties of views."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Any

from oddtrick.dealing import new_match
from oddtrick.match import Match

WHIST: list[dict[str, Any]] = [
    {"honours": honours, "trumps": trumps, "match": match, "target": 3, "deals": 2}
    for honours, trumps, match in product(
        ["none", "dealt", "captured"],
        ["turn-up", "sequence", "sequence-nt"],
        ["game", "rubber", "deals"],
    )
    if match != "deals" or honours == "none"
]
WHIST += [{"partners": "cut", "match": "rubber", "rubber_points": True, "target": 3}]
WHIST += [{"trumps": trumps, "target": 2} for trumps in ("spades", "no-trumps")]
SCOTCH: list[dict[str, Any]] = [
    {"players": players, "sides": sides, "target": 30}
    for players, sides in [
        *((players, None) for players in range(2, 9)),
        *((4, 2), (6, 2), (6, 3), (8, 2), (8, 4)),
    ]
]
SCOTCH += [
    {"players": 4, "count_out": "order", "target": 30},
    {"players": 6, "sides": 3, "partners": "cut", "count_out": "order", "target": 30},
]
KNOCKOUT = [
    {"players": players, "choose": choose, "tie": tie, "broken": broken}
    for players, choose, tie, broken in product(
        range(2, 8), ["seen", "blind"], ["cut", "rps"], [False, True]
    )
]
DOGS_LIFE = [{**options, "dogs_life": True} for options in KNOCKOUT[::9]]
EVERY: list[tuple[str, dict[str, Any]]] = [
    *(("whist", options) for options in WHIST),
    ("colonial-whist", {"target": 4}),
    ("colonial-whist", {"target": 4, "honours": "held"}),
    ("colonial-scotch-whist", {}),
    ("colonial-scotch-whist", {"difference": "tricks"}),
    *(("scotch-whist", options) for options in SCOTCH),
    *(("knockout-whist", options) for options in KNOCKOUT),
    *(("knockout-whist", options) for options in DOGS_LIFE),
]
WITHOUT_PASSES = [(game, options) for game, options in EVERY if not options.get("dogs_life")]
"""Those in which every seat plays a card to every trick, as environments and kernel want it."""


def course(game: str, options: dict[str, Any], seed: int) -> list[Match]:
    """Returns every state of a random match, from before the first card to its end."""
    rng = Random(seed)
    states = [new_match(game, seed=seed, **options)]
    while not states[-1].over:
        states.append(states[-1].apply(rng.choice(states[-1].legal_actions())))
    return states
