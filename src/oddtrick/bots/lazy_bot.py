"""The bot that is imported on first use."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, cast

import msgspec

if TYPE_CHECKING:
    from random import Random

    from oddtrick.bots.bot import Bot
    from oddtrick.rules import PlayerAction, Rules
    from oddtrick.views import View


class LazyBot(msgspec.Struct, frozen=True):
    """A bot whose module is imported when it first has to choose: `oddtrick` stays quick to import.

    Args:
        name: the name of the bot, and of the object in the module.
        module: the module that defines it.
    """

    name: str
    module: str

    @property
    def bot(self) -> Bot:
        """The bot itself."""
        return cast("Bot", getattr(import_module(self.module), self.name))

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
