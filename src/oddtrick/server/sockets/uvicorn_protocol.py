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

from oddtrick.server.sockets.paced_input import PacedInput
from oddtrick.server.sockets.websocket_framing import MessageBoundary, frame_of, whole_text

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Callable, Mapping, MutableMapping

    from websockets.http11 import Request

    from oddtrick.server.security.frame_budget import FrameBudget

SCOPE_EXTENSION = "oddtrick.protocol"
"""The key of the protocol among the extensions of a socket's ASGI scope."""

MAX_QUEUED = 8
"""Frames that may wait for the application before reading from the client pauses."""

NOT_UTF8 = 1007
"""The close code for a text that is not UTF-8."""

LINGER_SECONDS = 2.0
"""Time for the closing handshake once the application is done; then the connection is cut."""


class FastWebSocketProtocol(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket protocol; for ``uvicorn.Config(ws=FastWebSocketProtocol)``."""

    on_text: Callable[[bytes], bool] | None = None
    """Called with each short text that arrives on its own while no frame waits for the application.
    It returns False to use the usual path."""

    _is_behind = False
    _input: PacedInput | None = None

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._boundary = MessageBoundary()

    def data_received(self, data: bytes) -> None:
        """Offers a text to :attr:`on_text`, or passes the data on within the budget."""
        if self._input is None:
            self._boundary.feed(data)
            super().data_received(data)
            return
        # The library never sees a text that is handled here. It does not miss it: its parser
        # stands at the start of a message before and after.
        if (
            self.on_text is not None
            and self._boundary.is_at_start
            and self.queue.empty()
            and self.conn.state is State.OPEN
            and (text := whole_text(data)) is not None
            and self._input.may_take(len(data))
        ):
            if not self.on_text(text):
                self._boundary.feed(data)
                super().data_received(data)
            return
        self._input.feed(data)

    def start_reading(self, budget: FrameBudget, on_flood: Callable[[str], None]) -> None:
        """Reads frames of a WebSocket that has been accepted; until then they wait.

        Args:
            budget: limits what is read.
            on_flood: ends a connection that keeps sending more; it is called with the reason.
        """
        if self._input is not None:
            self._input.start(budget, on_flood)

    async def receive(self) -> Any:
        """Returns the next message; reads on once the application has caught up."""
        message = await super().receive()
        if self._input is not None and self.queue.empty():
            self._input.resume()
        return message

    def connection_lost(self, exc: Exception | None) -> None:
        """Drops what has not been handled."""
        if self._input is not None:
            self._input.stop()
        super().connection_lost(exc)

    def on_task_complete(self, task: asyncio.Task[None]) -> None:
        """Cuts the connection after a while if the client neither reads nor closes."""
        super().on_task_complete(task)
        if self._input is not None:
            self._input.resume()  # the client's closing frame may stand behind others
        self.loop.call_later(LINGER_SECONDS, self.transport.abort)

    def handle_connect(self, event: Request) -> None:
        """Puts this protocol into the scope, where :func:`find_protocol` looks for it."""
        super().handle_connect(event)
        if not self.handshake_complete:
            scope: MutableMapping[str, Any] = self.scope  # type: ignore[assignment]  # adds a key
            scope["extensions"] = {**scope["extensions"], SCOPE_EXTENSION: self}
            self._input = PacedInput(
                self.transport, self.loop, self._boundary, super().data_received, self._has_enough
            )

    def _has_enough(self) -> bool:
        return self.queue.qsize() >= MAX_QUEUED and not self.close_sent

    def send_receive_event_to_app(self) -> None:
        """Queues a message for the application.

        uvicorn pauses and resumes reading with each message, which costs two system calls for each,
        and logs a traceback for each that is not UTF-8.
        """
        data = b"".join(self.frames)
        self.frames = []
        if self.close_sent:
            return
        if self.curr_msg_data_type == "bytes":
            self.queue.put_nowait({"type": "websocket.receive", "bytes": data})
            return
        try:
            text = data.decode()
        except UnicodeDecodeError:
            self.conn.fail(NOT_UTF8, "not UTF-8")
            self.handle_parser_exception()
            return
        self.queue.put_nowait({"type": "websocket.receive", "text": text})

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
            _last.text, _last.frame = text, frame_of(text)
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


class _FrameCache:
    """The last text sent and its frame."""

    __slots__ = ("frame", "text")

    def __init__(self) -> None:
        self.text = self.frame = b""


_last = _FrameCache()


def find_protocol(scope: Mapping[str, Any]) -> FastWebSocketProtocol | None:
    """Returns the protocol of a socket; None under another server than ours."""
    protocol = (scope.get("extensions") or {}).get(SCOPE_EXTENSION)
    return protocol if isinstance(protocol, FastWebSocketProtocol) else None
