"""The socket of a drive: all parts first, then those that have changed, each for its role."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from tests.support.server.drive_client import DriveClient
from tests.support.server.validate_schemas import check_frame


class Watcher:
    """Somebody who follows a drive by socket.

    Args:
        socket: the connection.
    """

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.parts: dict[str, Any] = {}
        self.frames: list[dict[str, Any]] = []

    async def receive(self) -> dict[str, Any]:
        """Receives a frame, which must match the published schema."""
        frame: dict[str, Any] = json.loads(await asyncio.wait_for(self.socket.recv(), 30))
        check_frame(frame, "DriveFrame")
        self.frames.append(frame)
        if frame["type"] == "drive":
            self.parts |= frame["parts"]
        return frame

    async def until(self, holds: Callable[[dict[str, Any]], bool]) -> None:
        """Receives frames until something holds for the parts."""
        while not holds(self.parts):
            await self.receive()


@asynccontextmanager
async def watching(client: DriveClient) -> AsyncIterator[Watcher]:
    url = client.url.replace("http", "ws")
    async with connect(f"{url}/ws/drives/{client.code}") as socket:
        await socket.send(json.dumps({"type": "hello", "protocol": 1, "key": client.key}))
        watcher = Watcher(socket)
        await watcher.receive()
        yield watcher


async def test_only_the_parts_that_changed_are_sent(new_drive: Callable[..., DriveClient]) -> None:
    desk = await asyncio.to_thread(new_drive)
    async with watching(desk) as organiser, watching(desk.other()) as viewer:
        assert organiser.parts == await asyncio.to_thread(lambda: desk.parts)
        await asyncio.to_thread(desk.does, "change-entry", entry=1, here=True)
        frame = await organiser.receive()
        assert list(frame["parts"]) == ["entries"]
        await asyncio.to_thread(desk.does, "begin-round")
        await viewer.until(lambda parts: parts["round"] is not None)
        assert "entries" not in viewer.parts
        assert len(viewer.frames) == 2, "nothing is sent of what the viewer is not shown"
        await asyncio.to_thread(desk.does, "enter-result", round=1, table=1, tricks=[9, 4])
        await viewer.until(lambda parts: parts["round"]["tables"][0]["tricks"] == [9, 4])
        assert set(viewer.frames[-1]["parts"]) == {"round", "standings"}
        assert viewer.parts == await asyncio.to_thread(lambda: desk.other().parts)


async def test_a_phone_is_told_of_its_own_table_and_that_it_was_replaced(
    new_drive: Callable[..., DriveClient],
) -> None:
    desk = await asyncio.to_thread(new_drive)
    await asyncio.to_thread(desk.does, "begin-round")
    phone = await asyncio.to_thread(lambda: desk.phone(player=0))
    async with watching(phone) as watcher:
        assert watcher.parts["next"]["table"] == 1
        await watcher.socket.send('{"type":"ping"}')
        assert (await watcher.receive())["type"] == "pong"
        await asyncio.to_thread(lambda: desk.phone(player=0))
        while watcher.frames[-1]["type"] != "refused":
            await watcher.receive()
        assert watcher.frames[-1]["code"] == "replaced"
        with pytest.raises(ConnectionClosed):
            await watcher.receive()


@pytest.mark.parametrize(("key", "code"), [("ABCD-EFGH-JKMN", "drive-key"), (None, "not-found")])
async def test_a_wrong_key_or_code_is_refused(
    new_drive: Callable[..., DriveClient], key: str | None, code: str
) -> None:
    desk = await asyncio.to_thread(new_drive)
    desk.key = key
    if key is None:
        desk.code = "k3f90pqr7xyz"
    async with watching(desk) as watcher:
        assert watcher.frames[-1]["code"] == code
        with pytest.raises(ConnectionClosed):
            await watcher.receive()
