"""The bots by name, from the weakest to the strongest."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oddtrick.bots.heuristics.levels import (
    CASUAL,
    CASUAL_MEMORY,
    CLUB,
    CLUB_MEMORY,
    NOVICE,
    NOVICE_MEMORY,
)
from oddtrick.bots.heuristics.rule_bot import RuleBot
from oddtrick.bots.lazy_bot import LazyBot
from oddtrick.bots.random_choice import RandomBot
from oddtrick.errors import OddtrickError

if TYPE_CHECKING:
    from oddtrick.bots.bot import Bot

random_bot = RandomBot()
"""Plays any legal action."""

novice = RuleBot("novice", NOVICE, NOVICE_MEMORY)
"""Plays as beginners do: high cards early, trumps at once."""

casual = RuleBot("casual", CASUAL, CASUAL_MEMORY)
"""Plays soundly by heuristics and remembers honours and trumps."""

club = RuleBot("club", CLUB, CLUB_MEMORY)
"""Plays by the conventions of the books, counts every card and infers holdings from the play."""

expert = LazyBot("expert", "oddtrick.bots.search")
"""Searches: plays each card out in sampled worlds, weighted by how well they explain the play."""

master = LazyBot("master", "oddtrick.bots.search")
"""Searches like `expert`, with more worlds."""

BOTS: tuple[Bot, ...] = (random_bot, novice, casual, club, expert, master)
"""Every bot, from the weakest to the strongest."""


def find_bot(name: str) -> Bot:
    """Returns the bot of that name.

    Raises:
        OddtrickError: there is none; the message lists the names.
    """
    wanted = name.strip().lower()
    for bot in BOTS:
        if bot.name == wanted:
            return bot
    names = ", ".join(bot.name for bot in BOTS)
    raise OddtrickError(f"{name[:40]!r} is not a bot: the bots are {names}")
