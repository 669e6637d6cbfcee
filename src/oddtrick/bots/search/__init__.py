"""The players that search: ``expert`` and ``master``, for every game, option and number of players.

>>> from random import Random
>>> from oddtrick.dealing import new_match
>>> match, rng = new_match("whist", seed=7), Random(7)
>>> expert.choose(match.view(match.to_act), rng) in match.legal_actions()
True

:meth:`Searcher.evaluate` returns the values behind a choice; reviews and hints use it.

>>> quick, view = Searcher("quick", SearchBudget(worlds=50)), match.view(match.to_act)
>>> found = quick.evaluate(view)
>>> len(found.choices), found.worlds > 20
(13, True)
>>> found.chosen is quick.choose(view, Random(1))
True
"""

from __future__ import annotations

from oddtrick.bots.search.belief import Belief
from oddtrick.bots.search.evaluation import ChoiceValue, Evaluation
from oddtrick.bots.search.search_context import SearchBudget
from oddtrick.bots.search.searcher import Searcher, SearchResult

expert = Searcher(
    "expert", SearchBudget(candidates=16_000, worlds=1600, weight_power=0.7, temperature=64)
)
"""Takes about 36 ms for a card, on one core."""

master = Searcher(
    "master", SearchBudget(candidates=200_000, worlds=16_000, weight_power=0.7, temperature=64)
)
"""Takes about a second for a card, on one core."""

__all__ = [
    "Belief",
    "ChoiceValue",
    "Evaluation",
    "SearchBudget",
    "SearchResult",
    "Searcher",
    "expert",
    "master",
]
