"""Limits per client address: the request rate and the number of open sockets."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import TYPE_CHECKING

from litestar.enums import ScopeType

from oddtrick.server.errors import ApiError, send_api_error
from oddtrick.server.security.rate_limit import RateKeys, rate_limit_error
from oddtrick.server.security.trusted_proxies import client_address

if TYPE_CHECKING:
    from litestar.types import ASGIApp, Message, Receive, Scope, Send

    from oddtrick.server.limits import Limits
    from oddtrick.server.security.rate_limit import RateLimiter


FILES = "/web/"
"""The prefix of the files of the page, of which a browser loads dozens at its first visit."""


REFUSAL_SECONDS = 1.0
"""The longest time after which a request over a rate limit is refused."""


class AddressCounter:
    """Counts open things by address, up to a number each.

    Args:
        most: the maximum number of one address.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._open: Counter[str] = Counter()

    def __len__(self) -> int:
        return len(self._open)

    def enter(self, address: str) -> bool:
        """Counts one more of an address; False if that is too many."""
        if self._open[address] >= self._most:
            return False
        self._open[address] += 1
        return True

    def leave(self, address: str) -> None:
        """Counts one as closed."""
        self._open[address] -= 1
        if not self._open[address]:
            del self._open[address]


class ConnectionCounter:
    """Counts the open sockets by address.

    Args:
        limits: the maximum numbers.
    """

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._open = AddressCounter(limits.connections_by_address)
        self.total = 0

    def __len__(self) -> int:
        return len(self._open)

    def enter(self, address: str) -> ApiError | None:
        """Counts a new socket of an address, or returns the error if it is over a limit."""
        if self.total >= self._limits.connections:
            return ApiError(503, "full", "the server is full: try again later", retry_after=30)
        if not self._open.enter(address):
            message = "too many connections from your address: close another first"
            return ApiError(429, "limit", message, retry_after=10)
        self.total += 1
        return None

    def leave(self, address: str) -> None:
        """Counts a closed socket."""
        self.total -= 1
        self._open.leave(address)


def _rates_of(scope: Scope, address: str) -> RateKeys:
    """Returns the rates under which a request or socket falls."""
    if scope["type"] == ScopeType.WEBSOCKET:
        return {"requests_by_address": address, "sockets_by_address": address}
    is_file = scope["path"].startswith(FILES)
    return {"files_by_address": address} if is_file else {"requests_by_address": address}


def closing(send: Send) -> Send:
    """Ends the connection after the response, so that a flood needs a new one each time."""

    async def send_and_close(message: Message) -> None:
        if message["type"] == "http.response.start":
            message["headers"] = [*message["headers"], (b"connection", b"close")]
        await send(message)

    return send_and_close


def limit_connections(app: ASGIApp, limiter: RateLimiter, sockets: ConnectionCounter) -> ASGIApp:
    """Rejects requests and sockets of an address that is over its limits."""

    async def middleware(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await app(scope, receive, send)
            return
        address = client_address(scope)
        if wait := limiter.wait(**_rates_of(scope, address)):
            # Open connections are limited, so a delay limits how many refusals a flood gets.
            await asyncio.sleep(min(wait, REFUSAL_SECONDS))
            await send_api_error(scope, receive, closing(send), rate_limit_error(wait))
        elif scope["type"] == ScopeType.HTTP:
            await app(scope, receive, send)
        elif error := sockets.enter(address):
            await send_api_error(scope, receive, send, error)
        else:
            try:
                await app(scope, receive, send)
            finally:
                sockets.leave(address)

    return middleware
