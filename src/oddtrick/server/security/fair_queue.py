"""A queue that no asker can fill: bounded for each of them, and served in turns.

Turns go round robin, first by address and then by person, so that whoever asks for a hundred things
waits behind whoever asks for one (Nagle, "On Packet Switches with Infinite Storage", RFC 970).
"""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict, deque
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

from oddtrick.server.errors import ApiError

if TYPE_CHECKING:
    from collections.abc import Callable

T = TypeVar("T")
K = TypeVar("K")

BUSY_SECONDS = 5.0
"""The time after which a place in a full queue is likely to be free."""

BUSY = "the server is busy: try again in a few seconds"


class Asker(NamedTuple):
    """The one that asks for a job.

    Attributes:
        address: their address, or what else is given an equal share.
        person: the id of the person; empty: nobody known.
    """

    address: str
    person: str = ""


SERVER = Asker("")
"""The server itself: it waits its turn, but has as many jobs as it needs."""


class Bounds(NamedTuple):
    """The greatest numbers of jobs, waiting or begun.

    Attributes:
        all: of everybody together.
        by_address: of one address.
        by_person: of one person who is known.
    """

    all: int
    by_address: int
    by_person: int


def shared_bounds(most: int) -> Bounds:
    """Returns bounds that leave half of the places to other addresses, and more to other people."""
    return Bounds(most, max(1, most // 2), max(1, most // 8))


class Shares:
    """The number of jobs of each asker, within bounds.

    Args:
        bounds: the bounds; None: none.
        busy: the message to those who find no place.
    """

    def __init__(self, bounds: Bounds | None = None, busy: str = BUSY) -> None:
        self.bounds = bounds
        self._busy = busy
        self._jobs = 0
        self._by_address: Counter[str] = Counter()
        self._by_person: Counter[Asker] = Counter()

    def __len__(self) -> int:
        return self._jobs

    def check_room(self, asker: Asker) -> None:
        """Checks that one more job of an asker is within the bounds.

        Raises:
            ApiError: 429, they have their share; 503, there are too many in all.
        """
        if self.bounds is None or asker == SERVER:
            return
        if asker.person and self._by_person[asker] >= self.bounds.by_person:
            raise _share_used("of yours")
        if self._by_address[asker.address] >= self.bounds.by_address:
            raise _share_used("from your network")
        if self._jobs >= self.bounds.all:
            raise ApiError(503, "busy", self._busy, retry_after=BUSY_SECONDS)

    def add(self, asker: Asker) -> None:
        """Counts a job."""
        self._jobs += 1
        self._by_address[asker.address] += 1
        self._by_person[asker] += 1

    def remove(self, asker: Asker) -> None:
        """Counts a job no longer."""
        self._jobs -= 1
        _count_down(self._by_address, asker.address)
        _count_down(self._by_person, asker)


def _count_down(counter: Counter[K], key: K) -> None:
    """Counts one less, and forgets who has none: addresses are many."""
    counter[key] -= 1
    if not counter[key]:
        del counter[key]


def _share_used(whose: str) -> ApiError:
    message = f"too many such requests {whose} are under way: wait until one of them is done"
    return ApiError(429, "limit", message, retry_after=BUSY_SECONDS)


class _Line(Generic[T]):
    """Waiting jobs by address and person, each of whom is served in turn."""

    def __init__(self) -> None:
        self._waiting: OrderedDict[str, OrderedDict[str, deque[T]]] = OrderedDict()

    def add(self, asker: Asker, job: T) -> None:
        people = self._waiting.setdefault(asker.address, OrderedDict())
        people.setdefault(asker.person, deque()).append(job)

    def remove(self, asker: Asker, job: T) -> None:
        self._waiting[asker.address][asker.person].remove(job)
        self._forget_if_empty(asker)

    def take(self, may_begin: Callable[[str], bool]) -> T | None:
        """Takes the next job of the first address that may begin one."""
        address = next(filter(may_begin, self._waiting), None)
        if address is None:
            return None
        people = self._waiting[address]
        person = next(iter(people))
        job = people[person].popleft()
        people.move_to_end(person)
        self._waiting.move_to_end(address)
        self._forget_if_empty(Asker(address, person))
        return job

    def _forget_if_empty(self, asker: Asker) -> None:
        people = self._waiting[asker.address]
        if not people[asker.person]:
            del people[asker.person]
        if not people:
            del self._waiting[asker.address]


class _Place(NamedTuple):
    asker: Asker
    is_long: bool


class FairQueue(Generic[T]):
    """Jobs that wait for their turn, and those whose turn it is.

    Short jobs wait for no long one where two or more are done at once: one place is kept for them.

    Args:
        at_once: the number of jobs done at once.
        begin: called with each job when its turn has come.
        shares: the bounds of the jobs; those waiting and those begun count.
        address_at_once: the number of jobs of one address done at once; None: any.
    """

    def __init__(
        self,
        at_once: int,
        begin: Callable[[T], object],
        shares: Shares | None = None,
        address_at_once: int | None = None,
    ) -> None:
        self.shares = Shares() if shares is None else shares
        self._at_once = at_once
        self._long_at_once = max(1, at_once - 1)
        self._address_at_once = at_once if address_at_once is None else address_at_once
        self._begin = begin
        self._short: _Line[T] = _Line()
        self._long: _Line[T] = _Line()
        self._is_long_next = False
        self._waiting: dict[T, _Place] = {}
        self._begun: dict[T, _Place] = {}
        self._begun_by_address: Counter[str] = Counter()
        self._begun_long = 0

    def __len__(self) -> int:
        return len(self._waiting) + len(self._begun)

    def add(self, job: T, asker: Asker, *, is_long: bool = False) -> None:
        """Adds a job, and begins it at once if there is room.

        Raises:
            ApiError: as :meth:`Shares.check_room` does.
        """
        self.shares.check_room(asker)
        self.shares.add(asker)
        self._waiting[job] = _Place(asker, is_long)
        (self._long if is_long else self._short).add(asker, job)
        self._begin_next()

    def discard(self, job: T) -> None:
        """Removes a job that is done, or that nobody waits for; begins the next."""
        if (place := self._waiting.pop(job, None)) is not None:
            (self._long if place.is_long else self._short).remove(place.asker, job)
        elif (place := self._begun.pop(job, None)) is not None:
            _count_down(self._begun_by_address, place.asker.address)
            self._begun_long -= place.is_long
        else:
            return
        self.shares.remove(place.asker)
        self._begin_next()

    def clear(self) -> list[T]:
        """Removes and returns the jobs that wait."""
        waiting = list(self._waiting)
        for place in self._waiting.values():
            self.shares.remove(place.asker)
        self._waiting.clear()
        self._short, self._long = _Line(), _Line()
        return waiting

    def _begin_next(self) -> None:
        while len(self._begun) < self._at_once and (job := self._take()) is not None:
            place = self._begun[job] = self._waiting.pop(job)
            self._begun_by_address[place.asker.address] += 1
            self._begun_long += place.is_long
            self._is_long_next = not place.is_long
            self._begin(job)

    def _take(self) -> T | None:
        """Takes a job from the lines in turn, so that neither waits for ever."""
        for line in (self._long, self._short) if self._is_long_next else (self._short, self._long):
            has_room = line is self._short or self._begun_long < self._long_at_once
            if has_room and (job := line.take(self._may_begin)) is not None:
                return job
        return None

    def _may_begin(self, address: str) -> bool:
        return self._begun_by_address[address] < self._address_at_once


Turn = asyncio.Future[None]
"""A job as a queue of coroutines has it: done when its turn has come."""


def begin_turn(turn: Turn) -> None:
    """Wakes who waits for a turn; the ``begin`` of a :class:`FairQueue` of them."""
    if not turn.done():
        turn.set_result(None)


async def wait_for_turn(queue: FairQueue[Turn], asker: Asker, *, is_long: bool = False) -> Turn:
    """Waits for a turn, which the caller gives back by ``discard``.

    Raises:
        ApiError: as :meth:`Shares.check_room` does.
    """
    turn = asyncio.get_running_loop().create_future()
    queue.add(turn, asker, is_long=is_long)
    try:
        await turn
    except BaseException:
        queue.discard(turn)
        raise
    return turn
