"""Reviews of deals: computed once for everybody, in two grades, and cached.

A review is followed while it is computed: the *quick* values come within seconds, from a pool of a
higher priority, and the *full* ones take their place. Those who come later join the same
computation, which ends once nobody follows it.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import OrderedDict
from functools import partial
from hashlib import blake2b
from typing import TYPE_CHECKING, NamedTuple, TypeAlias
from weakref import WeakKeyDictionary

import msgspec

from oddtrick.errors import OddtrickError
from oddtrick.record import encode_record
from oddtrick.review.best_card import best_card
from oddtrick.server.errors import ApiError
from oddtrick.server.jobs.review_events import DealReviewed, DecisionValued
from oddtrick.server.protocol import BestCardFrame
from oddtrick.server.security.fair_queue import SERVER, Asker, Shares, shared_bounds
from oddtrick.server.work.reviews import outcome_of, review_in_parts
from oddtrick.tables import Stage, table_record

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable

    from oddtrick.bots.search import SearchBudget
    from oddtrick.record import Record
    from oddtrick.review import Decision, Grade, Review
    from oddtrick.server.rooms.room import TableRoom, Transition
    from oddtrick.server.security.work_pools import WorkPool, WorkPools
    from oddtrick.tables import Table

CACHE_SIZE = 100
"""Reviews in the cache, about 200 KB each."""

MOST_REVIEWS = 24
"""Reviews that are being computed or wait for it: three for each person, twelve for an address."""

BUSY = "many deals are being reviewed: try again in half a minute"

CALM_SECONDS = 1.0
"""The time without the end of another deal after which one is reviewed that nobody asked for."""

_encode = msgspec.json.Encoder().encode

Key: TypeAlias = bytes
Outcome: TypeAlias = tuple[bool, int | None]
Event: TypeAlias = DecisionValued | DealReviewed


class _Deal(NamedTuple):
    """A deal to review.

    Args:
        key: what its review depends on.
        record: the match up to that deal, without the names of its players.
        number: its number, from 0.
    """

    key: Key
    record: Record
    number: int


class _EndedDeal:
    """The last deal that has ended at a table, whose people are told of its best card.

    Args:
        match: the number of the match at the table, from 1.

    Attributes:
        key: what its review depends on; None until its record is known.
    """

    def __init__(self, match: int) -> None:
        self.match = match
        self.key: Key | None = None


def _deal_of(record: Record, number: int) -> _Deal:
    # A player's name changes no value, but may change while a match goes on.
    shown = msgspec.structs.replace(record, deals=record.deals[: number + 1], names=None)
    return _Deal(_key_of(shown), shown, number)


def _key_of(record: Record) -> Key:
    return blake2b(encode_record(record), digest_size=16).digest()


class _Computation:
    """A review that is being computed: its events so far, and the number of its followers."""

    task: asyncio.Task[None]

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.start = 0
        """The event with which a new follower begins: the latest review of the deal."""
        self.followers = 0
        self._news = asyncio.Event()

    def add(self, event: Event) -> None:
        """Adds an event and wakes the followers."""
        if isinstance(event, DealReviewed):
            self.start = len(self.events)
        self.events.append(event)
        self.wake()

    def wake(self) -> None:
        """Wakes the followers."""
        self._news.set()
        self._news = asyncio.Event()

    async def follow(self) -> AsyncGenerator[Event, None]:
        """Yields its events up to its end.

        Raises:
            Exception: the computation has failed.
        """
        place = self.start
        while True:
            while place < len(self.events):
                place += 1
                yield self.events[place - 1]
            if self.task.done():
                await self.task
                return
            await self._news.wait()


class ReviewJobs:
    """The reviews of one worker.

    Args:
        pools: where they are computed.
        budget: the search budget for each decision of a full review; None: the default.

    Attributes:
        unasked: the latest review that was begun before anybody asked for it.
        shares: the reviews that are being computed for each asker, and their bounds.
    """

    def __init__(self, pools: WorkPools, budget: SearchBudget | None = None) -> None:
        self.pools = pools
        self._budget = budget
        self._cache: OrderedDict[Key, DealReviewed] = OrderedDict()
        self._outcomes: OrderedDict[Key, asyncio.Task[Outcome]] = OrderedDict()
        self._coming: dict[Key, _Computation] = {}
        self._ended: WeakKeyDictionary[TableRoom, _EndedDeal] = WeakKeyDictionary()
        self._calm: asyncio.TimerHandle | None = None
        self.unasked: asyncio.Task[None] | None = None
        self.shares = Shares(shared_bounds(MOST_REVIEWS), BUSY)

    async def review(
        self, record: Record, deal: int, admit: Callable[[], None], asker: Asker = SERVER
    ) -> Review:
        """Returns the full review of one deal; for arguments and errors see :meth:`follow`."""
        last: Event | None = None
        async for event in self.follow(record, deal, admit, asker=asker):
            last = event
        assert isinstance(last, DealReviewed)
        return last.review

    def follow(
        self,
        record: Record,
        deal: int,
        admit: Callable[[], None],
        seat: int | None = None,
        asker: Asker = SERVER,
    ) -> AsyncGenerator[Event, None]:
        """Returns the events of the review of one deal; the last is the full review.

        Args:
            record: the match, as far as the reader may see it.
            deal: the number of the deal, from 0.
            admit: called before a review is computed; raises if the rate limit is reached.
            seat: the reader's seat, whose decisions come first if this begins the computation.
            asker: the reader.

        Raises:
            ApiError: 404, there is no such deal; 429, too many of theirs are queued; 503, too many
                in all; while iterating also 503, the worker stops.
            OddtrickError: while iterating: there is nothing to review in this deal.
        """
        if not 0 <= deal < len(record.deals):
            raise ApiError(404, "no-deal", "no deal of that number has been played to its end")
        wanted = _deal_of(record, deal)
        known = self._cache.get(wanted.key)
        if known is not None and known.grade == "full":
            self._cache.move_to_end(wanted.key)
            return self._for_reader(_only(known), record)
        if wanted.key not in self._coming:
            self.pools.reviews.check_open()
            self.shares.check_room(asker)
            admit()
            self._begin(wanted, known, seat, asker)
        return self._for_reader(self._joined(wanted.key), record)

    async def _for_reader(
        self, events: AsyncGenerator[Event, None], record: Record
    ) -> AsyncGenerator[Event, None]:
        """Yields events; their reviews get what the match as a whole says."""
        names = None if record.names is None else tuple(record.names)
        async with contextlib.aclosing(events):
            async for event in events:
                if isinstance(event, DecisionValued):
                    yield event
                    continue
                over, winner = await self._outcome(record)
                told = msgspec.structs.replace(event.review, names=names, over=over, winner=winner)
                yield DealReviewed(event.grade, told)

    def _joined(self, key: Key) -> AsyncGenerator[Event, None]:
        """Returns the events of a computation; it is cancelled when its last follower leaves."""
        coming = self._coming[key]
        coming.followers += 1

        async def followed() -> AsyncGenerator[Event, None]:
            try:
                async for event in coming.follow():
                    yield event
            finally:
                coming.followers -= 1
                if not coming.followers:
                    coming.task.cancel()
                    self._forget(key, coming)

        return followed()

    async def _outcome(self, record: Record) -> Outcome:
        """Returns whether a match is over and who won: its reviews end with their own deal.

        All followers of a review ask at the same moment: they share one answer, which does not end
        with the follower who asked first.
        """
        key = _key_of(record)
        coming = self._outcomes.get(key)
        if coming is None or _has_failed(coming):
            work = self.pools.documents.run(outcome_of, record)
            coming = self._outcomes[key] = asyncio.ensure_future(work)
        if len(self._outcomes) > CACHE_SIZE:
            self._outcomes.popitem(last=False)
        return await asyncio.shield(coming)

    def _begin(
        self, deal: _Deal, known: DealReviewed | None, seat: int | None, asker: Asker
    ) -> None:
        if self.unasked is not None:  # a review that was asked for goes first
            self.unasked.cancel()
        self._coming[deal.key] = coming = _Computation()
        if known is not None:
            coming.add(known)
        self.shares.add(asker)
        coming.task = asyncio.ensure_future(self._compute(coming, deal, seat, asker))

        def forget(_: object) -> None:
            self.shares.remove(asker)
            self._forget(deal.key, coming)

        coming.task.add_done_callback(forget)

    def _forget(self, key: Key, coming: _Computation) -> None:
        if self._coming.get(key) is coming:
            del self._coming[key]
        coming.wake()

    async def _compute(
        self, coming: _Computation, deal: _Deal, seat: int | None, asker: Asker
    ) -> None:
        from oddtrick.review import BUDGET  # noqa: PLC0415  # NumPy and the search: slow

        async def made(pool: WorkPool, grade: Grade, budget: SearchBudget | None) -> None:
            def add(decision: Decision) -> None:
                coming.add(DecisionValued(grade, decision))

            work = partial(review_in_parts, deal.record, deal.number, grade, budget, seat)
            reviewed = DealReviewed(grade, await pool.run_in_parts(asker, add, work))
            self._keep(deal.key, reviewed)
            coming.add(reviewed)

        if not coming.events:
            await made(self.pools.first_reviews, "quick", None)
        await made(self.pools.reviews, "full", self._budget or BUDGET)

    def _keep(self, key: Key, reviewed: DealReviewed) -> None:
        self._cache[key] = reviewed
        if len(self._cache) > CACHE_SIZE:
            self._cache.popitem(last=False)
        self._tell_best_card(key)

    # Deals that have just ended, and that somebody is likely to ask for.

    def on_change(self, room: TableRoom, step: Transition) -> None:
        """Reviews a deal quickly when it has ended and all is calm; for a table's observers."""
        ends = step.before.stage is Stage.PLAYING and step.after.stage is not Stage.PLAYING
        if not ends or not any(one.person and not one.program for one in step.after.chairs):
            return
        room.best_card = None
        # From here on no review of an earlier deal is told at this table.
        self._ended[room] = ended = _EndedDeal(step.after.number)
        if self._calm is not None:
            self._calm.cancel()
        loop = asyncio.get_running_loop()
        self._calm = loop.call_later(CALM_SECONDS, self._begin_unasked, ended, step.after)

    def _begin_unasked(self, ended: _EndedDeal, table: Table) -> None:
        if self.unasked is None or self.unasked.done():
            self.unasked = asyncio.ensure_future(self._review_unasked(ended, table))

    async def _review_unasked(self, ended: _EndedDeal, table: Table) -> None:
        with contextlib.suppress(OddtrickError):  # one in which a seat may pass has no review
            record = await self.pools.logs.run(table_record, table)
            if record is None or not record.deals:
                return
            deal = _deal_of(record, len(record.deals) - 1)
            ended.key = deal.key
            if deal.key in self._cache:
                self._tell_best_card(deal.key)
            elif not self._coming and self.pools.reviews.is_idle:
                work = partial(review_in_parts, deal.record, deal.number, "quick", None, None)
                review = await self.pools.reviews.run_in_parts(SERVER, lambda _: None, work)
                self._keep(deal.key, DealReviewed("quick", review))

    def _tell_best_card(self, key: Key) -> None:
        """Tells the tables where a reviewed deal was the last to end which card was the best."""
        (deal,) = self._cache[key].review.deals
        for room, ended in tuple(self._ended.items()):
            if ended.key != key:
                continue
            frame = room.best_card = _encode(
                BestCardFrame(ended.match, deal.number, best_card(deal))
            )
            for listener in tuple(room.listeners):
                listener.push(frame)

    def close(self) -> None:
        """Ends all reviews: a worker that stops gives those who follow them no time."""
        for begun in (self._calm, self.unasked):
            if begun is not None:
                begun.cancel()
        self.pools.first_reviews.stop()
        self.pools.reviews.stop()


def _has_failed(task: asyncio.Task[Outcome]) -> bool:
    return task.done() and (task.cancelled() or task.exception() is not None)


async def _only(event: Event) -> AsyncGenerator[Event, None]:
    yield event
