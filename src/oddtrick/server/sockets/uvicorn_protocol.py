"""uvicorn's WebSocket protocol with a synchronous way in and out.

Each card is sent to all clients of its table. In the framework each frame would pass through six
coroutines that only forward it. Here an outgoing text is framed and written to the transport
directly, and an incoming text can be handled within the receive callback.

uvicorn does not document the class that this module extends. ``pyproject.toml`` bounds its version,
and ``tests/server/test_uvicorn_protocol.py`` names each member that is used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import State

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Callable, Mapping, MutableMapping

    from websockets.http11 import Request

SCOPE_EXTENSION = "oddtrick.protocol"
"""The key of the protocol among the extensions of a socket's ASGI scope."""

MAX_QUEUED = 8
"""Frames that may wait for the application before reading from the client pauses."""

# RFC 6455, section 5.2
WHOLE_TEXT = 0x81
"""The first byte of a text that is not fragmented."""
FIN = 0x80
MASKED = 0x80
LENGTH_16, LENGTH_64 = 126, 127
"""Lengths that mean: the real one follows in two or eight bytes."""
MASK_BYTES = 4
MAX_HEADER_BYTES = 14
CONTROL_OPCODE = 8
"""Opcodes from here on are control frames, which may stand between the frames of a message."""

END_OF_HANDSHAKE = b"\r\n\r\n"

LINGER_SECONDS = 2.0
"""Time for the closing handshake once the application is done; then the connection is cut."""

MAX_DIRECT_BYTES = 1024
"""Longer texts take the usual way: commands are short."""


