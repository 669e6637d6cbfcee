"""Slots for large uploads: one at a time per person, and few in all, because each takes memory."""

from __future__ import annotations

import asyncio
import contextlib
import ctypes
import sys
from typing import TYPE_CHECKING

from oddtrick.server.errors import ApiError

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from oddtrick.server.limits import Limits

WAIT_SECONDS = 20.0
"""Time for which an upload waits for a slot, unread."""


TRIM_SECONDS = 0.2
"""Time after which the answer has been sent and nothing refers to the upload any more."""


class UploadSlots:
    """The uploads of one worker.

    Args:
        limits: ``uploads_at_once`` and ``uploads_waiting``.
    """

    def __init__(self, limits: Limits) -> None:
        self._free = asyncio.Semaphore(limits.uploads_at_once)
        self._most = limits.uploads_at_once + limits.uploads_waiting
        self._uploading: set[str] = set()

    @contextlib.asynccontextmanager
    async def take(self, uploader: str) -> AsyncIterator[None]:
        """Waits for a slot and holds it; nothing of the body may be read before.

        Args:
            uploader: a person's id, or an address.

        Raises:
            ApiError: 429, another upload of theirs is under way; 503, too many uploads wait.
        """
        if uploader in self._uploading:
            message = "another upload of yours is under way: wait until it is done"
            raise ApiError(429, "limit", message, retry_after=5)
        if len(self._uploading) >= self._most:
            raise _busy()
        self._uploading.add(uploader)
        try:
            try:
                async with asyncio.timeout(WAIT_SECONDS):
                    await self._free.acquire()
            except TimeoutError:
                raise _busy() from None
            try:
                yield
            finally:
                self._free.release()
        finally:
            self._uploading.discard(uploader)
            asyncio.get_running_loop().call_later(TRIM_SECONDS, return_memory)


def _busy() -> ApiError:
    return ApiError(503, "busy", "too many uploads at once: try again in a moment", retry_after=10)


def return_memory() -> None:
    """Returns freed memory to the operating system, which the C library would keep."""
    if sys.platform == "linux":
        with contextlib.suppress(OSError, AttributeError):  # another C library than glibc
            ctypes.CDLL(None).malloc_trim(0)
