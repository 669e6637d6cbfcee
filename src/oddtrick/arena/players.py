"""Who sits at a table of the arena: bots of the house, the oracle, and programs from outside."""

from __future__ import annotations

import shlex
from shutil import which
from typing import TYPE_CHECKING, Protocol

import msgspec

from oddtrick.arena.oracle import ORACLE, Oracle
from oddtrick.arena.subprocess_bot import OutsideBot
from oddtrick.bots import find_bot
from oddtrick.bots.search.baselines import BASELINES
from oddtrick.errors import OddtrickError

if TYPE_CHECKING:
    from collections.abc import Mapping
    from random import Random

    from oddtrick.bots import Bot
    from oddtrick.match import Match
    from oddtrick.rules import PlayerAction, Rules

COMMAND = "cmd:"
"""What stands before the command of a bot that has no name."""


class Entrant(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who takes part.

    Args:
        name: in reports; for a bot of the house the name by which it is found.
        command: starts the program of a bot from outside; empty for the others.
    """

    name: str
    command: tuple[str, ...] = ()

    @property
    def outside(self) -> bool:
        """Whether it is a program of its own."""
        return bool(self.command)


class Player(Protocol):
    """One who acts at a table: only the oracle looks at more than its seat's view."""

    @property
    def name(self) -> str:
        """The entrant's name."""

    def act(self, match: Match, rng: Random) -> PlayerAction:
        """One of the legal actions of the seat to act.

        Raises:
            BotFault: a program from outside did not give one.
        """

    def close(self) -> None:
        """It is not needed any more."""


class Blind:
    """A bot of the house; it gets the view of the seat to act, and nothing else."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot

    @property
    def name(self) -> str:
        """The bot's name."""
        return self._bot.name

    def act(self, match: Match, rng: Random) -> PlayerAction:
        """What the bot chooses.

        Raises:
            OddtrickError: it fails, or breaks the rules: that is a fault in this house.
        """
        view = match.view(match.to_act)
        try:
            action = self._bot.choose(view, rng)
        except Exception as error:
            raise OddtrickError(
                f"{self.name} fails in seat {view.seat}: {type(error).__name__}: {error}"
            ) from error
        if action not in view.legal:
            raise OddtrickError(
                f"{self.name} plays {action} in seat {view.seat}, against the rules"
            )
        return action

    def close(self) -> None:
        """Nothing to be done."""


def find_entrant(text: str, named: Mapping[str, str] | None = None) -> Entrant:
    """An entrant as the command line names it.

    Args:
        text: the name of a bot or of a player of the literature, ``oracle``, a name out of
            ``named``, or ``cmd:`` and a command.
        named: the commands of bots from outside, by name.

    Raises:
        OddtrickError: there is no such bot or program; the message lists the names.

    >>> find_entrant("Casual").name
    'casual'
    """
    commands = named or {}
    if text in commands:
        return Entrant(text, _command(commands[text], text))
    if text.startswith(COMMAND):
        return Entrant(text, _command(text.removeprefix(COMMAND), text))
    if text.strip().lower() == ORACLE:
        return Entrant(ORACLE)
    try:
        return Entrant(_bot_of_the_house(text).name)
    except OddtrickError as error:
        more = ", ".join([ORACLE, *(player.name for player in BASELINES), *commands])
        raise OddtrickError(f"{error}, here also {more}; --bot NAME=COMMAND adds another") from None


def _command(told: str, name: str) -> tuple[str, ...]:
    try:
        words = tuple(shlex.split(told))
    except ValueError as error:
        raise OddtrickError(f"{name}: the command cannot be read: {str(error).lower()}") from None
    if not words:
        raise OddtrickError(f"{name}: there is no command: write --bot {name}='python my_bot.py'")
    if which(words[0]) is None:
        raise OddtrickError(f"{name}: there is no program {words[0][:80]!r}")
    return words


def seat_entrant(entrant: Entrant, rules: Rules, seat: int, limit: float) -> Player:
    """Somebody who plays one seat of one table.

    Args:
        entrant: who.
        rules: the game.
        seat: where.
        limit: seconds that a program from outside has for a decision.

    Raises:
        OddtrickError: there is no such bot, or its program does not start.
    """
    if entrant.outside:
        return OutsideBot(entrant.name, entrant.command, rules, seat, limit)
    return Oracle() if entrant.name == ORACLE else Blind(_bot_of_the_house(entrant.name))


def _bot_of_the_house(name: str) -> Bot:
    asked = name.strip().lower()
    found = (player for player in BASELINES if player.name == asked)
    return next(found, None) or find_bot(name)
