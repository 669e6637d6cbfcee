"""The list of entries of a drive: who is to play, who has come and paid; read from text, too.

An entry keeps its id for good. It is given a card, that is a player of the drive, when a round
begins. Before the first round, and after it for those who come late, it waits.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Collection, Iterable, Sequence

import msgspec
from msgspec.structs import replace

from oddtrick.drive.bounds import MAX_ENTRIES, MAX_NAME
from oddtrick.drive.players import Entry, Group, Player
from oddtrick.errors import OddtrickError


class ListedEntry(msgspec.Struct, frozen=True, omit_defaults=True):
    """A line of the list of entries.

    Args:
        id: its number, from 1; it stays the same for good.
        name: the name, or the names of two who share a seat.
        group: the group asked for; None: any.
        here: whether the person has come.
        paid: what the person has paid, in the smallest coin.
        note: a line for the organiser.
        player: the id of the card; None until a round begins with this entry.
        online: whether the person plays from home, in a drive with tables on a server.
        gone: whether the person has left and a late arrival has taken over the card.
        crosses: whether the person is chosen to play in the seats of the other group, where the
            groups are unequal.
    """

    id: int
    name: str
    group: Group | None = None
    here: bool = False
    paid: int = 0
    note: str = ""
    player: int | None = None
    online: bool = False
    gone: bool = False
    crosses: bool = False


EntryList = tuple[ListedEntry, ...]
"""The list of entries, in the order of their ids."""


def add_to_list(listed: EntryList, entries: Sequence[Entry]) -> EntryList:
    """Adds entries at the end of the list.

    Raises:
        OddtrickError: a name is empty, too long or on the list already, or the list is full.
    """
    check_count(len(listed) + len(entries))
    first = max((entry.id for entry in listed), default=0) + 1
    names, added = {entry.name for entry in listed}, list[ListedEntry]()
    for number, entry in enumerate(entries, start=first):
        name = _checked_name(names, entry.name, number)
        names.add(name)
        added.append(ListedEntry(number, name, entry.group, crosses=entry.crosses))
    return (*listed, *added)


def check_count(entries: int) -> None:
    """Refuses more entries than a drive has.

    Raises:
        OddtrickError: there are more.
    """
    if entries > MAX_ENTRIES:
        raise OddtrickError(f"a drive has at most {MAX_ENTRIES} entries, not {entries}")


def list_players(players: Iterable[Player]) -> EntryList:
    """Returns a list of the people who have cards, for a drive without one."""
    people = [player for player in players if not player.bot]
    return tuple(
        ListedEntry(number, player.name, player.group, player=player.id, crosses=player.crosses)
        for number, player in enumerate(people, start=1)
    )


def find_entry(listed: EntryList, entry_id: int) -> ListedEntry:
    """Returns the entry with an id.

    Raises:
        OddtrickError: there is none.
    """
    for entry in listed:
        if entry.id == entry_id:
            return entry
    raise OddtrickError(f"there is no entry {entry_id} on the list")


def change_in_list(listed: EntryList, changed: ListedEntry) -> EntryList:
    """Replaces the entry with the same id; its card stays as it was.

    Raises:
        OddtrickError: there is none, the name is empty or taken, or the payment is negative; or the
            group of an entry with a card was changed.
    """
    before = find_entry(listed, changed.id)
    others = {entry.name for entry in listed if entry.id != changed.id}
    name = _checked_name(others, changed.name, changed.id)
    if changed.paid < 0:
        raise OddtrickError(f"{name} cannot have paid less than nothing")
    if before.player is not None and changed.group != before.group:
        raise OddtrickError(f"{name} has a card already: the group can no longer change")
    kept = replace(changed, name=name, player=before.player)
    return tuple(kept if entry.id == changed.id else entry for entry in listed)


def remove_from_list(listed: EntryList, entry_id: int) -> EntryList:
    """Removes an entry that has no card yet.

    Raises:
        OddtrickError: there is no such entry, or it has a card.
    """
    found = find_entry(listed, entry_id)
    if found.player is not None:
        raise OddtrickError(f"{found.name} has a card: let them leave, or replace them")
    return tuple(entry for entry in listed if entry.id != entry_id)


def waiting_entries(listed: EntryList, *, check_in: bool) -> list[ListedEntry]:
    """Returns the entries that will be given a card when the next round begins.

    Args:
        listed: the list.
        check_in: whether only those who are here count.
    """
    return [
        entry
        for entry in listed
        if entry.player is None and not entry.gone and (entry.here or not check_in)
    ]


def give_cards(listed: EntryList, cards: Iterable[tuple[str, int]]) -> EntryList:
    """Notes the cards that entries have been given, by name."""
    by_name = dict(cards)
    return tuple(
        replace(entry, player=by_name[entry.name])
        if entry.player is None and entry.name in by_name
        else entry
        for entry in listed
    )


def _checked_name(others: Collection[str], text: str, entry_id: int) -> str:
    name = " ".join(text.split())
    if not name:
        raise OddtrickError(f"entry {entry_id} has no name: write one, or leave the entry out")
    if len(name) > MAX_NAME:
        raise OddtrickError(f"{name[:20]!r}… is too long: a name has at most {MAX_NAME} characters")
    if name in others:
        raise OddtrickError(f"{name!r} is entered already: add an initial, say, to one of the two")
    return name


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
