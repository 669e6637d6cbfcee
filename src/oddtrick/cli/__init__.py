"""The command line: one entry point, one module per verb."""

from __future__ import annotations

import argparse
import os
import sys
from io import BytesIO, TextIOWrapper
from typing import TYPE_CHECKING, NoReturn

from oddtrick import __version__
from oddtrick.cli.sanitize import one_line
from oddtrick.errors import OddtrickError

if TYPE_CHECKING:
    from collections.abc import Sequence


class Parser(argparse.ArgumentParser):
    """A parser that reports errors in one line with exit status 1, like every other error."""

    def error(self, message: str) -> NoReturn:
        """Prints the error and where to find help, and exits."""
        self.exit(1, one_line(f"{self.prog}: {message}; see {self.prog} --help") + "\n")


def make_parser() -> argparse.ArgumentParser:
    """Makes the parser with all verbs; the parser of a verb sets ``run``."""
    from oddtrick.cli import arena, db, pbn, perft, play, replay, review, rules, serve, solve

    parser = Parser(
        prog="oddtrick", description="Play, review and analyse the Whist family of card games."
    )
    parser.add_argument("--version", action="version", version=f"oddtrick {__version__}")
    verbs = parser.add_subparsers(title="verbs", metavar="VERB", required=True)
    for verb in (play, serve, replay, review, solve, arena, rules, pbn, perft, db):
        verb.add_parser(verbs)
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Runs a verb; an error is one line on standard error and exit status 1."""
    if sys.stdout is None:
        return _refused("standard output is closed")
    if sys.stdin is None:
        sys.stdin = TextIOWrapper(BytesIO())
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")
    args = make_parser().parse_args(argv)
    try:
        status: int = args.run(args)
        sys.stdout.flush()
    except OddtrickError as error:
        return _refused(str(error))
    except BrokenPipeError:
        # The reader closed the pipe, as `head` does: this is no error.
        _let_go_of_output()
        return 0
    except OSError as error:
        _let_go_of_output()
        return _refused((error.strerror or str(error)).lower())
    except KeyboardInterrupt:
        return 130
    return status


def _refused(why: str) -> int:
    print(one_line(why), file=sys.stderr)
    return 1


def _let_go_of_output() -> None:
    """Redirects standard output to the null device, so that the flush at exit cannot fail."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
