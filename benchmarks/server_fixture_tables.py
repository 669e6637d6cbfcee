"""Creates tables of four seated players in a database, for ``server.py``."""

from __future__ import annotations

import asyncio
import secrets
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from oddtrick.server.people.accounts import ensure_person
from oddtrick.server.people.guest_cookie import Guest, GuestCookieSigner, new_guest
from oddtrick.server.people.principal import CredentialKind, PersonKind, Principal
from oddtrick.server.rooms.listing_row import seat_changes, table_row
from oddtrick.server.rooms.table_service import now_ms
from oddtrick.server.security.tokens import new_code
from oddtrick.server.store.engine import database_url, make_engine
from oddtrick.server.store.event_log import EventLog
from oddtrick.server.store.log_entries import Append, Entry
from oddtrick.server.store.table_rows import table_append
from oddtrick.server.store.tools.migrate import upgrade
from oddtrick.tables import CommandOutcome, Settings, Table, encode_facts, handle, open_table
from oddtrick.tables.commands import Sit

if TYPE_CHECKING:
    from sqlalchemy import Connection

RULES = {"game": "whist", "match": "deals", "deals": 100}
"""A match longer than any benchmark run."""


class SeatedTable(msgspec.Struct, frozen=True):
    """A table and the cookies of its players, the host's first."""

    code: str
    cookies: list[str]


def make_tables(database: str | None, data: Path, count: int, secret: str) -> list[SeatedTable]:
    """Opens tables and seats four guests at each.

    Args:
        database: the URL of a PostgreSQL; None: SQLite in the data folder.
        data: the data folder.
        count: the number of tables.
        secret: the key that signs guest cookies.
    """
    engine = make_engine(database_url(database, data))
    upgrade(engine)
    try:
        return asyncio.run(_open_all(EventLog(engine), count, GuestCookieSigner(secret)))
    finally:
        engine.dispose()


async def _open_all(log: EventLog, count: int, signer: GuestCookieSigner) -> list[SeatedTable]:
    seated = await asyncio.gather(*(_open(log, signer) for _ in range(count)))
    await log.close()
    return list(seated)


async def _open(log: EventLog, signer: GuestCookieSigner) -> SeatedTable:
    guests = [new_guest(name) for name in ("Ann", "Ben", "Cleo", "Dan")]
    await log.write(lambda connection: _enter(connection, guests))
    code, now = new_code(), now_ms()
    outcome = open_table(
        dict(RULES),
        Settings(pause_seconds=0),
        code=code,
        host=guests[0].person_id,
        name=guests[0].name,
        now=now,
        new_secret=_fresh,
    )
    await log.append(_append(outcome, None, guests[0].person_id))
    for place, guest in enumerate(guests):
        before = outcome.table
        outcome = handle(
            before, Sit(place), by=guest.person_id, name=guest.name, now=now, new_secret=_fresh
        )
        await log.append(_append(outcome, before, guest.person_id))
    return SeatedTable(code, [signer.sign(guest) for guest in guests])


def _enter(connection: Connection, guests: list[Guest]) -> None:
    for guest in guests:
        ensure_person(
            connection,
            Principal(guest.person_id, PersonKind.GUEST, guest.name, CredentialKind.GUEST),
            now_ms(),
        )


def _append(outcome: CommandOutcome, before: Table | None, by: str) -> Append:
    table = outcome.table
    entry = Entry(table.code, table.seq, table.at, by, encode_facts(outcome.facts).decode())
    return table_append(
        entry,
        wake=table.wake,
        row=table_row(table, table.at),
        seats=seat_changes(outcome.facts, before),
    )


def _fresh() -> bytes:
    return secrets.token_bytes(32)
