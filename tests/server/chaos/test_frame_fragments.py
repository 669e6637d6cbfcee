"""Fragmented and coalesced frames: each is answered once, in the order sent."""

from __future__ import annotations

import base64
import json
import secrets
import socket
import time
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from websockets.frames import Frame, Opcode

from oddtrick.server.people.guest_cookie import COOKIE, GuestCookieSigner, new_guest
from tests.support.extent import times
from tests.support.server.load_client import QUICK, SHORT, database, open_tables
from tests.support.server.server_process import WITHOUT_LIMITS, ServerProcess
from tests.support.server.ws_client import SECRET

HOST = new_guest("Host")
COMMANDS: tuple[dict[str, Any], ...] = (
    {"type": "play", "card": "AS"},
    {"type": "play", "card": "ZZ"},
    {"type": "ready"},
    {"type": "say", "text": "é" * 150},
    {"type": "sit", "place": 0},
    {"type": "sit", "place": 1},
    {"type": "transfer-host", "place": 0},
    {"type": "leave"},
)
"""Commands that are refused, applied or without effect."""


class RawConnection:
    """A raw WebSocket connection with control over the packet boundaries."""

    def __init__(self, server: ServerProcess, code: str) -> None:
        self._socket = socket.create_connection(("127.0.0.1", server.port), timeout=30)
        self._read = b""
        key = base64.b64encode(secrets.token_bytes(16)).decode()
        lines = [f"GET /ws/tables/{code} HTTP/1.1", f"Host: 127.0.0.1:{server.port}"]
        lines += ["Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13"]
        lines += [f"Sec-WebSocket-Key: {key}", f"Origin: {server.url}"]
        lines += [f"Cookie: {COOKIE}={GuestCookieSigner(SECRET).sign(HOST)}"]
        self._socket.sendall("\r\n".join([*lines, "", ""]).encode())
        while b"\r\n\r\n" not in self._read:
            self._read += self._socket.recv(4096)
        assert self._read.startswith(b"HTTP/1.1 101"), self._read
        self._read = self._read.partition(b"\r\n\r\n")[2]
        self.send([as_frame('{"type":"hello","protocol":1}')])
        assert self.frame()["type"] == "welcome"

    def send(self, pieces: list[bytes], *, apart: bool = False) -> None:
        """Sends the pieces; with ``apart``, pauses between them so that each arrives alone."""
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        for piece in pieces:
            self._socket.sendall(piece)
            if apart:
                time.sleep(0.002)

    def frame(self) -> dict[str, Any]:
        """Returns the next text frame, skipping pongs."""
        while True:
            opcode, payload = self._any()
            if opcode == Opcode.TEXT:
                found: dict[str, Any] = json.loads(payload)
                return found
            assert opcode == Opcode.PONG, (opcode, payload)

    def _any(self) -> tuple[int, bytes]:
        head = self._read_bytes(2)
        size = head[1]
        if size >= 126:
            size = int.from_bytes(self._read_bytes(2 if size == 126 else 8), "big")
        return head[0] & 15, self._read_bytes(size)

    def _read_bytes(self, size: int) -> bytes:
        while len(self._read) < size:
            came = self._socket.recv(65_536)
            assert came, "the connection was closed"
            self._read += came
        taken, self._read = self._read[:size], self._read[size:]
        return taken

    def close(self) -> None:
        """Closes the connection."""
        self._socket.close()


def as_frame(text: str) -> bytes:
    """Encodes a text as one frame."""
    return Frame(Opcode.TEXT, text.encode()).serialize(mask=True)


def as_fragments(text: str) -> bytes:
    """Encodes a text as two fragments with a ping between them."""
    data = text.encode()
    middle = len(data) // 2
    parts = (
        Frame(Opcode.TEXT, data[:middle], fin=False),
        Frame(Opcode.PING, b"?"),
        Frame(Opcode.CONT, data[middle:]),
    )
    return b"".join(part.serialize(mask=True) for part in parts)


@pytest.fixture(scope="module")
def raw(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RawConnection]:
    folder = tmp_path_factory.mktemp("pieces")
    (code,) = open_tables(database(folder), [(SHORT["whist"], QUICK, HOST)])
    environ = {"ODDTRICK_SECRET": SECRET, "ODDTRICK_LIMITS": WITHOUT_LIMITS}
    server = ServerProcess(folder, environ=environ)
    server.start()
    try:
        raw = RawConnection(server, code)
        yield raw
        raw.close()
        assert server.stop() == 0
        assert not server.faults(), "".join(server.faults())
    finally:
        server.end()


@settings(
    max_examples=times(20, whole=60),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(st.data())
def test_fragmented_commands_are_answered_once_and_in_order(
    raw: RawConnection, data: st.DataObject
) -> None:
    request = data.draw(st.lists(st.tuples(st.sampled_from(COMMANDS), st.booleans()), max_size=12))
    keys = [secrets.token_hex(4) for _ in request]
    frames = [
        (as_fragments if parts else as_frame)(
            json.dumps({"type": "command", "id": key, "command": command})
        )
        for key, (command, parts) in zip(keys, request, strict=True)
    ]
    stream = b"".join(frames)
    if data.draw(st.booleans(), label="a frame at a time"):
        pieces = frames
    else:
        cuts = sorted(data.draw(st.sets(st.integers(1, max(1, len(stream) - 1)), max_size=6)))
        pieces = [
            stream[begin:end] for begin, end in zip([0, *cuts], [*cuts, len(stream)], strict=True)
        ]
    raw.send(pieces, apart=data.draw(st.booleans(), label="apart"))
    answered: list[str] = []
    while len(answered) < len(keys):
        frame = raw.frame()
        if frame.get("re") is not None:
            answered.append(frame["re"])
    assert answered == keys
