"""``oddtrick play``: plays against bots, at a drawn table or in plain text."""

from __future__ import annotations

import argparse
import os
import sys
from importlib.util import find_spec
from pathlib import Path

from oddtrick.bots import BOTS, find_bot
from oddtrick.cli.errors import (
    UsageError,
    checking_arguments,
    file_name,
    integer,
    seed,
    whole_number,
)
from oddtrick.cli.output import can_write
from oddtrick.cli.parser import Arguments, Parser, Verbs
from oddtrick.cli.review import quick_review
from oddtrick.cli.rules import plain_page
from oddtrick.errors import OddtrickError
from oddtrick.extras import install_command
from oddtrick.games import Game, Option, find_game, list_games, options_of, read_options
from oddtrick.games.registry import shared_names
from oddtrick.rulebook import page
from oddtrick.rules import Rules
from oddtrick.terminal.bot_pace import PACE_NAMES, BotPace
from oddtrick.terminal.game_session import LEVEL, YOU, GameSession, new_session, resume_session
from oddtrick.terminal.plain_game import PlainGame
from oddtrick.terminal.saved_games import latest_game

_OPTION = "option_"
CHOICES_WIDTH = 50
"""The characters of choices that the usage lists; the help of the option has them too."""

_DUMB_TERMINALS = frozenset({"", "dumb", "unknown"})
"""Values of ``TERM`` without cursor movement."""

_DRAWN = "♠♥♦♣╭─╮│•┌╌╎┏━┃╔═║▶▲"
"""Characters of the drawn table."""


def add_parser(verbs: Verbs) -> None:
    """Adds the verb; the games follow when it is parsed, each with its own options."""
    common = common_flags()
    common.add_argument("--resume", type=file_name, metavar="FILE", help="resume a saved game")
    parser = verbs.add_parser(
        "play",
        parents=[common],
        help="play a game in the terminal",
        description="Play a game against bots. Without GAME, a menu lists all games and offers to "
        "resume the last one. Run `oddtrick play GAME --help` for the options of a game.",
    )
    parser.examples = (
        ("oddtrick play whist", "a game against three bots"),
        ("oddtrick play knockout-whist --players 6 --bot expert", "with options"),
    )
    parser.set_defaults(run=run, game=None)
    parser.when_parsed(lambda _: _add_games(parser, common))


def _add_games(parser: Parser, common: Parser) -> None:
    """Adds a subparser per game."""
    games = parser.add_verbs("games", "GAME", required=False)
    shared = shared_names()
    for name in shared:  # the verb asks which game is meant
        games.add_parser(name, parents=[common]).set_defaults(game=name)
    for game in list_games():
        names = [name for name in game.aliases if name not in shared]
        others = f" Other names: {', '.join(names)}." if names else ""
        one = games.add_parser(
            game.id,
            parents=[common],
            help=game.objective,
            description=f"{game.title}. {game.objective}{others}",
        )
        games.add_names(names, one)
        one.examples = (
            (f"oddtrick play {game.id}", "with the usual options"),
            (f"oddtrick play {game.id} --plain --seed 7", "line by line, the same deals each time"),
        )
        one.set_defaults(game=game.id)
        options = one.add_group("options of the game")
        for option in options_of(game.options):
            _add_option(options, option)


def common_flags() -> Parser:
    """Makes the flags that are allowed both before and after the game.

    With ``SUPPRESS``, the defaults of the second parser do not overwrite flags set in the first.
    """
    common = Parser(add_help=False, argument_default=argparse.SUPPRESS)
    common.add_argument("--seed", type=seed, help="repeat the same deals and bot decisions")
    common.add_argument("--seat", type=whole_number(0), help="set your seat, from 0 (default 0)")
    common.add_argument("--name", help="set your name in saved games")
    bots = ", ".join(bot.name for bot in BOTS)
    common.add_argument(
        "--bot", metavar="BOT", help=f"set the other players' bot: {bots} (default {LEVEL})"
    )
    common.add_argument(
        "--plain", action="store_true", help="play in plain text, for pipes and screen readers"
    )
    common.add_argument(
        "--speed", choices=PACE_NAMES, help="set the speed of the bots (default normal)"
    )
    return common


