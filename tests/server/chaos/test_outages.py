"""Outages of the database, Redis and the disk: players are notified and play resumes."""

from __future__ import annotations

import asyncio
import contextlib
import resource
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from oddtrick.server.store.engine import DATABASE_FILE
from tests.support.server.load_client import PLAYED, QUICK, LoadClient, database, load_client
from tests.support.server.postgres_and_redis import Postgres, Redis
from tests.support.server.server_process import ServerProcess
from tests.support.server.ws_client import SECRET

TIMED = replace(QUICK, move_seconds=5)
"""The outage exceeds the time per card, which must not count against the players."""

GONE_SECONDS = 10


@contextlib.asynccontextmanager
async def playing(
    servers: list[ServerProcess], url: str, games: list[str]
) -> AsyncIterator[LoadClient]:
    """Clients at timed tables; on exit they finish and are checked against the log."""
    for server in servers:
        await asyncio.to_thread(server.start)
    try:
        async with load_client([server.url for server in servers], url) as people:
            await people.seat(games, settings=TIMED, matches=10**9)
            people.start()
            await people.go_on(5)
            yield people
            await people.go_on(5)
            await people.stop(*servers)
        assert not substitutions(people)
    finally:
        for server in servers:
            server.end()


def substitutions(people: LoadClient) -> list[str]:
    """Returns the updates in which a bot substituted for a player."""
    return [
        update
        for player in people.players
        for update in player.client_state.updates.values()
        if '"took-over"' in update
    ]


async def wait_for_notice(people: LoadClient, code: str) -> None:
    """Waits until a client at each table has received the error code."""

    def all_notified() -> bool:
        return all(any(n["code"] == code for n in player.notices) for player in people.players)

    await people.until(all_notified, f"some table did not receive {code}")


@pytest.mark.whole(
    held_by="tests/server/chaos/test_outages.py::test_a_locked_sqlite_database_is_survived"
)
async def test_a_postgresql_outage_of_ten_seconds_is_survived(
    tmp_path: Path, postgres: Postgres
) -> None:
    found = postgres.fresh()
    url = database(tmp_path, found)
    environ = {"ODDTRICK_SECRET": SECRET, "DATABASE_URL": found}
    server = ServerProcess(tmp_path, workers=2, environ=environ)
    async with playing([server], url, ["whist", "knockout-whist"]) as people:
        await asyncio.to_thread(postgres.stop)
        try:
            await wait_for_notice(people, "store-unavailable")
            await asyncio.sleep(GONE_SECONDS)
        finally:
            await asyncio.to_thread(postgres.start)
        await wait_for_notice(people, "store-recovered")
    postgres.drop(found)


async def test_a_locked_sqlite_database_is_survived(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path, environ={"ODDTRICK_SECRET": SECRET})
    async with playing([server], database(tmp_path), ["whist", "scotch-whist"]) as people:
        with contextlib.closing(sqlite3.connect(tmp_path / DATABASE_FILE)) as other:
            other.execute("BEGIN IMMEDIATE")
            await wait_for_notice(people, "store-unavailable")
            other.rollback()
        await wait_for_notice(people, "store-recovered")
        refused = [frame for player in people.players for frame in player.refusals]
        assert {frame["code"] for frame in refused if frame["retry"]} <= {"store-unavailable"}


async def test_a_full_disk_is_survived(tmp_path: Path) -> None:
    """A file-size limit keeps the server from extending its files."""
    server = ServerProcess(tmp_path, environ={"ODDTRICK_SECRET": SECRET})
    async with playing([server], database(tmp_path), ["whist", "colonial-whist"]) as people:
        _, most = resource.prlimit(server.pid, resource.RLIMIT_FSIZE)
        size = (tmp_path / f"{DATABASE_FILE}-wal").stat().st_size
        resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (size, most))
        await wait_for_notice(people, "store-unavailable")
        await asyncio.sleep(TIMED.move_seconds or 0)
        resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (most, most))
        await wait_for_notice(people, "store-recovered")


async def test_redis_outages_are_survived(
    tmp_path: Path, postgres_url: str, redis_service: Redis
) -> None:
    url = database(tmp_path, postgres_url)
    environ = {
        "ODDTRICK_SECRET": SECRET,
        "DATABASE_URL": postgres_url,
        "REDIS_URL": redis_service.url,
    }
    servers = [ServerProcess(tmp_path / name, environ=environ) for name in "ab"]
    try:
        async with playing(servers, url, PLAYED[:2]) as people:
            redis_service.stop()
            await people.go_on(8)
            await asyncio.to_thread(redis_service.start)
            await people.go_on(8)
            redis_service.stop()
    finally:
        await asyncio.to_thread(redis_service.start)
