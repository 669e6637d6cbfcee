"""``oddtrick help``: the help of a verb, or the manual page."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import argparse

    from oddtrick.cli.parser import Parser, Verbs


def add_parser(verbs: Verbs, root: Parser) -> None:
    """Adds the verb, which explains the verbs of ``root``."""
    parser = verbs.add_parser(
        "help",
        help="explain a verb",
        description="Print the help of a verb, as `oddtrick VERB --help` does.",
    )
    parser.examples = (
        ("oddtrick help play scotch-whist", "the options of a game"),
        ("oddtrick help --man > oddtrick.1", "the manual page; man ./oddtrick.1 shows it"),
    )
    parser.add_argument("words", nargs="*", metavar="VERB", help="a verb, or a verb and its own")
    parser.add_argument(
        "--man", action="store_true", help="print the manual page of all verbs for man"
    )
    parser.set_defaults(run=run, root=root)


def run(args: argparse.Namespace) -> int:
    """Prints the help, after which the parser exits, or the manual page."""
    root: Parser = args.root
    if args.man:
        from oddtrick.cli.man_page import man_page

        print(man_page(root), end="")
        return 0
    root.parse_args([*args.words, "--help"])
    return 0
