"""The bots by name, from the weakest to the strongest."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, cast

import msgspec
from msgspec.structs import replace

from oddtrick.bots.bot import RandomBot
from oddtrick.bots.heuristics.levels import (
    CASUAL,
    CASUAL_MEMORY,
    CLUB,
    CLUB_MEMORY,
    NOVICE,
    NOVICE_MEMORY,
)
from oddtrick.bots.heuristics.rule_bot import RuleBot
from oddtrick.bots.styles import STYLE_MARK, Style, find_style
from oddtrick.errors import OddtrickError, check_type, describe_error, suggestion
from oddtrick.games import GAMES, game_with_id

if TYPE_CHECKING:
    from random import Random

    from oddtrick.bots.bot import Bot
    from oddtrick.rules import PlayerAction, Rules
    from oddtrick.views import View


class LazyBot(msgspec.Struct, frozen=True):
    """A bot whose module is imported when it first has to choose: `oddtrick` stays quick to import.

    Args:
        name: the name of the bot; without its style, that of the object in the module.
        module: the module that defines it.
        style: its style of play; None: none.
    """

    name: str
    module: str
    style: Style | None = None

    @property
    def bot(self) -> Bot:
        """The bot itself."""
        level = self.name.partition(STYLE_MARK)[0]
        found = getattr(import_module(self.module), level)
        if self.style is not None:
            found = replace(found, name=self.name, style=self.style)
        return cast("Bot", found)

    def check(self, rules: Rules) -> None:
        """Checks that the bot can play a game.

        Raises:
            OddtrickError: it can't.
        """
        check = getattr(self.bot, "check", None)
        if check is not None:
            check(rules)

    def choose(self, view: View, rng: Random) -> PlayerAction:
        """Returns the choice of the bot."""
        return self.bot.choose(view, rng)


random_bot: RandomBot = RandomBot()
"""Plays any legal action."""

novice: RuleBot = RuleBot("novice", NOVICE, NOVICE_MEMORY)
"""Plays as beginners do: high cards early, trumps at once."""

casual: RuleBot = RuleBot("casual", CASUAL, CASUAL_MEMORY)
"""Plays soundly by heuristics and remembers honours and trumps."""

club: RuleBot = RuleBot("club", CLUB, CLUB_MEMORY)
"""Plays by the conventions of the books, counts every card and infers holdings from the play."""

expert: LazyBot = LazyBot("expert", "oddtrick.bots.search")
"""Searches: plays each card out in sampled worlds, weighted by how well they explain the play."""

master: LazyBot = LazyBot("master", "oddtrick.bots.search")
"""Searches like `expert`, with more worlds."""

BOTS: tuple[Bot, ...] = (random_bot, novice, casual, club, expert, master)
"""Every bot, from the weakest to the strongest."""


def find_bot(name: str, rules: Rules | None = None) -> Bot:
    """Returns the bot of that name.

    Args:
        name: its name; for a style of play, ``+`` and the style follow, as in ``club+bold``.
        rules: the game that it has to play, if that is known already.

    Raises:
        OddtrickError: there is none, or no such style; the message lists the names. Or it can't
            play the game.
    """
    check_type(name, str, "the name of a bot, such as 'club'")
    wanted, mark, style = name.strip().lower().partition(STYLE_MARK)
    for bot in BOTS:
        if bot.name == wanted:
            if rules is not None and isinstance(bot, LazyBot):
                _check_game(bot, rules)
            return with_style(bot, find_style(style)) if mark else bot
    names = [bot.name for bot in BOTS]
    near = suggestion(wanted + mark + style, [name + mark + style for name in names])
    near = near or f": the bots are {', '.join(names)}"
    raise OddtrickError(f"{name[:40]!r} is not a bot{near}")


def with_style(bot: Bot, style: Style) -> Bot:
    """Returns a bot that plays at the level of another, in a style of its own.

    Raises:
        OddtrickError: the bot has no level that a style could be chosen within.
    """
    if not isinstance(bot, RuleBot | LazyBot):
        raise OddtrickError(f"{bot.name} has no style of play: it plays any card")
    return replace(bot, name=f"{bot.name}{STYLE_MARK}{style.name}", style=style)


def _check_game(bot: LazyBot, rules: Rules) -> None:
    """Checks that a searching bot can play a game of another package; it plays all of ours.

    Raises:
        OddtrickError: it can't; the message says what its scoring has to declare.
    """
    if game_with_id(rules.game) in GAMES:
        return
    try:
        bot.check(rules)
    except Exception as error:  # noqa: BLE001  # somebody else's scoring may raise anything
        raise OddtrickError(f"{bot.name} can't play this game: {describe_error(error)}") from None
