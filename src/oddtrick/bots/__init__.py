"""Players that are programs: a view in, an action out.

>>> import random
>>> from oddtrick import new_match
>>> match, rng = new_match("whist", seed=7), random.Random(7)
>>> match.to_act, casual.choose(match.view(match.to_act), rng) in match.legal_actions()
(1, True)
"""

from __future__ import annotations

from oddtrick.bots.bot import Advice, Adviser, Bot
from oddtrick.bots.heuristics.levels import (
    CASUAL,
    CASUAL_MEMORY,
    CLUB,
    CLUB_MEMORY,
    NOVICE,
    NOVICE_MEMORY,
)
from oddtrick.bots.heuristics.memory import Memory
from oddtrick.bots.heuristics.reasons import SENTENCES
from oddtrick.bots.registry import Deferred, Manners, RandomBot, RuleBot
from oddtrick.errors import OddtrickError

random_bot = RandomBot()
"""Plays any legal action."""

novice = RuleBot("novice", NOVICE, NOVICE_MEMORY)
"""Plays as beginners do: high cards early, trumps at once."""

casual = RuleBot("casual", CASUAL, CASUAL_MEMORY)
"""Plays soundly by rules of thumb, remembers honours and trumps."""

club = RuleBot("club", CLUB, CLUB_MEMORY)
"""Plays by the conventions of the books, counts every card, reads what was not played."""

expert = Deferred("expert", "oddtrick.bots.search")
"""Searches: plays each card to the end, in worlds that explain what was played."""

master = Deferred("master", "oddtrick.bots.search")
"""The same, with more thought."""

BOTS: tuple[Bot, ...] = (random_bot, novice, casual, club, expert, master)
"""Every bot, from the weakest to the strongest."""


def find_bot(name: str) -> Bot:
    """The bot of that name.

    Raises:
        OddtrickError: there is none; the message lists the names.
    """
    wanted = name.strip().lower()
    for bot in BOTS:
        if bot.name == wanted:
            return bot
    names = ", ".join(bot.name for bot in BOTS)
    raise OddtrickError(f"{name[:40]!r} is not a bot: the bots are {names}")


__all__ = [
    "BOTS",
    "CASUAL",
    "CLUB",
    "NOVICE",
    "SENTENCES",
    "Advice",
    "Adviser",
    "Bot",
    "Deferred",
    "Manners",
    "Memory",
    "RandomBot",
    "RuleBot",
    "casual",
    "club",
    "expert",
    "find_bot",
    "master",
    "novice",
    "random_bot",
]
