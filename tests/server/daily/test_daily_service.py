"""Tests of the daily deal on both databases, with a clock of the test's own."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import date
from pathlib import Path

import pytest
from sqlalchemy import URL

from oddtrick.fair import SERVER as DEALER
from oddtrick.fair import seal_of
from oddtrick.rules import action_text
from oddtrick.server.daily.daily_service import (
    DAY_MS,
    DailyService,
    begin_of,
    event_of,
    public_seal,
)
from oddtrick.server.engine.worker_bus import NullBus
from oddtrick.server.jobs.archiver import MatchArchiver
from oddtrick.server.rooms.room import TableRoom
from oddtrick.server.rooms.table_service import TableService
from oddtrick.server.store import daily_log
from oddtrick.server.store.engine import database_url, make_engine
from oddtrick.server.store.event_log import EventLog
from oddtrick.server.store.tools.migrate import upgrade
from oddtrick.tables import SERVER, Stage
from oddtrick.tables.bot_turns import bot_decision
from oddtrick.tables.commands import Arrive, Play

DAY = date(2026, 11, 23)


class Clock:
    """A clock that a test sets."""

    def __init__(self) -> None:
        self.now = begin_of(DAY) + 1000

    def __call__(self) -> int:
        return self.now


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> URL:
    if request.param == "sqlite":
        return database_url(None, tmp_path)
    return database_url(request.getfixturevalue("postgres_url"), Path())


@asynccontextmanager
async def worker(url: URL, clock: Clock, name: str = "w1") -> AsyncIterator[TableService]:
    engine = make_engine(url)
    upgrade(engine)
    tables = TableService(EventLog(engine), NullBus(), name, clock)
    yield tables
    tables.close()
    await tables.log.close()
    engine.dispose()


async def play_out(tables: TableService, room: TableRoom, person: str) -> None:
    """Plays the first legal card until the match is over."""
    await tables.submit(room, Arrive(tables.worker), by=person)
    while room.table.stage is not Stage.OVER:
        table = room.table
        if (place := table.bot_turn) is not None:
            await tables.submit(room, bot_decision(table, place), by=SERVER)
        else:
            assert table.match is not None
            card = action_text(table.match.legal_actions()[0])
            await tables.submit(room, Play(card), by=person)


async def test_a_person_has_one_attempt_however_often_they_ask(url: URL) -> None:
    clock = Clock()
    async with worker(url, clock) as tables:
        daily = DailyService(tables)
        deal = await daily.deal(DAY)
        assert deal is not None
        asked = [daily.begin("p_ann", "Ann", DAY, deal) for _ in range(4)]
        rooms = await asyncio.gather(*asked)
        assert len({room.code for room in rooms}) == 1
        other = await daily.begin("p_ben", "Ben", DAY, deal)
        assert other.code != rooms[0].code
        await play_out(tables, rooms[0], "p_ann")
        again = await daily.begin("p_ann", "Ann", DAY, deal)
        assert (again.code, again.table.stage) == (rooms[0].code, Stage.OVER)


async def test_an_attempt_survives_a_worker_that_died_before_it_opened_the_table(url: URL) -> None:
    clock = Clock()
    async with worker(url, clock) as tables:
        daily = DailyService(tables)
        deal = await daily.deal(DAY)
        assert deal is not None
        lost = daily_log.PlayRow(deal.day, "k3f90pqr7xyz", clock.now, None, None)
        await tables.log.write(lambda c: daily_log.reserve_play(c, "p_ann", lost))
        assert (await daily.play("p_ann", DAY)) == lost
        assert (await daily.begin("p_ann", "Ann", DAY, deal)).code == lost.table


async def test_everybody_gets_the_cards_that_were_sealed_the_day_before(url: URL) -> None:
    clock = Clock()
    async with worker(url, clock) as here, worker(url, clock, "w2") as there:
        tomorrow = date(2026, 11, 24)
        sealed = await DailyService(here).deal(tomorrow)
        assert sealed is not None
        clock.now += DAY_MS
        deals = [await DailyService(each).deal(tomorrow) for each in (here, there)]
        assert deals == [sealed, sealed]
        expected = seal_of(event_of(tomorrow), 1, DEALER, sealed.secret)
        assert public_seal(tomorrow, sealed) == expected
        hands = set()
        for tables, person in ((here, "p_ann"), (there, "p_ben")):
            room = await DailyService(tables).begin(person, "x", tomorrow, sealed)
            assert room.table.match is not None
            hands.add(room.table.match.view(0).hand)
        assert len(hands) == 1


async def test_no_deal_is_drawn_for_a_day_that_was_missed(url: URL) -> None:
    clock = Clock()
    async with worker(url, clock) as tables:
        daily = DailyService(tables)
        assert await daily.deal(date(2026, 11, 22)) is None
        assert await daily.deal(date(2026, 11, 25)) is None
        assert await daily.deal(date(2026, 11, 24)) is not None


async def test_the_result_is_stored_once_by_whoever_sees_the_end_first(url: URL) -> None:
    clock = Clock()
    async with worker(url, clock) as tables:
        daily, archiver = DailyService(tables), MatchArchiver(tables)
        deal = await daily.deal(DAY)
        assert deal is not None
        for person in ("p_ann", "p_ben"):
            await play_out(tables, await daily.begin(person, "x", DAY, deal), person)
        seen = await daily.play("p_ann", DAY)
        assert seen is not None
        assert seen.tricks is not None
        await archiver.drain()
        name = DAY.isoformat()
        stored = [
            await tables.log.query(lambda c, p=person: daily_log.find_play(c, p, name))  # type: ignore[misc]
            for person in ("p_ann", "p_ben")
        ]
        assert stored[0] == seen
        assert stored[1] is not None
        assert stored[1].tricks == seen.tricks, "the same cards, the same answers"
        results = await tables.log.query(lambda c: daily_log.results_of_day(c, name, clock.now + 1))
        assert results == {seen.tricks: 2}
        early = await tables.log.query(lambda c: daily_log.results_of_day(c, name, clock.now - 1))
        assert early == {}
