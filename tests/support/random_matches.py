"""Random matches of every game and option, for the properties of views."""

from __future__ import annotations

from random import Random
from typing import Any

from oddtrick.dealing import new_match
from oddtrick.games import GAMES
from oddtrick.match import Match
from tests.support.game_folders import by_game

_ALL = [(game, options) for game, each in by_game("cases", "MATCHES").items() for options in each]
_CALLS = {game.id for game in GAMES if game.rules().course}
EVERY: list[tuple[str, dict[str, Any]]] = [each for each in _ALL if each[0] not in _CALLS]
WITH_CALLS: list[tuple[str, dict[str, Any]]] = [each for each in _ALL if each[0] in _CALLS]
_STOCK = {game.id for game in GAMES if game.rules().plan.stock}
WITHOUT_STOCK = [each for each in EVERY if each[0] not in _STOCK]
"""Those whose small deals brute force counts; for the others see ``tests/solver/test_stock.py``."""
WITHOUT_PASSES: list[tuple[str, dict[str, Any]]] = [
    (game, options) for game, options in WITHOUT_STOCK if not options.get("dogs_life")
]
"""Those in which every seat plays a card to every trick, as environments and kernel want it."""


def course(game: str, options: dict[str, Any], seed: int) -> list[Match]:
    """Returns every state of a random match, from before the first card to its end."""
    rng = Random(seed)
    states = [new_match(game, seed=seed, **options)]
    while not states[-1].over:
        states.append(states[-1].apply(rng.choice(states[-1].legal_actions())))
    return states


WITH_MORE_TO_SEE = [*WITH_CALLS, *(each for each in EVERY if each[0] in _STOCK)]
"""Those with calls or a stock, of which an observation has further parts."""
