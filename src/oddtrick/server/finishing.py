"""Keeps each match that has ended: its record, who played, and what it does to ratings.

All of it is told from the log, once for each match. A worker that dies in between leaves a match
that is over and not kept; the next one to start keeps it.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import msgspec
from sqlalchemy import select

from oddtrick.record import encode_record
from oddtrick.server.listings import Summary
from oddtrick.server.logs import log
from oddtrick.server.people.ratings import Finished, Played, finish_within
from oddtrick.server.store import schema
from oddtrick.server.store.failures import StoreUnavailable
from oddtrick.tables import Stage, players_kept, table_record

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from oddtrick.server.hub import Hub
    from oddtrick.server.rooms import Room, Step
    from oddtrick.tables import Table

LOOK_SECONDS = 30.0


class Finishing:
    """Keeps what ends in one worker, and what others left.

    Args:
        hub: the tables.
    """

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._ended: asyncio.Queue[Table] = asyncio.Queue()
        hub.stepped.append(self._stepped)

    def _stepped(self, room: Room, step: Step) -> None:
        if step.after.stage is Stage.OVER and step.before.stage is not Stage.OVER:
            self._ended.put_nowait(step.after)

    async def run(self) -> None:
        """Keeps matches as they end, until cancelled."""
        await self._keep_left_over()
        while True:
            table = await self._ended.get()
            try:
                await self._keep(table)
            except StoreUnavailable as error:
                log.warning("a match is kept later", table=table.code, why=error.why)
                await asyncio.sleep(1.0)
                self._ended.put_nowait(table)

    async def drain(self) -> None:
        """Keeps what has ended by now; what can't be kept is found at the next start."""
        try:
            while not self._ended.empty():
                await self._keep(self._ended.get_nowait())
        except StoreUnavailable as error:
            log.warning("matches are kept at the next start", why=error.why)

    async def _keep(self, table: Table) -> None:
        finished = finished_match(table)
        await self._hub.log.change(lambda c: finish_within(c, finished))

    async def _keep_left_over(self) -> None:
        try:
            codes = await self._hub.log.ask(_not_kept)
            for code in codes:
                table = (await self._hub.room(code)).table
                if table.stage is Stage.OVER:
                    self._ended.put_nowait(table)
        except StoreUnavailable as error:
            log.warning("matches are kept at the next start", why=error.why)


def _not_kept(connection: Connection) -> list[str]:
    """Tables whose last match is over and not kept."""
    tables, matches = schema.tables.c, schema.matches.c
    over = select(tables.id, tables.summary).where(tables.stage == Stage.OVER.value)
    left = []
    for code, summary in connection.execute(over).all():
        number = msgspec.json.decode(summary, type=Summary).number
        kept = select(matches.number).where(matches.table_id == code, matches.number == number)
        if connection.execute(kept).first() is None:
            left.append(code)
    return left


def finished_match(table: Table) -> Finished:
    """What is kept of a table's match that is over."""
    record = table_record(table)
    assert record is not None
    kept = players_kept(table)
    sides = {player.side: player.rank for player in kept}
    return Finished(
        table=table.code,
        number=table.number,
        game=table.rules.game,
        rated=table.settings.rated,
        ended=table.at,
        record=encode_record(record).decode(),
        players=tuple(
            Played(
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
