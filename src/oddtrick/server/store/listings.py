"""Lists: the lobby, a person's tables, matches that have ended, records brought in.

Lists come newest first and in pages: the next page begins before the last row of this one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from msgspec.structs import asdict
from sqlalchemy import and_, insert, or_, select, true

from oddtrick.server.store.append_sql import insert_if_absent
from oddtrick.server.store.log_entry import TableRow
from oddtrick.server.store.schema import imported, matches, players, seats, tables

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from sqlalchemy import Column, Connection, Table

_TABLE = tuple(tables.c[name] for name in TableRow.__struct_fields__)
_IMPORTED = tuple(imported.c[name] for name in ("id", "person_id", "game", "created", "record"))


class PagePosition(msgspec.Struct, frozen=True):
    """Where a page goes on: behind the row with this moment and this id."""

    at: int
    id: str


class MatchRow(msgspec.Struct, frozen=True):
    """A match that has ended; ``record`` is an oddtrick/1 record as JSON."""

    table: str
    number: int
    game: str
    rated: bool
    ended: int
    record: str


class PlayerRow(msgspec.Struct, frozen=True):
    """Who played at a seat of a match, and how it went; see ``schema.players``."""

    seat: int
    person: str | None
    name: str
    level: str | None
    won: bool | None
    tricks: int
    points: int


class PlayedMatch(msgspec.Struct, frozen=True):
    """A match in a person's list, without its record."""

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
    """A record that a person brought in."""

    id: str
    person: str
    game: str
    created: int
    record: str


def public_tables(
    connection: Connection,
    stages: Collection[str],
    before: PagePosition | None = None,
    limit: int = 50,
) -> list[TableRow]:
    """The public tables in one of the stages, the last changed first."""
    t = tables.c
    found = connection.execute(
        select(*_TABLE)
        .where(t.public.is_(true()), t.stage.in_(stages), *_behind(before, t.changed, t.id))
        .order_by(t.changed.desc(), t.id.desc())
        .limit(limit)
    )
    return [TableRow(*row) for row in found]


def find_table_row(connection: Connection, table: str) -> TableRow | None:
    """One table as lists know it."""
    row = connection.execute(select(*_TABLE).where(tables.c.id == table)).first()
    return None if row is None else TableRow(*row)


def tables_of(
    connection: Connection, person: str, before: PagePosition | None = None, limit: int = 50
) -> list[tuple[TableRow, int | None]]:
    """The tables where a person sits or sat, with the place (None: no longer)."""
    t = tables.c
    found = connection.execute(
        select(*_TABLE, seats.c.place)
        .join(seats, seats.c.table_id == t.id)
        .where(seats.c.person_id == person, *_behind(before, t.changed, t.id))
        .order_by(t.changed.desc(), t.id.desc())
        .limit(limit)
    )
    return [(TableRow(*row[:-1]), row[-1]) for row in found]


def add_match(connection: Connection, match: MatchRow, who: Sequence[PlayerRow]) -> bool:
    """Keeps a match that has ended; False and no change if it is kept already."""
    row = {
        "table_id": match.table,
        "number": match.number,
        "game": match.game,
        "rated": match.rated,
        "ended": match.ended,
        "record": match.record,
    }
    if not _is_new(connection, matches, row):
        return False
    rows = [
        {"table_id": match.table, "number": match.number, "person_id": told.pop("person"), **told}
        for told in map(asdict, who)
    ]
    if rows:
        connection.execute(insert(players), rows)
    return True


def find_match(
    connection: Connection, table: str, number: int
) -> tuple[MatchRow, list[PlayerRow]] | None:
    """One match with its players, by seat."""
    m, p = matches.c, players.c
    row = connection.execute(
        select(m.table_id, m.number, m.game, m.rated, m.ended, m.record).where(
            m.table_id == table, m.number == number
        )
    ).first()
    if row is None:
        return None
    found = connection.execute(
        select(p.seat, p.person_id, p.name, p.level, p.won, p.tricks, p.points)
        .where(p.table_id == table, p.number == number)
        .order_by(p.seat)
    )
    return MatchRow(*row), [PlayerRow(*one) for one in found]


def matches_of(
    connection: Connection,
    person: str,
    game: str | None = None,
    before: PagePosition | None = None,
    limit: int = 50,
) -> list[PlayedMatch]:
    """The matches that a person has played; the id to go on behind is that of the table."""
    m, p = matches.c, players.c
    of_game = () if game is None else (m.game == game,)
    found = connection.execute(
        select(
            *(m.table_id, m.number, m.game, m.rated, m.ended),
            *(p.seat, p.won, p.tricks, p.points),
        )
        .join(players, and_(p.table_id == m.table_id, p.number == m.number))
        .where(p.person_id == person, *of_game, *_behind(before, m.ended, m.table_id))
        .order_by(m.ended.desc(), m.table_id.desc(), m.number.desc(), p.seat)
        .limit(limit)
    )
    return [PlayedMatch(*row) for row in found]


def add_imported_record(connection: Connection, record: ImportedRecord) -> bool:
    """Keeps a record that a person brought in; False and no change if its id is kept already."""
    row = asdict(record)
    row["person_id"] = row.pop("person")
    return _is_new(connection, imported, row)


def imported_records_of(
    connection: Connection, person: str, before: PagePosition | None = None, limit: int = 50
) -> list[ImportedRecord]:
    """The records that a person brought in."""
    i = imported.c
    found = connection.execute(
        select(*_IMPORTED)
        .where(i.person_id == person, *_behind(before, i.created, i.id))
        .order_by(i.created.desc(), i.id.desc())
        .limit(limit)
    )
    return [ImportedRecord(*row) for row in found]


def find_imported_record(connection: Connection, record_id: str) -> ImportedRecord | None:
    """One of them."""
    row = connection.execute(select(*_IMPORTED).where(imported.c.id == record_id)).first()
    return None if row is None else ImportedRecord(*row)


def _is_new(connection: Connection, table: Table, row: dict[str, Any]) -> bool:
    """Keeps a row that is not there yet; says whether it did."""
    put = insert_if_absent(connection, table).returning(*table.primary_key)
    return connection.execute(put, row).first() is not None


def _behind(before: PagePosition | None, at: Column[Any], named: Column[Any]) -> Sequence[Any]:
    """The condition of a page: rows that come behind one in a list with the newest first."""
    if before is None:
        return ()
    return (or_(at < before.at, and_(at == before.at, named < before.id)),)
