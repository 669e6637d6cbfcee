"""The list of entries of a drive: who is to play, who has come and paid; read from text, too.

An entry keeps its id for good. It is given a card, that is a player of the drive, when a round
begins. Before the first round, and after it for those who come late, it waits.
"""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from oddtrick.drive.bounds import MAX_ENTRIES, MAX_LABEL
from oddtrick.drive.couples import (
    checked_team,
    partner_by_name,
    team_names,
    with_couples,
    with_partner,
)
from oddtrick.drive.players import Entry, Group, Player
from oddtrick.errors import OddtrickError
from oddtrick.names import MAX_NAME, NAMES, NameRule


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
        partner: the id of the entry of the one that they came with, whose partner they are; None:
            nobody.
        team: the name of the team that they came with; empty: none.
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
    partner: int | None = None
    team: str = ""


EntryList = tuple[ListedEntry, ...]
"""The list of entries, in the order of their ids."""


def add_to_list(listed: EntryList, entries: Sequence[Entry], rule: NameRule = NAMES) -> EntryList:
    """Adds entries at the end of the list, with the partners that they name.

    Args:
        listed: the list.
        entries: the entries.
        rule: how names are written and compared.

    Raises:
        OddtrickError: a name is empty, too long or on the list already, the list is full, or
            somebody would have two partners.
    """
    check_count(len(listed) + len(entries))
    first = max((entry.id for entry in listed), default=0) + 1
    names, added = {rule.key(entry.name): entry.name for entry in listed}, list[ListedEntry]()
    teams = team_names(listed)
    for number, entry in enumerate(entries, start=first):
        name = _checked_name(names, entry.name, number, rule)
        names[rule.key(name)] = name
        team = checked_team(entry.team, teams)
        added.append(ListedEntry(number, name, entry.group, crosses=entry.crosses, team=team))
    return _with_partners((*listed, *added), entries)


def _with_partners(listed: EntryList, entries: Sequence[Entry]) -> EntryList:
    """Notes the partners that the last entries of a list were entered with."""
    if not any(entry.partner for entry in entries):
        return listed
    names = {entry.id: entry.name for entry in listed}
    before = len(listed) - len(entries)
    told = [(one.name, names.get(one.partner or 0, "")) for one in listed[:before]]
    told += [(one.name, entry.partner) for one, entry in zip(listed[before:], entries, strict=True)]
    partners = partner_by_name(told)
    return with_couples(listed, {listed[one].id: listed[two].id for one, two in partners.items()})


def check_count(entries: int) -> None:
    """Refuses more entries than a drive has.

    Raises:
        OddtrickError: there are more.
    """
    if entries > MAX_ENTRIES:
        raise OddtrickError(f"a drive has at most {MAX_ENTRIES} entries, not {entries}")


def list_players(players: Iterable[Player]) -> EntryList:
    """Returns a list of the people who have cards, for a drive without one."""
    return list_all((), players)


def list_all(listed: EntryList, players: Iterable[Player]) -> EntryList:
    """Returns a list with everybody who has a card, also those who were not on it."""
    ids = {entry.player: entry.id for entry in listed if entry.player is not None}
    new = [player for player in players if not player.bot and player.id not in ids]
    first = max((entry.id for entry in listed), default=0) + 1
    ids |= {player.id: number for number, player in enumerate(new, start=first)}
    added = (
        ListedEntry(
            ids[player.id],
            player.name,
            player.group,
            player=player.id,
            crosses=player.crosses,
            partner=None if player.partner is None else ids.get(player.partner),
            team=player.team,
        )
        for player in new
    )
    return (*listed, *added)


def find_entry(listed: EntryList, entry_id: int) -> ListedEntry:
    """Returns the entry with an id.

    Raises:
        OddtrickError: there is none.
    """
    for entry in listed:
        if entry.id == entry_id:
            return entry
    raise OddtrickError(f"there is no entry {entry_id} on the list")


