"""Players of the arena: built-in bots, the oracle, and external programs."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from shutil import which
from typing import TYPE_CHECKING, Protocol, TypeVar

import msgspec

from oddtrick.arena.subprocess_bot import SubprocessBot
from oddtrick.arena.text_bot import TextBot
from oddtrick.bots import BOTS, find_bot
from oddtrick.bots.onnx_bot import PREFIX as ONNX_PREFIX
from oddtrick.bots.onnx_bot import OnnxBot, file_digest
from oddtrick.bots.search.literature_baseline_players import BASELINES, check_baseline
from oddtrick.bots.styles import STYLE_MARK
from oddtrick.errors import OddtrickError, check_type, suggestion
from oddtrick.match import Playing, ToChoose
from oddtrick.solver.double_dummy import DoubleDummy
from oddtrick.tricks import check_seat

if TYPE_CHECKING:
    from collections.abc import Mapping
    from random import Random

    from oddtrick.arena.seeds import DecisionRandom
    from oddtrick.bots import Bot
    from oddtrick.match import Match
    from oddtrick.rules import PlayerAction, Rules


ORACLE = "oracle"

NODES = 200_000
"""Cards tried for one decision where honours taken in tricks count (C5, CS1)."""

_Choice = TypeVar("_Choice")


class Oracle:
    """Best play with open cards for the seat to act, against others who see them too.

    With more than two sides it plays as if all others were together against it.
    """

    name = ORACLE

    def __init__(self) -> None:
        self._double_dummy: DoubleDummy | None = None

    def act(self, match: Match, rng: Random) -> PlayerAction:
        """The card of the highest value, of equal ones one of the lowest; trumps likewise.

        Throws, and trumps chosen before the cards are dealt, are random.
        """
        phase, solver = match.phase, self._solver()
        if isinstance(phase, Playing):
            best = _best(solver.card_values(match, NODES))
            strength = phase.layout.order
            lowest = min(strength[card] for card in best)
            return rng.choice([card for card in best if strength[card] == lowest])
        if isinstance(phase, ToChoose) and match.deal.deal is not None:
            suits = solver.choices(match)
            assert suits is not None, "there is no limit"
            return rng.choice(
                [action for action in match.legal_actions() if action in _best(suits)]
            )
        return rng.choice(match.legal_actions())

    def _solver(self) -> DoubleDummy:
        """The solver; its table serves deal after deal."""
        if self._double_dummy is None:
            self._double_dummy = DoubleDummy()
        return self._double_dummy

    def close(self) -> None:
        """Frees the memory of the solver."""
        if self._double_dummy is not None:
            self._double_dummy.clear()


def _best(values: Mapping[_Choice, int]) -> list[_Choice]:
    """The choices of the highest value."""
    best = max(values.values())
    return [choice for choice, value in values.items() if value == best]


COMMAND_PREFIX = "cmd:"
"""The prefix of a command given in place of a name."""

_LEVELS = frozenset(bot.name for bot in BOTS)

TEXT_PREFIX = "text:"
"""The prefix of a command that is given views in words and answers in words."""


class Entrant(msgspec.Struct, frozen=True, omit_defaults=True):
    """A participant of a contest.

    Args:
        name: the name in reports; for a built-in bot, the name it is registered under.
        command: the command that starts an external program; empty for built-in bots.
        text: whether the program is given views in words and answers in words.
        model: the SHA-256 of the ONNX file that the name gives; empty for other bots.
    """

    name: str
    command: tuple[str, ...] = ()
    text: bool = False
    model: str = ""

    @property
    def is_external(self) -> bool:
        """True if it is an external program."""
        return bool(self.command)


class Player(Protocol):
    """A participant at a table: only the oracle looks at more than its seat's view."""

    @property
    def name(self) -> str:
        """The entrant's name."""

    def act(self, match: Match, rng: DecisionRandom) -> PlayerAction:
        """Returns a legal action of the seat to act.

        Raises:
            BotFault: an external program gave none.
        """

    def close(self) -> None:
        """Releases its resources."""


CreatePlayer = Callable[[Entrant, "Rules", int, float], Player]
"""Makes the player of an entrant in a seat, as :func:`create_player` does."""


class BotPlayer:
    """A built-in bot; it gets the view of the seat to act, and nothing else."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot

    @property
    def name(self) -> str:
        """The bot's name."""
        return self._bot.name

    def act(self, match: Match, rng: Random) -> PlayerAction:
        """Returns the choice of the bot.

        Raises:
            OddtrickError: the bot raises or breaks the rules, which is a bug of ours.
        """
        view = match.view(match.to_act)
        try:
            action = self._bot.choose(view, rng)
        except Exception as error:
            raise OddtrickError(
                f"{self.name} failed in seat {view.seat}: {type(error).__name__}: {error}"
            ) from error
        if action not in view.legal:
            raise OddtrickError(
                f"{self.name} played {action} in seat {view.seat}, which is illegal"
            )
        return action

    def close(self) -> None:
        """Does nothing: a built-in bot holds no resources."""


