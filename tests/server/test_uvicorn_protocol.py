"""The uvicorn WebSocket protocol: short texts are handled in the receive callback.

Also checks that the undocumented members of uvicorn's class that the module uses still exist.
"""

from __future__ import annotations

import asyncio
import inspect
import os
import struct
from typing import Any

import pytest
import uvicorn
from hypothesis import given
from hypothesis import strategies as st
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.asyncio.client import ClientConnection, connect

from oddtrick.server.limits import Limits, Rate
from oddtrick.server.security.frame_budget import FrameBudget
from oddtrick.server.security.rate_limit import RateLimiter
from oddtrick.server.sockets.uvicorn_protocol import FastWebSocketProtocol, find_protocol
from oddtrick.server.sockets.websocket_framing import MAX_DIRECT_BYTES, MessageBoundary

METHODS = {
    "data_received": ["self", "data"],
    "on_task_complete": ["self", "task"],
    "handle_connect": ["self", "event"],
    "send_receive_event_to_app": ["self"],
    "handle_parser_exception": ["self"],
    "connection_lost": ["self", "exc"],
    "pause_writing": ["self"],
    "resume_writing": ["self"],
    "receive": ["self"],
}
"""Methods of uvicorn's class that our protocol overrides or calls, with their parameters."""

ATTRIBUTES = {
    "queue": asyncio.Queue,
    "conn": object,
    "loop": object,
    "transport": object,
    "frames": list,
    "curr_msg_data_type": str,
    "close_sent": bool,
    "handshake_complete": bool,
}
"""Attributes of its instances, with their types."""


def changed(what: str) -> str:
    """Returns the message of a failed check of uvicorn's interface."""
    return (
        f"uvicorn {uvicorn.__version__} has changed WebSocketsSansIOProtocol.{what}, which "
        "src/oddtrick/server/sockets/uvicorn_protocol.py relies on: adapt that module, then the "
        "upper bound of uvicorn in pyproject.toml"
    )


@pytest.mark.parametrize(("name", "parameters"), METHODS.items(), ids=METHODS)
def test_uvicorn_still_has_each_method_we_use(name: str, parameters: list[str]) -> None:
    method = getattr(WebSocketsSansIOProtocol, name, None)
    assert method is not None, changed(name)
    assert list(inspect.signature(method).parameters) == parameters, changed(name)


@pytest.mark.parametrize(("name", "kind"), ATTRIBUTES.items(), ids=ATTRIBUTES)
async def test_uvicorn_still_has_each_attribute_we_use(name: str, kind: type) -> None:
    config = uvicorn.Config(Application(), lifespan="off", log_level="warning")
    protocol = WebSocketsSansIOProtocol(config, ServerState(), {})
    assert hasattr(protocol, name), changed(name)
    value = getattr(protocol, name)
    assert value is None or isinstance(value, kind), changed(name)


PLENTY = Rate(1_000_000, 1e-6)
UNLIMITED = FrameBudget(
    RateLimiter(Limits(frames_by_connection=PLENTY, frames_by_address=PLENTY)), "1", "here", None
)


class Application:
    """An application with one socket that records the path of each frame."""

    def __init__(self) -> None:
        self.direct: list[str] = []
        self.queued: list[str | bytes] = []

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        assert scope["type"] == "websocket"
        protocol = find_protocol(scope)
        assert protocol is not None, changed("handle_connect")
        await receive()
        await send({"type": "websocket.accept"})
        protocol.start_reading(UNLIMITED, pytest.fail)

        def on_text(text: bytes) -> bool:
            if text.startswith(b"queued"):
                return False
            self.direct.append(text.decode())
            protocol.write_text(text)
            return True

        protocol.on_text = on_text
        while (message := await receive())["type"] == "websocket.receive":
            frame = message.get("text") or message["bytes"]
            self.queued.append(frame)
            await send({"type": "websocket.send", "text": str(frame)})


async def exchange(application: Application, *frames: str | bytes) -> None:
    """Sends frames, waiting for the reply to each."""
    async with connected(application) as socket:
        for frame in frames:
            await socket.send(frame)
            assert await socket.recv() == str(frame)


