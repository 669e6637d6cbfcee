"""A guard between each connection and uvicorn: limits their number, their headers, their input.

uvicorn waits for the rest of a request for ever, and answers the control frames of a socket without
asking the application. The guard is an asyncio protocol of its own in front of uvicorn's, and sees
bytes only: of HTTP it knows where headers end, of WebSockets that a connection has become one.
"""

from __future__ import annotations

import asyncio
import re
from typing import TYPE_CHECKING, Any

from uvicorn.protocols.http.h11_impl import H11Protocol

from oddtrick.server.security.connection_limits import AddressCounter
from oddtrick.server.security.input_budget import SLICE_BYTES
from oddtrick.server.security.trusted_proxies import counted_address, is_in

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from oddtrick.server.security.input_budget import InputBudget
    from oddtrick.server.settings import Settings

STATE_KEY = "oddtrick.guard"
"""The key of the guard in the state of a socket's ASGI scope."""

HEADER_SECONDS = 10.0
"""Time for the headers of a request, from its first byte or from the opening of the connection."""

HEADER_BYTES = 16 * 1024
"""The most bytes of a request's headers, as in h11 itself; uvicorn's default is four times that."""

LINGER_SECONDS = 2.0
"""Time for what is still to be sent on a socket that is closed; then the connection is cut."""

HEADER_SLICE_BYTES = 4096
BODY_SLICE_BYTES = 64 * 1024
"""Bytes of a request that are parsed before others have their turn, among them the application: it
refuses a body in chunks after the first of them. Smaller parts of bodies leave holes in memory."""

TOO_MUCH_INPUT = "too many frames: send less, and reconnect"
TIMED_OUT = b"HTTP/1.1 408 Request Timeout\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
TOO_MANY = (
    b"HTTP/1.1 429 Too Many Requests\r\nretry-after: 10\r\ncontent-length: 0\r\n"
    b"connection: close\r\n\r\n"
)
_END_OF_HEADERS = re.compile(rb"\n\r?\n")
_CONTINUE = b"HTTP/1.1 100"


