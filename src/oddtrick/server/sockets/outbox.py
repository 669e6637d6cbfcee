"""The send queue of one connection, bounded so that a slow client does not delay others."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

MAX_FRAMES = 256
MAX_BYTES = 512 * 1024


class Outbox:
    """The frames queued for one connection.

    Args:
        send: sends one frame; may wait for the client to read.
    """

    def __init__(self, send: Callable[[bytes], Awaitable[None]]) -> None:
        self._send = send
        self._frames: deque[bytes] = deque()
        self._bytes = 0
        self._filled: asyncio.Future[None] | None = None
        self._closed = False
        self.overflowed: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        """Done once too much is queued: the client does not read, and is disconnected."""

    def push(self, frame: bytes) -> None:
        """Queues a frame; beyond the bounds the connection is given up."""
        if self._closed or self.overflowed.done():
            return
        self._frames.append(frame)
        self._bytes += len(frame)
        if len(self._frames) > MAX_FRAMES or self._bytes > MAX_BYTES:
            self.overflowed.set_result(None)
            self._frames.clear()
        self._wake()

    def close(self) -> None:
        """Lets :meth:`run` return once the queue is empty."""
        self._closed = True
        self._wake()

    def _wake(self) -> None:
        if self._filled is not None and not self._filled.done():
            self._filled.set_result(None)

    async def run(self) -> None:
        """Sends queued frames in order until closed."""
        loop = asyncio.get_running_loop()
        while True:
            while self._frames:
                frame = self._frames.popleft()
                self._bytes -= len(frame)
                await self._send(frame)
            if self._closed or self.overflowed.done():
                return
            self._filled = loop.create_future()
            await self._filled
            self._filled = None
