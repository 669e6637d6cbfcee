"""``kill -9`` in mid-game: acknowledged commands are applied once and play goes on."""

from __future__ import annotations

import asyncio
import os
import sys
import time
from pathlib import Path
from random import Random

import pytest

from tests.support.extent import times
from tests.support.server.load_client import PLAYED, LoadClient, database, load_client
from tests.support.server.server_process import ServerProcess
from tests.support.server.ws_client import SECRET

EACH = 50
"""The number of kills per group of clients, before a new group opens new tables."""


class RunResult:
    """The results of a run."""

    def __init__(self) -> None:
        self.acknowledged = self.repeats = self.updates = 0
        self.resumed: list[float] = []


async def play_through_kills(folder: Path, kills: int) -> RunResult:
    """Plays five tables, one of each game, while the server is killed repeatedly."""
    result = RunResult()
    server = ServerProcess(folder, environ={"ODDTRICK_SECRET": SECRET})
    try:
        for start in range(0, kills, EACH):
            await asyncio.to_thread(server.start)
            await play_through(server, min(EACH, kills - start), start, result)
    finally:
        server.end()
    return result


async def play_through(server: ServerProcess, kills: int, seed: int, result: RunResult) -> None:
    """Runs one load client through a number of kills."""
    url, rng = database(server.data), Random(seed)
    async with load_client(server.url, url, seed=seed) as people:
        await people.seat(PLAYED, watchers=1, chat_rate=0.1, matches=10**9)
        people.start()
        for _ in range(kills):
            await people.go_on(rng.choice((1, 2, 3, 10, 30)))
            await asyncio.sleep(rng.random() * 0.05)
            await asyncio.to_thread(server.kill)
            people.counts_from = time.monotonic()
            await asyncio.to_thread(server.start)
            result.resumed.append(await wait_for_reconnect(people))
        await people.stop(server)
        result.acknowledged += people.check()
        result.repeats += sum(player.repeats for player in people.players)
        result.updates += sum(len(player.client_state.updates) for player in people.players)


async def wait_for_reconnect(people: LoadClient) -> float:
    """Waits until every client has reconnected; returns the seconds it took."""
    started = time.monotonic()

    def welcomed() -> bool:
        return all(p.welcomed and p.welcomed[-1] > people.counts_from for p in people.players)

    await people.until(welcomed, "a client has not reconnected")
    return time.monotonic() - started


async def test_kills_lose_no_acknowledged_command(tmp_path: Path) -> None:
    result = await play_through_kills(tmp_path, times(2, whole=8))
    assert result.acknowledged
    assert result.repeats


@pytest.mark.long
async def test_a_thousand_kills_lose_no_acknowledged_command(tmp_path: Path) -> None:
    kills = int(os.environ.get("KILLS", "1000"))
    result = await play_through_kills(tmp_path, kills)
    half = sorted(result.resumed)[len(result.resumed) // 2]
    sys.stdout.write(  # the source of the figure in docs/operate.md
        f"\n{kills} kills: {result.acknowledged} acknowledged commands are there, each once; "
        f"{result.repeats} were sent again; {result.updates} updates are as the log tells them; "
        f"from the server's first answer all were back after at most {max(result.resumed):.2f} s, "
        f"half of the times within {half:.2f} s\n"
    )
