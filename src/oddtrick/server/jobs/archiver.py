"""Archives each match that has ended: its record, its players, and its effect on ratings.

Everything is derived from the log, once for each match. A worker that dies in between leaves a
match that is over and not archived; the worker that finds its death archives the match.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import msgspec
from sqlalchemy import func, select

from oddtrick.record import encode_record
from oddtrick.server.engine.rooms import faults_logged
from oddtrick.server.people.ratings import record_match
from oddtrick.server.rooms.listing_row import Summary
from oddtrick.server.store import schema
from oddtrick.server.store.daily_log import finish_play
from oddtrick.server.store.database_errors import StoreUnavailable
from oddtrick.server.store.listings import FinishedMatch
from oddtrick.server.store.table_rows import TABLES
from oddtrick.server.telemetry.logs import log
from oddtrick.tables import Stage, decode_facts, fold_entry, player_results, table_record
from oddtrick.tables.archive import host_tricks

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sqlalchemy import Connection

    from oddtrick.server.rooms.room import TableRoom, Transition
    from oddtrick.server.rooms.table_service import TableService
    from oddtrick.server.store.log_entries import Entry
    from oddtrick.tables import Table

MARGIN_MS = 600_000
"""Time before a worker's last heartbeat within which a match may have ended unarchived."""

AGAIN_SECONDS = 1.0


class MatchArchiver:
    """Archives finished matches of this worker and of dead workers.

    Args:
        service: the tables.
    """

    def __init__(self, service: TableService) -> None:
        self._service = service
        self._ended: asyncio.Queue[Table] = asyncio.Queue()
        self._since: int | None = None
        service.on_change.append(self._on_change)

    def _on_change(self, room: TableRoom, step: Transition) -> None:
        if step.after.stage is Stage.OVER and step.before.stage is not Stage.OVER:
            self._ended.put_nowait(step.after)

    def recheck_since(self, since: int) -> None:
        """Notes that a worker has died; matches since then (ms) may be unarchived."""
        self._since = since - MARGIN_MS

    async def run(self) -> None:
        """Archives matches as they end, until cancelled."""
        while True:
            try:
                await self._archive_abandoned()
                async with asyncio.timeout(AGAIN_SECONDS):
                    table = await self._ended.get()
            except TimeoutError:
                continue
            except StoreUnavailable:
                await asyncio.sleep(AGAIN_SECONDS)
                continue
            await self._archive_or_requeue(table)

    async def _archive_or_requeue(self, table: Table) -> None:
        try:
            await self._archive(table)
        except StoreUnavailable as error:
            log.warning("match not archived, will retry", table=table.code, reason=error.why)
            self._ended.put_nowait(table)
            await asyncio.sleep(AGAIN_SECONDS)
        except asyncio.CancelledError:
            self._ended.put_nowait(table)
            raise
        except Exception:  # noqa: BLE001  # the other matches must be archived all the same
            log.exception("unexpected error", table=table.code, match=table.number)

    async def drain(self) -> None:
        """Archives all queued matches; the next start finds the rest."""
        try:
            while not self._ended.empty():
                await self._archive(self._ended.get_nowait())
        except StoreUnavailable as error:
            log.warning("matches not archived, will retry at the next start", reason=error.why)

    async def _archive(self, table: Table) -> None:
        finished = await self._service.pools.logs.run(finished_match, table)
        await self._service.log.write(lambda c: _store(c, table, finished))

    async def _archive_abandoned(self) -> None:
        """Archives what another worker has left, or this one before it stopped."""
        if self._since is None:
            return
        since = self._since
        for code in await self._service.log.query(lambda c: unarchived(c, since)):
            entries = await self._service.log.read(TABLES, code)
            with faults_logged(code):
                for table in await self._service.pools.logs.run(ended_matches, entries):
                    await self._archive(table)  # archiving twice changes nothing
        if self._since == since:
            self._since = None


def _store(connection: Connection, table: Table, finished: FinishedMatch) -> None:
    record_match(connection, finished)
    if table.played_once:
        finish_play(connection, table.code, host_tricks(table), table.at)


def unarchived(connection: Connection, since: int) -> list[str]:
    """Returns the tables changed since then with more ended matches than archived ones."""
    tables, matches = schema.tables.c, schema.matches.c
    kept = (
        select(func.count()).where(matches.table_id == tables.id).correlate(schema.tables)
    ).scalar_subquery()
    query = select(tables.id, tables.stage, tables.summary, kept).where(tables.changed >= since)
    left = []
    for code, stage, summary, count in connection.execute(query):
        number = msgspec.json.decode(summary, type=Summary).number
        running = stage not in (Stage.OVER.value, Stage.CLOSED.value)
        if count < number - running:
            left.append(code)
    return left


def ended_matches(entries: Iterable[Entry]) -> list[Table]:
    """Returns the table as it was at the end of each of its matches."""
    table: Table | None = None
    ended = []
    for entry in entries:
        before, table = table, fold_entry(table, entry.seq, entry.at, decode_facts(entry.body))
        if table.stage is Stage.OVER and before is not None and before.stage is not Stage.OVER:
            ended.append(table)
    return ended


def finished_match(table: Table) -> FinishedMatch:
    """Returns the archive row of a finished match."""
    record = table_record(table)
    assert record is not None
    return FinishedMatch(
        table=table.code,
        number=table.number,
        game=table.rules.game,
        rated=table.settings.rated,
        ended=table.at,
        record=encode_record(record).decode(),
        players=player_results(table),
    )
