"""The options that the verbs of the arena share: games, executors and external programs."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from contextlib import suppress

from oddtrick.cli.errors import integer, seconds, whole_number
from oddtrick.cli.parser import Arguments
from oddtrick.errors import OddtrickError
from oddtrick.games import DEFAULT_GAME, Option
from oddtrick.rules import Rules

_OPTION = "option_"
_FLAGS = {"deals": "match-deals"}
"""Options whose name is taken in the arena."""

UNITS = ("tricks", "points", "firsts", "matches")
PURPOSES = ("choose", "report")
EXECUTORS = ("threads", "processes", "dask", "ray")


def add_executor_flags(group: Arguments) -> None:
    """Adds the executor, its workers, and the size of a job."""
    group.add_argument(
        "--executor", choices=EXECUTORS, default="threads", help="run deals in (default threads)"
    )
    group.add_argument(
        "--workers",
        type=whole_number(1),
        metavar="N",
        help="set the number of workers (default: one per processor)",
    )
    group.add_argument(
        "--chunk",
        type=whole_number(1),
        default=10,
        metavar="N",
        help="set the number of deals per job (default 10)",
    )


def add_program_flags(group: Arguments) -> None:
    """Adds the names of external programs, and their time limit."""
    group.add_argument(
        "--bot",
        action="append",
        default=[],
        metavar="NAME=COMMAND",
        help="name your own program; docs/arena.md describes its protocol",
    )
    group.add_argument(
        "--limit",
        type=seconds,
        default=10.0,
        metavar="SECONDS",
        help="set the time limit of such a program per decision (default 10)",
    )


def add_game_options(group: Arguments, words: Sequence[str] = ()) -> None:
    """Adds a flag for every option name of any game; the chosen game validates the values.

    The help shows those of the game that the words name with ``--game``, or of all without words.
    """
    from oddtrick.games import list_games, options_of

    named = _named_game(words)

    options: dict[str, tuple[Option, list[str]]] = {}
    for game in list_games():
        for option in options_of(game.options):
            options.setdefault(option.name, (option, []))[1].append(game.id)
    for name, (option, games) in options.items():
        flag = "--" + _FLAGS.get(name, name).replace("_", "-")
        help_text = f"{option.meaning} ({', '.join(games)})".replace("%", "%%")
        if named not in ("", *games):
            help_text = argparse.SUPPRESS
        if option.kind == "yes-no":
            group.add_argument(
                flag, action=argparse.BooleanOptionalAction, dest=_OPTION + name, help=help_text
            )
            continue
        number = option.kind == "number"
        group.add_argument(
            flag,
            dest=_OPTION + name,
            type=integer() if number else str,
            metavar="N" if number else "CHOICE",
            help=help_text,
        )


def _named_game(words: Sequence[str]) -> str:
    """The id of the game that the words of a command line name; empty: all games are wanted."""
    from oddtrick.games import find_game

    if not words:
        return ""
    parser = argparse.ArgumentParser(add_help=False, exit_on_error=False)
    parser.add_argument("--game", default=DEFAULT_GAME.id)
    with suppress(OddtrickError, argparse.ArgumentError):
        return find_game(parser.parse_known_args(words)[0].game).id
    return ""  # the verb reports the error


def read_rules(args: argparse.Namespace) -> Rules:
    """Returns the game with the options that were given.

    Raises:
        OddtrickError: there is no such game or option, or a value is out of its bounds.
    """
    from oddtrick.games import find_game, read_options

    game = find_game(args.game or DEFAULT_GAME.id)
    options = {
        name.removeprefix(_OPTION): value
        for name, value in vars(args).items()
        if name.startswith(_OPTION) and value is not None
    }
    return game.rules(read_options(game, options))


def names_game(args: argparse.Namespace) -> bool:
    """True if the command line names a game or an option of one."""
    given = [value for name, value in vars(args).items() if name.startswith(_OPTION)]
    return args.game is not None or any(value is not None for value in given)


def read_programs(entries: list[str]) -> dict[str, str]:
    """Returns the commands of external programs by name.

    Raises:
        OddtrickError: an entry is not of the form ``NAME=COMMAND``.
    """
    named = {}
    for text in entries:
        name, sign, command = text.partition("=")
        if not sign or not name.strip():
            raise OddtrickError(f"--bot is {text[:60]!r}: write NAME=COMMAND")
        named[name.strip()] = command
    return named