def _add_option(group: Arguments, option: Option) -> None:
    """Adds the flag of one option from its declaration."""
    flag = f"--{option.name.replace('_', '-')}"
    default = "unset" if option.default is None else option.default
    dest = _OPTION + option.name
    if option.kind == "yes-no":
        help_text = f"{option.meaning} Default {'yes' if option.default else 'no'} ({option.rule})."
        action = argparse.BooleanOptionalAction
        group.add_argument(
            flag, action=action, dest=dest, default=argparse.SUPPRESS, help=help_text
        )
        return
    bounds = option.bounds[0].upper() + option.bounds[1:]
    help_text = f"{option.meaning} {bounds}; default {default} ({option.rule})."
    group.add_argument(
        flag,
        dest=dest,
        default=argparse.SUPPRESS,
        type=integer(option.bounds) if option.kind == "number" else str,
        choices=option.choices or None,
        metavar="N" if option.kind == "number" else _metavar(option),
        help=help_text.replace("%", "%%"),
    )


def _metavar(option: Option) -> str | None:
    """A placeholder for choices that would not fit in a line of the usage."""
    return "CHOICE" if len(",".join(option.choices)) > CHOICES_WIDTH else None


def run(args: argparse.Namespace) -> int:
    """Runs the game until the person quits.

    Raises:
        OddtrickError: an option, a seat or a file is invalid, or Textual is missing.
    """
    given = vars(args)
    with checking_arguments():
        find_bot(given.get("bot", LEVEL))
    session = _asked_for(args)
    if given.get("plain") or not (sys.stdin.isatty() and sys.stdout.isatty()):
        return _play_plain(session, args)
    if lack := _lack_of_terminal():
        print(f"Playing in plain text, because {lack}.")
        return _play_plain(session, args)
    return _play_drawn(session, args)


def _lack_of_terminal() -> str:
    """The reason why the table cannot be drawn here; empty if it can."""
    term = os.environ.get("TERM", "")
    if term in _DUMB_TERMINALS:
        return f"TERM is {term or 'unset'}, a terminal that cannot draw"
    if not can_write(sys.stdout, _DRAWN):
        return "this locale has no characters for frames and suits"
    return ""


def _asked_for(args: argparse.Namespace) -> GameSession | None:
    """The game given on the command line, or None."""
    given = vars(args)
    if "resume" in given:
        if args.game is not None:
            raise UsageError("--resume continues the game in the file: name no other game")
        return _resumed(args, args.resume)
    if args.game is None:
        return None
    options = {
        name.removeprefix(_OPTION): given[name] for name in given if name.startswith(_OPTION)
    }
    with checking_arguments():
        game = find_game(args.game)
        return _begun(args, game.rules(read_options(game, options)))


def _begun(args: argparse.Namespace, rules: Rules) -> GameSession:
    """Starts a new game; the seed applies to the first game only, so that the next one differs."""
    given = vars(args)
    seed, args.seed = given.get("seed"), None
    return new_session(
        rules,
        player=given.get("seat", 0),
        name=given.get("name", YOU),
        bot=given.get("bot", LEVEL),
        seed=seed,
    )


def _resumed(args: argparse.Namespace, file: str | Path) -> GameSession:
    given = vars(args)
    return resume_session(
        file,
        seat=given.get("seat"),
        name=given.get("name", YOU),
        bot=given.get("bot", LEVEL),
        seed=given.get("seed"),
    )


def _play_plain(session: GameSession | None, args: argparse.Namespace) -> int:
    reconfigure = getattr(sys.stdin, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors="replace")
    session = session or _plain_menu(args)
    if session is None:
        return 0
    return PlainGame(session, sys.stdin, sys.stdout, plain_page, quick_review).play()


def _plain_menu(args: argparse.Namespace) -> GameSession | None:
    """Asks for a game; returns None at the end of the input."""
    last = latest_game()
    for game in list_games():
        print(f"{game.id}: {game.objective}")
    if last is not None:
        print("resume: continue the last game.")
    while True:
        print("Which game? Type its name, or quit.", flush=True)
        line = sys.stdin.readline()
        word = line.strip().lower()
        if not line or word in ("quit", "exit", "q"):
            return None
        try:
            if word == "resume" and last is not None:
                return _resumed(args, last)
            return _begun(args, _usual(find_game(word)))
        except OddtrickError as error:
            print(f"{error}.")


def _usual(game: Game) -> Rules:
    return game.rules()


def _play_drawn(session: GameSession | None, args: argparse.Namespace) -> int:
    if find_spec("textual") is None:
        raise OddtrickError(
            f"the drawn table needs Textual: run {install_command('terminal')}, or use --plain"
        )
    from oddtrick.terminal.app import TerminalApp

    app = TerminalApp(
        session,
        begin=lambda rules: _begun(args, rules),
        resume=lambda file: _resumed(args, file),
        rules_page=page,
        review_lines=quick_review,
        pace=BotPace[vars(args).get("speed", "normal").upper()],
    )
    status = app.run()
    for farewell in app.farewells.values():
        print(farewell)
    return app.return_code or 0 if status is None else status
