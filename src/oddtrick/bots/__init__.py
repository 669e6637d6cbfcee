"""Programs that play: a view in, an action out.

>>> import random
>>> from oddtrick import new_match
>>> match, rng = new_match("whist", seed=7), random.Random(7)
>>> match.to_act, casual.choose(match.view(match.to_act), rng) in match.legal_actions()
(1, True)
"""

from __future__ import annotations

from oddtrick.bots.bot import Advice, Adviser, Bot, RandomBot
from oddtrick.bots.heuristics.heuristic import RuleSet
from oddtrick.bots.heuristics.levels import CASUAL, CLUB, NOVICE
from oddtrick.bots.heuristics.limited_memory import Memory
from oddtrick.bots.heuristics.rule_bot import RuleBot
from oddtrick.bots.registry import (
    BOTS,
    LazyBot,
    casual,
    club,
    expert,
    find_bot,
    master,
    novice,
    random_bot,
)
from oddtrick.bots.styles import STYLES, Preference, Style

__all__ = [
    "BOTS",
    "CASUAL",
    "CLUB",
    "NOVICE",
    "STYLES",
    "Advice",
    "Adviser",
    "Bot",
    "LazyBot",
    "Memory",
    "Preference",
    "RandomBot",
    "RuleBot",
    "RuleSet",
    "Style",
    "casual",
    "club",
    "expert",
    "find_bot",
    "master",
    "novice",
    "random_bot",
]
