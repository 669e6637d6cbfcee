"""Visitors: all at a table see who is about to sit down, whichever worker each is connected to.

A model knows what each client has said last. After each step every client has to be shown exactly
the others; clients leave and come back, and a killed worker takes its visitors with it.
"""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from contextlib import AsyncExitStack, ExitStack, closing, suppress
from pathlib import Path
from random import Random
from typing import Any

from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from oddtrick.server.people.guest_cookie import Guest, new_guest
from oddtrick.server.rooms.visitors import STALE_SECONDS
from tests.support.extent import times
from tests.support.server.api_requests import ApiClient
from tests.support.server.server_process import ServerProcess
from tests.support.server.table_requests import open_table
from tests.support.server.ws_client import SECRET, open_socket, until

Shown = tuple[str, int | None, str]
"""What a visitor does, the place and the name."""

STEPS = times(25, whole=80)
TYPED = {"": "", "Dot": "Dot", "  E\u202eve ": "Eve", "\u200b": "", "x" * 60: ""}
"""What is typed into the field of a name, and the name that the others are shown."""


class Watcher:
    """A client that keeps the visitors it was last told of."""

    def __init__(self, guest: Guest | None) -> None:
        self.guest = guest
        self.said: Shown | None = None
        self.told: list[Shown] = []
        self._stack = AsyncExitStack()
        self._socket: ClientConnection | None = None
        self._reader: asyncio.Task[None] | None = None

    @property
    def is_here(self) -> bool:
        return self._socket is not None

    async def come(self, url: str, code: str) -> None:
        self.said, self.told = None, []
        self._socket = await self._stack.enter_async_context(open_socket(url, code, self.guest))
        await self._send({"type": "hello", "protocol": 1})
        while json.loads(await self._socket.recv())["type"] != "welcome":
            pass
        self._reader = asyncio.ensure_future(self._read(self._socket))

    async def go(self) -> None:
        self._socket, self.said = None, None
        await self._stack.aclose()
        if self._reader is not None:
            await asyncio.wait([self._reader])

    async def say(self, doing: str | None, place: int | None, typed: str) -> None:
        name = TYPED[typed] if self.guest is None else self.guest.name
        self.said = None if doing is None else (doing, place, name)
        await self._send({"type": "visit", "doing": doing, "place": place, "name": typed})

    async def _send(self, frame: object) -> None:
        assert self._socket is not None
        await self._socket.send(json.dumps(frame))

    async def _read(self, socket: ClientConnection) -> None:
        with suppress(ConnectionClosed):
            async for text in socket:
                frame: dict[str, Any] = json.loads(text)
                if frame["type"] == "visitors":
                    self.told = [(v["doing"], v["place"], v["name"]) for v in frame["visitors"]]


def wrong(watchers: list[Watcher]) -> list[tuple[list[Shown], list[Shown]]]:
    """Returns what clients are shown, and what they should be, where these differ."""
    pairs = [
        (one.told, [each.said for each in watchers if each is not one and each.said])
        for one in watchers
        if one.is_here
    ]
    return [(told, said) for told, said in pairs if Counter(told) != Counter(said)]


async def test_everybody_is_shown_the_visitors_of_all_workers(
    tmp_path: Path, postgres_url: str, redis_url: str
) -> None:
    rng = Random(11)
    environ = {"ODDTRICK_SECRET": SECRET, "DATABASE_URL": postgres_url, "REDIS_URL": redis_url}
    servers = [ServerProcess(tmp_path / name, environ=environ) for name in "ab"]
    watchers = [Watcher(new_guest(f"Ann {at}") if at % 2 else None) for at in range(6)]
    with ExitStack() as stack:
        for server in servers:
            stack.callback(server.end)
            await asyncio.to_thread(server.start)
        with closing(ApiClient(servers[0].url)) as host:
            code = open_table(host)["code"]
        for at, watcher in enumerate(watchers):
            await watcher.come(servers[at % 2].url, code)
        for _ in range(STEPS):
            await _step(rng, watchers, servers, code)
            await until(lambda: not wrong(watchers), f"not shown: {wrong(watchers)}")
        for watcher in watchers:
            await watcher.go()
        stays, goes = watchers[:2]
        await stays.come(servers[0].url, code)
        await goes.come(servers[1].url, code)
        await goes.say("waiting", 2, "")
        await until(lambda: not wrong(watchers), f"not shown: {wrong(watchers)}")
        await asyncio.to_thread(servers[1].kill)
        await asyncio.sleep(STALE_SECONDS / 2)
        await until(lambda: not stays.told, "the visitor of a dead worker is still shown")
        for watcher in (stays, goes):
            await watcher.go()


async def _step(
    rng: Random, watchers: list[Watcher], servers: list[ServerProcess], code: str
) -> None:
    """Lets one client say something, leave or come back to either worker."""
    watcher = rng.choice(watchers)
    if not watcher.is_here:
        await watcher.come(rng.choice(servers).url, code)
    elif rng.random() < 0.2:
        await watcher.go()
    else:
        doing = rng.choice(["sitting-down", "waiting", None])
        await watcher.say(doing, rng.choice([None, 0, 3]), rng.choice(list(TYPED)))
