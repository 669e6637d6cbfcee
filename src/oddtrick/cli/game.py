"""``oddtrick game check``: tries a game of your own in every layer."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

from oddtrick.cli.errors import FAILED, OK
from oddtrick.cli.output import align_columns, one_line
from oddtrick.plugins import games_of_module

if TYPE_CHECKING:
    import argparse

    from oddtrick.cli.game_layers import LayerResult
    from oddtrick.cli.parser import Verbs
    from oddtrick.games import Game


def add_parser(verbs: Verbs) -> None:
    """Adds the verb and its action."""
    parser = verbs.add_parser(
        "game",
        help="check a game of your own",
        description="Check a game that you have written. docs/add-a-game.md says how to write one.",
    )
    parser.examples = (
        ("oddtrick game check prize_whist", "a module of an installed package or of this folder"),
    )
    actions = parser.add_verbs("actions", "ACTION")
    check = actions.add_parser(
        "check",
        help="play a game through every layer",
        description="Play the games of a module through every layer, and print what works with "
        "them and what does not. Status 1 if something fails that works with every game.",
    )
    check.examples = (("oddtrick game check prize_whist.py", "a file"),)
    check.add_argument("module", metavar="MODULE", help="the name of a module, or a file of Python")
    check.add_argument("--json", action="store_true", help="print one JSON object per game")
    check.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Checks every game of the module."""
    from oddtrick.cli.game_layers import try_layers

    failed = False
    for game in games_of_module(args.module):
        results = []
        for result in try_layers(game):
            results.append(result)
            failed |= result.state == "fails"
            if sys.stderr is not None and sys.stderr.isatty():
                print(f"\r\x1b[K{result.layer}", end="", file=sys.stderr, flush=True)
        if sys.stderr is not None and sys.stderr.isatty():
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)
        print(_json(game, results) if args.json else _text(game, results))
    return FAILED if failed else OK


def _text(game: Game, results: list[LayerResult]) -> str:
    rows = [(each.layer, each.state, one_line(each.reason)) for each in results]
    return "\n".join([f"{one_line(game.title)} ({game.id})", *align_columns(rows, "<"), ""])


def _json(game: Game, results: list[LayerResult]) -> str:
    return json.dumps({"game": game.id, "layers": [each._asdict() for each in results]})
