"""The command line: one entry point, one module per verb."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from io import BytesIO, TextIOWrapper
from typing import Any

from oddtrick import __version__
from oddtrick.cli.errors import FAILED, INTERRUPTED, OK, WRONG_USAGE, UsageError
from oddtrick.cli.output import PROGRAM, escape_json, prepare_output, tell
from oddtrick.cli.parser import Parser
from oddtrick.errors import OddtrickError
from oddtrick.plugins import name_module


class _NamePlugin(argparse.Action):
    """Names a module of plugins as soon as it is read, before the verb lists the games."""

    def __call__(self, parser: Any, namespace: Any, values: Any, option_string: Any = None) -> None:
        name_module(values)


def make_parser() -> Parser:
    """Makes the parser with all verbs; the parser of a verb sets ``run``."""
    parser = Parser(
        prog=PROGRAM,
        description="Play, review and analyse the Whist family of card games. "
        "Run `oddtrick VERB --help` for the arguments of a verb.",
    )
    parser.examples = (
        ("oddtrick play whist", "a game against three bots"),
        ("oddtrick review --help", "the options of a verb, with examples"),
    )
    parser.shows_statuses = True
    parser.add_argument("-V", "--version", action="version", version=f"{PROGRAM} {__version__}")
    parser.add_argument(
        "--plugin",
        metavar="MODULE",
        action=_NamePlugin,
        help="import a module with games of its own; may be repeated",
    )
    _add_verbs(parser)
    return parser


def _add_verbs(parser: Parser) -> None:
    from oddtrick.cli import (
        arena,
        completion,
        data,
        db,
        drive,
        game,
        games,
        pbn,
        perft,
        play,
        replay,
        review,
        rules,
        serve,
        solve,
    )

    verbs = parser.add_verbs("verbs", "VERB")
    for verb in (play, serve, drive, replay, review, games, solve, arena, data, rules, pbn):
        verb.add_parser(verbs)
    for verb in (perft, game, db):
        verb.add_parser(verbs)
    completion.add_parser(verbs, parser)


def main(argv: Sequence[str] | None = None) -> int:
    """Runs a verb and returns the exit status; an error is one line on standard error."""
    if sys.stdout is None:
        return _refused(OddtrickError("standard output is closed"))
    if sys.stdin is None:
        sys.stdin = TextIOWrapper(BytesIO())
    for stream in (sys.stdout, sys.stderr):
        prepare_output(stream)
    if not os.environ.get("COLUMNS", "").strip("0"):
        os.environ.pop("COLUMNS", None)  # a terminal of an unknown width, and not one without any
    try:
        status = _run(argv)
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader closed the pipe, as `head` does: this is no error.
        _let_go_of_output()
        return OK
    except OSError as error:
        _let_go_of_output()
        return _refused(OddtrickError((error.strerror or str(error)).lower()))
    except OddtrickError as error:
        return _refused(error)
    except KeyboardInterrupt:
        return INTERRUPTED
    return status


def _run(argv: Sequence[str] | None) -> int:
    try:
        args = make_parser().parse_args(argv)
        if getattr(args, "json", False):
            escape_json(sys.stdout)
        status: int = args.run(args)
    except SystemExit as done:
        # The parser exits after its help, its version or an error, with a number.
        return int(done.code or OK)
    return status


def _refused(error: OddtrickError) -> int:
    tell(str(error))
    return WRONG_USAGE if isinstance(error, UsageError) else FAILED


def _let_go_of_output() -> None:
    """Redirects standard output to the null device, so that the flush at exit cannot fail."""
    with suppress(OSError):  # an output without a file, as in a notebook
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
