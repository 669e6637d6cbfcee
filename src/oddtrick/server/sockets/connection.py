"""One WebSocket: receives frames, queues and sends frames, and knows why it closed."""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from itertools import count
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from oddtrick.server.errors import log_error, to_api_error
from oddtrick.server.parts import part_of
from oddtrick.server.protocol import FRAME_BYTES, RefusedFrame
from oddtrick.server.rooms.table_service import TableService
from oddtrick.server.security.connection_guard import guard_of
from oddtrick.server.security.input_budget import InputBudget
from oddtrick.server.security.rate_limit import RateLimiter
from oddtrick.server.security.trusted_proxies import client_address

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from litestar import WebSocket

    from oddtrick.server.people.principal import Principal
    from oddtrick.server.protocol import ServerFrame


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


T = TypeVar("T")

_encode = msgspec.json.Encoder().encode
_numbers = count()

NORMAL = 1000
GOING_AWAY = 1001
UNREADABLE = 1003
NOT_ALLOWED = 1008
TOO_BIG = 1009
RESTART = 1012
TRY_LATER = 1013
TOO_SLOW = 4008
TOO_MUCH = 4029
"""Close codes. The last two are private, named after HTTP's 408 and 429. A client that was too slow
reconnects with the ``seq`` that it knows; one that sent too much must send less."""

TOO_MANY_REQUESTS = 429

RESTARTS = "the server is restarting: reconnect in a moment"

SILENCE_SECONDS = 90.0
"""A client that has sent nothing for this long, not even a ping, is taken to be gone."""

FLUSH_SECONDS = 1.0
"""Time for the last frames and the closing handshake of a client that hardly reads."""


class ConnectionClosed(Exception):  # the end of a connection is no error
    """The connection is over.

    Args:
        code: the close code to send; None if the other end has closed it.
        reason: one line for the developer of the client.
    """

    def __init__(self, code: int | None = None, reason: str = "") -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason


