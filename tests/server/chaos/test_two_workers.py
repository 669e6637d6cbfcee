"""Two workers on one PostgreSQL.

The worker that loses a race for an entry rereads the log and retries, and a worker takes over the
leases of a dead one.
"""

from __future__ import annotations

import asyncio
import os
import re
import signal
import time
from functools import partial
from pathlib import Path
from random import Random

import psutil  # type: ignore[import-untyped]  # its stubs are not a dependency
import pytest

from oddtrick.server.operations.supervisor import LASTED_SECONDS
from tests.support.extent import part, times
from tests.support.server.load_client import PLAYED, LoadClient, database, load_client
from tests.support.server.server_process import ServerProcess
from tests.support.server.ws_client import SECRET, Player


def server_of(folder: Path, url: str, *, workers: int = 1, redis: str = "") -> ServerProcess:
    environ = {"ODDTRICK_SECRET": SECRET, "DATABASE_URL": url, "REDIS_URL": redis}
    return ServerProcess(folder, workers=workers, environ=environ)


def workers_of(server: ServerProcess) -> list[int]:
    """Returns the process ids of the live workers, read from the server's log.

    Process ids are reused, so only children of the server count.
    """
    ready = re.findall(r'"worker": "w(\d+)-[^}]*worker started', "".join(server.log))
    children = {child.pid for child in psutil.Process(server.pid).children()}
    return [pid for pid in dict.fromkeys(map(int, ready)) if pid in children and is_alive(pid)]


def is_gone(pid: int) -> bool:
    return not is_alive(pid)


def has_lasted(pid: int) -> bool:
    return time.time() - float(psutil.Process(pid).create_time()) > LASTED_SECONDS


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


async def wait_for_two_workers(server: ServerProcess, people: LoadClient) -> None:
    await people.until(lambda: len(workers_of(server)) == 2, "there are not two workers")


@pytest.mark.whole(
    held_by="tests/server/chaos/test_kill.py::test_kills_lose_no_acknowledged_command"
)
@pytest.mark.parametrize("kills", [times(1, whole=2), pytest.param(200, marks=pytest.mark.long)])
async def test_killing_a_worker_loses_nothing(
    tmp_path: Path, postgres_url: str, kills: int
) -> None:
    url, rng = database(tmp_path, postgres_url), Random(kills)
    server = server_of(tmp_path, postgres_url, workers=2)
    await asyncio.to_thread(server.start)
    try:
        async with load_client(server.url, url, seed=kills) as people:
            await people.seat(PLAYED, chat_rate=0.1, matches=10**9)
            people.start()
            for number in range(kills):
                await wait_for_two_workers(server, people)
                await people.go_on(rng.choice((1, 2, 3, 10)))
                victim = rng.choice(workers_of(server))
                if number % 3 == 2:  # a server whose workers die young, one after another, gives up
                    victim = workers_of(server)[0]
                    await people.until(partial(has_lasted, victim), "the worker is gone")
                os.kill(victim, signal.SIGKILL)
            await people.stop(server)
    finally:
        server.end()


@pytest.mark.whole(
    held_by="tests/server/chaos/test_deploy_restarts.py::test_restarts_cost_no_turn_and_no_clock_time"
)
async def test_a_rolling_restart_loses_no_turn(tmp_path: Path, postgres_url: str) -> None:
    url = database(tmp_path, postgres_url)
    server = server_of(tmp_path, postgres_url, workers=2)
    await asyncio.to_thread(server.start)
    try:
        async with load_client(server.url, url) as people:
            await people.seat(PLAYED, matches=10**9)
            people.start()
            for at in (0, 1, 0):
                await wait_for_two_workers(server, people)
                await people.go_on(5)
                stops = workers_of(server)[at]
                os.kill(stops, signal.SIGTERM)
                await people.until(partial(is_gone, stops), "the worker does not stop")
            await people.stop(server)
            codes = {code for player in people.players for code in player.closes}
            assert codes == {1012}
    finally:
        server.end()


@pytest.mark.parametrize("bus", part(["redis", "poll"], 1))
async def test_a_command_sent_to_both_workers_is_applied_once(
    tmp_path: Path, postgres_url: str, redis_url: str, bus: str
) -> None:
    """Each person sends every command over both workers, and illegal ones in between."""
    url = database(tmp_path, postgres_url)
    redis = redis_url if bus == "redis" else ""
    servers = [server_of(tmp_path / name, postgres_url, redis=redis) for name in "ab"]
    try:
        for server in servers:
            await asyncio.to_thread(server.start)
        one, other = (server.url for server in servers)
        async with load_client(one, url) as people:
            await people.seat(
                ["knockout-whist", "whist"], people=2, illegal_rate=0.3, chat_rate=0.2
            )
            for number, player in enumerate(tuple(people.players)):
                if number % 2:
                    player.urls = [other]
                player.echo = echo_of(player, one if number % 2 else other)
                people.players.append(player.echo)
            people.start()
            await people.stop(*servers)
            check_echoes(people)
    finally:
        for server in servers:
            server.end()


def echo_of(player: Player, url: str) -> Player:
    """A connection of the same person to the other worker that only repeats commands."""
    echo = Player(url, player.code, place=player.place, rng=Random(0), guest=player.guest)
    echo.silent = echo.doubled = player.doubled = True
    echo.sent = player.sent
    return echo


def check_echoes(people: LoadClient) -> None:
    """Asserts that both connections got the same acknowledgement for each accepted command."""
    both = 0
    for player in people.players:
        if player.echo is None:
            continue
        for key, answered in player.answers.items():
            also = player.echo.answers[key]
            if answered.seq is not None and also.seq is not None:
                both += 1
                kind = player.sent[key]["type"]
                assert answered.seq == also.seq or kind in ("ready", "rematch", "claim")
    assert both