class ConnectionGuard(asyncio.Protocol):
    """The guard of one connection; for ``uvicorn.Config(http=guarded_http(settings))``.

    Args:
        app_state: the state that uvicorn copies into each scope.
        **uvicorn: the other arguments of uvicorn's protocols.
    """

    connections_by_address: AddressCounter
    """The open connections, without WebSockets that have been accepted."""
    proxies: tuple[str, ...] = ()
    """Their connections are not counted, because all clients share them."""

    def __init__(self, *, app_state: dict[str, Any], **uvicorn: Any) -> None:
        self._loop = asyncio.get_running_loop()
        self._inner: asyncio.Protocol = H11Protocol(
            app_state={**app_state, STATE_KEY: self}, **uvicorn
        )
        self._transport: asyncio.Transport
        self._address: str | None = None
        self._is_refused = self._is_socket = False
        self._tail, self._has_headers = b"", False
        self._header_timer: asyncio.TimerHandle | None = None
        self._budget: InputBudget | None = None
        self._on_flood: Callable[[str], None]
        self._unread, self._taken = b"", 0
        self._is_held = False
        """uvicorn has a message that the application has not taken yet."""
        self._slice_timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Counts the connection, or refuses it."""
        self._transport = transport
        host = (transport.get_extra_info("peername") or ("",))[0]
        if not is_in(host, self.proxies):
            address = counted_address(host)
            if not self.connections_by_address.enter(address):
                self._is_refused = True
                transport.write(TOO_MANY)
                transport.close()
                return
            self._address = address
        self._inner.connection_made(_GuardedTransport(self, transport))
        self._start_header_timer()

    def connection_lost(self, exc: Exception | None) -> None:
        """Counts the connection as closed."""
        self._leave_http()
        if self._slice_timer is not None:
            self._slice_timer.cancel()
        self._unread = b""
        if not self._is_refused:
            self._inner.connection_lost(exc)

    def pause_writing(self) -> None:
        """Passes on that the client does not keep up."""
        self._inner.pause_writing()

    def resume_writing(self) -> None:
        """Passes on that the client has caught up."""
        self._inner.resume_writing()

    def data_received(self, data: bytes) -> None:
        """Passes data on in slices, of sockets as fast as the budget allows."""
        # What has been taken stays until the rest is: copies of it would cost memory and time.
        self._unread = self._unread[self._taken :] + data
        self._taken = 0
        if self._slice_timer is None:
            self._pass_on()

    def _look_for_headers(self, data: bytes) -> None:
        if not self._has_headers:
            # Bytes that trickle in do not extend the time.
            self._tail += data
            self._has_headers = _END_OF_HEADERS.search(self._tail) is not None
            self._tail = self._tail[-2:]
            if self._has_headers:
                self._stop_header_timer()
            else:
                self._start_header_timer()

    def on_write(self, data: bytes) -> None:
        """Notes that uvicorn responds: what arrives next begins another request."""
        if not data.startswith(_CONTINUE):
            self._tail, self._has_headers = b"", False
            self._stop_header_timer()

    def become_socket(self, protocol: asyncio.Protocol) -> None:
        """Hands over to uvicorn's protocol for sockets."""
        self._stop_header_timer()
        self._inner, self._is_socket = protocol, True

    def start_reading(self, budget: InputBudget, on_flood: Callable[[str], None]) -> None:
        """Reads from a WebSocket that has been accepted; until then its data waits.

        From here on the application counts it. One that is refused is counted as a connection.

        Args:
            budget: limits what is read.
            on_flood: ends a connection that keeps sending more; it is called with the reason.
        """
        self._leave_http()
        self._budget, self._on_flood = budget, on_flood
        self._pass_on()

    def hold(self, *, is_held: bool) -> None:
        """Stops or goes on with passing data on, as uvicorn asks."""
        self._is_held = is_held
        if not self._is_socket:
            # Not at once: uvicorn asks in the middle of its handling of the slice before.
            if self._unread and not is_held and self._slice_timer is None:
                self._slice_timer = self._loop.call_later(0, self._pass_on)
            self._set_reading()
        elif not is_held and self._slice_timer is None:
            self._pass_on()

    def _pass_on(self) -> None:
        """Passes one slice on, and the rest when it is paid for and others have had their turn."""
        self._slice_timer = None
        if self._transport.is_closing():
            self._unread = b""
            return
        if self._unread and not self._is_held:
            if not self._is_socket:
                self._pass_request_on()
            elif self._budget is not None:
                self._pass_frames_on(self._budget)
        self._set_reading()

    def _pass_request_on(self) -> None:
        piece = self._take(BODY_SLICE_BYTES if self._has_headers else HEADER_SLICE_BYTES)
        self._look_for_headers(piece)
        self._inner.data_received(piece)
        # It may have become a socket, whose frames wait until it has been accepted.
        if self._unread and not self.is_socket and self._slice_timer is None:
            self._slice_timer = self._loop.call_later(0, self._pass_on)

    def _pass_frames_on(self, budget: InputBudget) -> None:
        piece = self._take(SLICE_BYTES)
        delay = budget.charge(len(piece))
        if budget.is_exceeded:
            self._unread, self._budget = b"", None
            self._loop.call_later(2 * LINGER_SECONDS, self._transport.abort)
            self._on_flood(TOO_MUCH_INPUT)
            return
        self._inner.data_received(piece)
        if delay or self._unread:
            self._slice_timer = self._loop.call_later(delay, self._pass_on)

    def _take(self, size: int) -> bytes:
        piece = self._unread[self._taken : self._taken + size]
        self._taken += size
        if self._taken >= len(self._unread):
            self._unread, self._taken = b"", 0
        return piece

    def _set_reading(self) -> None:
        """Reads on unless something waits; uvicorn's holds alone cost no system call."""
        if not self._transport.is_closing():
            is_wanted = self._budget is not None if self._is_socket else not self._is_held
            is_idle = is_wanted and not self._unread and self._slice_timer is None
            (self._transport.resume_reading if is_idle else self._transport.pause_reading)()

    def _start_header_timer(self) -> None:
        if self._header_timer is None:
            self._header_timer = self._loop.call_later(HEADER_SECONDS, self._expire)

    def _stop_header_timer(self) -> None:
        if self._header_timer is not None:
            self._header_timer.cancel()
            self._header_timer = None

    def _expire(self) -> None:
        self._header_timer = None
        if not self._transport.is_closing():
            self._transport.write(TIMED_OUT)
            self._transport.close()

    def _leave_http(self) -> None:
        self._stop_header_timer()
        if self._address is not None:
            self.connections_by_address.leave(self._address)
            self._address = None

    @property
    def is_socket(self) -> bool:
        """True once the connection has become a WebSocket."""
        return self._is_socket


class _GuardedTransport(asyncio.Transport):
    """The transport as uvicorn sees it."""

    def __init__(self, guard: ConnectionGuard, transport: asyncio.Transport) -> None:
        super().__init__()
        self._guard = guard
        self._transport = transport

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        return self._transport.get_extra_info(name, default)

    def is_closing(self) -> bool:
        return self._transport.is_closing()

    def write(self, data: bytes | bytearray | memoryview) -> None:
        if not self._guard.is_socket:
            self._guard.on_write(bytes(data))
        self._transport.write(data)

    def set_protocol(self, protocol: asyncio.BaseProtocol) -> None:
        assert isinstance(protocol, asyncio.Protocol)
        self._guard.become_socket(protocol)

    def pause_reading(self) -> None:
        self._guard.hold(is_held=True)

    def resume_reading(self) -> None:
        self._guard.hold(is_held=False)

    def close(self) -> None:
        if self._guard.is_socket and not self._transport.is_closing():
            # A client that does not read would keep the connection for ever.
            asyncio.get_running_loop().call_later(LINGER_SECONDS, self._transport.abort)
        self._transport.close()


def guarded_http(settings: Settings) -> type[ConnectionGuard]:
    """Returns the protocol class of one worker."""
    members: dict[str, Any] = {
        "connections_by_address": AddressCounter(settings.limits.requests_open_by_address),
        "proxies": settings.proxies,
    }
    return type("Guard", (ConnectionGuard,), members)


def guard_of(scope: Mapping[str, Any]) -> ConnectionGuard | None:
    """Returns the guard of a socket; None under another server than ours."""
    guard = (scope.get("state") or {}).get(STATE_KEY)
    return guard if isinstance(guard, ConnectionGuard) else None
