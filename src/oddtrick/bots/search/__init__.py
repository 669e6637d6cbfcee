"""The players that search: ``expert`` and ``master``, for every game, option and number of players.

>>> import random
>>> from oddtrick.dealing import new_match
>>> match, rng = new_match("whist", seed=7), random.Random(7)
>>> expert.choose(match.view(match.to_act), rng) in match.legal_actions()
True

What they think of each card is :meth:`Searcher.values`, for coaches.

>>> table = Searcher("quick", Effort(worlds=50)).values(match.view(match.to_act), seed=1)
>>> len(table.cards), table.worlds > 50, table.best in match.legal_actions()
(13, True, True)
"""

from __future__ import annotations

from oddtrick.bots.search.card_values import CardValue, Values
from oddtrick.bots.search.searcher import Effort, Searcher

expert = Searcher("expert", Effort(candidates=16_000, worlds=1600, power=0.7, temperature=64))
"""Thinks about 50 ms over a card, on one core."""

master = Searcher("master", Effort(candidates=200_000, worlds=16_000, power=0.7, temperature=64))
"""Thinks about a second over a card, on one core."""

__all__ = ["CardValue", "Effort", "Searcher", "Values", "expert", "master"]
