"""One after the other: a lock that is also for callers which can't wait."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from collections.abc import Callable


class FairLock:
    """Whoever comes first has it first; it is handed on without being free in between.

    A task waits for it with ``async with``. Whoever is no task asks with :meth:`take`, or leaves
    word with :meth:`behind`.
    """

    __slots__ = ("_behind", "_handing_on", "_held")

    def __init__(self) -> None:
        self._held = self._handing_on = False
        self._behind: deque[Callable[[], bool]] = deque()

    def locked(self) -> bool:
        """Whether somebody has it."""
        return self._held

    def take(self) -> bool:
        """Takes it, if nobody has it."""
        if self._held:
            return False
        self._held = True
        return True

    def behind(self, go_on: Callable[[], bool]) -> None:
        """Leaves word with whoever has it.

        Args:
            go_on: is called when it has been handed on to this one, who releases it; False: nobody
                wants it any more. It raises nothing.
        """
        self._behind.append(go_on)

    def release(self) -> None:
        """Hands it on, or lets it go."""
        self._held = False
        if self._handing_on:  # to one that has done with it already
            return
        self._handing_on = True
        try:
            while self._behind and not self._held:
                self._held = True
                if not self._behind.popleft()():
                    self._held = False
        finally:
            self._handing_on = False

    async def __aenter__(self) -> Self:
        if not self.take():
            mine: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self.behind(lambda: _told(mine))
            try:
                await mine
            except asyncio.CancelledError:
                if not mine.cancelled():  # it was handed on in the same moment
                    self.release()
                raise
        return self

    async def __aexit__(self, *_: object) -> None:
        self.release()


def _told(waiting: asyncio.Future[None]) -> bool:
    """Wakes a task, if it still waits."""
    if waiting.done():
        return False
    waiting.set_result(None)
    return True
