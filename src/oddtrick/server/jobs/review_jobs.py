"""Reviews of deals: computed one at a time in the background, and cached."""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict
from hashlib import blake2b
from typing import TYPE_CHECKING, TypeAlias

import msgspec

from oddtrick.record import encode_record
from oddtrick.server.errors import ApiError
from oddtrick.server.work.reviews import outcome_of, review_deal

if TYPE_CHECKING:
    from collections.abc import Callable

    from oddtrick.bots.search import SearchBudget
    from oddtrick.record import Record
    from oddtrick.review import Review
    from oddtrick.server.security.work_pools import WorkPools

CACHE_SIZE = 100
"""Reviews in the cache, about 200 KB each."""

Key: TypeAlias = bytes


class ReviewJobs:
    """The reviews of one worker. Requests for the same review share one computation.

    Args:
        pools: where they are computed.
        budget: the search budget for each decision; None: the default of reviews.
    """

    def __init__(self, pools: WorkPools, budget: SearchBudget | None = None) -> None:
        self.pools = pools
        self._budget = budget
        self._cache: OrderedDict[Key, Review] = OrderedDict()
        self._outcomes: OrderedDict[Key, tuple[bool, int | None]] = OrderedDict()
        self._coming: dict[Key, asyncio.Task[Review]] = {}
        self._waiting: Counter[Key] = Counter()

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
            found = await self._await(key)
        if len(shown.deals) == len(record.deals):
            return found
        over, winner = await self._outcome(record)
        return msgspec.structs.replace(found, over=over, winner=winner)

    async def _await(self, key: Key) -> Review:
        """Returns a review that is being computed; when nobody waits any more, it is cancelled."""
        coming = self._coming[key]
        self._waiting[key] += 1
        try:
            return await asyncio.shield(coming)
        finally:
            self._waiting[key] -= 1
            if not self._waiting[key]:
                del self._waiting[key], self._coming[key]
                coming.cancel()

    async def _outcome(self, record: Record) -> tuple[bool, int | None]:
        """Returns whether a match is over and who won: its reviews end with their own deal."""
        key = blake2b(encode_record(record), digest_size=16).digest()
        if key not in self._outcomes:
            self._outcomes[key] = await self.pools.documents.run(outcome_of, record)
        outcome = self._outcomes[key]
        if len(self._outcomes) > CACHE_SIZE:
            self._outcomes.popitem(last=False)
        return outcome

    def _begin(self, key: Key, record: Record, deal: int) -> None:
        from oddtrick.review import BUDGET  # noqa: PLC0415  # NumPy and the search: slow

        work = self.pools.reviews.run(review_deal, record, deal, self._budget or BUDGET)
        self._coming[key] = task = asyncio.ensure_future(work)
        task.add_done_callback(lambda done: self._keep(key, done))

    def _keep(self, key: Key, done: asyncio.Task[Review]) -> None:
        if done.cancelled() or done.exception() is not None:
            return
        self._cache[key] = done.result()
        if len(self._cache) > CACHE_SIZE:
            self._cache.popitem(last=False)
