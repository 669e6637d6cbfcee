"""Builds the database write of a command: the entry, the wake, the table's row, the seats."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from oddtrick.server.rooms.listing_row import persons_met, seat_changes, table_row
from oddtrick.server.store.log_entry import Append, Entry, Lease
from oddtrick.tables import Change, encode_facts

if TYPE_CHECKING:
    from oddtrick.server.rooms.room import Room, Transition
    from oddtrick.server.store.log_entry import TableRow
    from oddtrick.tables import Table

LEASE_MS = 5_000
"""Time after a wake is due before another worker may take it over."""


def build_append(room: Room, transition: Transition, worker: str) -> Append:
    """Returns the write of one command.

    Args:
        room: the table before the command.
        transition: the change that the command makes.
        worker: the worker that takes the lease on the table's next wake.
    """
    table = transition.after
    facts = encode_facts(transition.facts).decode()
    is_first, wake = table.seq == 0, table.wake
    # Cards and draws change nothing that lists show, so most entries write no row.
    has_row = is_first or room.row is None or transition.change is Change.MORE
    return Append(
        Entry(table.code, table.seq, table.at, transition.by, facts, transition.key),
        wake=UNSET if wake == room.wake and not is_first else wake,
        lease=None if wake is None else Lease(worker, wake + LEASE_MS),
        row=_changed_row(room, table) if has_row else UNSET,
        seats=seat_changes(transition.facts, transition.before) if has_row else (),
        met=persons_met(transition) if has_row else (),
    )


def _changed_row(room: Room, table: Table) -> TableRow | UnsetType:
    """Returns the table's row in lists, unless only its time of change differs."""
    row = table_row(table, table.at)
    if room.row is not None and replace(row, changed=room.row.changed) == room.row:
        return UNSET
    return row
