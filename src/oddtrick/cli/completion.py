"""``oddtrick completion``: a script with which a shell completes the command line."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence

from oddtrick.cli.parser import Parser, Verbs

SHELLS = ("bash", "zsh", "fish")
FILES = (
    "BOARDS",
    "DEAL|RECORD|FILE",
    "DRIVE",
    "ENTRIES",
    "FILE",
    "PROOF",
    "RECORD",
    "SEALS",
)
"""The placeholders of arguments that name a file."""


def add_parser(verbs: Verbs, root: Parser) -> None:
    """Adds the verb, which completes the verbs of ``root``."""
    parser = verbs.add_parser(
        "completion",
        help="print a script that completes commands in a shell",
        description="Print a script with which the shell completes verbs, options, games, bots and "
        "files. For zsh, save it as _oddtrick in a folder of $fpath.",
    )
    parser.examples = (
        (
            "oddtrick completion bash > ~/.local/share/bash-completion/completions/oddtrick",
            "for bash with its package bash-completion, from the next shell on",
        ),
        (
            "oddtrick completion fish > ~/.config/fish/completions/oddtrick.fish",
            "for fish, from the next shell on",
        ),
    )
    parser.add_argument("shell", choices=SHELLS, help="%(choices)s")
    parser.set_defaults(run=run, root=root)


def run(args: argparse.Namespace) -> int:
    """Prints the script."""
    import shtab

    root: Parser = args.root
    words = _words(root)
    for parser in root.walk():
        if parser.verbs:
            parser.verbs.hide_other_names()
        for action in parser.arguments:
            _complete(action, words)
    print(shtab.complete(root, args.shell))
    return 0


def _words(root: Parser) -> Mapping[str, Sequence[str]]:
    """The words that may stand for a placeholder."""
    from oddtrick.bots import BOTS
    from oddtrick.games import list_games
    from oddtrick.pbn.board import SEAT_LETTERS

    return {
        "BOT": [bot.name for bot in BOTS],
        "GAME": [game.id for game in list_games()],
        "SEAT": list(SEAT_LETTERS),
        "SUIT": list("SHDCN"),
    }


def _complete(action: argparse.Action, words: Mapping[str, Sequence[str]]) -> None:
    """Tells shtab how to complete an argument."""
    import shtab

    placeholder = str(action.metavar)
    if placeholder in FILES:
        action.complete = shtab.FILE  # type: ignore[attr-defined]  # where shtab looks for it
    elif placeholder == "DIR":
        action.complete = shtab.DIRECTORY  # type: ignore[attr-defined]
    elif action.choices is None and action.dest != "saved" and placeholder in words:
        action.choices = words[placeholder]
