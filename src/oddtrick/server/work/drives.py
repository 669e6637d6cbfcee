"""Drives in files, previews and on paper: what is read, tried and printed in another process."""

from __future__ import annotations

import json
from datetime import datetime
from typing import Annotated, Any

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from oddtrick.drive.bounds import Money, Name, Note, Number, PlayerId, TeamName
from oddtrick.drive.couples import (
    TwoNames,
    couples_of,
    entries_as_listed,
    split_two_names,
    two_names,
)
from oddtrick.drive.drive import Drive, begin_round, create_drive
from oddtrick.drive.drive_file import decode_drive, encode_drive
from oddtrick.drive.entry_list import check_count, find_labels, read_entries
from oddtrick.drive.event_boards import boards_for_file
from oddtrick.drive.live.refusals import DriveRefused
from oddtrick.drive.live.settings import PlanChoices, choices_of
from oddtrick.drive.movements import seat_first_round
from oddtrick.drive.plan import USUAL_LABELS
from oddtrick.drive.players import Group
from oddtrick.drive.result_export import csv_standings, result_json
from oddtrick.drive.sheets import SheetOptions
from oddtrick.errors import OddtrickError
from oddtrick.names import name_key

MAX_FILE = 8 * 2**20
"""The greatest size of a drive's file: 200 tables and 100 rounds take two thirds of it."""

MAX_TEXT = 1000
"""The greatest length of a text, such as a note; a longer one would take minutes to print."""

MAX_NUMBER = 2**53
"""The greatest number: pages count no further."""


class _Card(msgspec.Struct):
    id: PlayerId
    name: Name
    since: Number = 1
    left: Number | None = None
    absences: tuple[tuple[Number, Number], ...] = ()
    partner: PlayerId | None = None
    team: TeamName = ""


class _Entry(msgspec.Struct):
    id: Number
    name: Name
    paid: Money = 0
    note: Note = ""
    player: PlayerId | None = None
    partner: Number | None = None
    team: TeamName = ""


class _Change(msgspec.Struct):
    kind: Note
    by: Note
    when: str
    why: Note
    round: int
    table: Number | None = None
    player: PlayerId | None = None
    before: Note = ""
    after: Note = ""


class _Entered(msgspec.Struct):
    """The parts of a drive that people have entered, within the bounds of the commands for them."""

    players: tuple[_Card, ...]
    entries: tuple[_Entry, ...]
    log: tuple[_Change, ...]


def read_drive_file(data: bytes) -> Drive:
    """Checks the file of a drive, and returns the drive without secrets that nobody may know.

    Raises:
        OddtrickError: it is no drive, or one beyond the bounds of those that are planned here.
    """
    try:
        data.decode()
    except UnicodeDecodeError:
        raise OddtrickError("this is not a drive: it is not text in UTF-8") from None
    drive = decode_drive(data)
    try:
        msgspec.convert(msgspec.to_builtins(choices_of(drive.plan)), PlanChoices)
    except msgspec.ValidationError as error:
        raise OddtrickError(f"the plan of this drive: {error}") from None
    check_count(len(drive.players))
    check_count(len(drive.entries))
    _check_values(drive)
    return replace(drive, boards=boards_for_file(drive))


def _check_values(drive: Drive) -> None:
    """Refuses what no drive has that was made here, and what could not be shown or printed."""
    try:
        msgspec.convert(drive, _Entered, from_attributes=True)
    except msgspec.ValidationError as error:
        raise OddtrickError(f"this drive is beyond the bounds of one: {error}") from None
    names = [one.name for one in drive.entries]
    for name in [*names, *(one.name for one in drive.players)]:
        if name != " ".join(name.split()):
            raise OddtrickError(f"{name!r} in this drive is no name in one line")
    if len(set(names)) < len(names):
        raise OddtrickError("two entries of this drive have the same name")
    for change in drive.log:
        try:
            datetime.fromisoformat(change.when).timestamp()
        except (ValueError, OverflowError):
            raise OddtrickError(f"{change.when[:40]!r} in the log is no time") from None
    _check_bounds(msgspec.to_builtins((drive.players, drive.entries, drive.rounds, drive.log)))


def _check_bounds(value: Any) -> None:
    if isinstance(value, str) and len(value) > MAX_TEXT:
        raise OddtrickError(f"a text of {len(value)} characters: at most {MAX_TEXT} can be")
    if isinstance(value, int) and abs(value) > MAX_NUMBER:
        raise OddtrickError("a number in this drive is too great")
    if isinstance(value, dict):
        value = tuple(value.values())
    for each in value if isinstance(value, list | tuple) else ():
        _check_bounds(each)


EntryText = Annotated[str, Meta(max_length=50_000)]


