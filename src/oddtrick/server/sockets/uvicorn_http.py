"""uvicorn's HTTP protocol with a time limit for headers and a limit of connections by address.

uvicorn waits for the rest of a request for ever, so idle half-requests could take all descriptors.
Like ``uvicorn_protocol.py``, this module extends a class that uvicorn does not document:
``tests/server/test_framework_internals.py`` names each member that is used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from uvicorn.protocols.http.h11_impl import H11Protocol

from oddtrick.server.security.connection_limits import AddressCounter
from oddtrick.server.security.trusted_proxies import counted_address, is_in

if TYPE_CHECKING:
    import asyncio

    from h11 import Request
    from uvicorn.protocols.http.h11_impl import RequestResponseCycle

    from oddtrick.server.settings import Settings

HEADER_SECONDS = 10.0
"""Time for the headers of a request, from its first byte or from the opening of the connection."""

TIMED_OUT = b"HTTP/1.1 408 Request Timeout\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
TOO_MANY = (
    b"HTTP/1.1 429 Too Many Requests\r\nretry-after: 10\r\ncontent-length: 0\r\n"
    b"connection: close\r\n\r\n"
)


class GuardedHttpProtocol(H11Protocol):
    """uvicorn's HTTP protocol; for ``uvicorn.Config(http=guarded_http(settings))``."""

    connections_by_address: AddressCounter
    """The open connections, without those that have become WebSockets."""
    proxies: tuple[str, ...] = ()
    """Their connections are not counted, because all clients share them."""

    _address: str | None = None
    _timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Counts the connection, or refuses it."""
        super().connection_made(transport)
        host = self.client[0] if self.client else ""
        if not is_in(host, self.proxies):
            address = counted_address(host)
            if not self.connections_by_address.enter(address):
                transport.write(TOO_MANY)
                transport.close()
                return
            self._address = address
        self._start_timer()

    def connection_lost(self, exc: Exception | None) -> None:
        """Counts the connection as closed."""
        self._stop_timer()
        self._leave()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Parses data; starts the timer if it leaves a request without all of its headers."""
        if self.transport.is_closing():
            return
        super().data_received(data)
        if self._awaits_headers():
            self._start_timer()
        else:
            self._stop_timer()

    def handle_websocket_upgrade(self, event: Request) -> None:
        """Hands the connection over; open WebSockets are counted by the application."""
        self._stop_timer()
        self._leave()
        super().handle_websocket_upgrade(event)

    def _awaits_headers(self) -> bool:
        cycle: RequestResponseCycle | None = self.cycle  # None before the first request
        is_http = self.transport.get_protocol() is self
        return is_http and (cycle is None or cycle.response_complete)

    def _start_timer(self) -> None:
        if self._timer is None:  # bytes that trickle in do not extend the time
            self._timer = self.loop.call_later(HEADER_SECONDS, self._expire)

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _expire(self) -> None:
        self._timer = None
        if self._awaits_headers() and not self.transport.is_closing():
            self.transport.write(TIMED_OUT)
            self.transport.close()

    def _leave(self) -> None:
        if self._address is not None:
            self.connections_by_address.leave(self._address)
            self._address = None


def guarded_http(settings: Settings) -> type[GuardedHttpProtocol]:
    """Returns the protocol class of one worker."""
    members: dict[str, Any] = {
        "connections_by_address": AddressCounter(settings.limits.requests_open_by_address),
        "proxies": settings.proxies,
    }
    return type("HttpProtocol", (GuardedHttpProtocol,), members)
