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
from oddtrick.cards import parse_card as card
from oddtrick.dealing import new_match
from oddtrick.errors import OddtrickError, RuleBroken
from oddtrick.games import GAMES, find_game, list_games, register_game, rules_of, unregister_game
from oddtrick.games.registry import add_discovery
from oddtrick.match import CHANCE, Match
from oddtrick.plugins import discover_games
from oddtrick.rules import PlayerAction, Rules, Throw
from oddtrick.views import View

__version__ = "0.1.0"

add_discovery(discover_games)

__all__ = [
    "CHANCE",
    "GAMES",
    "Card",
    "Hand",
    "Match",
    "OddtrickError",
    "PlayerAction",
    "Rank",
    "RuleBroken",
    "Rules",
    "Suit",
    "Throw",
    "View",
    "bots",
    "card",
    "find_game",
    "list_games",
    "new_match",
    "register_game",
    "rules_of",
    "unregister_game",
]
