"""Players that are programs: a view in, an action out.

>>> import random
>>> from oddtrick import new_match
>>> match, rng = new_match("whist", seed=7), random.Random(7)
>>> match.to_act, casual.choose(match.view(match.to_act), rng) in match.legal_actions()
(1, True)
"""

from __future__ import annotations

from oddtrick.bots.bot import Advice, Adviser, Bot
from oddtrick.bots.levels import CASUAL, Manners, RandomBot, RuleBot
from oddtrick.errors import OddtrickError

random_bot = RandomBot()
"""Plays any legal action."""

casual = RuleBot("casual", CASUAL)
"""Plays by rules of thumb, and says which."""

from oddtrick.bots.memory import Memory
club = RuleBot("club", CASUAL, Memory(infers=True))
BOTS: tuple[Bot, ...] = (random_bot, casual, club)
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
    "Advice",
    "Adviser",
    "Bot",
    "Manners",
    "RandomBot",
    "RuleBot",
    "casual",
    "find_bot",
    "random_bot",
]
