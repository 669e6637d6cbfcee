"""The input of a socket, passed on in slices and no faster than its budget allows.

While the budget is used up, or the application is behind, reading is paused: the kernel's buffers
fill, and TCP slows the client down.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from oddtrick.server.security.frame_budget import cost_of

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Callable

    from oddtrick.server.security.frame_budget import FrameBudget
    from oddtrick.server.sockets.websocket_framing import MessageBoundary

SLICE_FRAMES = 8
SLICE_BYTES = 4096
"""Bounds of what is handled before other connections have their turn."""

MAX_FRAGMENTS = 64
"""Frames of one message; clients send theirs in one, and empty fragments would fill the memory."""

TOO_MANY_FRAMES = "too many frames: send less, and reconnect"
TOO_MANY_FRAGMENTS = "too many fragments in one message"


class PacedInput:
    """The incoming bytes of one connection, after its handshake.

    Args:
        transport: the connection.
        loop: its event loop.
        boundary: follows the framing.
        deliver: handles bytes.
        is_behind: tells whether the application has enough to do; then :meth:`resume` is called
            when it has not.
    """

    def __init__(
        self,
        transport: asyncio.Transport,
        loop: asyncio.AbstractEventLoop,
        boundary: MessageBoundary,
        deliver: Callable[[bytes], None],
        is_behind: Callable[[], bool],
    ) -> None:
        self._transport = transport
        self._loop = loop
        self._boundary = boundary
        self._deliver = deliver
        self._is_behind = is_behind
        self._budget: FrameBudget | None = None
        self._on_flood: Callable[[str], None] = lambda _reason: transport.abort()
        self._data, self._at = b"", 0
        self._timer: asyncio.Handle | None = None
        self._is_stopped = False
        self.is_paused = True
        """Nothing may be handled now: until :meth:`start`, over the budget, or behind."""
        transport.pause_reading()

    def start(self, budget: FrameBudget, on_flood: Callable[[str], None]) -> None:
        """Lets data through.

        Args:
            budget: the budget of the connection.
            on_flood: closes the connection, for a reason.
        """
        self._budget = budget
        self._on_flood = on_flood
        self._continue()

    def stop(self) -> None:
        """Handles nothing more, and leaves the client's data unread."""
        self._is_stopped = True
        self._data = b""
        self._pause()
        if self._timer is not None:
            self._timer.cancel()

    def resume(self) -> None:
        """Goes on after the application has caught up."""
        if self.is_paused and self._timer is None and self._budget is not None:
            self._schedule(0.0, self._continue)

    def may_take(self, size: int) -> bool:
        """Pays for one short frame; False if it has to take the usual way, :meth:`feed`."""
        if self.is_paused or self._budget is None:
            return False
        return not self._budget.charge(cost_of(1, size))

    def feed(self, data: bytes) -> None:
        """Takes data that has arrived."""
        if self._is_stopped:
            return
        if self.is_paused:  # this was on its way
            self._data, self._at = self._data[self._at :] + data, 0
            return
        self._data, self._at = data, 0
        self._next_slice()

    def _continue(self) -> None:
        """Handles the next slice, or reads on if there is none."""
        self._timer = None
        if self._transport.is_closing() or self._is_stopped:
            return
        if self._data:
            self._next_slice()
        elif self.is_paused and not self._is_behind():
            self.is_paused = False
            self._transport.resume_reading()

    def _next_slice(self) -> None:
        """Pays for a slice and handles it, now or when its tokens are there."""
        assert self._budget is not None
        end, frames = self._boundary.feed(
            self._data, self._at, frames=SLICE_FRAMES, size=SLICE_BYTES
        )
        delay = self._budget.charge(cost_of(frames, end - self._at))
        if self._boundary.fragments > MAX_FRAGMENTS:
            self._end(TOO_MANY_FRAGMENTS)
        elif self._budget.is_exceeded:
            self._end(TOO_MANY_FRAMES)
        elif delay:
            self._pause()
            self._schedule(delay, self._pass_on, end)
        else:
            self._pass_on(end)

    def _pass_on(self, end: int) -> None:
        """Handles the data up to an index, and leaves the rest to the next turn of the loop."""
        self._timer = None
        if self._transport.is_closing() or self._is_stopped:
            return
        piece = self._data[self._at : end]
        self._at = end
        if end == len(self._data):
            self._data, self._at = b"", 0
        self._deliver(piece)
        if self._transport.is_closing() or self._is_stopped:
            return
        if self._is_behind():
            self._pause()
        elif self._data:
            self._pause()
            self._schedule(0.0, self._continue)
        else:
            self._continue()

    def _schedule(self, delay: float, act: Callable[..., None], *args: int) -> None:
        if delay:
            self._timer = self._loop.call_later(delay, act, *args)
        else:
            self._timer = self._loop.call_soon(act, *args)

    def _end(self, reason: str) -> None:
        self.stop()
        self._on_flood(reason)

    def _pause(self) -> None:
        if not self.is_paused:
            self.is_paused = True
            if not self._transport.is_closing():
                self._transport.pause_reading()
