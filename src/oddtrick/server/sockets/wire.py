"""The protocol of a WebSocket below the application: nobody is waited for who does not answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

if TYPE_CHECKING:
    import asyncio

LINGER_SECONDS = 1.0
"""How long the other end may take to say good-bye; then the connection is cut."""


class Wire(WebSocketsSansIOProtocol):
    """uvicorn's protocol, which would hold on to one who neither reads nor closes."""

    def on_task_complete(self, task: asyncio.Task[None]) -> None:
        """The application has done with the connection."""
        super().on_task_complete(task)
        self.loop.call_later(LINGER_SECONDS, self.transport.abort)
