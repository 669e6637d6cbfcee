"""The manual page, made from the parsers: ``oddtrick help --man``."""

from __future__ import annotations

import argparse
import re
from typing import TYPE_CHECKING

from oddtrick import __version__
from oddtrick.cli.usage_errors import STATUSES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from oddtrick.cli.parser import Parser

WIDE = 10_000
"""A width at which argparse wraps no line."""


def man_page(root: Parser) -> str:
    """Returns the page in the language of ``man``.

    Args:
        root: the parser of the program.
    """
    return "".join(f"{line}\n" for line in _lines(root))


def _lines(root: Parser) -> Iterator[str]:
    verbs = list(root.walk())
    name, description = root.prog, root.description or ""
    summary = description.partition(".")[0]
    yield f'.TH {name.upper()} 1 "" "{name} {__version__}" "User Commands"'
    yield ".SH NAME"
    yield rf"{name} \- {_text(summary[:1].lower() + summary[1:])}"
    yield ".SH SYNOPSIS"
    yield _usage(root)
    yield ".SH DESCRIPTION"
    yield _text(description)
    yield from _arguments(root)
    yield ".SH VERBS"
    for verb in verbs[1:]:
        yield f".SS {_text(verb.prog)}"
        yield _usage(verb)
        yield ".PP"
        yield _text(verb.description or "")
        yield from _arguments(verb)
        for command, meaning in verb.examples:
            yield from (".PP", f"Example: {_text(meaning)}", ".PP", ".in +4")
            yield from (rf"\fB{_text(command)}\fR", ".in")
    yield ".SH EXIT STATUS"
    for status, meaning in STATUSES:
        yield from (".TP", rf"\fB{status}\fR", _text(meaning))


def _usage(parser: Parser) -> str:
    usage = parser.format_usage().removeprefix("usage: ")
    return _text(" ".join(usage.split()))


def _arguments(parser: Parser) -> Iterator[str]:
    """Yields each argument with its meaning; verbs have sections of their own."""
    formatter = argparse.HelpFormatter(parser.prog, width=WIDE)
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction | argparse._HelpAction):
            continue
        yield from (".TP", rf"\fB{_text(formatter._format_action_invocation(action))}\fR")
        yield _text(formatter._expand_help(action) if action.help else "")


def _text(text: str) -> str:
    r"""Escapes what ``man`` would read as a command.

    >>> print(_text(".jsonl, or --pick N"))
    \&.jsonl, or \-\-pick N
    """
    escaped = re.sub("-", r"\-", text.replace("\\", r"\e"))
    return rf"\&{escaped}" if escaped.startswith((".", "'")) else escaped
