"""Queries for lists: the lobby, a person's tables, finished matches, imported records.

Lists are sorted newest first and paged by keyset: a page starts after the last row of the one
before, whatever has been inserted since.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

import msgspec
from msgspec.structs import asdict
from sqlalchemy import Column, Connection, Table, and_, insert, or_, select, true

from oddtrick.server.store.engine import insert_if_absent
from oddtrick.server.store.schema import imported, matches, players, seats, tables
from oddtrick.server.store.table_rows import TableRow
from oddtrick.tables.archive import PlayerResult

MAX_CODES = 500
"""The number of codes in one statement: databases limit its parameters."""

_TABLE = tuple(tables.c[name] for name in TableRow.__struct_fields__)
_IMPORTED = tuple(
    imported.c[name] for name in ("id", "person_id", "game", "created", "record", "seat", "won")
)


class PagePosition(msgspec.Struct, frozen=True):
    """The last row of a page, by its time and id; the next page starts after it."""

    at: int
    id: str


class FinishedMatch(msgspec.Struct, frozen=True, kw_only=True):
    """A finished match.

    Args:
        table: the table's id.
        number: the number of the match at this table, from 1.
        game: the id of the game.
        rated: whether the match counts for ratings.
        ended: the time of its end (ms since 1970).
        record: an oddtrick/1 record as JSON.
        players: one per seat.
    """

    table: str
    number: int
    game: str
    rated: bool
    ended: int
    record: str
    players: tuple[PlayerResult, ...]


class PlayedMatch(msgspec.Struct, frozen=True):
    """A finished match in a person's list, without its record."""

    table: str
    number: int
    game: str
    rated: bool
    ended: int
    seat: int
    won: bool | None
    tricks: int
    points: int


class ImportedRecord(msgspec.Struct, frozen=True):
    """A record that a person imported, or a match that they played offline.

    Args:
        id: its id.
        person: the person's id.
        game: the id of the game.
        created: the time of the upload (ms since 1970).
        record: the record as JSON.
        seat: the person's seat in a match played offline; None: it was imported.
        won: whether the person's side won that match; None: it ended level.
    """

    id: str
    person: str
    game: str
    created: int
    record: str
    seat: int | None = None
    won: bool | None = None


def stages_of(connection: Connection, codes: list[str]) -> dict[str, str]:
    """Returns the stages of those of these tables that exist."""
    t = tables.c
    found: dict[str, str] = {}
    for start in range(0, len(codes), MAX_CODES):
        query = select(t.id, t.stage).where(t.id.in_(codes[start : start + MAX_CODES]))
        found.update(map(tuple, connection.execute(query)))
    return found


def public_tables(
    connection: Connection,
    stages: Collection[str],
    before: PagePosition | None = None,
    limit: int = 50,
) -> list[TableRow]:
    """Returns the public tables in one of the stages, most recently changed first."""
    t = tables.c
    found = connection.execute(
        select(*_TABLE)
        .where(t.public.is_(true()), t.stage.in_(stages), *_behind(before, t.changed, t.id))
        .order_by(t.changed.desc(), t.id.desc())
        .limit(limit)
    )
    return [TableRow(*row) for row in found]


def tables_of(
    connection: Connection, person: str, before: PagePosition | None = None, limit: int = 50
) -> list[tuple[TableRow, int | None]]:
    """Returns the tables where a person sits or sat, with the place (None: left)."""
    t = tables.c
    found = connection.execute(
        select(*_TABLE, seats.c.place)
        .join(seats, seats.c.table_id == t.id)
        .where(seats.c.person_id == person, *_behind(before, t.changed, t.id))
        .order_by(t.changed.desc(), t.id.desc())
        .limit(limit)
    )
    return [(TableRow(*row[:-1]), row[-1]) for row in found]


def add_match(connection: Connection, match: FinishedMatch) -> bool:
    """Stores a finished match; returns False without a change if it is already stored."""
    key = {"table_id": match.table, "number": match.number}
    row = {name: getattr(match, name) for name in ("game", "rated", "ended", "record")}
    if not _is_new(connection, matches, key | row):
        return False
    results = ("seat", "name", "level", "won", "tricks", "points")
    rows = [
        key | {"person_id": who.person} | {name: getattr(who, name) for name in results}
        for who in match.players
    ]
    connection.execute(insert(players), rows)
    return True


def find_match(
    connection: Connection, table: str, number: int
) -> tuple[str, dict[str, int]] | None:
    """Returns the record of a match, and the seat of each person in it."""
    m, p = matches.c, players.c
    record = connection.scalar(select(m.record).where(m.table_id == table, m.number == number))
    if record is None:
        return None
    found = connection.execute(
        select(p.person_id, p.seat)
        .where(p.table_id == table, p.number == number, p.person_id.is_not(None))
        .order_by(p.seat.desc())  # of two seats of one person, the first counts
    )
    return record, dict(map(tuple, found))


def matches_of(
    connection: Connection, person: str, before: PagePosition | None = None, limit: int = 50
) -> list[PlayedMatch]:
    """Returns the matches that a person played; ``before.id`` is a table id."""
    m, p = matches.c, players.c
    found = connection.execute(
        select(
            *(m.table_id, m.number, m.game, m.rated, m.ended),
            *(p.seat, p.won, p.tricks, p.points),
        )
        .join(players, and_(p.table_id == m.table_id, p.number == m.number))
        .where(p.person_id == person, *_behind(before, m.ended, m.table_id))
        .order_by(m.ended.desc(), m.table_id.desc(), m.number.desc(), p.seat)
        .limit(limit)
    )
    return [PlayedMatch(*row) for row in found]


def add_imported_record(connection: Connection, record: ImportedRecord) -> bool:
    """Stores an imported record; returns False without a change if its id already exists."""
    row = asdict(record)
    row["person_id"] = row.pop("person")
    return _is_new(connection, imported, row)


def imported_records_of(
    connection: Connection, person: str, before: PagePosition | None = None, limit: int = 50
) -> list[ImportedRecord]:
    """Returns the records that a person imported."""
    i = imported.c
    found = connection.execute(
        select(*_IMPORTED)
        .where(i.person_id == person, *_behind(before, i.created, i.id))
        .order_by(i.created.desc(), i.id.desc())
        .limit(limit)
    )
    return [ImportedRecord(*row) for row in found]


def find_imported_record(connection: Connection, record_id: str) -> ImportedRecord | None:
    """Returns one imported record."""
    row = connection.execute(select(*_IMPORTED).where(imported.c.id == record_id)).first()
    return None if row is None else ImportedRecord(*row)


def _is_new(connection: Connection, table: Table, row: dict[str, Any]) -> bool:
    """Inserts a row unless its key exists; returns whether it was inserted."""
    put = insert_if_absent(connection, table).returning(*table.primary_key)
    return connection.execute(put, row).first() is not None


def _behind(before: PagePosition | None, at: Column[Any], named: Column[Any]) -> Sequence[Any]:
    """The keyset condition of a page in a list sorted newest first."""
    if before is None:
        return ()
    return (or_(at < before.at, and_(at == before.at, named < before.id)),)
