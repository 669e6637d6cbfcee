"""A client that sends as fast as the server reads, in each way that a socket allows."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import secrets
import struct
import time
from collections.abc import Iterator
from itertools import cycle

from oddtrick.server.people.guest_cookie import COOKIE

CHUNK_BYTES = 65_536
MASK = bytes(4)
"""A zero mask leaves the payload as it is."""

TEXT, PING, PONG, CLOSE = 0x81, 0x89, 0x8A, 0x88
BEGIN_OF_TEXT, MIDDLE = 0x01, 0x00


def frame(head: int, payload: bytes = b"") -> bytes:
    """Encodes a masked frame with up to 64 KB."""
    size = len(payload)
    length = bytes((0x80 | size,)) if size < 126 else struct.pack("!BH", 0xFE, size)
    return bytes((head,)) + length + MASK + payload


HELLO = frame(TEXT, b'{"type":"hello","protocol":1}')
_COMMAND = b'{"type":"command","id":"c%d","command":{"type":"ready"}}'

FLOODS: dict[str, tuple[bytes, ...]] = {
    "text pings": (frame(TEXT, b'{"type":"ping"}'),),
    "control pings": (frame(PING),),
    "long control pings": (frame(PING, bytes(125)),),
    "unasked pongs": (frame(PONG, b"pong"),),
    "empty fragments": (frame(MIDDLE),),
    "refused commands": tuple(frame(TEXT, _COMMAND % number) for number in range(1000)),
    "hellos": (HELLO,),
    "long texts": (frame(TEXT, b'{"type":"ping"}'.ljust(16_000)),),
}
"""The frames that each kind of flood repeats."""


class Flood:
    """One flooding socket.

    Args:
        port: the server's port at 127.0.0.1.
        path: the path of the socket.
        kind: one of :data:`FLOODS`, or ``"single bytes"``.
        cookie: a guest's cookie, or None.
    """

    def __init__(self, port: int, path: str, kind: str, cookie: str | None = None) -> None:
        self.port, self.path, self.kind = port, path, kind
        self._cookie = cookie
        self.sent = 0
        """Bytes that the kernel has taken."""
        self.received: list[tuple[int, bytes]] = []
        """Opcode and payload of each frame from the server."""
        self.close_code: int | None = None
        self.opened_at = self.closed_at = 0.0

    @property
    def seconds(self) -> float:
        """The time for which the socket was open."""
        return self.closed_at - self.opened_at

    @property
    def frame_bytes(self) -> int:
        """The size of the smallest frame that it sends."""
        return min(map(len, FLOODS["text pings" if self.kind == "single bytes" else self.kind]))

    async def run(self, seconds: float = 60.0) -> None:
        """Floods until the server closes the connection, or the time is over."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        try:
            await self._shake_hands(reader, writer)
            self.opened_at = self.closed_at = time.monotonic()
            sending = asyncio.ensure_future(self._send(writer))
            with contextlib.suppress(TimeoutError, ConnectionError):
                async with asyncio.timeout(seconds):
                    await self._read(reader)
            self.closed_at = time.monotonic()
            sending.cancel()
            await asyncio.gather(sending, return_exceptions=True)
        finally:
            writer.transport.abort()

    async def _shake_hands(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        key = base64.b64encode(secrets.token_bytes(16)).decode()
        lines = [f"GET {self.path} HTTP/1.1", f"Host: 127.0.0.1:{self.port}"]
        lines += ["Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13"]
        lines += [f"Sec-WebSocket-Key: {key}", f"Origin: http://127.0.0.1:{self.port}"]
        lines += [f"Cookie: {COOKIE}={self._cookie}"] if self._cookie else []
        writer.write("\r\n".join([*lines, "", ""]).encode())
        answer = await reader.readuntil(b"\r\n\r\n")
        assert answer.startswith(b"HTTP/1.1 101"), answer
        if "/tables/" in self.path:
            writer.write(HELLO)
            assert (await self._read_frame(reader))[0] == TEXT & 15

    async def _send(self, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(ConnectionError):
            for chunk in self._chunks():
                writer.write(chunk)
                await writer.drain()
                self.sent += len(chunk)
                if self.kind == "single bytes":
                    await asyncio.sleep(0.002)  # so that each byte arrives on its own

    def _chunks(self) -> Iterator[bytes]:
        if self.kind == "single bytes":
            yield from (bytes((byte,)) for byte in cycle(FLOODS["text pings"][0]))
            return
        frames = FLOODS[self.kind]
        if self.kind == "empty fragments":
            yield frame(BEGIN_OF_TEXT)
        size = sum(map(len, frames))
        yield from cycle([b"".join(frames) * (1 + CHUNK_BYTES // size)])

    async def _read(self, reader: asyncio.StreamReader) -> None:
        with contextlib.suppress(asyncio.IncompleteReadError):
            while True:
                opcode, payload = await self._read_frame(reader)
                self.received.append((opcode, payload))
                if opcode == CLOSE & 15:
                    self.close_code = int.from_bytes(payload[:2], "big")
                    return

    async def _read_frame(self, reader: asyncio.StreamReader) -> tuple[int, bytes]:
        head, size = await reader.readexactly(2)
        if size == 126:
            size = int.from_bytes(await reader.readexactly(2), "big")
        elif size == 127:
            size = int.from_bytes(await reader.readexactly(8), "big")
        return head & 15, await reader.readexactly(size)
