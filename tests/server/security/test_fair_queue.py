"""The fair queue: bounded by asker, served in turns, short work before long, and nobody starves."""

from __future__ import annotations

from collections import Counter
from itertools import count
from typing import NamedTuple

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from oddtrick.server.errors import ApiError
from oddtrick.server.security.fair_queue import SERVER, Asker, Bounds, FairQueue, Shares

BOUNDS = Bounds(all=12, by_address=6, by_person=3)
ASKERS = [Asker(address, person) for address in "ABC" for person in ("", "1", "2")]


class Request(NamedTuple):
    """A job, and what it has to wait for."""

    number: int
    asker: Asker
    is_long: bool


class QueueMachine(RuleBasedStateMachine):
    """Any sequence of jobs that are added, done and given up.

    ``served`` counts for each waiting job those that have begun before it, by their asker.
    """

    at_once = 1

    def __init__(self) -> None:
        super().__init__()
        self.numbers = count()
        self.begun: list[Request] = []
        self.waiting: dict[Request, list[Request]] = {}
        shares = Shares(BOUNDS)
        self.queue: FairQueue[Request] = FairQueue(self.at_once, self.on_begin, shares)

    def on_begin(self, job: Request) -> None:
        before = self.waiting.pop(job)
        self.check_turn(job, before)
        self.begun.append(job)
        for others in self.waiting.values():
            others.append(job)

    def check_turn(self, job: Request, before: list[Request]) -> None:
        """Nobody is served twice in a line while another address, or another person there, waits.

        A job that waits behind others of the same person waits for a turn for each of them.
        """
        line = [one for one in before if one.is_long == job.is_long]
        own = sum(one.asker == job.asker for one in line) + 1
        beside = Counter(one.asker.person for one in line if one.asker.address == job.asker.address)
        assert all(turns <= own for turns in beside.values())
        turns_of_address = beside.total() + 1
        for address, turns in Counter(one.asker.address for one in line).items():
            assert address == job.asker.address or turns <= turns_of_address
        others = sum(one.is_long != job.is_long for one in before)
        assert self.at_once > 1 or others <= len(line) + 1, "the lines take turns"

    @rule(asker=st.sampled_from([*ASKERS, SERVER]), is_long=st.booleans())
    def add(self, asker: Asker, is_long: bool) -> None:
        jobs = [*self.begun, *self.waiting]
        of_address = sum(one.asker.address == asker.address for one in jobs)
        of_person = sum(one.asker == asker for one in jobs) if asker.person else 0
        job = Request(next(self.numbers), asker, is_long)
        full = of_address >= BOUNDS.by_address or of_person >= BOUNDS.by_person
        if asker != SERVER and (full or len(jobs) >= BOUNDS.all):
            with pytest.raises(ApiError) as refused:
                self.queue.add(job, asker, is_long=is_long)
            assert refused.value.status == (429 if full else 503)
            assert refused.value.retry
            return
        self.waiting[job] = []
        self.queue.add(job, asker, is_long=is_long)

    @precondition(lambda self: self.begun)
    @rule(data=st.data())
    def end(self, data: st.DataObject) -> None:
        job = data.draw(st.sampled_from(self.begun))
        self.begun.remove(job)
        self.queue.discard(job)
        self.queue.discard(job)  # a second time changes nothing

    @precondition(lambda self: self.waiting)
    @rule(data=st.data())
    def give_up(self, data: st.DataObject) -> None:
        job = data.draw(st.sampled_from(sorted(self.waiting)))
        del self.waiting[job]
        self.queue.discard(job)

    @invariant()
    def counts_are_right(self) -> None:
        jobs = [*self.begun, *self.waiting]
        assert len(self.queue) == len(self.queue.shares) == len(jobs)

    @invariant()
    def nobody_waits_beside_a_free_place(self) -> None:
        assert len(self.begun) <= self.at_once
        running_long = sum(one.is_long for one in self.begun)
        assert running_long <= max(1, self.at_once - 1)
        if len(self.begun) < self.at_once:
            assert all(one.is_long for one in self.waiting)
            assert not self.waiting or running_long == max(1, self.at_once - 1)


class QueueOfThree(QueueMachine):
    at_once = 3


TestOnePlace = QueueMachine.TestCase
TestThreePlaces = QueueOfThree.TestCase


def begun_in_order(at_once: int, jobs: str, *, address_at_once: int | None = None) -> str:
    """The order of jobs named by their address, in capitals if they are long, each done in turn."""
    begun: list[tuple[int, str]] = []
    queue: FairQueue[tuple[int, str]] = FairQueue(
        at_once, begun.append, address_at_once=address_at_once
    )
    for job in enumerate(jobs):
        queue.add(job, Asker(job[1].lower()), is_long=job[1].isupper())
    for job in begun:  # grows meanwhile
        queue.discard(job)
    return "".join(name for _, name in begun)


def test_whoever_asks_once_waits_for_one_job_of_whoever_asks_for_many() -> None:
    assert begun_in_order(1, "aaaaaab") == "aabaaaa"
    assert begun_in_order(1, "aaabbbc") == "aabcabb"


def test_short_jobs_wait_for_no_long_ones() -> None:
    begun: list[str] = []
    queue: FairQueue[str] = FairQueue(2, begun.append)
    for number in range(9):
        queue.add(f"long {number}", Asker("a"), is_long=True)
    for number in range(9):
        queue.add(f"short {number}", Asker("b"))
        assert begun == ["long 0", *(f"short {one}" for one in range(number + 1))]
        queue.discard(f"short {number}")


def test_an_address_holds_no_more_places_than_it_may() -> None:
    begun: list[str] = []
    queue: FairQueue[str] = FairQueue(2, begun.append, address_at_once=1)
    queue.add("a1", Asker("a", "1"))
    queue.add("a2", Asker("a", "2"))
    queue.add("b", Asker("b"))
    assert begun == ["a1", "b"]
    queue.discard("a1")
    assert begun == ["a1", "b", "a2"]


def test_what_waits_is_cleared_and_what_is_begun_goes_on() -> None:
    begun: list[str] = []
    queue: FairQueue[str] = FairQueue(1, begun.append)
    for name in ("a", "b", "c"):
        queue.add(name, Asker(name))
    assert queue.clear() == ["b", "c"]
    assert (len(queue), len(queue.shares)) == (1, 1)
    queue.discard("a")
    assert (begun, len(queue.shares)) == (["a"], 0)
