"""The bot that is imported on first use."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, cast

import msgspec
from msgspec.structs import replace

from oddtrick.bots.styles import STYLE_MARK, Style

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
