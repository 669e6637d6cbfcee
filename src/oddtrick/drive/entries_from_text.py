"""Entries read from text: typed or pasted one to a line, or exported from a spreadsheet as CSV."""

from __future__ import annotations

import csv
import re

from oddtrick.drive.players import Entry, Group
from oddtrick.errors import OddtrickError

_NAME_HEADINGS = {"name", "names", "player", "player name", "namen", "spieler", "teilnehmer"}
_FIRST_NAME_HEADINGS = {"first name", "forename", "given name", "vorname"}
_LAST_NAME_HEADINGS = {"last name", "surname", "family name", "nachname", "familienname"}
_GROUP_HEADINGS = {"group", "section", "gents/ladies", "gruppe", "herren/damen"}


def read_entries(text: str, groups: tuple[str, str] = ("A", "B")) -> list[Entry]:
    r"""Reads a name on each line, and after a comma, semicolon or tab the group, if one is wanted.

    A heading line and numbers before names ("12. Ann") are left out, empty lines too. A heading
    line in English or German says which columns hold the name, or its two parts, and the group.

    Args:
        text: the lines.
        groups: the labels of the groups; A and B are understood as well.

    Raises:
        OddtrickError: a group has none of these labels; the message gives the line.

    >>> entries = read_entries("Name;Group\n1. Ann;ladies\nBob;\n", ("Gents", "Ladies"))
    >>> [(entry.name, entry.group) for entry in entries]
    [('Ann', 'B'), ('Bob', None)]
    """
    entries: list[Entry] = []
    columns: tuple[tuple[int, ...], int | None] = ((0,), 1)
    separator = next((mark for mark in "\t;," if mark in text), ",")
    for number, row in enumerate(csv.reader(text.splitlines(), delimiter=separator), start=1):
        cells = [" ".join(cell.split()) for cell in row]
        if not any(cells):
            continue
        found = None if entries else _columns([cell.casefold() for cell in cells])
        if found is not None:
            columns = found
            continue
        names, group = columns
        name = " ".join(cells[at] for at in names if at < len(cells) and cells[at])
        name = re.sub(r"^\d+[.)]\s+", "", name)
        wanted = cells[group] if group is not None and group < len(cells) else ""
        entries.append(Entry(name, _group(wanted, groups, number)))
    return entries


def _columns(heading: list[str]) -> tuple[tuple[int, ...], int | None] | None:
    """Returns the columns of the name and of the group; None if this is no heading line."""
    name = _column(heading, _NAME_HEADINGS)
    first, last = _column(heading, _FIRST_NAME_HEADINGS), _column(heading, _LAST_NAME_HEADINGS)
    group = _column(heading, _GROUP_HEADINGS)
    if first is not None and last is not None:
        return (first, last), group
    if name is None:
        return None
    # Whatever the second of two columns is called, it is the group.
    return (name,), 1 if group is None and name == 0 and len(heading) == 2 else group


def _column(heading: list[str], names: set[str]) -> int | None:
    return next((at for at, cell in enumerate(heading) if cell in names), None)


def _group(text: str, labels: tuple[str, str], line: int) -> Group | None:
    said = text.casefold()
    if not said:
        return None
    groups: tuple[Group, Group] = ("A", "B")
    for group, label in zip(groups, labels, strict=True):
        if said in (group.casefold(), label.casefold()):
            return group
    raise OddtrickError(
        f"line {line}: {text!r} is not a group: write {labels[0]} or {labels[1]}, or leave it empty"
    )
