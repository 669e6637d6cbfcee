"""Reviews of deals: computed one at a time in the background, and cached."""

from __future__ import annotations

import asyncio
import os
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor
from hashlib import blake2b
from threading import Event
from typing import TYPE_CHECKING, TypeAlias

import msgspec

from oddtrick.record import encode_record, replay, result_of
from oddtrick.review import ReviewStopped
from oddtrick.server.errors import ApiError

if TYPE_CHECKING:
    from collections.abc import Callable

    from oddtrick.bots.search import SearchBudget
    from oddtrick.record import Record
    from oddtrick.review import Review

CACHE_SIZE = 100
"""Reviews in the cache, about 200 KB each."""

WAITING = 8
"""Reviews that may be queued; the last of them waits less than a minute."""

RETRY_SECONDS = 30

LEAST_THREADS = 2
"""The minimum number of threads; otherwise half the processors, so that play stays responsive."""

Key: TypeAlias = bytes


class ReviewJobs:
    """The reviews of one worker. Requests for the same review share one computation.

    Args:
        budget: the search budget for each decision; None: the default of reviews.
    """

    def __init__(self, budget: SearchBudget | None = None) -> None:
        self._budget = budget
        self._threads = max(LEAST_THREADS, (os.cpu_count() or 1) // 2)
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="oddtrick-review")
        self._cancel = Event()
        self._cache: OrderedDict[Key, Review] = OrderedDict()
        self._outcomes: OrderedDict[Key, tuple[bool, int | None]] = OrderedDict()
        self._coming: dict[Key, asyncio.Future[Review]] = {}

    async def review(self, record: Record, deal: int, admit: Callable[[], None]) -> Review:
        """Returns the review of one deal.

        Args:
            record: the match, as far as the reader may see it.
            deal: the number of the deal, from 0.
            admit: called before a review is computed; raises if the rate limit is reached.

        Raises:
            ApiError: 404, there is no such deal; 503, too many are queued, or the worker stops.
            OddtrickError: there is nothing to review in this deal.
        """
        if not 0 <= deal < len(record.deals):
            raise ApiError(404, "no-deal", "no deal of that number has been played to its end")
        shown = msgspec.structs.replace(record, deals=record.deals[: deal + 1])
        key = blake2b(encode_record(shown), digest_size=16).digest()
        found = self._cache.get(key)
        if found is not None:
            self._cache.move_to_end(key)
        else:
            if key not in self._coming:
                admit()
                self._begin(key, shown, deal)
            try:
                found = await asyncio.shield(self._coming[key])
            except ReviewStopped:
                raise ApiError(
                    503, "closing", "the server is restarting: try again", retry_after=2
                ) from None
        if len(shown.deals) == len(record.deals):
            return found
        over, winner = await self._outcome(record)
        return msgspec.structs.replace(found, over=over, winner=winner)

    async def _outcome(self, record: Record) -> tuple[bool, int | None]:
        """Returns whether a match is over and who won: its reviews end with their own deal."""
        key = blake2b(encode_record(record), digest_size=16).digest()
        if key not in self._outcomes:
            result = await asyncio.to_thread(lambda: result_of(replay(record)))
            self._outcomes[key] = result.over, result.winner
        outcome = self._outcomes[key]
        if len(self._outcomes) > CACHE_SIZE:
            self._outcomes.popitem(last=False)
        return outcome

    def _begin(self, key: Key, record: Record, deal: int) -> None:
        if len(self._coming) >= WAITING:
            raise ApiError(
                503,
                "busy",
                "many deals are being reviewed: try again in half a minute",
                retry_after=RETRY_SECONDS,
            )
        loop = asyncio.get_running_loop()
        coming = loop.run_in_executor(self._pool, self._review, record, deal)
        self._coming[key] = coming
        coming.add_done_callback(lambda done: self._keep(key, done))

    def _review(self, record: Record, deal: int) -> Review:
        from oddtrick.review import BUDGET, review  # noqa: PLC0415  # NumPy and the search: slow

        return review(
            record,
            deals=[deal],
            budget=self._budget or BUDGET,
            threads=self._threads,
            cancel=self._cancel,
        )

    def _keep(self, key: Key, done: asyncio.Future[Review]) -> None:
        del self._coming[key]
        if done.cancelled() or done.exception() is not None:
            return
        self._cache[key] = done.result()
        if len(self._cache) > CACHE_SIZE:
            self._cache.popitem(last=False)

    def close(self) -> None:
        """Stops the current review and starts no other."""
        self._cancel.set()
        self._pool.shutdown(wait=False, cancel_futures=True)
