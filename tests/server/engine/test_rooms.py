"""The engine with a log of additions: whatever is cancelled, lost or evicted, each counts once.

The tests of tables and drives show the same of their adapters. This one interleaves everything that
the engine has to bear with two workers on one database.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from random import Random
from threading import Event
from typing import NamedTuple

import pytest

from oddtrick.errors import OddtrickError
from oddtrick.server.engine.room import Reply, Room
from oddtrick.server.engine.rooms import IN_USE_MS, Rooms
from oddtrick.server.engine.worker_bus import NullBus
from oddtrick.server.errors import ApiError
from oddtrick.server.store import schema
from oddtrick.server.store.database_errors import StoreUnavailable
from oddtrick.server.store.event_log import EventLog
from oddtrick.server.store.log_entries import Append, AppendResult, Entry, LogKind
from tests.support.extent import times
from tests.support.server.new_database import new_database

CODES = ("ash", "oak")
MOST = 40
"""No sum may be larger."""

SUMS = LogKind(
    entries=schema.entries,
    code=schema.entries.c.table_id,
    body=schema.entries.c.facts,
    logs=schema.tables.c.id,
    derive=lambda _connection, _appends: None,
)


class Sum(NamedTuple):
    """The state: a sum, and the commands that made it."""

    code: str
    seq: int
    total: int
    keys: dict[str, int]


class Add(NamedTuple):
    """A command: add a number."""

    number: int
    key: str


class Listener:
    """Collects the numbers of the entries that it is shown."""

    def __init__(self, since: int) -> None:
        self.seqs = [since]


SumRoom = Room[Sum, Listener]


def fold(state: Sum, entry: Entry) -> Sum:
    """Applies an entry."""
    assert entry.key is not None
    keys = state.keys | {entry.key: entry.seq}
    return Sum(state.code, entry.seq, state.total + int(entry.body), keys)


class Sums:
    """The adapter."""

    def __init__(self, log: EventLog, rng: Random) -> None:
        self._log, self._rng = log, rng
        self.now = 0
        self.counts: Counter[str] = Counter()

    def clock(self) -> int:
        return self.now

    async def heads(self, codes: list[str]) -> dict[str, int]:
        return {code: len(await self._log.read(SUMS, code)) - 1 for code in codes}

    async def load(self, code: str) -> SumRoom:
        if code == "elm":
            raise ApiError(404, "not-found", "no such sum")
        room = SumRoom(Sum(code, -1, 0, {}))
        await self.follow(room, await self.read(code, -1), is_foreign=True)
        return room

    async def read(self, code: str, after: int) -> list[Entry]:
        return await self._log.read(SUMS, code, after)

    async def follow(self, room: SumRoom, entries: list[Entry], *, is_foreign: bool) -> None:
        del is_foreign
        for entry in entries:
            self._advance(room, entry)
            await asyncio.sleep(0)

    async def decide(self, room: SumRoom, request: Add) -> Append | Reply:
        state = room.state
        if request.key in state.keys:
            return Reply(state.keys[request.key], repeated=True)
        if self._rng.random() < 0.3:
            await asyncio.sleep(0)
        if state.total + request.number > MOST:
            raise OddtrickError("too much")
        body = str(request.number)
        return Append(SUMS, Entry(room.code, state.seq + 1, 0, "ann", body, request.key), None)

    async def append(self, write: Append) -> bool:
        is_lost = self._rng.random() < 0.3
        if is_lost and self._rng.random() < 0.5:
            raise StoreUnavailable("not written")
        written = await self._log.append(write) is AppendResult.COMMITTED
        if is_lost:
            raise StoreUnavailable("written or not, nobody knows")
        return written

    def show(self, room: SumRoom, write: Append) -> Reply:
        self._advance(room, write.entry)
        return Reply(write.entry.seq, transition=write)

    def _advance(self, room: SumRoom, entry: Entry) -> None:
        assert entry.seq == room.seq + 1, "entries come in order"
        room.state = fold(room.state, entry)
        for listener in room.listeners:
            listener.seqs.append(entry.seq)

    def count(self, request: Add, outcome: str) -> None:
        self.counts[outcome] += 1

    def on_outage(self, error: StoreUnavailable) -> None:
        self.counts["outage"] += 1

    def is_idle(self, room: SumRoom) -> bool:
        return True

    def on_evict(self, room: SumRoom) -> None:
        self.counts["evicted"] += 1


class SharedLog(EventLog):
    """A log that several workers write to, as PostgreSQL's is."""

    is_shared = True


