"""Presence over real sockets: disconnects, several tabs and a dead worker."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random

from msgspec.structs import replace

from tests.support.extent import times
from tests.support.server.load_client import QUICK, LoadClient, database, load_client
from tests.support.server.server_process import ServerProcess
from tests.support.server.ws_client import SECRET, Player, open_socket

GRACE = replace(QUICK, grace_seconds=1, bot_delay_ms=20)


def place_field(watching: Player, place: int, name: str) -> object:
    """Returns a field of a place as one client knows it."""
    return watching.table["places"][place][name] if watching.table else None


@asynccontextmanager
async def two_people(folder: Path, game: str) -> AsyncIterator[LoadClient]:
    """A server of its own with two people at a table; its stop is clean, or the test fails."""
    server = ServerProcess(folder, environ={"ODDTRICK_SECRET": SECRET})
    await asyncio.to_thread(server.start)
    try:
        async with load_client(server.url, database(folder)) as people:
            await people.seat([game], settings=GRACE, matches=10**9)
            yield people
            await people.stop(server)
    finally:
        server.end()


async def test_a_bot_substitutes_for_a_disconnected_player(tmp_path: Path) -> None:
    async with two_people(tmp_path, "scotch-whist") as people:
        stays, goes = people.players
        people.start()
        await people.go_on(5)
        await goes.leave()
        await people.until(
            lambda: place_field(stays, 1, "connected") is False, "the player is still connected"
        )
        await people.until(
            lambda: place_field(stays, 1, "stand_in") == "disconnected", "no bot plays"
        )
        seq = stays.client_state.seq
        await people.until(lambda: stays.client_state.seq > seq + 10, "the bot does not play")
        goes.offline = False
        await people.until(
            lambda: place_field(stays, 1, "stand_in") is None, "the bot still substitutes"
        )
        assert place_field(stays, 1, "connected") is True


async def test_a_player_with_two_tabs_may_close_one(tmp_path: Path) -> None:
    async with two_people(tmp_path, "whist") as people:
        stays, goes = people.players
        tab = second_tab(goes)
        people.players.append(tab)
        people.start()
        await people.go_on(5)
        for _ in range(5):  # in a row, as with repeated page reloads
            await tab.leave()
            tab.offline = False
            await people.until(lambda: tab.connected, "the tab does not come back")
        await tab.leave()
        await people.go_on(5)
        assert place_field(stays, 1, "connected") is True
        await goes.leave()
        await people.until(
            lambda: place_field(stays, 1, "connected") is False, "the player is still connected"
        )
        tab.offline = False
        await people.until(
            lambda: place_field(stays, 1, "connected") is True, "the player is not connected"
        )
        goes.offline = False


def second_tab(player: Player) -> Player:
    """A second connection of the same person that sends no commands."""
    tab = Player(player.urls, player.code, place=player.place, rng=Random(0), guest=player.guest)
    tab.silent = True
    tab.sent = player.sent
    return tab


async def test_somebody_who_leaves_while_arriving_is_not_taken_to_be_there(
    tmp_path: Path,
) -> None:
    async with two_people(tmp_path, "scotch-whist") as people:
        stays, goes = people.players
        people.start()
        await people.go_on(5)
        await goes.leave()
        for _ in range(times(20, whole=40)):
            await asyncio.gather(*(_look_in(goes) for _ in range(6)))
            await people.until(
                lambda: place_field(stays, 1, "connected") is False,
                "the player is taken to be connected",
            )
        goes.offline = False
        await people.until(
            lambda: place_field(stays, 1, "connected") is True, "the player does not come back"
        )


async def _look_in(player: Player) -> None:
    """Says hello and is gone before the answer, as a page that is closed while it loads."""
    async with open_socket(player.urls[0], player.code, player.guest) as socket:
        await socket.send(json.dumps({"type": "hello", "protocol": 1, "seq": None}))


async def test_the_connections_of_a_dead_worker_count_as_gone(
    tmp_path: Path, postgres_url: str
) -> None:
    url = database(tmp_path, postgres_url)
    environ = {"ODDTRICK_SECRET": SECRET, "DATABASE_URL": postgres_url}
    lives, dies = (ServerProcess(tmp_path / name, environ=environ) for name in "ab")
    try:
        for server in (lives, dies):
            await asyncio.to_thread(server.start)
        async with load_client(lives.url, url) as people:
            await people.seat(["whist"], settings=GRACE, matches=10**9)
            stays, goes = people.players
            goes.urls = [dies.url]
            people.start()
            await people.go_on(5)
            await asyncio.to_thread(dies.kill)
            await people.until(
                lambda: place_field(stays, 1, "connected") is False, "the player is still connected"
            )
            await people.until(
                lambda: place_field(stays, 1, "stand_in") == "disconnected", "no bot plays"
            )
            goes.urls = [lives.url]
            await people.until(
                lambda: place_field(stays, 1, "stand_in") is None, "the bot still substitutes"
            )
            await people.stop(lives)
    finally:
        for server in (lives, dies):
            server.end()
