"""A FIFO lock with direct hand-off, for tasks and for callbacks."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from collections.abc import Callable


class FairLock:
    """A FIFO lock with direct hand-off: it is never free while a task waits.

    Tasks use ``async with``. Callbacks, which can't wait, use :meth:`try_acquire` and
    :meth:`add_waiter`. Both kinds share one queue.
    """

    __slots__ = ("_handing_off", "_held", "_waiters")

    def __init__(self) -> None:
        self._held = self._handing_off = False
        self._waiters: deque[Callable[[], bool]] = deque()

    def locked(self) -> bool:
        """Returns whether the lock is held."""
        return self._held

    def try_acquire(self) -> bool:
        """Acquires the lock if it is free, and returns whether it did."""
        if self._held:
            return False
        self._held = True
        return True

    def add_waiter(self, on_acquired: Callable[[], bool]) -> None:
        """Queues a callback for the lock.

        Args:
            on_acquired: called once the lock is acquired. It returns True if it keeps the lock and
                releases it later, False if it no longer wants it. It must not raise.
        """
        self._waiters.append(on_acquired)

    def release(self) -> None:
        """Hands the lock to the first waiter, or frees it."""
        self._held = False
        # A waiter may release within its own callback. The loop below then goes on with the next
        # one, so a long queue does not recurse.
        if self._handing_off:
            return
        self._handing_off = True
        try:
            while self._waiters and not self._held:
                self._held = True
                if not self._waiters.popleft()():
                    self._held = False
        finally:
            self._handing_off = False

    async def __aenter__(self) -> Self:
        if not self.try_acquire():
            acquired: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self.add_waiter(lambda: _wake(acquired))
            try:
                await acquired
            except asyncio.CancelledError:
                # The lock may have been handed over in the same round of the loop.
                if not acquired.cancelled():
                    self.release()
                raise
        return self

    async def __aexit__(self, *_: object) -> None:
        self.release()


def _wake(waiter: asyncio.Future[None]) -> bool:
    """Wakes a task, and returns whether it was still waiting."""
    if waiter.done():
        return False
    waiter.set_result(None)
    return True