class FastWebSocketProtocol(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket protocol; for ``uvicorn.Config(ws=FastWebSocketProtocol)``."""

    on_text: Callable[[bytes], bool] | None = None
    """Called with each short text that arrives on its own while no frame waits for the application.
    It returns False to use the usual path."""

    _is_behind = False

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._boundary = MessageBoundary()

    def data_received(self, data: bytes) -> None:
        """Offers a text to :attr:`on_text`, or passes the data on to the library."""
        # The library never sees a text that is handled here. It does not miss it: its parser
        # stands at the start of a message before and after.
        if (
            self.on_text is not None
            and self._boundary.is_at_start
            and self.queue.empty()
            and self.conn.state is State.OPEN
        ):
            text = _whole_text(data)
            if text is not None and self.on_text(text):
                return
        self._boundary.feed(data)
        super().data_received(data)

    def on_task_complete(self, task: asyncio.Task[None]) -> None:
        """Cuts the connection after a while if the client neither reads nor closes."""
        super().on_task_complete(task)
        self.loop.call_later(LINGER_SECONDS, self.transport.abort)

    def handle_connect(self, event: Request) -> None:
        """Puts this protocol into the scope, where :func:`find_protocol` looks for it."""
        super().handle_connect(event)
        if not self.handshake_complete:
            scope: MutableMapping[str, Any] = self.scope  # type: ignore[assignment]  # adds a key
            scope["extensions"] = {**scope["extensions"], SCOPE_EXTENSION: self}

    def send_receive_event_to_app(self) -> None:
        """Queues a frame for the application, and pauses reading only if several wait.

        uvicorn pauses and resumes with each frame, which costs two system calls for each.
        """
        if self.read_paused or self.queue.qsize() >= MAX_QUEUED:
            super().send_receive_event_to_app()
            return
        self.read_paused = True  # keeps uvicorn from pausing again
        super().send_receive_event_to_app()
        self.read_paused = False

    def write_text(self, text: bytes) -> bool:
        """Sends a text at once, on a WebSocket that has been accepted.

        Returns:
            False if the text was not sent, because the client is behind or gone. So what waits in
            the transport is bounded by its high-water mark.
        """
        if self._is_behind or self.close_sent or self.transport.is_closing():
            return False
        # Most listeners of a table get the same bytes object, one after the other.
        if text is not _last.text:
            _last.text, _last.frame = text, _frame(text)
        self.transport.write(_last.frame)
        return True

    def pause_writing(self) -> None:
        """Notes that the client does not keep up."""
        super().pause_writing()
        self._is_behind = True

    def resume_writing(self) -> None:
        """Notes that the client has caught up."""
        super().resume_writing()
        self._is_behind = False


class MessageBoundary:
    """Follows the framing in the bytes of a client, to know where a message starts."""

    __slots__ = ("_header", "_in_handshake", "_is_fragmented", "_payload_left")

    def __init__(self) -> None:
        self._in_handshake = True
        self._header = b""
        self._payload_left = 0
        self._is_fragmented = False

    @property
    def is_at_start(self) -> bool:
        """True if the next byte starts a message."""
        return not (self._in_handshake or self._header or self._payload_left or self._is_fragmented)

    def feed(self, data: bytes) -> None:
        """Moves on by some bytes."""
        if self._in_handshake:
            data = self._header + data
            end = data.find(END_OF_HANDSHAKE)
            if end < 0:
                self._header = data[1 - len(END_OF_HANDSHAKE) :]
                return
            self._in_handshake, self._header = False, b""
            data = data[end + len(END_OF_HANDSHAKE) :]
        at = 0
        while at < len(data):
            if self._payload_left:
                taken = min(self._payload_left, len(data) - at)
                self._payload_left -= taken
                at += taken
            else:
                at += self._feed_header(data[at : at + MAX_HEADER_BYTES])

    def _feed_header(self, data: bytes) -> int:
        """Reads a frame's header, or the next part of it; returns the bytes taken from ``data``."""
        header = self._header + data
        size = _header_size(header)
        if len(header) < size:
            self._header = header
            return len(data)
        taken = size - len(self._header)
        self._header = b""
        self._payload_left = _payload_size(header)
        if header[0] & 0x0F < CONTROL_OPCODE:
            self._is_fragmented = not header[0] & FIN
        return taken


def _header_size(header: bytes) -> int:
    """Returns the length of a frame's header, as far as its first bytes tell."""
    if len(header) < 2:
        return 2
    length = header[1] & ~MASKED
    extended = {LENGTH_16: 2, LENGTH_64: 8}.get(length, 0)
    return 2 + extended + (MASK_BYTES if header[1] & MASKED else 0)


def _payload_size(header: bytes) -> int:
    length = header[1] & ~MASKED
    if length == LENGTH_16:
        return int.from_bytes(header[2:4], "big")
    return int.from_bytes(header[2:10], "big") if length == LENGTH_64 else length


class _FrameCache:
    """The last text sent and its frame."""

    __slots__ = ("frame", "text")

    def __init__(self) -> None:
        self.text = self.frame = b""


_last = _FrameCache()


def _frame(text: bytes) -> bytes:
    """Frames a text; a server does not mask, so all clients get the same bytes."""
    size = len(text)
    if size < LENGTH_16:
        return bytes((WHOLE_TEXT, size)) + text
    if size < 65_536:
        return bytes((WHOLE_TEXT, LENGTH_16)) + size.to_bytes(2, "big") + text
    return bytes((WHOLE_TEXT, LENGTH_64)) + size.to_bytes(8, "big") + text


def _whole_text(data: bytes) -> bytes | None:
    """Returns the text of data that is exactly one short, unfragmented frame; None otherwise."""
    if not 6 <= len(data) <= MAX_DIRECT_BYTES or data[0] != WHOLE_TEXT:
        return None
    size, begin = data[1] - MASKED, 6
    if size == LENGTH_16:
        size, begin = int.from_bytes(data[2:4], "big"), 8
    if len(data) != begin + size:
        return None
    return _unmask(data[begin:], data[begin - MASK_BYTES : begin])


def _unmask(payload: bytes, mask: bytes) -> bytes:
    """Takes the mask off a payload, as one XOR of two long integers."""
    size = len(payload)
    repeated = (mask * (size // MASK_BYTES + 1))[:size]
    return (int.from_bytes(payload, "big") ^ int.from_bytes(repeated, "big")).to_bytes(size, "big")


def find_protocol(scope: Mapping[str, Any]) -> FastWebSocketProtocol | None:
    """Returns the protocol of a socket; None under another server than ours."""
    protocol = (scope.get("extensions") or {}).get(SCOPE_EXTENSION)
    return protocol if isinstance(protocol, FastWebSocketProtocol) else None