def find_entrant(text: str, commands: Mapping[str, str] | None = None) -> Entrant:
    """Returns the entrant that the command line names.

    Args:
        text: the name of a bot or baseline, ``oracle``, a key of ``commands``, ``cmd:`` or
            ``text:`` followed by a command, or ``onnx:`` followed by the name of a file.
        commands: the commands of external programs, by name; ``text:`` before a command makes it
            one that is given views in words.

    Raises:
        OddtrickError: there is no such bot or program, and the message lists the names; or the
            file holds no model that can play.

    >>> find_entrant("Casual").name
    'casual'
    """
    check_type(text, str, "the name of a bot, such as 'club'")
    external = commands or {}
    if text in external or text.startswith(TEXT_PREFIX):
        command = external.get(text, text)
        in_words = command.startswith(TEXT_PREFIX)
        return Entrant(text, _split_command(command.removeprefix(TEXT_PREFIX), text), in_words)
    if text.startswith(COMMAND_PREFIX):
        return Entrant(text, _split_command(text.removeprefix(COMMAND_PREFIX), text))
    if text.startswith(ONNX_PREFIX):
        bot = OnnxBot(text.removeprefix(ONNX_PREFIX), text)
        return Entrant(text, model=file_digest(bot.path))
    if text.strip().lower() == ORACLE:
        return Entrant(ORACLE)
    try:
        return Entrant(_find_builtin_bot(text).name)
    except OddtrickError as error:
        others = [ORACLE, *(player.name for player in BASELINES), *external]
        near = suggestion(text.strip(), others)
        if near:
            raise OddtrickError(f"{text[:40]!r} is not a bot{near}") from None
        if str(error).endswith("?"):
            raise
        raise OddtrickError(
            f"{error}, in the arena also {', '.join(others)}; add others with --bot NAME=COMMAND"
        ) from None


def _split_command(command: str, name: str) -> tuple[str, ...]:
    try:
        words = tuple(shlex.split(command))
    except ValueError as error:
        raise OddtrickError(f"{name}: the command cannot be parsed: {str(error).lower()}") from None
    if not words:
        raise OddtrickError(f"{name}: the command is empty: write --bot {name}='python my_bot.py'")
    if which(words[0]) is None:
        raise OddtrickError(f"{name}: program {words[0][:80]!r} not found")
    return words


def create_player(entrant: Entrant, rules: Rules, seat: int, limit: float) -> Player:
    """Creates the player of one seat at one table.

    Args:
        entrant: the entrant that plays it.
        rules: the game.
        seat: the seat.
        limit: seconds an external program has for a decision.

    Raises:
        OddtrickError: there is no such bot or seat.
    """
    seat = check_seat(seat, rules.players)
    if entrant.text:
        return TextBot(entrant.name, entrant.command, rules, seat, limit)
    if entrant.is_external:
        return SubprocessBot(entrant.name, entrant.command, rules, seat, limit)
    return Oracle() if entrant.name == ORACLE else BotPlayer(bot_of(entrant, rules))


def bot_of(entrant: Entrant, rules: Rules) -> Bot:
    """Returns the bot of an entrant that is neither a program nor the oracle.

    Raises:
        OddtrickError: there is no such bot, or its model does not play the game.
    """
    return _find_model(entrant, rules) if entrant.model else _find_builtin_bot(entrant.name)


def check_entrant(entrant: Entrant, rules: Rules) -> None:
    """Checks that an entrant can play a game, as far as that is known before the first deal.

    Raises:
        OddtrickError: it can't.
    """
    if entrant.name == ORACLE and rules.goal.dogs_life:
        raise OddtrickError(f"{ORACLE} solves no deals with a dog's life: leave dogs_life out (X5)")
    if entrant.name == ORACLE and (rules.plan.stock or rules.course or not rules.profile.rising):
        raise OddtrickError(
            f"{ORACLE} solves no deals of {rules.game}: it takes as many tricks as it can, makes "
            "no calls and draws no cards"
        )
    for player in BASELINES:
        if player.name == entrant.name:
            check_baseline(player, rules)
    if entrant.model:
        _find_model(entrant, rules)
    elif not entrant.is_external and entrant.name.partition(STYLE_MARK)[0] in _LEVELS:
        find_bot(entrant.name, rules)


def _find_model(entrant: Entrant, rules: Rules) -> OnnxBot:
    """The bot of an ONNX file.

    Raises:
        OddtrickError: the file has changed since the contest began, or does not play the game.
    """
    bot = OnnxBot(entrant.name.removeprefix(ONNX_PREFIX), entrant.name)
    if file_digest(bot.path) != entrant.model:
        raise OddtrickError(f"{bot.path}: the file has changed since the contest began")
    bot.check(rules)
    return bot


def _find_builtin_bot(name: str) -> Bot:
    wanted = name.strip().lower()
    found = (player for player in BASELINES if player.name == wanted)
    return next(found, None) or find_bot(name)
