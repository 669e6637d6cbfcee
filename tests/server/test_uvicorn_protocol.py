"""A text that comes alone is heard in the call that brings it; all else goes the usual way."""

from __future__ import annotations

import asyncio
import os
import struct
from typing import Any

import pytest
import uvicorn
from websockets.asyncio.client import ClientConnection, connect

from oddtrick.server.sockets.uvicorn_protocol import (
    SHORT_BYTES,
    FastWebSocketProtocol,
    find_protocol,
)


class Hall:
    """An application of one socket: what its wire hears, and what comes the usual way."""

    def __init__(self) -> None:
        self.heard: list[str] = []
        self.usual: list[str | bytes] = []

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        assert scope["type"] == "websocket"
        wire = find_protocol(scope)
        assert wire is not None
        await receive()
        await send({"type": "websocket.accept"})

        def hear(text: bytes) -> bool:
            if text.startswith(b"usual"):
                return False
            self.heard.append(text.decode())
            wire.write_text(text)
            return True

        wire.heard = hear
        while (message := await receive())["type"] == "websocket.receive":
            told = message.get("text") or message["bytes"]
            self.usual.append(told)
            await send({"type": "websocket.send", "text": str(told)})


async def said(hall: Hall, *frames: str | bytes) -> None:
    """Says one after the other, each when the one before has been answered."""
    async with _open(hall) as socket:
        for frame in frames:
            await socket.send(frame)
            assert await socket.recv() == str(frame)


class _open:  # noqa: N801  # used as a function
    """A client of a server with that wire."""

    def __init__(self, hall: Hall) -> None:
        config = uvicorn.Config(
            hall, ws=FastWebSocketProtocol, port=0, lifespan="off", log_level="warning"
        )
        self._server = uvicorn.Server(config)

    async def __aenter__(self) -> ClientConnection:
        self._serving = asyncio.create_task(self._server.serve())
        while not self._server.started:  # noqa: ASYNC110  # nobody is told
            await asyncio.sleep(0.01)
        port = self._server.servers[0].sockets[0].getsockname()[1]
        self._socket = await connect(f"ws://127.0.0.1:{port}/", compression=None)
        return self._socket

    async def __aexit__(self, *_: object) -> None:
        await self._socket.close()
        self._server.should_exit = True
        await self._serving


def test_every_text_that_comes_alone_is_heard_at_once() -> None:
    hall = Hall()
    texts = [f"card {number}" for number in range(50)]
    asyncio.run(said(hall, *texts))
    assert hall.heard == texts[-len(hall.heard) :]
    assert len(hall.heard) >= len(texts) - 1, "but for the first, which comes as it is opened"
    assert hall.usual == texts[: len(texts) - len(hall.heard)]


def test_what_is_no_short_text_goes_the_usual_way_and_texts_are_heard_again_behind_it() -> None:
    hall = Hall()
    long, raw = "x" * (SHORT_BYTES + 1), b"bytes"
    asyncio.run(
        said(hall, "one", "two", "usual", "three", "four", long, "five", "six", raw, "seven")
    )
    assert {"usual", long, raw} <= set(hall.usual)
    assert {"two", "four", "six"} <= set(hall.heard)
    assert len(hall.usual) + len(hall.heard) == 10


@pytest.mark.parametrize("cut", [1, 2, 5, 9])
def test_a_frame_in_pieces_and_a_message_in_frames_are_never_taken_for_a_text(cut: int) -> None:
    hall = Hall()
    asyncio.run(_said_in_pieces(hall, cut))
    assert hall.heard[-1] == "after"
    assert hall.usual[-2:] == ["in pieces", "in two frames"]


async def _said_in_pieces(hall: Hall, cut: int) -> None:
    async with _open(hall) as socket:
        await socket.send("before")
        await socket.recv()
        frame = _frame(0x81, b"in pieces")
        for piece in (frame[:cut], frame[cut:]):
            socket.transport.write(piece)
            await asyncio.sleep(0.05)
        assert await socket.recv() == "in pieces"
        socket.transport.write(_frame(0x01, b"in two "))
        await asyncio.sleep(0.05)
        socket.transport.write(_frame(0x80, b"frames"))
        assert await socket.recv() == "in two frames"
        await socket.send("after")
        assert await socket.recv() == "after"


def _frame(head: int, text: bytes) -> bytes:
    mask = os.urandom(4)
    masked = bytes(byte ^ mask[number % 4] for number, byte in enumerate(text))
    return struct.pack("BB", head, 0x80 | len(text)) + mask + masked
