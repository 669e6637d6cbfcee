"""The directive ``command-reference``: every verb of the command line, from its parser."""

from __future__ import annotations

import argparse
import re
from textwrap import fill
from typing import TYPE_CHECKING

from sphinx.util.docutils import SphinxDirective

from oddtrick.cli import make_parser

if TYPE_CHECKING:
    from collections.abc import Iterator

    from docutils import nodes
    from sphinx.application import Sphinx

    from oddtrick.cli.parser import Parser

WIDTH = 88
"""The columns of a synopsis."""


def reference() -> str:
    """The reference as Markdown: a section for each verb, with its own verbs below it."""
    return "\n".join(line for verb in list(make_parser().walk()) for line in _section(verb))


def _section(verb: Parser) -> Iterator[str]:
    words = verb.prog.split()
    yield f"{'#' * max(2, len(words))} {verb.prog}\n"
    yield f"{_text(verb.description or '')}\n"
    usage = " ".join(verb.format_usage().removeprefix("usage: ").split())
    yield f"```text\n{fill(usage, WIDTH, subsequent_indent='    ', break_on_hyphens=False)}\n```\n"
    rows = list(_arguments(verb))
    if rows:
        yield "| argument | meaning |\n| --- | --- |"
        yield from (f"| {name} | {meaning} |" for name, meaning in rows)
        yield ""
    for command, meaning in verb.examples:
        yield f"{_text(meaning[:1].upper() + meaning[1:])}:\n\n```console\n$ {command}\n```\n"


def _arguments(verb: Parser) -> Iterator[tuple[str, str]]:
    """Each argument with its meaning; a verb's own verbs have sections of their own."""
    for action in verb.arguments:
        if action.dest == "help" or action.help is argparse.SUPPRESS:
            continue
        choices = ", ".join(map(str, action.choices or ()))
        meaning = (action.help or "") % {**vars(action), "choices": choices}
        yield f"`{_name(action)}`".replace("|", "\\|"), _text(meaning)


def _name(action: argparse.Action) -> str:
    """An argument as the usage shows it."""
    listed = f"{{{','.join(map(str, action.choices))}}}" if action.choices else action.dest.upper()
    value = action.metavar or listed
    value = value if isinstance(value, str) else " ".join(value)
    names = ", ".join(action.option_strings)
    return f"{names} {'' if action.nargs == 0 else value}".strip()


def _text(text: str) -> str:
    """Escapes what Markdown would read as markup, except code."""
    parts = re.split("(`[^`]*`)", text)
    parts[::2] = [re.sub(r"([*_<>\[\]])", r"\\\1", words) for words in parts[::2]]
    return "".join(parts).replace("|", r"\|")


class CommandReference(SphinxDirective):
    """Inserts the reference."""

    def run(self) -> list[nodes.Node]:
        """The sections of all verbs."""
        return self.parse_text_to_nodes(reference(), allow_section_headings=True)


def setup(app: Sphinx) -> dict[str, bool]:
    """Registers the extension with Sphinx."""
    app.add_directive("command-reference", CommandReference)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
