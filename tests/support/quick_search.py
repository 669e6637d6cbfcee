"""Searching players with budgets small enough to play whole matches in tests."""

from __future__ import annotations

from random import Random
from typing import Any

from oddtrick.bots.search import SearchBudget, Searcher
from oddtrick.dealing import new_match
from oddtrick.match import Match

QUICK = Searcher("quick", SearchBudget(candidates=30, worlds=10, endgame_cards=4, solved_worlds=4))
"""Exercises every part of the search with a handful of worlds."""


def random_match_after(game: str, actions: int, seed: int = 5, **options: Any) -> Match:
    """Returns a random match at a player's decision, a number of actions into its first deal."""
    rng, match = Random(seed), new_match(game, seed=seed, **options)
    while actions or len(match.legal_actions()) < 3:
        match = match.apply(rng.choice(match.legal_actions()))
        actions = max(0, actions - 1)
    return match
