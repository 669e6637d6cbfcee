"""Lists: the lobby, a person's tables, matches that have ended, records brought in.

Lists come newest first and in pages: the next page begins before the last row of this one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy import Connection

    from oddtrick.server.store.entry import TableRow


class Before(msgspec.Struct, frozen=True):
    """Where a page goes on: behind the row with this moment and this id."""

    at: int
    id: str


class Match(msgspec.Struct, frozen=True):
    """A match that has ended; ``record`` is an oddtrick/1 record as JSON."""

    table: str
    number: int
    game: str
    rated: bool
    ended: int
    record: str


class Player(msgspec.Struct, frozen=True):
    """Who played at a seat of a match, and how it went; see ``schema.players``."""

    seat: int
    person: str | None
    name: str
    level: str | None
    won: bool | None
    tricks: int
    points: int


class Played(msgspec.Struct, frozen=True):
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


class Imported(msgspec.Struct, frozen=True):
    """A record that a person brought in."""

    id: str
    person: str
    game: str
    created: int
    record: str


def public_tables(
    connection: Connection, stages: Sequence[str], before: Before | None = None, limit: int = 50
) -> list[TableRow]:
    """The public tables in one of the stages, the last changed first."""
    raise NotImplementedError


def table_row(connection: Connection, table: str) -> TableRow | None:
    """One table as lists know it."""
    raise NotImplementedError


def tables_of(
    connection: Connection, person: str, before: Before | None = None, limit: int = 50
) -> list[tuple[TableRow, int | None]]:
    """The tables where a person sits or sat, with the place (None: no longer)."""
    raise NotImplementedError


def add_match(connection: Connection, match: Match, players: Sequence[Player]) -> bool:
    """Keeps a match that has ended; False and no change if it is kept already."""
    raise NotImplementedError


def match_at(connection: Connection, table: str, number: int) -> tuple[Match, list[Player]] | None:
    """One match with its players."""
    raise NotImplementedError


def matches_of(
    connection: Connection,
    person: str,
    game: str | None = None,
    before: Before | None = None,
    limit: int = 50,
) -> list[Played]:
    """The matches that a person has played."""
    raise NotImplementedError


def add_imported(connection: Connection, imported: Imported) -> bool:
    """Keeps a record that a person brought in; False and no change if its id is kept already."""
    raise NotImplementedError


def imported_of(
    connection: Connection, person: str, before: Before | None = None, limit: int = 50
) -> list[Imported]:
    """The records that a person brought in."""
    raise NotImplementedError


def imported_at(connection: Connection, imported_id: str) -> Imported | None:
    """One of them."""
    raise NotImplementedError
