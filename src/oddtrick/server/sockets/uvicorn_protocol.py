"""uvicorn's WebSocket, which also sends and hears frames at once.

A card goes to everybody at its table. On its way through the framework each frame would pass six
coroutines that have nothing to say about it; here it is framed and handed to the transport. And
whoever listens is handed a text in the very call that brings it.
"""

from __future__ import annotations

from types import GeneratorType
from typing import TYPE_CHECKING, Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import State
from websockets.streams import StreamReader

try:
    from websockets.speedups import apply_mask
except ImportError:  # where there is no wheel for the platform
    from websockets.utils import apply_mask

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Callable, Mapping, MutableMapping

    from websockets.http11 import Request

SCOPE_EXTENSION = "oddtrick.wire"
"""Under this name the scope of a socket holds its wire."""

AHEAD = 8
"""So many frames may wait to be looked at before nothing more is read."""

TEXT_WHOLE = 0x81
"""The first byte of a frame that is a whole text (RFC 6455, section 5.2)."""

MASKED = 0x80
TWO_BYTES_MORE = 126
"""In the second byte: the length follows."""

LINGER_SECONDS = 2.0
"""How long the other end may take to say good-bye; then the connection is cut."""


SHORT_BYTES = 1024
"""Longer frames are never heard at once: commands are short."""


class FastWebSocketProtocol(WebSocketsSansIOProtocol):
    """A WebSocket as uvicorn speaks it; for ``uvicorn.Config(ws=FastWebSocketProtocol)``."""

    heard: Callable[[bytes], bool] | None = None
    """Is handed each text that comes alone and whole, while none waits to be looked at; False: it
    goes the usual way."""

    _is_behind = False
    _between = False
    """What has come so far ends with the end of a message."""

    def data_received(self, data: bytes) -> None:
        """Has a text heard at once, or hands on what has come."""
        if self._between and self.heard is not None and self.queue.empty():
            text = _text_in(data)
            if text is not None and self.heard(text):
                return
        super().data_received(data)
        self._between = self._is_between()

    def _is_between(self) -> bool:
        """Whether the next byte begins a message, as far as the library lets that be seen."""
        conn = self.conn
        waits: Any = conn.parser
        while isinstance(waits.gi_yieldfrom, GeneratorType):
            waits = waits.gi_yieldfrom
        return (
            conn.state is State.OPEN
            and conn.current_size is None
            and waits.gi_code is StreamReader.at_eof.__code__
        )

    def on_task_complete(self, task: asyncio.Task[None]) -> None:
        """The application has done with it: nobody is waited for who neither reads nor closes."""
        super().on_task_complete(task)
        self.loop.call_later(LINGER_SECONDS, self.transport.abort)

    def handle_connect(self, event: Request) -> None:
        """Lets the application find this wire in its scope."""
        super().handle_connect(event)
        if not self.handshake_complete:
            scope: MutableMapping[str, Any] = self.scope  # type: ignore[assignment]  # ours is added
            scope["extensions"] = {**scope["extensions"], SCOPE_EXTENSION: self}

    def send_receive_event_to_app(self) -> None:
        """Hands on a frame; only who is ahead by several is not read from for a while.

        To stop and go on reading with each frame would take two calls of the system for each.
        """
        if self.read_paused or self.queue.qsize() >= AHEAD:
            super().send_receive_event_to_app()
            return
        self.read_paused = True  # so that what we inherit does not stop it
        super().send_receive_event_to_app()
        self.read_paused = False

    def write_text(self, text: bytes) -> bool:
        """Sends a text frame at once; False: not now, the other end is behind, or gone.

        The WebSocket has been accepted.
        What waits in the transport is bounded: beyond its mark nothing is taken any more.
        """
        if self._is_behind or self.close_sent or self.transport.is_closing():
            return False
        if text is not _last.text:  # a table is told the same, one after the other
            _last.text, _last.frame = text, _framed(text)
        self.transport.write(_last.frame)
        return True

    def pause_writing(self) -> None:
        """The other end does not keep up."""
        super().pause_writing()
        self._is_behind = True

    def resume_writing(self) -> None:
        """Now it does."""
        super().resume_writing()
        self._is_behind = False


class _Framed:
    """A text and its frame."""

    __slots__ = ("frame", "text")

    def __init__(self) -> None:
        self.text = self.frame = b""


_last = _Framed()


def _framed(text: bytes) -> bytes:
    """A text in its frame, which for the server's end is the same for everybody."""
    size = len(text)
    if size < TWO_BYTES_MORE:
        return bytes((TEXT_WHOLE, size)) + text
    if size < 65_536:
        return b"\x81\x7e" + size.to_bytes(2, "big") + text
    return b"\x81\x7f" + size.to_bytes(8, "big") + text


def _text_in(data: bytes) -> bytes | None:
    """The text of a frame that is all there is, short and not in parts; None: it is none such."""
    if not 6 <= len(data) <= SHORT_BYTES or data[0] != TEXT_WHOLE:
        return None
    size, begin = data[1] - MASKED, 6
    if size == TWO_BYTES_MORE:
        size, begin = int.from_bytes(data[2:4], "big"), 8
    if len(data) != begin + size:
        return None
    return apply_mask(data[begin:], data[begin - 4 : begin])


def find_protocol(scope: Mapping[str, Any]) -> FastWebSocketProtocol | None:
    """The wire of a socket; None under another server, where frames go the usual way."""
    wire = (scope.get("extensions") or {}).get(SCOPE_EXTENSION)
    return wire if isinstance(wire, FastWebSocketProtocol) else None
