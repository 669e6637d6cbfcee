"""Keeps each match that has ended: its record, who played, and what it does to ratings.

All of it is told from the log, once for each match. A worker that dies in between leaves a match
that is over and not kept; whoever finds that it died keeps it.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import msgspec
from sqlalchemy import func, select

from oddtrick.record import encode_record
from oddtrick.server.people.ratings import FinishedMatch, SeatResult, record_match_within
from oddtrick.server.rooms.listing_row import Summary
from oddtrick.server.store import schema
from oddtrick.server.store.errors import StoreUnavailable
from oddtrick.server.telemetry.logs import log
from oddtrick.tables import Stage, decode_facts, fold_entry, player_results, table_record

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sqlalchemy import Connection

    from oddtrick.server.rooms.room import Room, Transition
    from oddtrick.server.rooms.table_service import TableService
    from oddtrick.server.store.log_entry import Entry
    from oddtrick.tables import Table

MARGIN_MS = 600_000
"""So long before the last sign of life of a worker a match may have ended that was not kept."""

AGAIN_SECONDS = 1.0


class MatchArchiver:
    """Keeps what ends in one worker, and what others left.

    Args:
        service: the tables.
    """

    def __init__(self, service: TableService) -> None:
        self._service = service
        self._ended: asyncio.Queue[Table] = asyncio.Queue()
        self._since: int | None = None
        service.sync.on_change.append(self._stepped)

    def _stepped(self, room: Room, step: Transition) -> None:
        if step.after.stage is Stage.OVER and step.before.stage is not Stage.OVER:
            self._ended.put_nowait(step.after)

    def look_back(self, since: int) -> None:
        """A worker has gone: since then (ms) matches may have ended that nobody kept."""
        self._since = since - MARGIN_MS

    async def run(self) -> None:
        """Keeps matches as they end, until cancelled."""
        while True:
            try:
                await self._keep_left_over()
                async with asyncio.timeout(AGAIN_SECONDS):
                    table = await self._ended.get()
            except TimeoutError:
                continue
            except StoreUnavailable:
                await asyncio.sleep(AGAIN_SECONDS)
                continue
            await self._keep_or_later(table)

    async def _keep_or_later(self, table: Table) -> None:
        try:
            await self._keep(table)
        except StoreUnavailable as error:
            log.warning("a match is kept later", table=table.code, reason=error.why)
            self._ended.put_nowait(table)
            await asyncio.sleep(AGAIN_SECONDS)
        except asyncio.CancelledError:
            self._ended.put_nowait(table)
            raise
        except Exception:  # noqa: BLE001  # the others shall be kept all the same
            log.exception("unforeseen", table=table.code, match=table.number)

    async def drain(self) -> None:
        """Keeps what has ended by now; what can't be kept is found at the next start."""
        try:
            while not self._ended.empty():
                await self._keep(self._ended.get_nowait())
        except StoreUnavailable as error:
            log.warning("matches are kept at the next start", reason=error.why)

    async def _keep(self, table: Table) -> None:
        finished = await asyncio.to_thread(finished_match, table)
        await self._service.log.write(lambda c: record_match_within(c, finished))

    async def _keep_left_over(self) -> None:
        """Keeps what another worker has left, or this one before it stopped."""
        if self._since is None:
            return
        since = self._since
        for code in await self._service.log.query(lambda c: not_kept(c, since)):
            entries = await self._service.log.read(code)
            for table in await asyncio.to_thread(ended_matches, entries):
                await self._keep(table)  # nothing happens to those that are kept
        if self._since == since:
            self._since = None


def not_kept(connection: Connection, since: int) -> list[str]:
    """Tables changed since then that have had more matches than are kept."""
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
    """The table as each of its matches was left that came to its end."""
    table: Table | None = None
    ended = []
    for entry in entries:
        before, table = table, fold_entry(table, entry.seq, entry.at, decode_facts(entry.facts))
        if table.stage is Stage.OVER and before is not None and before.stage is not Stage.OVER:
            ended.append(table)
    return ended


def finished_match(table: Table) -> FinishedMatch:
    """What is kept of a table's match that is over."""
    record = table_record(table)
    assert record is not None
    kept = player_results(table)
    sides = {player.side: player.rank for player in kept}
    return FinishedMatch(
        table=table.code,
        number=table.number,
        game=table.rules.game,
        rated=table.settings.rated,
        ended=table.at,
        record=encode_record(record).decode(),
        players=tuple(
            SeatResult(
                seat=player.seat,
                side=player.side,
                person_id=player.person,
                name=player.name,
                level=player.level,
                won=player.won,
                tricks=player.tricks,
                points=player.points,
            )
            for player in kept
        ),
        ranks=tuple(sides[side] for side in sorted(sides)),
    )
