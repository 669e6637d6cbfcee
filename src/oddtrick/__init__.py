"""Oddtrick: the Whist family of card games.

>>> import random
>>> import oddtrick as ot
>>> match, rng = ot.new_match("scotch-whist", players=5, seed=7), random.Random(7)
>>> while not match.over:
...     match = match.apply(rng.choice(match.legal_actions()))
>>> match.standing.over
True
"""

from oddtrick import bots
from oddtrick.cards import Card, Hand, Rank, Suit
from oddtrick.dealing import new_match
from oddtrick.errors import OddtrickError, RuleBroken
from oddtrick.games import GAMES, find_game, rules_of
from oddtrick.match import CHANCE, Match
from oddtrick.rules import Rules, Throw
from oddtrick.views import View

__version__ = "0.1.0"

__all__ = [
    "CHANCE",
    "GAMES",
    "Card",
    "Hand",
    "Match",
    "OddtrickError",
    "Rank",
    "RuleBroken",
    "Rules",
    "Suit",
    "Throw",
    "View",
    "bots",
    "find_game",
    "new_match",
    "rules_of",
]
