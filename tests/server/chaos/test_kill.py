"""``kill -9`` in mid-game: acknowledged commands are applied once and play goes on."""

from __future__ import annotations

import asyncio
import os
import sys
import time
from random import Random
from typing import TYPE_CHECKING

import pytest

from tests.support.server.load_client import SHORT, Company, company, database
from tests.support.server.server_process import ServerProcess
from tests.support.server.ws_client import SECRET

if TYPE_CHECKING:
    from pathlib import Path


EACH = 50
"""The number of kills per group of clients, before a new group opens new tables."""


class Told:
    """The results of a run."""

    def __init__(self) -> None:
        self.acknowledged = self.repeats = self.updates = 0
        self.resumed: list[float] = []


async def killed_again_and_again(folder: Path, kills: int) -> Told:
    """Plays five tables, one of each game, while the server is killed repeatedly."""
    told = Told()
    server = ServerProcess(folder, environ={"ODDTRICK_SECRET": SECRET})
    try:
        for start in range(0, kills, EACH):
            await asyncio.to_thread(server.start)
            await live_through(server, min(EACH, kills - start), start, told)
    finally:
        server.end()
    return told


async def live_through(server: ServerProcess, kills: int, seed: int, told: Told) -> None:
    """Runs one load client through a number of kills."""
    url, rng = database(server.data), Random(seed)
    async with company(server.url, url, seed=seed) as people:
        await people.seat(list(SHORT), watchers=1, talks=0.1, matches=10**9)
        people.start()
        for _ in range(kills):
            await people.go_on(rng.choice((1, 2, 3, 10, 30)))
            await asyncio.sleep(rng.random() * 0.05)
            await asyncio.to_thread(server.kill)
            people.counts_from = time.monotonic()
            await asyncio.to_thread(server.start)
            told.resumed.append(await all_back(people))
        await people.stop(server)
        told.acknowledged += people.check()
        told.repeats += sum(player.repeats for player in people.players)
        told.updates += sum(len(player.follower.updates) for player in people.players)


async def all_back(people: Company) -> float:
    """Waits until every client has reconnected; returns the seconds it took."""
    started = time.monotonic()

    def welcomed() -> bool:
        return all(p.welcomed and p.welcomed[-1] > people.counts_from for p in people.players)

    await people.until(welcomed, "a client has not reconnected")
    return time.monotonic() - started


async def test_thirty_kills_lose_no_acknowledged_command(tmp_path: Path) -> None:
    told = await killed_again_and_again(tmp_path, 30)
    assert told.acknowledged
    assert told.repeats


@pytest.mark.long
async def test_a_thousand_kills_lose_no_acknowledged_command(tmp_path: Path) -> None:
    kills = int(os.environ.get("KILLS", "1000"))
    told = await killed_again_and_again(tmp_path, kills)
    half = sorted(told.resumed)[len(told.resumed) // 2]
    sys.stdout.write(  # the source of the figure in docs/operate.md
        f"\n{kills} kills: {told.acknowledged} acknowledged commands are there, each once; "
        f"{told.repeats} were sent again; {told.updates} updates are as the log tells them; "
        f"from the server's first answer all were back after at most {max(told.resumed):.2f} s, "
        f"half of the times within {half:.2f} s\n"
    )
