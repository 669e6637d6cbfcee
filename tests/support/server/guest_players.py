"""Guests who play at a real server, over HTTP and one WebSocket each."""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import Sequence
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect

from oddtrick.fair import seal_of
from tests.support.server.api_requests import TRUST

PATIENCE = 60.0


class Guest:
    """A guest with a browser's cookies.

    Args:
        url: the public address of the server.
        name: the guest's name.
        more: further options of the HTTP client, such as ``verify``.
    """

    def __init__(self, url: str, name: str, **more: Any) -> None:
        self.url = url
        self.name = name
        self.http = httpx.AsyncClient(
            base_url=url, headers={"Origin": url}, timeout=PATIENCE, **{"verify": TRUST, **more}
        )
        self._tls = more.get("verify")
        self.socket: ClientConnection
        self.acknowledged: list[int] = []
        self.frames: list[dict[str, Any]] = []
        self._asked = 0
        self._place: int | None = None
        self._code = ""
        self._waiting: str | None = None
        self._secrets: dict[int, str] = {}

    async def arrive(self) -> None:
        """Sets the name and stores the cookie."""
        (await self.http.post("/api/me", json={"name": self.name})).raise_for_status()

    async def open(self, **table: Any) -> str:
        """Opens a table and returns its code."""
        answer = await self.http.post("/api/tables", json=table)
        answer.raise_for_status()
        code: str = answer.json()["code"]
        return code

    async def join(self, code: str) -> dict[str, Any]:
        """Connects to a table and returns the welcome."""
        self._code = code
        cookies = "; ".join(f"{c.name}={c.value}" for c in self.http.cookies.jar)
        self.socket = await connect(
            self.url.replace("http", "ws", 1) + f"/ws/tables/{code}",
            origin=self.url,  # type: ignore[arg-type]  # a NewType of websockets
            additional_headers={"Cookie": cookies} if cookies else {},
            **self._secured(),
        )
        await self.socket.send('{"type":"hello","protocol":1}')
        return await self.hear()

    def _secured(self) -> dict[str, Any]:
        return {"ssl": self._tls} if self.url.startswith("https") else {}

    async def hear(self) -> dict[str, Any]:
        """Returns the next frame and counts acknowledged moves."""
        frame: dict[str, Any] = json.loads(
            await asyncio.wait_for(self.socket.recv(), timeout=PATIENCE)
        )
        self.frames.append(frame)
        if frame.get("re") is not None and frame["re"] == self._waiting:
            self._waiting = None
            if frame["type"] == "update":
                self.acknowledged.append(frame["seq"])
        table = frame.get("table")
        if table is not None:
            self._place = table["you"]
        return frame

    async def ask(self, command: dict[str, Any]) -> str:
        """Sends a command and returns its id."""
        self._asked += 1
        key = f"{secrets.token_hex(4)}-{self._asked}"
        await self.socket.send(json.dumps({"type": "command", "id": key, "command": command}))
        return key

    async def done(self, command: dict[str, Any]) -> dict[str, Any]:
        """Sends a command and waits for the reply."""
        key = await self.ask(command)
        while True:
            frame = await self.hear()
            if frame.get("re") == key:
                return frame

    async def act(self, frame: dict[str, Any]) -> None:
        """Reacts to a frame: plays a card or contributes to a draw."""
        table, turn = frame.get("table"), frame.get("turn")
        draw = frame.get("draw") if table is None else table["draw"]
        if draw is not None and self._place is not None and self._place in draw["contributors"]:
            await self._contribute(draw, self._place)
        legal = turn["legal"] if turn else None
        if table is not None and table["match"] is not None:
            legal = table["match"]["legal"]
        if legal and self._waiting is None:
            self._waiting = await self.ask({"type": "play", "card": legal[0]})

    async def _contribute(self, draw: dict[str, Any], place: int) -> None:
        number = draw["number"]
        if not draw["opening"] and number not in self._secrets:
            self._secrets[number] = secrets.token_hex(32)
            seal = seal_of(self._code, number, place, self._secrets[number])
            await self.ask({"type": "seal", "round": number, "seal": seal})
        elif draw["opening"] and place not in draw["opened"] and number in self._secrets:
            await self.ask({"type": "open", "round": number, "secret": self._secrets[number]})

    async def leave(self) -> None:
        """Disconnects."""
        if hasattr(self, "socket"):
            await self.socket.close()
        await self.http.aclose()


QUICK = {"bot_delay_ms": 0, "pause_seconds": 0}
WHIST = {"game": "whist", "match": "deals", "deals": 3}


async def play(guests: Sequence[Guest], cards: int) -> None:
    """Plays, and contributes to draws, until that many cards of each guest are acknowledged.

    Who has played enough goes on: the others may wait for their card.
    """
    hearing = {asyncio.ensure_future(guest.hear()): guest for guest in guests}
    while any(len(guest.acknowledged) < cards for guest in guests):
        heard, _ = await asyncio.wait(hearing, return_when=asyncio.FIRST_COMPLETED)
        for frame in heard:
            guest = hearing.pop(frame)
            await guest.act(frame.result())
            hearing[asyncio.ensure_future(guest.hear())] = guest
    for frame in hearing:
        frame.cancel()
    await asyncio.gather(*hearing, return_exceptions=True)


async def evening(ann: Guest, ben: Guest, cards: int, **settings: int) -> str:
    """Plays a number of cards with two people and two bots; returns the table's code."""
    await asyncio.gather(ann.arrive(), ben.arrive())
    code = await ann.open(rules=WHIST, settings=QUICK | settings, sit=0)
    await ann.join(code)
    await ben.join(code)
    assert (await ben.done({"type": "sit", "place": 2}))["type"] == "update"
    await ann.ask({"type": "begin"})
    await play((ann, ben), cards)
    return code