def change_in_list(listed: EntryList, changed: ListedEntry, rule: NameRule = NAMES) -> EntryList:
    """Replaces the entry with the same id; its card stays as it was.

    Another partner has it as partner from then on, and those whom the two had before have none.

    Raises:
        OddtrickError: there is none, the name is empty or taken, the payment is negative, or there
            can be no such partner or team; or the group of an entry with a card was changed.
    """
    before = find_entry(listed, changed.id)
    others = {rule.key(entry.name): entry.name for entry in listed if entry.id != changed.id}
    name = _checked_name(others, changed.name, changed.id, rule)
    if changed.paid < 0:
        raise OddtrickError(f"{name} cannot have paid less than nothing")
    if before.player is not None and changed.group != before.group:
        raise OddtrickError(f"{name} has a card already: the group can no longer change")
    team = checked_team(changed.team, team_names(listed))
    kept = replace(changed, name=name, player=before.player, partner=before.partner, team=team)
    listed = tuple(kept if entry.id == changed.id else entry for entry in listed)
    if changed.partner == before.partner:
        return listed
    if changed.partner == changed.id:
        raise OddtrickError(f"{name} cannot be their own partner: choose somebody else")
    if changed.partner is not None:
        find_entry(listed, changed.partner)
    return with_partner(listed, changed.id, changed.partner)


def remove_from_list(listed: EntryList, entry_id: int) -> EntryList:
    """Removes an entry that has no card yet.

    Raises:
        OddtrickError: there is no such entry, or it has a card.
    """
    found = find_entry(listed, entry_id)
    if found.player is not None:
        raise OddtrickError(f"{found.name} has a card: let them leave, or replace them")
    return tuple(entry for entry in with_partner(listed, entry_id, None) if entry.id != entry_id)


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


def _checked_name(others: Mapping[str, str], text: str, entry_id: int, rule: NameRule) -> str:
    """Returns a name as it is kept.

    Args:
        others: the other names, by their keys.
        text: the name as it was typed.
        entry_id: the id of the entry.
        rule: how names are written and compared.
    """
    name = rule.written(text)
    if not name:
        raise OddtrickError(f"entry {entry_id} has no name: write one, or leave the entry out")
    if len(name) > MAX_NAME:
        raise OddtrickError(f"{name[:20]!r}… is too long: a name has at most {MAX_NAME} characters")
    refuse_taken(name, others.get(rule.key(name)))
    return name


def refuse_taken(name: str, taken: str | None) -> None:
    """Refuses a name that somebody has, in whatever case or form it is written.

    Args:
        name: the name.
        taken: the same name as it stands on the list or on a card; None: it is free.

    Raises:
        OddtrickError: it is taken.
    """
    if taken is not None:
        other = "" if taken == name else f" as {taken!r}"
        raise OddtrickError(
            f"{name!r} is entered already{other}: add an initial, say, to one of the two"
        )


_NAME_HEADINGS = {"name", "names", "player", "player name", "namen", "spieler", "teilnehmer"}
_FIRST_NAME_HEADINGS = {"first name", "forename", "given name", "vorname"}
_LAST_NAME_HEADINGS = {"last name", "surname", "family name", "nachname", "familienname"}
_GROUP_HEADINGS = {"group", "section", "gents/ladies", "gruppe", "herren/damen"}
_PARTNER_HEADINGS = {"partner", "partner name", "partnerin", "partner/in", "partner/partnerin"}
_TEAM_HEADINGS = {"team", "team name", "mannschaft", "team/mannschaft"}


class _Columns(NamedTuple):
    """The columns of a list, from 0.

    Attributes:
        names: those of the name, or of its parts.
        group: that of the group.
        partner: that of the partner.
        team: that of the team.
    """

    names: tuple[int, ...] = (0,)
    group: int | None = 1
    partner: int | None = None
    team: int | None = None


