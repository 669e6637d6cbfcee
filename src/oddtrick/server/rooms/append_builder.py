"""What goes into the database with an entry: when the table wakes, its row, who sat down."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from oddtrick.server.rooms.listing_row import seat_changes, table_row
from oddtrick.server.store.log_entry import Append, Entry, Lease
from oddtrick.tables import Change, encode_facts

if TYPE_CHECKING:
    from oddtrick.server.rooms.room import Room, Transition
    from oddtrick.server.store.log_entry import TableRow
    from oddtrick.tables import Table

LEASE_MS = 5_000
"""How long after a wake is due another worker takes it, if this one has not."""


def build_append(room: Room, step: Transition, worker: str) -> Append:
    """All that is written for one command.

    Args:
        room: the table as it was.
        step: what the command does.
        worker: the worker that sees to what is due next.
    """
    table = step.after
    facts = encode_facts(step.facts).decode()
    first, wake = table.seq == 0, table.wake
    more = first or room.row is None or step.change is Change.MORE
    return Append(
        Entry(table.code, table.seq, table.at, step.by, facts, step.key),
        wake=UNSET if wake == room.wake and not first else wake,
        lease=None if wake is None else Lease(worker, wake + LEASE_MS),
        row=_changed_row(room, table) if more else UNSET,
        seats=seat_changes(step.facts, step.before) if more and not first else (),
    )


def _changed_row(room: Room, table: Table) -> TableRow | UnsetType:
    """The table's row in lists, if more of it has changed than its moment."""
    row = table_row(table, table.at)
    if room.row is not None and replace(row, changed=room.row.changed) == room.row:
        return UNSET
    return row
