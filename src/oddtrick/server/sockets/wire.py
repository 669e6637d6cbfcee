"""uvicorn's WebSocket, which also takes frames at once where the other end keeps up.

A card goes to everybody at its table. On its way through the framework each frame would pass six
coroutines that have nothing to say about it; here it is framed and handed to the transport.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Mapping, MutableMapping

    from websockets.http11 import Request

EXTENSION = "oddtrick.wire"
"""Under this name the scope of a socket holds its wire."""

AHEAD = 8
"""So many frames may wait to be looked at before nothing more is read."""

LINGER_SECONDS = 2.0
"""How long the other end may take to say good-bye; then the connection is cut."""


class Wire(WebSocketsSansIOProtocol):
    """A WebSocket as uvicorn speaks it; for ``uvicorn.Config(ws=Wire)``."""

    def on_task_complete(self, task: asyncio.Task[None]) -> None:
        """The application has done with it: nobody is waited for who neither reads nor closes."""
        super().on_task_complete(task)
        self.loop.call_later(LINGER_SECONDS, self.transport.abort)

    def handle_connect(self, event: Request) -> None:
        """Lets the application find this wire in its scope."""
        super().handle_connect(event)
        if not self.handshake_complete:
            scope: MutableMapping[str, Any] = self.scope  # type: ignore[assignment]  # ours is added
            scope["extensions"] = {**scope["extensions"], EXTENSION: self}

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

        What waits in the transport is bounded: beyond its mark nothing is taken any more.
        """
        if not self.handshake_complete or self.close_sent or self.disconnected:
            return False
        if not self.writable.is_set() or self.transport.is_closing():
            return False
        size = len(text)
        if size < 126:
            head = bytes((0x81, size))
        elif size < 65_536:
            head = b"\x81\x7e" + size.to_bytes(2, "big")
        else:
            head = b"\x81\x7f" + size.to_bytes(8, "big")
        self.transport.write(head + text)
        return True


def wire_of(scope: Mapping[str, Any]) -> Wire | None:
    """The wire of a socket; None under another server, where frames go the usual way."""
    wire = (scope.get("extensions") or {}).get(EXTENSION)
    return wire if isinstance(wire, Wire) else None