def read_entries(
    text: str, groups: tuple[str, str] = ("A", "B"), *, together: bool = True
) -> list[Entry]:
    r"""Reads a name on each line, and after a comma, semicolon or tab the group, if one is wanted.

    A heading line and numbers before names ("12. Ann") are left out, empty lines too. A heading
    line in English or German says which columns hold the name, or its two parts, the group, the
    partner and the team.

    Args:
        text: the lines.
        groups: the labels of the groups; A and B are understood as well.
        together: whether columns of partners and teams are read.

    Raises:
        OddtrickError: a group has none of these labels; the message gives the line.

    >>> entries = read_entries("Name;Group\n1. Ann;ladies\nBob;\n", ("Gents", "Ladies"))
    >>> [(entry.name, entry.group) for entry in entries]
    [('Ann', 'B'), ('Bob', None)]
    >>> [(entry.name, entry.partner) for entry in read_entries("Name,Partner\nAnn,Bob")]
    [('Ann', 'Bob')]
    """
    entries: list[Entry] = []
    rows, columns, _ = _table(text, together=together)
    for number, cells in rows:
        parts = (_cell(cells, at) for at in columns.names)
        name = re.sub(r"^\d+[.)]\s+", "", " ".join(part for part in parts if part))
        group = _group(_cell(cells, columns.group), groups, number)
        partner, team = _cell(cells, columns.partner), _cell(cells, columns.team)
        entries.append(Entry(name, group, partner=partner, team=team))
    return entries


def find_labels(text: str) -> tuple[str, str] | None:
    r"""Returns the labels of the two groups that a list names; None if it names no two.

    Without a heading, each of them stands on several lines: otherwise the column may be something
    else. A label that says ladies is the second one.

    Args:
        text: the lines, as for :func:`read_entries`.

    >>> find_labels("Ann,Damen\nBob,Herren\nCarl,Herren\nDora,damen")
    ('Herren', 'Damen')
    """
    rows, columns, has_heading = _table(text, together=False)
    said = [label for _, cells in rows if (label := _cell(cells, columns.group))]
    times = Counter(label.casefold() for label in said)
    if len(times) != 2 or set(times) == {"a", "b"} or max(map(len, said)) > MAX_LABEL:
        return None
    if not has_heading and min(times.values()) < 2:
        return None
    first, second = (next(one for one in said if one.casefold() == label) for label in times)
    is_turned = first.casefold() in _LADIES and second.casefold() not in _LADIES
    return (second, first) if is_turned else (first, second)


_LADIES = {"ladies", "lady", "women", "woman", "female", "l", "w", "f"} | {
    "damen", "dame", "frauen", "frau", "weiblich", "d",
}  # fmt: skip


def _table(text: str, *, together: bool) -> tuple[list[tuple[int, list[str]]], _Columns, bool]:
    """Returns the lines that hold an entry, the columns, and whether a heading names them.

    Args:
        text: the lines.
        together: whether there are columns of partners and teams.
    """
    rows: list[tuple[int, list[str]]] = []
    columns, has_heading = _Columns(), False
    separator = next((mark for mark in "\t;," if mark in text), ",")
    for number, row in enumerate(csv.reader(text.splitlines(), delimiter=separator), start=1):
        cells = [" ".join(cell.split()) for cell in row]
        if not any(cells):
            continue
        heading = [cell.casefold() for cell in cells]
        found = None if rows else _columns(heading, together=together)
        if found is not None:
            columns, has_heading = found, True
            continue
        rows.append((number, cells))
    return rows, columns, has_heading


def _cell(cells: Sequence[str], column: int | None) -> str:
    return cells[column] if column is not None and column < len(cells) else ""


def _columns(heading: list[str], *, together: bool) -> _Columns | None:
    """Returns the columns that a heading line names; None if this is none."""
    name = _column(heading, _NAME_HEADINGS)
    first, last = _column(heading, _FIRST_NAME_HEADINGS), _column(heading, _LAST_NAME_HEADINGS)
    group = _column(heading, _GROUP_HEADINGS)
    partner = _column(heading, _PARTNER_HEADINGS) if together else None
    team = _column(heading, _TEAM_HEADINGS) if together else None
    if first is not None and last is not None:
        return _Columns((first, last), group, partner, team)
    if name is None:
        return None
    # Whatever else the second of two columns is called, it is the group.
    is_group = name == 0 and len(heading) == 2 and group is partner is team is None
    return _Columns((name,), 1 if is_group else group, partner, team)


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
