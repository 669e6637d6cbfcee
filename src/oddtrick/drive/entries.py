"""Entries read from text: typed or pasted one to a line, or exported from a spreadsheet as CSV."""

from __future__ import annotations

import csv
import re

from oddtrick.drive.players import Entry, Group
from oddtrick.errors import OddtrickError

_NAME_HEADINGS = {"name", "names", "player", "player name"}
_GROUP_HEADINGS = {"group", "section", "gents/ladies"}


def read_entries(text: str, groups: tuple[str, str] = ("A", "B")) -> list[Entry]:
    r"""Reads a name on each line, and after a comma, semicolon or tab the group, if one is wanted.

    A heading line and numbers before names ("12. Ann") are left out, empty lines too.

    Args:
        text: the lines.
        groups: the labels of the groups; A and B are understood as well.

    Raises:
        OddtrickError: a group has none of these labels; the message gives the line.

    >>> read_entries("Name;Group\n1. Ann;ladies\nBob;\n", ("Gents", "Ladies"))
    [Entry(name='Ann', group='B', bot=False), Entry(name='Bob', group=None, bot=False)]
    """
    entries: list[Entry] = []
    columns = (0, 1)
    separator = next((mark for mark in "\t;," if mark in text), ",")
    for number, row in enumerate(csv.reader(text.splitlines(), delimiter=separator), start=1):
        cells = [" ".join(cell.split()) for cell in row]
        if not any(cells):
            continue
        heading = [cell.casefold() for cell in cells]
        if not entries and _NAME_HEADINGS & set(heading):
            columns = (_column(heading, _NAME_HEADINGS, 0), _column(heading, _GROUP_HEADINGS, 1))
            continue
        name, group = (cells[at] if at < len(cells) else "" for at in columns)
        name = re.sub(r"^\d+[.)]\s+", "", name)
        entries.append(Entry(name, _group(group, groups, number)))
    return entries


def _column(heading: list[str], names: set[str], default: int) -> int:
    return next((at for at, cell in enumerate(heading) if cell in names), default)


def _group(text: str, labels: tuple[str, str], line: int) -> Group | None:
    said = text.casefold()
    if not said:
        return None
    groups: tuple[Group, Group] = ("A", "B")
    for group, label in zip(groups, labels, strict=True):
        if said in (group.casefold(), label.casefold()):
            return group
    raise OddtrickError(
        f"line {line}: {text!r} is no group: write {labels[0]} or {labels[1]}, or leave it empty"
    )
