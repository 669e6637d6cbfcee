"""``oddtrick play``: plays against bots, at a drawn table or in plain text."""

from __future__ import annotations

import argparse
import sys
from importlib.util import find_spec
from typing import TYPE_CHECKING

from oddtrick.bots import BOTS, find_bot
from oddtrick.cli.rules_pages import plain_page
from oddtrick.errors import OddtrickError
from oddtrick.games import GAMES, find_game, options_of, read_options
from oddtrick.rulebook import page
from oddtrick.terminal.bot_pace import PACE_NAMES, BotPace
from oddtrick.terminal.game_session import LEVEL, YOU, GameSession, new_session, resume_session
from oddtrick.terminal.plain_game import PlainGame
from oddtrick.terminal.saved_games import latest_game

if TYPE_CHECKING:
    from pathlib import Path

    from oddtrick.games import Game, Option
    from oddtrick.rules import Rules

_OPTION = "option_"


def add_parser(verbs: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Adds the verb, with a subparser per game for the game's own options."""
    common = _common_flags()
    parser = verbs.add_parser(
        "play",
        parents=[common],
        help="play a game in the terminal",
        description="Play a game against bots. Without GAME, a menu lists all games and offers to "
        "resume the last one. Run `oddtrick play GAME --help` for the options of a game.",
    )
    parser.set_defaults(run=run, game=None)
    games = parser.add_subparsers(title="games", metavar="GAME")
    for game in GAMES:
        one = games.add_parser(
            game.id,
            aliases=game.aliases,
            parents=[common],
            help=game.objective,
            description=f"{game.title}. {game.objective}",
        )
        one.set_defaults(game=game.id)
        options = one.add_argument_group("options of the game")
        for option in options_of(game.options):
            _add_option(options, option)


def _common_flags() -> argparse.ArgumentParser:
    """Makes the flags that are allowed both before and after the game.

    With ``SUPPRESS``, the defaults of the second parser do not overwrite flags set in the first.
    """
    common = argparse.ArgumentParser(add_help=False, argument_default=argparse.SUPPRESS)
    common.add_argument("--seed", type=int, help="repeat the same deals and bot decisions")
    common.add_argument("--seat", type=int, help="set your seat, from 0 (default 0)")
    common.add_argument("--name", help="set your name in saved games")
    bots = ", ".join(bot.name for bot in BOTS)
    common.add_argument("--bot", help=f"set the other players' bot: {bots} (default {LEVEL})")
    common.add_argument("--resume", metavar="FILE", help="resume a saved game")
    common.add_argument(
        "--plain", action="store_true", help="play in plain text, for pipes and screen readers"
    )
    common.add_argument(
        "--speed", choices=PACE_NAMES, help="set the speed of the bots (default normal)"
    )
    return common


def _add_option(group: argparse._ArgumentGroup, option: Option) -> None:
    """Adds the flag of one option from its declaration."""
    flag = f"--{option.name.replace('_', '-')}"
    default = "unset" if option.default is None else option.default
    dest = _OPTION + option.name
    if option.kind == "yes-no":
        told = f"{option.meaning} Default {'yes' if option.default else 'no'} ({option.rule})."
        action = argparse.BooleanOptionalAction
        group.add_argument(flag, action=action, dest=dest, default=argparse.SUPPRESS, help=told)
        return
    bounds = option.bounds[0].upper() + option.bounds[1:]
    told = f"{option.meaning} {bounds}; default {default} ({option.rule})."
    group.add_argument(
        flag,
        dest=dest,
        default=argparse.SUPPRESS,
        type=int if option.kind == "number" else str,
        choices=option.choices or None,
        metavar="N" if option.kind == "number" else None,
        help=told.replace("%", "%%"),
    )


def run(args: argparse.Namespace) -> int:
    """Runs the game until the person quits.

    Raises:
        OddtrickError: an option, a seat or a file is invalid, or Textual is missing.
    """
    given = vars(args)
    find_bot(given.get("bot", LEVEL))
    session = _asked_for(args)
    if given.get("plain") or not (sys.stdin.isatty() and sys.stdout.isatty()):
        return _play_plain(session, args)
    return _play_drawn(session, args)


def _asked_for(args: argparse.Namespace) -> GameSession | None:
    """The game given on the command line, or None."""
    given = vars(args)
    if "resume" in given:
        if args.game is not None:
            raise OddtrickError("--resume continues the game in the file: name no other game")
        return _resumed(args, args.resume)
    if args.game is None:
        return None
    game = find_game(args.game)
    options = {
        name.removeprefix(_OPTION): given[name] for name in given if name.startswith(_OPTION)
    }
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
    for stream in (sys.stdin, sys.stdout):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")
    session = session or _plain_menu(args)
    if session is None:
        return 0
    return PlainGame(session, sys.stdin, sys.stdout, plain_page).play()


def _plain_menu(args: argparse.Namespace) -> GameSession | None:
    """Asks for a game; returns None at the end of the input."""
    last = latest_game()
    for game in GAMES:
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
            "the drawn table needs Textual: run pip install 'oddtrick[terminal]', or use --plain"
        )
    from oddtrick.terminal.app import TerminalApp

    app = TerminalApp(
        session,
        begin=lambda rules: _begun(args, rules),
        resume=lambda file: _resumed(args, file),
        rules_page=page,
        pace=BotPace[vars(args).get("speed", "normal").upper()],
    )
    status = app.run()
    return app.return_code or 0 if status is None else status
