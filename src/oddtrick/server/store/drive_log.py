"""The logs of whist drives in the database: append, read, find."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import msgspec
from sqlalchemy import func, select, update

from oddtrick.server.store.append_sql import insert_if_absent, upsert
from oddtrick.server.store.schema import drive_entries, drives, phones_seen

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from sqlalchemy import Connection


class DriveEntry(msgspec.Struct, frozen=True):
    """One row of the log of a drive.

    Args:
        seq: its position, from 0 without gaps.
        at: its time (ms since 1970).
        body: JSON.
        key: the client's id of the command, if it sent one.
    """

    seq: int
    at: int
    body: str
    key: str | None = None


class DriveRow(NamedTuple):
    """A drive as it is listed."""

    code: str
    changed: int
    closed: bool


def create_log(
    connection: Connection, code: str, first: DriveEntry, source: str | None = None
) -> bool:
    """Begins the log of a drive; returns False if the code is taken."""
    row = {
        "code": code,
        "created": first.at,
        "changed": first.at,
        "closed": False,
        "source": source,
    }
    if connection.execute(insert_if_absent(connection, drives), row).rowcount != 1:
        return False
    return _insert(connection, code, first)


def append_entry(
    connection: Connection, code: str, entry: DriveEntry, *, closed: bool, due: int | None
) -> bool:
    """Appends an entry that follows the last one the caller has read.

    Args:
        connection: a connection in a transaction.
        code: the drive.
        entry: the entry.
        closed: whether the drive is closed after it.
        due: the time from which the server has something to do for the drive (ms), or None.

    Returns:
        False if another writer has used its number; nothing is written then.
    """
    if not _insert(connection, code, entry):
        return False
    changed = update(drives).where(drives.c.code == code)
    connection.execute(changed.values(changed=entry.at, closed=closed, due=due))
    return True


def _insert(connection: Connection, code: str, entry: DriveEntry) -> bool:
    row = {
        "drive_code": code,
        "seq": entry.seq,
        "at": entry.at,
        "key": entry.key,
        "body": entry.body,
    }
    return connection.execute(insert_if_absent(connection, drive_entries), row).rowcount == 1


def entries_after(connection: Connection, code: str, after: int = -1) -> list[DriveEntry]:
    """Returns the entries of a drive after a number, in order."""
    e = drive_entries.c
    rows = connection.execute(
        select(e.seq, e.at, e.body, e.key)
        .where(e.drive_code == code, e.seq > after)
        .order_by(e.seq)
    )
    return [DriveEntry(*row) for row in rows]


def last_entries(connection: Connection, codes: Iterable[str]) -> dict[str, int]:
    """Returns the number of the last entry of each of these drives."""
    e = drive_entries.c
    query = (
        select(e.drive_code, func.max(e.seq))
        .where(e.drive_code.in_(list(codes)))
        .group_by(e.drive_code)
    )
    return dict(map(tuple, connection.execute(query)))


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
