"""A database written by an earlier version is read to the same states, views and answers.

``older_server.sql.gz`` was dumped from a server that had been played on: tables of every game with
chat, refused commands, rematches and clocks, matches under way, drives in a hall and online, and
the deal of a day. ``older_server.json`` has the digests of what that version showed of it.
"""

from __future__ import annotations

import gzip
import hashlib
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from datetime import date
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from oddtrick.drive import encode_drive
from oddtrick.drive.live import commands as drive_commands
from oddtrick.drive.live.state import Actor, Role
from oddtrick.server.daily.daily_service import DailyService
from oddtrick.server.drives.drive_service import DriveService
from oddtrick.server.engine.worker_bus import NullBus
from oddtrick.server.rooms.listing_row import table_row
from oddtrick.server.rooms.table_service import TableService
from oddtrick.server.store import daily_log
from oddtrick.server.store.engine import DATABASE_FILE
from oddtrick.server.store.event_log import EventLog
from oddtrick.tables import table_view
from oddtrick.tables.commands import Ready
from tests.support.server.new_database import new_database

DATA = Path(__file__).parents[1] / "data/databases"
EXPECTED: dict[str, dict[str, str]] = msgspec.json.decode((DATA / "older_server.json").read_bytes())


NEW_AT_TABLES = {"jack", "highlights", "account"}
"""The fields of a table and its match that came later, and one that was prose and is facts now."""

NEW_IN_DRIVES = {"partner": None, "team": ""}
"""The fields of entries and players that came later, as they are where nobody has set them."""


def table_then(view: Any) -> Any:
    """Returns the view of a table with the fields that the older version had, too."""
    fields = msgspec.to_builtins(view)
    for each in (fields, fields["match"] or {}):
        for name in NEW_AT_TABLES & each.keys():
            del each[name]
    return fields


def drive_then(shown: Any) -> Any:
    """Returns what is shown of a drive with the fields that the older version had."""
    if isinstance(shown, dict):
        kept = {name: each for name, each in shown.items() if each != NEW_IN_DRIVES.get(name, ...)}
        return {name: drive_then(each) for name, each in kept.items()}
    return [drive_then(each) for each in shown] if isinstance(shown, list | tuple) else shown


def digest(*values: Any) -> str:
    """Returns a digest of values as JSON."""
    return hashlib.sha256(msgspec.json.encode(values)).hexdigest()[:16]


@pytest.fixture
async def events(tmp_path: Path) -> AsyncIterator[EventLog]:
    """The log of a copy of the older database, with today's schema."""
    with closing(sqlite3.connect(tmp_path / DATABASE_FILE)) as copy:
        copy.executescript(gzip.decompress((DATA / "older_server.sql.gz").read_bytes()).decode())
    engine = new_database(tmp_path)
    log = EventLog(engine)
    yield log
    await log.close()
    engine.dispose()


async def rows(log: EventLog, query: str) -> list[tuple[Any, ...]]:
    """Returns the rows of a query."""
    return await log.query(lambda c: [tuple(row) for row in c.exec_driver_sql(query)])


async def digests_of_tables(log: EventLog) -> dict[str, str]:
    """Returns a digest of each table as everybody sees it."""
    service = TableService(log, NullBus(), "w1")
    people = await rows(log, 'SELECT DISTINCT table_id, "by" FROM entries ORDER BY 1, 2')
    found = {}
    for code in sorted({code for code, _ in people}):
        table = (await service.room(code)).table
        asked = [who for at, who in [*people, (code, None)] if at == code]
        views = [table_then(table_view(table, who)) for who in asked]
        found[code] = digest(table.seq, table.wake, views, table_row(table, 0))
    service.close()
    return found


async def digests_of_drives(log: EventLog) -> dict[str, str]:
    """Returns a digest of each drive as every role, table and player sees it."""
    service = DriveService(log, NullBus(), "w1", "a secret of the tests")
    found = {}
    for (code,) in await rows(log, "SELECT code FROM drives ORDER BY 1"):
        room = await service.room(code)
        actors = [Actor(role, "") for role in get_args(Role)]
        actors += [Actor("viewer", "", table=table) for table in (1, 2)]
        actors += [Actor("viewer", "", player=at) for at in range(len(room.live.drive.players))]
        parts = drive_then(msgspec.to_builtins([room.parts_for(actor) for actor in actors]))
        found[code] = digest(room.live.seq, room.live.wake, parts, encode_drive(room.live.drive))
    service.close()
    return found


async def digests_of_days(log: EventLog) -> dict[str, str]:
    """Returns a digest of each attempt at the deal of a day."""
    service = TableService(log, NullBus(), "w1")
    daily = DailyService(service)
    found = {}
    for day, person in await rows(log, "SELECT day, person_id FROM daily_plays ORDER BY 1, 2"):
        deals = await log.query(lambda c, day=day: daily_log.find_deals(c, [day]))  # type: ignore[misc]
        play = await daily.play(person, date.fromisoformat(day))
        found[f"{day} {person}"] = digest(deals, play)
    service.close()
    return found


async def test_everybody_sees_an_older_table_as_before(events: EventLog) -> None:
    assert await digests_of_tables(events) == EXPECTED["tables"]


async def test_everybody_sees_an_older_drive_as_before(events: EventLog) -> None:
    assert await digests_of_drives(events) == EXPECTED["drives"]


async def test_an_older_attempt_at_a_daily_deal_counts_as_before(events: EventLog) -> None:
    assert await digests_of_days(events) == EXPECTED["days"]


async def test_a_command_of_an_older_log_is_answered_and_not_applied_again(
    events: EventLog,
) -> None:
    tables = TableService(events, NullBus(), "w1")
    drives = DriveService(events, NullBus(), "w1", "a secret of the tests")
    sent = await rows(events, 'SELECT table_id, seq, "by", "key" FROM entries')
    for code, seq, by, key in sent:
        if key is not None:
            reply = await tables.submit(await tables.room(code), Ready(), by=by, key=key)
            assert (reply.seq, reply.repeated, reply.transition) == (seq, True, None)
    organiser = Actor("organiser", "")
    kept = await rows(events, 'SELECT drive_code, seq, "key" FROM drive_entries')
    for code, seq, key in kept:
        if key is not None:
            room = await drives.room(code)
            answer = await drives.submit(room, drive_commands.BeginRound(), organiser, key=key)
            assert (answer.seq, answer.repeated, answer.transition) == (seq, True, None)
    assert await rows(events, 'SELECT table_id, seq, "by", "key" FROM entries') == sent
    assert await rows(events, 'SELECT drive_code, seq, "key" FROM drive_entries') == kept
    tables.close()
