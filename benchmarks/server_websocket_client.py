"""A minimal WebSocket client: a library would use more processor time than the server."""

from __future__ import annotations

import asyncio
import base64
import secrets
import struct
from typing import cast

MASK = b"\0\0\0\0"
"""A zero mask: leaves the payload unchanged, and the server still unmasks it."""


class Tally:
    """Totals over all sockets."""

    def __init__(self) -> None:
        self.moves = self.frames = self.bytes = self.open = self.refused = 0
        self.latencies: list[float] = []


class FastWebSocketProtocol(asyncio.Protocol):
    """The client end of a WebSocket.

    Args:
        tally: the counters to update.
        path: the path to request.
        cookie: the guest cookie, or None.
    """

    def __init__(self, tally: Tally, path: str, cookie: str | None) -> None:
        self.tally = tally
        self.loop = asyncio.get_running_loop()
        self._path = path
        self._cookie = cookie
        self._buffer = b""
        self._open = False
        self.transport: asyncio.Transport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Sends the opening handshake."""
        self.transport = cast("asyncio.Transport", transport)
        port = transport.get_extra_info("peername")[1]
        key = base64.b64encode(secrets.token_bytes(16)).decode()
        origin = f"http://127.0.0.1:{port}"
        lines = [f"GET {self._path} HTTP/1.1", f"Host: 127.0.0.1:{port}", f"Origin: {origin}"]
        lines += ["Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13"]
        lines += [f"Sec-WebSocket-Key: {key}"]
        lines += [f"Cookie: oddtrick_guest={self._cookie}"] if self._cookie else []
        self.transport.write("\r\n".join([*lines, "", ""]).encode())

    def connection_lost(self, exc: Exception | None) -> None:
        """Counts the connection as closed."""
        self.tally.open -= self._open
        self._open = False

    def data_received(self, data: bytes) -> None:
        """Parses frames from the stream."""
        data = self._buffer + data if self._buffer else data
        at = 0
        if not self._open:
            end = data.find(b"\r\n\r\n")
            if end < 0:
                self._buffer = data
                return
            assert data.startswith(b"HTTP/1.1 101"), data[:300]
            self._open = True
            self.tally.open += 1
            at = end + 4
            self.on_open()
        size = len(data)
        while size - at >= 2:
            length, begin = data[at + 1], at + 2
            if length == 126:
                length = int.from_bytes(data[at + 2 : at + 4], "big")
                begin = at + 4
            elif length == 127:
                length = int.from_bytes(data[at + 2 : at + 10], "big")
                begin = at + 10
            if size - begin < length:
                break
            self._frame(data[at] & 15, data[begin : begin + length])
            at = begin + length
        self._buffer = data[at:]

    def _frame(self, opcode: int, payload: bytes) -> None:
        if opcode == 1:
            self.tally.frames += 1
            self.tally.bytes += len(payload)
            self.on_text(payload)
        elif opcode == 9:
            self.transport.write(bytes((0x8A, 0x80 | len(payload))) + MASK + payload)

    def send_text(self, payload: bytes) -> None:
        """Sends a text frame."""
        size = len(payload)
        head = bytes((0x81, 0x80 | size)) if size < 126 else struct.pack("!BBH", 0x81, 254, size)
        self.transport.write(head + MASK + payload)

    def on_open(self) -> None:
        """Called when the handshake is complete."""

    def on_text(self, payload: bytes) -> None:
        """Called with each text frame."""
