"""Previews: the drive that a plan and a list of entries would make."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from oddtrick.drive.drive import create_drive
from oddtrick.drive.entry_list import check_count, read_entries
from oddtrick.drive.live.settings import PlanChoices
from oddtrick.drive.movements import seat_first_round
from oddtrick.drive.players import Group
from oddtrick.errors import OddtrickError

EntryText = Annotated[str, Meta(max_length=50_000)]


class DrivePreview(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A plan and entries to try.

    Args:
        plan: the plan.
        entries: a name on each line, or CSV with a group.
    """

    plan: PlanChoices = PlanChoices()
    entries: EntryText = ""


class PreviewedEntry(msgspec.Struct, frozen=True):
    """An entry as it was read.

    Args:
        name: the name.
        group: the group asked for, or null.
    """

    name: str
    group: Group | None


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
        problem: the reason for which the drive could not begin, or null.
    """

    players: int
    tables: int = 0
    bots: int = 0
    sitting_out: int = 0
    groups: tuple[int, int] | None = None
    crossing: int = 0
    entries: tuple[PreviewedEntry, ...] = ()
    problem: str | None = None


def preview_of(data: DrivePreview) -> PreviewedDrive:
    """Returns the drive that a plan and entries would make, or why they cannot."""
    count, read = 0, tuple[PreviewedEntry, ...]()
    try:
        plan = data.plan.plan()
        entries = read_entries(data.entries, plan.groups)
        count = len(entries)
        check_count(count)
        read = tuple(PreviewedEntry(entry.name, entry.group) for entry in entries)
        drive = create_drive(plan, entries)
        seating = seat_first_round(plan, drive.players)
    except OddtrickError as error:
        return PreviewedDrive(players=count, entries=read, problem=str(error))
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
    )
