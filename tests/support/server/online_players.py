"""Scripted people who join a drive by its code and play at the server's tables, as browsers do."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from contextlib import suppress
from random import Random
from typing import Any

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage

from oddtrick.server.people.guest_cookie import COOKIE, GuestCookieSigner, new_guest
from tests.support.server.api_requests import TRUST
from tests.support.server.ws_client import SECRET, Player, until

ENVIRON = {"ODDTRICK_SECRET": SECRET}
"""The environment of a server whose guests the tests can be."""

RETRY_SECONDS = 0.1


class OnlinePlayer:
    """Somebody who plays a drive online.

    Args:
        urls: the addresses of the server; each connection takes the next.
        code: the code of the drive.
        name: the name.
        seed: the seed of the choices among legal cards.
    """

    def __init__(self, urls: Sequence[str], code: str, name: str, seed: int = 0) -> None:
        self.code = code
        self.name = name
        self.guest = new_guest(name)
        self.key = ""
        self.parts: dict[str, Any] = {}
        self.tables: list[str] = []
        """The codes of the tables where this player has played, in order."""
        self.seen: dict[str, Player] = {}
        """The connection at each of them, with every frame that it was sent."""
        self.told_before_end: list[str] = []
        """The frames of the drive before its last result."""
        self.away = False
        """True to stay away from further tables, although the drive is followed."""
        self._urls = list(urls)
        self._turn = 0
        self._rng = Random(f"{name}/{seed}")

    @property
    def _url(self) -> str:
        self._turn += 1
        return self._urls[self._turn % len(self._urls)]

    async def request(self, method: str, path: str, body: object = None) -> httpx.Response:
        """Sends a request as this person, with the guest's cookie."""
        url = self._url
        cookie = f"{COOKIE}={GuestCookieSigner(SECRET).sign(self.guest)}"
        headers = {"Origin": url, "Cookie": cookie}
        async with httpx.AsyncClient(
            base_url=url, headers=headers, timeout=20, verify=TRUST
        ) as http:
            return await http.request(method, path, json=body)

    async def join(self, phone_key: str | None = None, list_key: str | None = None) -> None:
        """Joins with the name, or as the player of a phone in the hall."""
        who = {"name": self.name} if phone_key is None else {"key": phone_key}
        if list_key is not None:
            who["list_key"] = list_key
        answer = await self.request("POST", f"/api/drives/{self.code}/join", who)
        assert answer.status_code == 201, answer.text
        self.key = answer.json()["key"]

    async def until_stage(self, table: str, stage: str) -> None:
        """Waits until a table has reached a stage."""
        async with asyncio.timeout(30):
            while True:
                view = await self.request("GET", f"/api/tables/{table}")
                if view.json().get("stage") == stage:
                    return
                await asyncio.sleep(RETRY_SECONDS)

    async def run(self) -> None:
        """Plays at each table of the drive until the drive has its last result."""
        following = asyncio.create_task(self._follow())
        while not self.finished:
            code = (self.parts.get("next") or {}).get("online")
            if code is None or code in self.seen or self.away:
                await asyncio.sleep(0.02)
            else:
                await self._play(code)
        await following

    @property
    def finished(self) -> bool:
        """Whether the last result of the drive is in."""
        drive = self.parts.get("drive")
        return drive is not None and drive["stage"] in ("over", "closed")

    async def _play(self, code: str) -> None:
        player = Player(self._urls, code, place=0, rng=self._rng, guest=self.guest)
        self.tables.append(code)
        self.seen[code] = player
        playing = asyncio.create_task(player.run())
        try:
            await until(
                lambda: player.done or self.away or (not player.table and not self._is_open(code)),
                "a table ends",
                lambda: player.client_state.seq,
            )
        except AssertionError as error:
            raise AssertionError(f"{error}: {player.status()}") from None
        await player.leave()  # a task that is cancelled while it connects would leave a socket open
        playing.cancel()
        with suppress(asyncio.CancelledError):
            await playing

    def _is_open(self, code: str) -> bool:
        """Tells whether the result of the own table is missing; who joins late may find it over."""
        seat, played = self.parts.get("next") or {}, self.parts.get("round") or {"tables": ()}
        states = {table["table"]: table["state"] for table in played["tables"]}
        return seat.get("online") == code and states.get(seat["table"]) == "missing"

    async def _follow(self) -> None:
        while not self.finished:
            with suppress(OSError, ConnectionClosed, InvalidHandshake, InvalidMessage, EOFError):
                await self._follow_once(self._url.replace("http", "ws", 1))
            await asyncio.sleep(RETRY_SECONDS)

    async def _follow_once(self, url: str) -> None:
        async with connect(f"{url}/ws/drives/{self.code}") as socket:
            await socket.send(json.dumps({"type": "hello", "protocol": 1, "key": self.key}))
            while not self.finished:
                text = str(await socket.recv())
                frame = json.loads(text)
                if frame["type"] == "drive":
                    self.parts |= frame["parts"]
                    if not self.finished:
                        self.told_before_end.append(text)
