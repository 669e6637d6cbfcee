"""``oddtrick arena bot``: a bot of this installation as a program for another one."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from oddtrick.cli.usage_errors import checking_arguments

if TYPE_CHECKING:
    import argparse

    from oddtrick.cli.parser import Parser


def add_parser(arena: Parser) -> None:
    """Adds the action to the parser of ``oddtrick arena``."""
    parser = arena.add_action_word(
        "bot",
        help="let another installation play a bot of this one",
        description="Play a bot as a program: read views as JSON from standard input, one per "
        "line, and answer each with an action. Another installation of oddtrick starts it, so "
        "that versions play each other.",
    )
    parser.examples = (
        (
            "oddtrick arena old club --bot old='old/bin/oddtrick arena bot club'",
            "the club of the version in the virtual environment old, against today's",
        ),
    )
    parser.add_argument(
        "bot", metavar="BOT", help="name of a bot, or onnx:FILE for a neural network"
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Answers the messages on standard input."""
    from oddtrick.arena.builtin_bot_program import find_program_bot, run_bot_program

    with checking_arguments():
        entrant = find_program_bot(args.bot)
    run_bot_program(entrant, sys.stdin, lambda answer: print(answer, flush=True))
    return 0
