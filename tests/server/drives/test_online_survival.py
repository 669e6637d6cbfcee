"""Drives played on the server outlive kills, and run on several workers and both databases."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random

import pytest

from tests.support.extent import part
from tests.support.server.online_drive import check_drive, join_all, open_online, play_drive
from tests.support.server.online_players import ENVIRON
from tests.support.server.postgres_and_redis import Postgres
from tests.support.server.server_process import ServerProcess, server


async def _kill_now_and_then(process: ServerProcess, times: int, rng: Random) -> None:
    for _ in range(times):
        await asyncio.sleep(0.3 + rng.random())
        await asyncio.to_thread(process.kill)
        await asyncio.to_thread(process.start)


@pytest.mark.whole(
    held_by="tests/server/drives/test_online_survival.py::test_the_other_worker_goes_on_when_the_one_with_the_tables_is_killed"
)
@pytest.mark.parametrize("seed", part([1, 2], 1))
async def test_a_drive_goes_on_after_kills_and_each_deal_counts_once(
    tmp_path: Path, seed: int
) -> None:
    with server(tmp_path, environ=ENVIRON) as process:
        desk = open_online(process.url, 3, absence_seconds=2)
        players = await join_all([process.url], desk, 9)
        await play_drive(desk, players, _kill_now_and_then(process, 3, Random(seed)))
        check_drive(desk.other(desk.key), 3, 3)
        desk.close()
        assert process.faults() == []


async def test_the_other_worker_goes_on_when_the_one_with_the_tables_is_killed(
    tmp_path: Path, postgres: Postgres
) -> None:
    environ = {**ENVIRON, "DATABASE_URL": postgres.fresh()}
    first = ServerProcess(tmp_path / "one", environ=environ)
    second = ServerProcess(tmp_path / "two", environ=environ)
    try:
        first.start()
        second.start()
        desk = open_online(second.url, 2, absence_seconds=2)
        players = await join_all([first.url, second.url], desk, 6)

        async def kill_first() -> None:
            await asyncio.sleep(0.5)
            await asyncio.to_thread(first.kill)

        await play_drive(desk, players, kill_first())
        check_drive(desk, 2, 2)
        desk.close()
        assert second.faults() == []
    finally:
        first.end()
        second.end()