class Connection:
    """A WebSocket that has been accepted.

    Args:
        socket: the framework's socket.
        person: the person's id, or None.
        name: the person's name.
    """

    def __init__(self, socket: WebSocket[Any, Any, Any], person: str | None, name: str) -> None:
        self._socket = socket
        self.person = person
        self.name = name
        self.principal: Principal | None = None
        """The principal whose credential is checked again while connected; None: anonymous."""
        self._outbox = Outbox(self._send)
        self.push = self._outbox.push
        """Queues an encoded frame; never waits, never raises."""
        self._loop = asyncio.get_running_loop()
        self._end_requested: asyncio.Future[ConnectionClosed] | None = None
        self._waiting_since: float | None = None
        """The time since when the reader waits for a frame; None while it handles one."""
        self._silence_timer: asyncio.TimerHandle | None = None
        if (guard := guard_of(socket.scope)) is not None:
            limiter = part_of(socket, RateLimiter)
            budget = InputBudget(limiter, str(next(_numbers)), client_address(socket.scope), person)
            guard.start_reading(budget, lambda why: self.end(ConnectionClosed(TOO_MUCH, why)))

    def tell(self, frame: ServerFrame) -> None:
        """Queues a frame that is not encoded yet."""
        self._outbox.push(_encode(frame))

    def refuse(self, re: str | None, code: str, message: str, *, retry: bool = False) -> None:
        """Queues a refusal."""
        self.tell(RefusedFrame(re=re, code=code, message=message, retry=retry))

    def turn_away(self, error: Exception) -> ConnectionClosed:
        """Queues the reason for which a client may not come in; returns the connection's end."""
        api_error = to_api_error(error)
        log_error(error, api_error)
        is_temporary = api_error.status == TOO_MANY_REQUESTS or api_error.status >= 500
        self.refuse(None, api_error.code, str(error), retry=is_temporary)
        return ConnectionClosed(TRY_LATER if is_temporary else NOT_ALLOWED, api_error.code)

    def end(self, closed: ConnectionClosed) -> None:
        """Ends the connection from this side, after the frames that are queued."""
        if self._end_requested is not None and not self._end_requested.done():
            self._end_requested.set_result(closed)

    def restart(self) -> None:
        """Ends the connection because this worker stops; the client reconnects."""
        self.end(ConnectionClosed(RESTART, RESTARTS))

    async def _send(self, frame: bytes) -> None:
        await self._socket.send({"type": "websocket.send", "text": frame.decode(), "bytes": None})

    async def receive(self) -> str:
        """Returns the next frame.

        Raises:
            ConnectionClosed: there is none, or it is not a text of the permitted length.
        """
        self._waiting_since = self._loop.time()
        message: Any = await self._socket.receive()
        self._waiting_since = None
        if message["type"] == "websocket.disconnect":
            raise ConnectionClosed
        text: str | None = message.get("text")
        if text is None:
            raise ConnectionClosed(UNREADABLE, "send text, not bytes")
        if len(text) > FRAME_BYTES:
            raise ConnectionClosed(TOO_BIG, "a frame has at most 16 KB")
        return text

    async def converse(self, reading: Any) -> ConnectionClosed:
        """Receives and sends concurrently until either ends, then closes.

        Args:
            reading: a coroutine that handles frames until :class:`ConnectionClosed`.

        Returns:
            The reason why the connection ended.
        """
        end_requested: asyncio.Future[ConnectionClosed] = self._loop.create_future()
        self._end_requested = end_requested
        connections = part_of(self._socket, TableService).connections
        connections.add(self)
        sender = asyncio.ensure_future(self._outbox.run())
        reader = asyncio.ensure_future(reading)
        self._check_silence()
        parts = {sender, reader, end_requested, self._outbox.overflowed}
        closed = ConnectionClosed(GOING_AWAY)
        try:
            await asyncio.wait(parts, return_when=asyncio.FIRST_COMPLETED)
            closed = self._reason(reader, sender, end_requested)
        except asyncio.CancelledError:
            closed = ConnectionClosed(RESTART, RESTARTS)
            raise
        finally:
            await self._shut_down(reader, sender, closed)
            connections.discard(self)
        return closed

    async def _shut_down(
        self, reader: asyncio.Future[Any], sender: asyncio.Future[Any], closed: ConnectionClosed
    ) -> None:
        if self._silence_timer is not None:
            self._silence_timer.cancel()
        reader.cancel()
        self._outbox.close()
        await _finish_sending(sender, flush=closed.code not in (None, TOO_SLOW))
        await asyncio.gather(reader, return_exceptions=True)
        if closed.code is not None:
            with contextlib.suppress(Exception):
                async with asyncio.timeout(FLUSH_SECONDS):
                    await self._socket.close(closed.code, closed.reason)

    def _check_silence(self) -> None:
        """Ends a silent connection: one timer for each connection rather than for each frame."""
        now = self._loop.time()
        since = now if self._waiting_since is None else self._waiting_since
        left = since + SILENCE_SECONDS - now
        if left > 0:
            self._silence_timer = self._loop.call_later(left, self._check_silence)
        else:
            self.end(ConnectionClosed(GOING_AWAY, "nothing received for too long"))

    def _reason(
        self,
        reader: asyncio.Future[Any],
        sender: asyncio.Future[Any],
        end_requested: asyncio.Future[ConnectionClosed],
    ) -> ConnectionClosed:
        """Returns why the connection has ended, or raises the reader's unexpected error."""
        if self._outbox.overflowed.done():
            return ConnectionClosed(TOO_SLOW, "reading too slowly: reconnect with your last seq")
        if end_requested.done():
            return end_requested.result()
        if sender.done():
            sender.exception()
            return ConnectionClosed(None)  # the other end is gone
        error = reader.exception()
        if isinstance(error, ConnectionClosed):
            return error
        if error is not None:
            raise error
        return ConnectionClosed(NORMAL)


async def _finish_sending(sender: asyncio.Future[Any], *, flush: bool) -> None:
    """Stops the sender, after the last frames if the other end still reads."""
    if flush and not sender.done():
        await asyncio.wait({sender}, timeout=FLUSH_SECONDS)
    sender.cancel()
    await asyncio.gather(sender, return_exceptions=True)
