"""One WebSocket: frames in, frames out, and why it ends."""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from oddtrick.server.protocol import FRAME_BYTES, RefusedFrame
from oddtrick.server.sockets.outbox import Outbox
from oddtrick.server.sockets.uvicorn_protocol import find_protocol

if TYPE_CHECKING:
    from collections.abc import Callable

    from litestar import WebSocket

    from oddtrick.server.protocol import ServerFrame

T = TypeVar("T")

_encode = msgspec.json.Encoder().encode

NORMAL = 1000
GOING_AWAY = 1001
UNREADABLE = 1003
NOT_ALLOWED = 1008
TOO_BIG = 1009
RESTART = 1012
TRY_LATER = 1013
TOO_SLOW = 4008
"""Close codes; the last is ours: come back with the ``seq`` that you know."""

RESTARTS = "the server is restarting: reconnect in a moment"

SILENCE_SECONDS = 90.0
"""A client that has not sent anything for so long, not even a ping, is taken to have gone."""

LAST_SECONDS = 1.0
"""How long the last frames may take to one who hardly reads."""


class ConnectionClosed(Exception):  # the end of a connection is no error
    """The connection is over.

    Args:
        code: with which it is closed; None: the other end has closed it.
        reason: for whoever reads it.
    """

    def __init__(self, code: int | None = None, reason: str = "") -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason


class Connection:
    """A WebSocket that has been accepted.

    Args:
        socket: the framework's.
        person: whose it is, or None.
        name: what they are called.
    """

    def __init__(self, socket: WebSocket[Any, Any, Any], person: str | None, name: str) -> None:
        self._socket = socket
        self.person = person
        self.name = name
        wire = self._wire = find_protocol(socket.scope)
        self._receive = socket.receive if wire is None else wire.receive
        self._outbox = Outbox(self._send) if wire is None else Outbox(self._send, wire.write_text)
        self.push = self._outbox.push
        """Sends a frame some time soon; never waits, never raises."""
        self._loop = asyncio.get_running_loop()
        self._told_to_end: asyncio.Future[ConnectionClosed] | None = None
        self._waits_since: float | None = None
        self._silence: asyncio.TimerHandle | None = None
        self._take: Callable[[bytes], bool] | None = None
        self._busy = False
        self._free: asyncio.Future[None] | None = None

    def tell(self, frame: ServerFrame) -> None:
        """The same with a frame that is not encoded yet."""
        self._outbox.push(_encode(frame))

    def refuse(self, re: str | None, code: str, message: str, *, retry: bool = False) -> None:
        """Refuses something."""
        self.tell(RefusedFrame(re=re, code=code, message=message, retry=retry))

    def end(self, ended: ConnectionClosed) -> None:
        """Ends the connection from our side, after what was pushed so far."""
        if self._told_to_end is not None and not self._told_to_end.done():
            self._told_to_end.set_result(ended)

    def restart(self) -> None:
        """Ends the connection because this worker stops; the client reconnects."""
        self.end(ConnectionClosed(RESTART, RESTARTS))

    async def _send(self, frame: bytes) -> None:
        await self._socket.send({"type": "websocket.send", "text": frame.decode(), "bytes": None})

    def take_at_once(self, take: Callable[[bytes], bool]) -> None:
        """Has texts taken in the call that brings them, while the reading has nothing else to do.

        Args:
            take: is handed a text; False: it is none for this, and is read as usual. If it says
                :meth:`begin`, what comes next waits for :meth:`done`.
        """
        self._take = take
        if self._wire is not None:
            self._wire.heard = self._heard

    def _heard(self, text: bytes) -> bool:
        if self._busy or self._waits_since is None or self._take is None or not self._take(text):
            return False
        self._waits_since = self._loop.time()
        return True

    def begin(self) -> None:
        """What was taken at once is not done yet."""
        self._busy = True

    def done(self) -> None:
        """It is; the next frame may be looked at."""
        self._busy = False
        if self._free is not None and not self._free.done():
            self._free.set_result(None)

    async def receive(self) -> str:
        """The next frame.

        Raises:
            ConnectionClosed: there is none any more, or it is none of ours.
        """
        self._waits_since = self._loop.time()
        message: Any = await self._receive()
        self._waits_since = None
        if self._busy:
            self._free = self._loop.create_future()
            await self._free
        if message["type"] == "websocket.disconnect":
            raise ConnectionClosed
        text: str | None = message.get("text")
        if text is None:
            raise ConnectionClosed(UNREADABLE, "send text, not bytes")
        if len(text) > FRAME_BYTES:
            raise ConnectionClosed(TOO_BIG, "a frame has at most 16 KB")
        return text

    async def converse(self, reading: Any) -> ConnectionClosed:
        """Reads and sends side by side until one of them ends, then closes.

        Args:
            reading: a coroutine that reads frames and acts on them until :class:`ConnectionClosed`.

        Returns:
            How it has ended.
        """
        told: asyncio.Future[ConnectionClosed] = asyncio.get_running_loop().create_future()
        self._told_to_end = told
        sender = asyncio.ensure_future(self._outbox.run())
        reader = asyncio.ensure_future(reading)
        self._watch(reader)
        parts = {sender, reader, told, self._outbox.overflown}
        ended = ConnectionClosed(GOING_AWAY)
        try:
            await asyncio.wait(parts, return_when=asyncio.FIRST_COMPLETED)
            ended = self._why(reader, sender, told)
        except asyncio.CancelledError:
            ended = ConnectionClosed(RESTART, RESTARTS)
            raise
        finally:
            if self._silence is not None:
                self._silence.cancel()
            if self._wire is not None:
                self._wire.heard = None
            reader.cancel()
            self._outbox.close()
            await _finish(sender, flush=ended.code not in (None, TOO_SLOW))
            await asyncio.gather(reader, return_exceptions=True)
            if ended.code is not None:
                with contextlib.suppress(Exception):
                    async with asyncio.timeout(LAST_SECONDS):  # of those that don't read
                        await self._socket.close(ended.code, ended.reason)
        return ended

    def _watch(self, reader: asyncio.Future[Any]) -> None:
        """Ends the reading if nothing is heard for too long: one timer, and none for each frame."""
        loop = self._loop
        since = loop.time() if self._waits_since is None else self._waits_since
        left = since + SILENCE_SECONDS - loop.time()
        if left > 0:
            self._silence = loop.call_later(left, self._watch, reader)
        else:
            self.end(ConnectionClosed(GOING_AWAY, "nothing was heard of you for too long"))

    def _why(
        self,
        reader: asyncio.Future[Any],
        sender: asyncio.Future[Any],
        told: asyncio.Future[ConnectionClosed],
    ) -> ConnectionClosed:
        """Why the connection has ended; what nobody foresaw is raised."""
        if self._outbox.overflown.done():
            return ConnectionClosed(
                TOO_SLOW, "you read too slowly: come back with the seq that you know"
            )
        if told.done():
            return told.result()
        if sender.done():
            sender.exception()
            return ConnectionClosed(None)  # the other end has gone
        error = reader.exception()
        if isinstance(error, ConnectionClosed):
            return error
        if error is not None:
            raise error
        return ConnectionClosed(NORMAL)


async def _finish(sender: asyncio.Future[Any], *, flush: bool) -> None:
    """Lets the last frames out, if the other end takes them without delay."""
    if flush and not sender.done():
        await asyncio.wait({sender}, timeout=LAST_SECONDS)
    sender.cancel()
    await asyncio.gather(sender, return_exceptions=True)