Worker = tuple[Sums, "Rooms[SumRoom, Entry, Add, Append]"]


@asynccontextmanager
async def two_workers(folder: Path, rng: Random) -> AsyncIterator[tuple[EventLog, list[Worker]]]:
    engine = new_database(folder)
    logs = [SharedLog(engine), SharedLog(engine)]
    workers: list[Worker] = []
    for number, log in enumerate(logs):
        sums = Sums(log, rng)
        rooms: Rooms[SumRoom, Entry, Add, Append] = Rooms(
            sums, log, NullBus(), f"w{number}", clock=lambda: 0, capacity=2
        )
        workers.append((sums, rooms))
    yield logs[0], workers
    for log in logs:
        await log.close()
    engine.dispose()


async def add(workers: list[Worker], code: str, command: Add, rng: Random) -> Reply | None:
    """Gives a command until it is answered, at any worker; None if it is refused."""
    while True:
        _, rooms = rng.choice(workers)
        task = asyncio.ensure_future(rooms.submit(await rooms.get(code), command))
        if rng.random() < 0.2:  # the caller goes away, and asks again elsewhere
            for _ in range(rng.randrange(6)):
                await asyncio.sleep(0)
            task.cancel()
        try:
            return await task
        except (StoreUnavailable, asyncio.CancelledError):
            continue
        except OddtrickError:
            return None


@pytest.mark.parametrize("seed", range(times(3, whole=20)))
async def test_each_command_counts_once_and_is_shown_in_order(tmp_path: Path, seed: int) -> None:
    rng = Random(seed)
    async with two_workers(tmp_path, rng) as (log, workers):
        listeners: list[tuple[Room[Sum, Listener], Listener]] = []
        for _, rooms in workers:
            room = await rooms.current("ash")
            listener = Listener(room.seq)
            room.listeners.add(listener)
            listeners.append((room, listener))
        commands = [(rng.choice(CODES), Add(rng.randint(1, 3), f"k{n}")) for n in range(60)]
        replies = await asyncio.gather(*(add(workers, *one, rng) for one in commands))
        for code in CODES:
            entries = await log.read(SUMS, code)
            kept = {entry.key: entry.seq for entry in entries}
            assert [entry.seq for entry in entries] == list(range(len(entries))), "without gaps"
            assert len(kept) == len(entries), "each once"
            answered = {
                command.key: reply.seq
                for (at, command), reply in zip(commands, replies, strict=True)
                if at == code and reply is not None
            }
            assert answered == kept
            assert sum(int(entry.body) for entry in entries) <= MOST
            for _, rooms in workers:
                assert (await rooms.current(code)).state.keys == kept
        for room, listener in listeners:
            assert listener.seqs == list(range(listener.seqs[0], room.seq + 1))
        for _, rooms in workers:
            await rooms.drain()
            assert not rooms._tasks
        seen = sum((sums.counts for sums, _ in workers), Counter())
        assert {"done", "conflict", "repeated", "outage", "refused"} <= set(seen), seen


async def test_a_refusal_of_a_worker_that_lags_behind_is_decided_on_the_log(tmp_path: Path) -> None:
    async with two_workers(tmp_path, Random(1)) as (_, workers):
        for sums, _ in workers:
            sums._rng = Random(1)
            sums._rng.random = lambda: 1.0  # type: ignore[method-assign]  # nothing is lost
        (_, here), (_, there) = workers
        lagging = await there.get("oak")
        await here.submit(await here.get("oak"), Add(MOST, "1"))
        with pytest.raises(OddtrickError, match="too much"):
            await there.submit(lagging, Add(1, "2"))
        assert (lagging.state.total, lagging.seq) == (MOST, 0)
        assert await there.submit(lagging, Add(MOST, "1")) == Reply(0, repeated=True)


