"""Positions of every game in which a search can tell the choices apart, from the play of bots."""

from __future__ import annotations

from random import Random

from oddtrick.bots import casual, club, novice
from oddtrick.bots.search.searcher import is_searchable
from oddtrick.dealing import new_match
from oddtrick.match import CHANCE
from oddtrick.views import View
from tests.support.random_matches import EVERY

STRIDE = 37
"""Every so many options another match is begun: prime to their number, so that all come round."""

EACH = 6
"""Positions taken from one match."""


def decision_positions(count: int, seed: int = 1) -> list[View]:
    """Views of seats to act in the first two deals of matches of all games and options."""
    rng, number = Random(seed), 0
    found: list[View] = []
    while len(found) < count:
        game, options = EVERY[number * STRIDE % len(EVERY)]
        match, here = new_match(game, seed=1000 * seed + number, **options), []
        bots = [rng.choice((novice, casual, club)) for _ in range(match.rules.players)]
        while not match.over and match.number < 2:
            if match.to_act in (None, CHANCE):
                match = match.with_chance(None)
                continue
            assert match.to_act is not None
            view = match.view(match.to_act)
            if is_searchable(view):
                here.append(view)
            match = match.apply(bots[match.to_act].choose(view, rng))
        found += rng.sample(here, min(EACH, len(here)))
        number += 1
    return found[:count]
