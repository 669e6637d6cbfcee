"""Limits per client address: the request rate and the number of open sockets."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from litestar.enums import ScopeType

from oddtrick.server.errors import ApiError, send_api_error
from oddtrick.server.security.rate_limit import rate_limit_error
from oddtrick.server.security.trusted_proxies import client_address

if TYPE_CHECKING:
    from litestar.types import ASGIApp, Receive, Scope, Send

    from oddtrick.server.limits import Limits
    from oddtrick.server.security.rate_limit import RateLimiter


class ConnectionCounter:
    """Counts the open sockets by address.

    Args:
        limits: the maximum numbers.
    """

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._open: Counter[str] = Counter()
        self.total = 0

    def __len__(self) -> int:
        return len(self._open)

    def enter(self, address: str) -> ApiError | None:
        """Counts a new socket of an address, or returns the error if it is over a limit."""
        if self.total >= self._limits.connections:
            return ApiError(503, "full", "the server is full: try again later", retry_after=30)
        if self._open[address] >= self._limits.connections_by_address:
            message = "too many connections from your address: close another first"
            return ApiError(429, "limit", message, retry_after=10)
        self._open[address] += 1
        self.total += 1
        return None

    def leave(self, address: str) -> None:
        """Counts a closed socket."""
        self.total -= 1
        self._open[address] -= 1
        if not self._open[address]:
            del self._open[address]


def limit_connections(app: ASGIApp, limiter: RateLimiter, sockets: ConnectionCounter) -> ASGIApp:
    """Rejects requests and sockets of an address that is over its limits."""

    async def middleware(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await app(scope, receive, send)
            return
        address = client_address(scope)
        if wait := limiter.wait(requests_by_address=address):
            await send_api_error(scope, receive, send, rate_limit_error(wait))
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