@asynccontextmanager
async def quiet_worker(folder: Path, capacity: int = 2) -> AsyncIterator[tuple[EventLog, Worker]]:
    """One worker alone on its database, where nothing is lost by chance."""
    engine = new_database(folder)
    log = EventLog(engine)
    sums = Sums(log, Random(1))
    sums._rng.random = lambda: 1.0  # type: ignore[method-assign]
    yield log, (sums, Rooms(sums, log, NullBus(), "w", clock=sums.clock, capacity=capacity))
    await log.close()
    engine.dispose()


async def test_a_write_whose_caller_has_gone_is_shown_though_others_are_answered_meanwhile(
    tmp_path: Path,
) -> None:
    async with quiet_worker(tmp_path) as (log, (_, rooms)):
        room = await rooms.get("ash")
        listener = Listener(room.seq)
        room.listeners.add(listener)
        is_written = Event()
        slow_disk = asyncio.ensure_future(log.write(lambda _: is_written.wait()))
        task = asyncio.ensure_future(rooms.submit(room, Add(MOST, "1")))
        await asyncio.sleep(0.01)
        task.cancel()
        with pytest.raises(OddtrickError, match="too much"):  # decided before the first is there
            await rooms.submit(room, Add(MOST + 1, "2"))
        is_written.set()
        await slow_disk
        await rooms.drain()
        assert (room.state.total, listener.seqs) == (MOST, [-1, 0])


async def test_nobody_is_left_with_a_room_that_was_evicted(tmp_path: Path) -> None:
    async with quiet_worker(tmp_path, capacity=4) as (_, (sums, rooms)):
        # All at once, as after a restart: each new room is looked at before the next is loaded.
        rng = Random(1)
        codes = [f"{name}{n}" for n in range(12) for name in CODES]

        async def use(code: str) -> None:
            room = await rooms.get(code)
            for _ in range(rng.randrange(4)):
                await asyncio.sleep(0)
            await asyncio.gather(*(rooms.submit(room, Add(1, f"k{n}")) for n in range(3)))
            assert rooms.by_code[code] is room
            assert room.state.total == 3

        await asyncio.gather(*map(use, codes))
        assert len(rooms.by_code) == len(codes), "more than the capacity, because all are in use"
        sums.now = IN_USE_MS + 1
        old = await rooms.get("ash5")
        sums.now += 1
        await rooms.get("elder")
        sums.now += IN_USE_MS
        await rooms.get("fir")
        assert sums.counts["evicted"] == 2
        # A command with a room from before goes to the one that is read now.
        del rooms.by_code["ash5"]
        assert (await rooms.submit(old, Add(1, "late"))).seq == 3
        assert (rooms.by_code["ash5"].seq, old.seq) == (3, 2)


async def test_all_who_ask_at_once_get_one_room(tmp_path: Path) -> None:
    async with two_workers(tmp_path, Random(1)) as (_, workers):
        _, rooms = workers[0]
        asked = [asyncio.ensure_future(rooms.get("oak")) for _ in range(5)]
        await asyncio.sleep(0)
        asked[0].cancel()
        first, *others = await asyncio.gather(*asked, return_exceptions=True)
        assert isinstance(first, asyncio.CancelledError)
        assert {id(one) for one in others} == {id(rooms.by_code["oak"])}
        with pytest.raises(ApiError, match="no such sum"):
            await rooms.get("elm")


async def test_a_room_is_corrected_by_a_command_while_it_is_read(tmp_path: Path) -> None:
    async with two_workers(tmp_path, Random(1)) as (_, workers):
        sums, rooms = workers[0]
        load = sums.load

        async def load_and_correct(code: str) -> SumRoom:
            room = await load(code)
            if not room.state.keys:
                await rooms.submit(room, Add(1, "correction"))
            return room

        sums.load = load_and_correct  # type: ignore[method-assign]  # as the hooks of tables do
        async with asyncio.timeout(10):
            while True:
                with suppress(StoreUnavailable):
                    assert (await rooms.get("oak")).seq == 0
                    return
