"""``kill -9`` in mid-game: what was acknowledged is there, once, and everybody plays on."""

from __future__ import annotations

import asyncio
import os
import sys
import time
from random import Random
from typing import TYPE_CHECKING

import pytest

from tests.server.gathering import SHORT, Company, company, database
from tests.server.playing import SECRET
from tests.server.serving import ServerProcess

if TYPE_CHECKING:
    from pathlib import Path


async def killed_again_and_again(folder: Path, kills: int) -> str:
    """Five tables, one of each game, go on while the server is killed; what came of it."""
    url = database(folder)
    server = ServerProcess(folder, environ={"ODDTRICK_SECRET": SECRET})
    rng = Random(kills)
    resumed = []
    await asyncio.to_thread(server.start)
    try:
        async with company(server.url, url, seed=kills) as people:
            await people.seat(list(SHORT), watchers=1, talks=0.1, matches=10**9)
            people.start()
            for _ in range(kills):
                await people.go_on(rng.choice((1, 2, 3, 10, 30)))
                await asyncio.sleep(rng.random() * 0.05)
                await asyncio.to_thread(server.kill)
                people.counts_from = time.monotonic()
                await asyncio.to_thread(server.start)
                resumed.append(await all_back(people))
            await people.stop(server)
            acknowledged = people.check()
            repeats = sum(player.repeats for player in people.players)
    finally:
        server.end()
    return (
        f"{kills} kills, {acknowledged} acknowledged commands all there once, {repeats} sent "
        f"again, {people.known} updates as in the log; back at play after at most "
        f"{max(resumed):.2f} s, half of the times within {sorted(resumed)[len(resumed) // 2]:.2f} s"
    )


async def all_back(people: Company) -> float:
    """Waits until everybody was welcomed by the server that has just started; how long it took."""
    started = time.monotonic()

    def welcomed() -> bool:
        return all(p.welcomed and p.welcomed[-1] > people.counts_from for p in people.players)

    await people.until(welcomed, "somebody has not come back")
    return time.monotonic() - started


async def test_fifty_kills_lose_nothing_that_was_acknowledged(tmp_path: Path) -> None:
    assert await killed_again_and_again(tmp_path, 50)


@pytest.mark.long
async def test_a_thousand_kills_lose_nothing_that_was_acknowledged(tmp_path: Path) -> None:
    told = await killed_again_and_again(tmp_path, int(os.environ.get("KILLS", "1000")))
    sys.stdout.write(f"{told}\n")  # `benchmarks/README.md` has it from here
