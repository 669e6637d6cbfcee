"""What goes into the database with an entry: when the table wakes, its row, who sat down."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from oddtrick.server.listings import row_of, sittings_of
from oddtrick.server.store.entry import Append, Entry, Lease
from oddtrick.tables import Change, change_of, encode_facts

if TYPE_CHECKING:
    from oddtrick.server.rooms import Room
    from oddtrick.server.store.entry import TableRow
    from oddtrick.tables import Outcome

LEASE_MS = 5_000
"""How long after a wake is due another worker takes it, if this one has not."""


def append_of(room: Room, outcome: Outcome, by: str, key: str | None, worker: str) -> Append:
    """All that is written for one command.

    Args:
        room: the table as it was.
        outcome: what the command did.
        by: who asked for it.
        key: their own id of it.
        worker: the worker that sees to what is due next.
    """
    table = outcome.table
    facts = encode_facts(outcome.facts).decode()
    first, wake = table.seq == 0, table.wake
    return Append(
        Entry(table.code, table.seq, table.at, by, facts, key),
        wake=UNSET if wake == room.wake and not first else wake,
        lease=None if wake is None else Lease(worker, wake + LEASE_MS),
        row=_changed_row(room, outcome),
        seats=() if first else sittings_of(outcome.facts, room.table),
    )


def _changed_row(room: Room, outcome: Outcome) -> TableRow | UnsetType:
    """The table's row in lists, if the outcome changes more of it than its moment."""
    table = outcome.table
    if room.row is not None:
        change = change_of(room.table, table, outcome.facts)
        if change is not Change.MORE:
            return UNSET
    row = row_of(table, table.at)
    if room.row is not None and replace(row, changed=room.row.changed) == room.row:
        return UNSET
    return row
