"""Chat at the table."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

from oddtrick.tables import facts as f
from oddtrick.tables.commands import CHAT_LENGTH, PHRASES
from oddtrick.tables.transaction import CommandRefused, Transaction

if TYPE_CHECKING:
    from oddtrick.tables.commands import Say

_INVISIBLE_CATEGORIES = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
_MAX_MARKS = 2


def say(tx: Transaction, command: Say) -> None:
    """Posts a ready-made phrase or a line of text."""
    table = tx.table
    place = table.place_of(tx.by)
    if place is None and tx.by != table.host:
        raise CommandRefused("no-place", "only players can chat: take a place first")
    if not table.settings.chat:
        raise CommandRefused("no-chat", "there is no chat at this table")
    if (command.phrase is None) == (command.text is None):
        raise CommandRefused("bad-message", "send either a phrase or a text")
    if command.phrase is not None and command.phrase not in PHRASES:
        raise CommandRefused("bad-message", f"unknown phrase: the phrases are {', '.join(PHRASES)}")
    text = None if command.text is None else clean_line(command.text, CHAT_LENGTH)
    if text == "":
        raise CommandRefused("bad-message", "the message has no visible text")
    name = table.host_name if place is None else table.chairs[place].name
    tx.add(f.Said(place, name, command.phrase, text))


def clean_line(text: str, length: int) -> str:
    r"""Makes text safe to show on one line.

    Removes control and invisible characters, limits stacked combining marks, collapses white space
    and cuts the result to ``length`` characters.

    >>> clean_line("  a\u202eb\n c ", 10)
    'ab c'
    """
    chars, marks = [], 0
    for char in unicodedata.normalize("NFC", text[: 8 * length]):
        kind = unicodedata.category(char)
        marks = marks + 1 if kind in ("Mn", "Me") else 0
        if char.isspace():
            chars.append(" ")
        elif kind not in _INVISIBLE_CATEGORIES and marks <= _MAX_MARKS:
            chars.append(char)
    return " ".join("".join(chars).split())[:length].rstrip()
