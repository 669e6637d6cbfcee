"""Rows derived from the entries of whist drives, and when phones were heard from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from sqlalchemy import Connection, insert, select, update

from oddtrick.server.store.engine import upsert
from oddtrick.server.store.log_entries import Append, LogKind
from oddtrick.server.store.schema import drive_entries, drives, phones_seen


class DriveRow(NamedTuple):
    """A drive as it is listed."""

    code: str
    changed: int
    closed: bool


class DriveRows(NamedTuple):
    """The row that changes with an entry of a drive.

    Args:
        closed: whether the drive is closed after it.
        due: the time from which the server has something to do for the drive (ms), or None.
        source: of a first entry, the SHA-256 of the file that the drive was opened from.
    """

    closed: bool
    due: int | None
    source: str | None = None


def _derive(connection: Connection, appends: Sequence[Append]) -> None:
    for append in appends:
        entry, rows = append.entry, append.derived
        changed = {"changed": entry.at, "closed": rows.closed, "due": rows.due}
        if entry.seq == 0:
            first = {"code": entry.code, "created": entry.at, "source": rows.source}
            connection.execute(insert(drives), first | changed)
        else:
            connection.execute(update(drives).where(drives.c.code == entry.code).values(changed))


DRIVES = LogKind(
    entries=drive_entries,
    code=drive_entries.c.drive_code,
    body=drive_entries.c.body,
    logs=drives.c.code,
    derive=_derive,
)
"""The logs of whist drives."""


def drive_of_source(connection: Connection, source: str) -> str | None:
    """Returns the code of the drive that was opened from a file with this hash."""
    found: str | None = connection.scalar(select(drives.c.code).where(drives.c.source == source))
    return found


def newest_drives(connection: Connection, *, closed: bool, limit: int) -> list[DriveRow]:
    """Returns the drives changed last, of those that are closed or of those that are not."""
    d = drives.c
    query = select(d.code, d.changed, d.closed).where(d.closed.is_(closed))
    query = query.order_by(d.changed.desc(), d.code).limit(limit)
    return [DriveRow(*row) for row in connection.execute(query)]


def due_drives(connection: Connection, now: int) -> list[str]:
    """Returns the codes of the drives for which the server has something to do."""
    d = drives.c
    return list(connection.scalars(select(d.code).where(d.due <= now).order_by(d.due)))


def save_phones_seen(connection: Connection, code: str, seen: Mapping[str, int]) -> None:
    """Notes when phones were last heard from, by the hash of their keys."""
    rows = [{"drive_code": code, "key_hash": key, "seen": at} for key, at in sorted(seen.items())]
    connection.execute(upsert(connection, phones_seen, ("seen",)), rows)


def read_phones_seen(connection: Connection, code: str) -> dict[str, int]:
    """Returns when phones were last heard from, by the hash of their keys."""
    p = phones_seen.c
    rows = connection.execute(select(p.key_hash, p.seen).where(p.drive_code == code))
    return dict(map(tuple, rows))