class DrivePreview(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A plan and entries to try.

    Args:
        plan: the plan.
        entries: a name on each line, or CSV with a group, a partner or a team.
        two_names: the meaning of two names on one line: they share a seat, or are a couple.
    """

    plan: PlanChoices = PlanChoices()
    entries: EntryText = ""
    two_names: TwoNames = "share"


class PreviewedEntry(msgspec.Struct, frozen=True):
    """An entry as it was read.

    Args:
        name: the name.
        group: the group asked for, or null.
        partner: the name of the one that they came with; empty: nobody.
        team: the name of the team that they came with; empty: none.
    """

    name: str
    group: Group | None
    partner: str = ""
    team: str = ""


class PreviewedDrive(msgspec.Struct, frozen=True, kw_only=True):
    """A preview of the drive that a plan and entries would make.

    Args:
        players: the number of people.
        tables: the number of tables in the first round.
        bots: the number of seats that bots would fill.
        sitting_out: the number of people who would sit out the first round.
        groups: the number of people in each group, or null where there are none.
        crossing: the number of people of the larger group who would play in the seats of the other.
        entries: the entries as they were read.
        couples: the number of couples.
        teams: the number of teams.
        two_names: the number of lines that name two people.
        problem: the reason for which the drive could not begin, or null.
        labels: the labels of the groups, if the list names others than the plan; otherwise null.
    """

    players: int
    tables: int = 0
    bots: int = 0
    sitting_out: int = 0
    groups: tuple[int, int] | None = None
    crossing: int = 0
    entries: tuple[PreviewedEntry, ...] = ()
    couples: int = 0
    teams: int = 0
    two_names: int = 0
    problem: str | None = None
    labels: tuple[str, str] | None = None


def preview_of(data: DrivePreview) -> PreviewedDrive:
    """Returns the drive that a plan and entries would make, or why they cannot."""
    count, two, read, labels = 0, 0, tuple[PreviewedEntry, ...](), None
    try:
        plan = data.plan.plan()
        labels = find_labels(data.entries) if plan.groups == USUAL_LABELS else None
        plan = replace(plan, groups=labels or plan.groups)
        entries = read_entries(data.entries, plan.groups)
        count, two = len(entries), len(two_names(entries))
        check_count(count)
        if data.two_names == "couple":
            entries = split_two_names(entries)
        entries = entries_as_listed(plan, entries)
        count = len(entries)
        read = tuple(
            PreviewedEntry(entry.name, entry.group, entry.partner, entry.team) for entry in entries
        )
        drive = create_drive(plan, entries)
        seating = seat_first_round(plan, drive.players)
    except OddtrickError as error:
        return PreviewedDrive(
            players=count, two_names=two, entries=read, problem=str(error), labels=labels
        )
    people = [player for player in drive.players if not player.fills_seat]
    sizes = [sum(player.group == group for player in people) for group in ("A", "B")]
    seats = seating.seat_groups if plan.grouped else {}
    return PreviewedDrive(
        players=len(people),
        tables=len(seating.tables),
        bots=len(drive.players) - len(people),
        sitting_out=len(seating.sitting_out),
        groups=(sizes[0], sizes[1]) if plan.grouped else None,
        crossing=sum(seats.get(player.id, player.group) != player.group for player in people),
        entries=read,
        couples=len(couples_of(people)),
        teams=len({name_key(player.team) for player in people if player.team}),
        two_names=two,
        labels=labels,
    )


def export(drive: Drive, form: str) -> bytes:
    """Returns the drive's file, its result or its standings."""
    if form == "drive":
        return encode_drive(drive)
    if form == "result":
        return json.dumps(result_json(drive)).encode()
    return csv_standings(drive).encode("utf-8-sig")


def typeset_sheets(drive: Drive, options: SheetOptions, *, check_in: bool) -> tuple[bytes, int]:
    """Returns sheets as PDF, and the number of names with characters that no font has.

    Raises:
        OddtrickError: there is nothing to print.
    """
    try:
        from oddtrick.drive.sheets.pdf import typeset  # noqa: PLC0415  # an extra
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("oddtrick"):
            raise
        # Its reader is anybody, whom the folders of the server are no business of.
        why = "printing is not installed on this server: its operator can add the extra 'drive'"
        raise DriveRefused(why) from None
    made = typeset(_numbered(drive, check_in=check_in), options)
    return made.pdf, len(made.without_font)


def _numbered(drive: Drive, *, check_in: bool) -> Drive:
    """Returns the drive with cards; before the first round, as they would be numbered now."""
    if drive.players:
        return drive
    begun = begin_round(drive, check_in=check_in)
    return replace(drive, players=begun.players, entries=begun.entries)
