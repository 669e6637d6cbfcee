"""A time limit for the bodies of requests, so that slow uploads do not hold the server up."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from litestar.enums import ScopeType

from oddtrick.server.errors import ApiError

if TYPE_CHECKING:
    from litestar.types import ASGIApp, HTTPReceiveMessage, Receive, Scope, Send

GRACE_SECONDS = 15.0
BYTES_PER_SECOND = 128 * 1024
"""A body may take the grace, and the time that it takes at this rate."""


def limit_body_time(app: ASGIApp) -> ASGIApp:
    """Ends requests whose body arrives too slowly, with 408."""

    async def middleware(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP:
            await app(scope, receive, send)
            return
        until: float | None = None
        is_complete = False

        async def receive_in_time() -> HTTPReceiveMessage:
            nonlocal until, is_complete
            if is_complete:  # the application waits for the client to leave
                return await receive()  # type: ignore[return-value]  # of an HTTP request
            if until is None:  # time in which the application does not read is not the client's
                until = asyncio.get_running_loop().time() + GRACE_SECONDS
            try:
                async with asyncio.timeout_at(until):
                    message = await receive()
            except TimeoutError:
                raise ApiError(408, "too-slow", "the body arrived too slowly") from None
            if message["type"] == "http.request":
                until += len(message["body"]) / BYTES_PER_SECOND
                is_complete = not message["more_body"]
            return message  # type: ignore[return-value]  # of an HTTP request

        await app(scope, receive_in_time, send)

    return middleware
