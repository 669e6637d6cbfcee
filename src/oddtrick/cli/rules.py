"""``oddtrick rules``: the rules of a game, from the project's own rulebook."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from oddtrick.cli.rules_pages import plain_page
from oddtrick.games import GAMES
from oddtrick.rulebook import TRICK_PLAY, page

if TYPE_CHECKING:
    import argparse


def add_parser(verbs: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Adds the verb."""
    parser = verbs.add_parser(
        "rules",
        help="print the rules of a game",
        description="Print the rules of a game, or without GAME the list of games. "
        f'The page "{TRICK_PLAY}" holds the rules that all games share.',
    )
    parser.add_argument(
        "game", nargs="?", metavar="GAME", help="name of a game, such as whist or scotch"
    )
    parser.add_argument("--markdown", action="store_true", help="print the page as Markdown")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Prints the page or the list of games."""
    if args.game is None:
        for game in GAMES:
            print(f"{game.id:<24}{game.objective}")
        print(f"{TRICK_PLAY:<24}The rules that all games share.")
    elif args.markdown:
        print(page(args.game), end="")
    else:
        print(plain_page(args.game), end="")
    sys.stdout.flush()
    return 0
