"""Deploys: the server is stopped in mid-game and restarted."""

from __future__ import annotations

import asyncio
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

from msgspec.structs import replace

from oddtrick.server.operations.worker_process import DRAIN_SECONDS
from oddtrick.server.store.engine import make_engine, reading
from oddtrick.server.store.log_entries import entries_of
from oddtrick.server.store.table_rows import TABLES
from oddtrick.tables import decode_facts
from oddtrick.tables.facts import DeadlinesExtended, Departed, Fact, TookOver
from tests.support.extent import times
from tests.support.server.load_client import PLAYED, QUICK, LoadClient, database, load_client
from tests.support.server.server_process import ServerProcess
from tests.support.server.ws_client import SECRET, open_socket, until

STOPS = times(2, whole=3)
TIMED = replace(QUICK, move_seconds=5, deal_seconds=600, bot_delay_ms=30)


def facts_of(people: LoadClient) -> dict[str, list[tuple[Fact, ...]]]:
    """Returns the facts of each table by entry."""
    engine = make_engine(people.database)
    with reading(engine) as connection:
        found = {
            code: [decode_facts(entry.body) for entry in entries_of(connection, TABLES, code)]
            for code in {player.code for player in people.players}
        }
    engine.dispose()
    return found


async def test_restarts_cost_no_turn_and_no_clock_time(tmp_path: Path) -> None:
    url, rng = database(tmp_path), Random(10)
    server = ServerProcess(tmp_path, environ={"ODDTRICK_SECRET": SECRET})
    await asyncio.to_thread(server.start)
    try:
        async with load_client(server.url, url) as people:
            await people.seat(PLAYED, settings=TIMED, matches=10**9)
            people.start()
            for number in range(STOPS):
                await people.go_on(4)
                await asyncio.sleep(rng.random() * 0.05)
                assert await asyncio.to_thread(server.stop) == 0
                if number == 0:  # longer than the time per card
                    await asyncio.sleep(TIMED.move_seconds or 0)
                await asyncio.to_thread(server.start)
            await people.go_on(4)
            for player in people.players:
                player.matches = 0
            await people.finish()
            await people.disconnect()
            assert await asyncio.to_thread(server.stop) == 0
        assert not server.faults()
        assert people.check()
        for player in people.players:
            assert set(player.closes) == {1012}
            assert {notice["code"] for notice in player.notices} == {"closing"}
        check_quiet(people)
    finally:
        server.end()


def check_quiet(people: LoadClient) -> None:
    """Asserts that no bot substituted, clocks paused and clients left once per process."""
    for entries in facts_of(people).values():
        facts = [fact for entry in entries for fact in entry]
        assert not [fact for fact in facts if isinstance(fact, TookOver)]
        assert [fact for fact in facts if isinstance(fact, DeadlinesExtended)]
        # A stop may disconnect two players in one entry, or one after the other.
        left = Counter((fact.person, fact.worker) for fact in facts if isinstance(fact, Departed))
        assert set(left.values()) == {1}, left
        assert len({worker for _, worker in left}) == STOPS + 1, "and one at the end"


async def test_stopping_does_not_wait_for_an_unresponsive_client(tmp_path: Path) -> None:
    """One client neither reads nor closes its connection."""
    url = database(tmp_path)
    server = ServerProcess(tmp_path, environ={"ODDTRICK_SECRET": SECRET})
    await asyncio.to_thread(server.start)
    try:
        async with load_client(server.url, url) as people:
            await people.seat(["whist"])
            people.start()
            await people.go_on(3)
            async with unread_connection(server.url, people.players[0].code):
                stopping = asyncio.create_task(asyncio.to_thread(server.stop))
                await until(lambda: not server.running, "it does not stop")
                assert await stopping == 0
        lines = [line for line in server.log if "graceful shutdown exceeded" in line]
        assert not lines, f"it waited {DRAIN_SECONDS} s"
    finally:
        server.end()


def unread_connection(url: str, code: str) -> Any:
    """A spectator's connection that never reads."""
    return open_socket(url, code, max_queue=1, close_timeout=0.1)
