"""Daily deals in the database: their secrets, who has played them, and the results."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from sqlalchemy import Connection, func, select, update

from oddtrick.server.store.engine import insert_if_absent
from oddtrick.server.store.schema import daily_deals, daily_plays


class DealRow(msgspec.Struct, frozen=True):
    """The deal of a day.

    Args:
        day: the day in UTC, as in ``2026-11-23``.
        secret: 64 hexadecimal digits, from which the cards follow.
        sealed: when it was drawn (ms since 1970).
    """

    day: str
    secret: str
    sealed: int


class PlayRow(msgspec.Struct, frozen=True):
    """One person's attempt at the deal of a day.

    Args:
        day: the day in UTC.
        table: the code of the table.
        begun: when it began (ms since 1970).
        ended: when it ended; None while it is under way.
        tricks: the tricks of the player's side; None while it is under way.
    """

    day: str
    table: str
    begun: int
    ended: int | None
    tricks: int | None


_DEAL = (daily_deals.c.day, daily_deals.c.secret, daily_deals.c.sealed)
_PLAY = tuple(daily_plays.c[name] for name in ("day", "table_id", "begun", "ended", "tricks"))


def add_deals(connection: Connection, deals: Sequence[DealRow]) -> None:
    """Stores deals; the one that is there already stays."""
    rows = [{"day": deal.day, "secret": deal.secret, "sealed": deal.sealed} for deal in deals]
    connection.execute(insert_if_absent(connection, daily_deals), rows)


def find_deals(connection: Connection, days: Sequence[str]) -> dict[str, DealRow]:
    """Returns the deals of these days, by day."""
    rows = connection.execute(select(*_DEAL).where(daily_deals.c.day.in_(days)))
    return {row.day: DealRow(*row) for row in rows}


def first_day(connection: Connection) -> str | None:
    """Returns the first day with a deal."""
    found: str | None = connection.scalar(select(func.min(daily_deals.c.day)))
    return found


def reserve_play(connection: Connection, person: str, play: PlayRow) -> PlayRow:
    """Stores a person's attempt, unless there is one; returns the one that counts."""
    row = {
        "day": play.day,
        "person_id": person,
        "table_id": play.table,
        "begun": play.begun,
    }
    connection.execute(insert_if_absent(connection, daily_plays), row)
    kept = find_play(connection, person, play.day)
    assert kept is not None
    return kept


def find_play(connection: Connection, person: str, day: str) -> PlayRow | None:
    """Returns a person's attempt at the deal of a day."""
    p = daily_plays.c
    row = connection.execute(select(*_PLAY).where(p.person_id == person, p.day == day)).first()
    return None if row is None else PlayRow(*row)


def plays_of(connection: Connection, person: str) -> list[PlayRow]:
    """Returns all attempts of a person, by day."""
    p = daily_plays.c
    rows = connection.execute(select(*_PLAY).where(p.person_id == person).order_by(p.day))
    return [PlayRow(*row) for row in rows]


def finish_play(connection: Connection, table: str, tricks: int, ended: int) -> None:
    """Stores the result of an attempt, once."""
    p = daily_plays.c
    connection.execute(
        update(daily_plays)
        .where(p.table_id == table, p.ended.is_(None))
        .values(ended=ended, tricks=tricks)
    )


def results_of_day(connection: Connection, day: str, until: int) -> dict[int, int]:
    """Returns how many people took how many tricks, of those who finished by a time (ms)."""
    p = daily_plays.c
    query = (
        select(p.tricks, func.count())
        .where(p.day == day, p.ended <= until)
        .group_by(p.tricks)
        .order_by(p.tricks)
    )
    return {tricks: count for tricks, count in connection.execute(query) if tricks is not None}
