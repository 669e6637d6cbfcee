"""Bodies of requests: read within a time, at a rate by address, and to the end.

Large uploads take a slot: one at a time per person, and few in all, because each takes memory.

What is read is parsed in the event loop, a millisecond and more for a megabyte. A request that is
refused unread costs as much: its client sends the body before it looks at the answer, and uvicorn
reads on at full speed after a response.
"""

from __future__ import annotations

import asyncio
import contextlib
import ctypes
import sys
from typing import TYPE_CHECKING

from litestar.enums import ScopeType

from oddtrick.server.errors import ApiError, send_api_error
from oddtrick.server.security.connection_limits import closing
from oddtrick.server.security.fair_queue import (
    Asker,
    Bounds,
    FairQueue,
    Shares,
    Turn,
    begin_turn,
    wait_for_turn,
)
from oddtrick.server.security.trusted_proxies import client_address

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from litestar.types import ASGIApp, HTTPReceiveMessage, HTTPScope, Message, Receive, Scope, Send

    from oddtrick.server.limits import Limits
    from oddtrick.server.security.rate_limit import RateLimiter


GRACE_SECONDS = 15.0
BYTES_PER_SECOND = 128 * 1024
"""A body may take the grace, and the time that it takes at this rate."""

MOST_UNREAD = 64 * 2**20
"""Bytes that are read of a body that nobody wants, so that the client gets to see the answer. After
more than these the connection is closed."""

TOKEN_BYTES = 1024

NO_LENGTH = ApiError(411, "invalid", "send Content-Length: bodies of unknown length are not read")
"""A chunk costs as much as hundreds of bytes, and is parsed before it can be paid for: at the rate
of bodies, an address could keep the event loop busy with chunks of a byte."""


def limit_bodies(app: ASGIApp, limiter: RateLimiter) -> ASGIApp:
    """Reads bodies at the rate of their address; ends those that arrive too slowly, with 408."""

    async def middleware(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP or not _has_body(scope):
            await app(scope, receive, send)
            return
        if any(name == b"transfer-encoding" for name, _ in scope["headers"]):
            await send_api_error(scope, receive, closing(send), NO_LENGTH)
            return
        body = _Body(scope, receive, limiter)

        async def send_after_body(message: Message) -> None:
            if message["type"] == "http.response.start" and not await body.finish():
                message["headers"] = [*message["headers"], (b"connection", b"close")]
            await send(message)

        await app(scope, body.receive, send_after_body)

    return middleware


def _has_body(scope: HTTPScope) -> bool:
    return any(
        name == b"transfer-encoding" or (name == b"content-length" and value != b"0")
        for name, value in scope["headers"]
    )


class _Body:
    """The body of one request.

    Args:
        scope: the scope of the request.
        receive: receives its next part.
        limiter: the rate limits.
    """

    def __init__(self, scope: HTTPScope, receive: Receive, limiter: RateLimiter) -> None:
        self._receive = receive
        self._buckets = limiter.buckets("body_kilobytes_by_address")
        self._clock = limiter.clock
        self._address = client_address(scope)
        self._size = 0
        self._until: float | None = None
        self._is_complete = False
        # The client sends the body only when it is asked for it.
        self._is_held_back = any(name == b"expect" for name, _ in scope["headers"])

    async def receive(self) -> HTTPReceiveMessage:
        """Receives the next part; when there is none, waits for the client to leave.

        Raises:
            ApiError: 408, it arrives too slowly.
        """
        if self._is_complete:
            return await self._receive()  # type: ignore[return-value]  # of an HTTP request
        if self._until is None:  # time in which the application does not read is not the client's
            self._until = asyncio.get_running_loop().time() + GRACE_SECONDS
        try:
            async with asyncio.timeout_at(self._until):
                message = await self._receive()
        except TimeoutError:
            raise ApiError(408, "too-slow", "the body arrived too slowly") from None
        if message["type"] == "http.request":
            size = len(message["body"])
            self._size += size
            self._is_complete = not message["more_body"]
            wait = await self._pay(size)
            self._until += wait + size / BYTES_PER_SECOND
        return message  # type: ignore[return-value]  # of an HTTP request

    async def finish(self) -> bool:
        """Reads what nobody has read; returns False if the connection has to be closed instead."""
        if self._is_held_back and not self._size:
            return False
        try:
            while not self._is_complete and self._size <= MOST_UNREAD:
                if (await self.receive())["type"] != "http.request":
                    return False
        except ApiError:
            return False
        return self._is_complete

    async def _pay(self, size: int) -> float:
        """Takes the tokens for some bytes; returns the seconds that it has waited for them."""
        tokens = -(-size // TOKEN_BYTES)
        wait = self._buckets.reserve(self._address, self._clock(), tokens) if tokens else 0.0
        if wait:
            await asyncio.sleep(wait)  # unread meanwhile, so that TCP pushes back on the client
        return wait


WAIT_SECONDS = 20.0
"""Time for which an upload waits for a slot, unread."""


TRIM_SECONDS = (0.2, 2.0)
"""Times after which the answer has been sent and the upload is no longer referenced: at once for
the next upload, and again where a busy machine was slower."""


class UploadSlots:
    """The uploads of one worker.

    Args:
        limits: ``uploads_at_once`` and ``uploads_waiting``.
    """

    def __init__(self, limits: Limits) -> None:
        at_once = limits.uploads_at_once
        most = at_once + limits.uploads_waiting
        bounds = Bounds(most, by_address=-(-most // 2), by_person=1)
        # A body may take a minute to arrive: no address holds every slot.
        self._queue: FairQueue[Turn] = FairQueue(
            at_once, begin_turn, Shares(bounds, BUSY), max(1, at_once - 1)
        )

    @contextlib.asynccontextmanager
    async def take(self, uploader: Asker) -> AsyncIterator[None]:
        """Waits for a slot and holds it; nothing of the body may be read before.

        Args:
            uploader: who sends it; a person may send one at a time, and who is not known counts as
                the person of their address.

        Raises:
            ApiError: 429, another upload of theirs is under way, or too many of their address; 503,
                too many uploads wait.
        """
        uploader = uploader._replace(person=uploader.person or uploader.address)
        try:
            async with asyncio.timeout(WAIT_SECONDS):
                turn = await wait_for_turn(self._queue, uploader)
        except TimeoutError:
            raise ApiError(503, "busy", BUSY, retry_after=10) from None
        try:
            yield
        finally:
            self._queue.discard(turn)
            for seconds in TRIM_SECONDS:
                asyncio.get_running_loop().call_later(seconds, return_memory)


BUSY = "too many uploads at once: try again in a moment"


def return_memory() -> None:
    """Returns freed memory to the operating system, which the C library would keep."""
    if sys.platform == "linux":
        with contextlib.suppress(OSError, AttributeError):  # another C library than glibc
            ctypes.CDLL(None).malloc_trim(0)