class connected:  # noqa: N801  # used as a function
    """A client connected to a server with our protocol."""

    def __init__(self, application: Application) -> None:
        config = uvicorn.Config(
            application, ws=FastWebSocketProtocol, port=0, lifespan="off", log_level="warning"
        )
        self._server = uvicorn.Server(config)

    async def __aenter__(self) -> ClientConnection:
        self._serving = asyncio.create_task(self._server.serve())
        while not self._server.started:  # noqa: ASYNC110  # uvicorn has no event for it
            await asyncio.sleep(0.01)
        port = self._server.servers[0].sockets[0].getsockname()[1]
        self._socket = await connect(f"ws://127.0.0.1:{port}/", compression=None)
        return self._socket

    async def __aexit__(self, *_: object) -> None:
        await self._socket.close()
        self._server.should_exit = True
        await self._serving


def test_each_single_short_text_is_handled_in_the_callback() -> None:
    application = Application()
    texts = [f"card {number}" for number in range(50)]
    asyncio.run(exchange(application, *texts))
    assert application.direct == texts[-len(application.direct) :]
    assert len(application.direct) >= len(texts) - 1, "the first may come before the socket is open"
    assert application.queued == texts[: len(texts) - len(application.direct)]


def test_other_frames_are_queued_and_texts_after_them_are_direct_again() -> None:
    application = Application()
    long, raw = "x" * (MAX_DIRECT_BYTES + 1), b"bytes"
    frames: list[str | bytes] = [
        "one",
        "two",
        "queued",
        "three",
        "four",
        long,
        "five",
        "six",
        raw,
        "seven",
    ]
    asyncio.run(exchange(application, *frames))
    assert {"queued", long, raw} <= set(application.queued)
    assert {"two", "four", "six"} <= set(application.direct)
    assert len(application.queued) + len(application.direct) == 10


@pytest.mark.parametrize("cut", [1, 2, 5, 9])
def test_partial_frames_and_fragmented_messages_are_never_direct(cut: int) -> None:
    application = Application()
    asyncio.run(_send_in_pieces(application, cut))
    assert application.direct[-1] == "after"
    assert application.queued[-2:] == ["in pieces", "in two frames"]


async def _send_in_pieces(application: Application, cut: int) -> None:
    async with connected(application) as socket:
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
    """Encodes a client's frame with a short text."""
    mask = os.urandom(4)
    masked = bytes(byte ^ mask[number % 4] for number, byte in enumerate(text))
    return _blank_frame(head, len(text))[:2] + mask + masked


def _blank_frame(head: int, size: int) -> bytes:
    """Encodes a client's frame of zeros with a zero mask."""
    if size <= 125:
        header = struct.pack("!BB", head, 0x80 | size)
    elif size <= 65_535:
        header = struct.pack("!BBH", head, 0x80 | 126, size)
    else:
        header = struct.pack("!BBQ", head, 0x80 | 127, size)
    return header + bytes(4 + size)


HANDSHAKE = b"GET / HTTP/1.1\r\nHost: here\r\n\r\n"
SIZES = st.sampled_from([0, 1, 125, 126, 200, 65_535, 65_536])


@given(st.lists(st.tuples(st.integers(1, 3), SIZES), max_size=4), st.data())
def test_the_frame_boundary_is_found_for_any_split(
    messages: list[tuple[int, int]], data: st.DataObject
) -> None:
    stream, starts = HANDSHAKE, {len(HANDSHAKE)}
    for parts, size in messages:
        for part in range(parts):
            head = (0x00 if part else 0x01) | (0x80 if part == parts - 1 else 0)
            stream += _blank_frame(head, size)
            if part < parts - 1:
                stream += _blank_frame(0x89, 4)  # control frames may stand within a message
        starts.add(len(stream))
    cuts = sorted(data.draw(st.sets(st.integers(0, len(stream)), max_size=8)) | starts)
    boundary, at = MessageBoundary(), 0
    for cut in cuts:
        boundary.feed(stream[at:cut])
        at = cut
        assert boundary.is_at_start == (cut in starts)
