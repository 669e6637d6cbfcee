"""The FIFO lock, acquired by tasks and by callbacks."""

from __future__ import annotations

import asyncio

from hypothesis import given
from hypothesis import strategies as st

from oddtrick.server.rooms.fair_lock import FairLock

WAYS = ("task", "word", "quick", "gone", "unwanted")


@given(st.lists(st.sampled_from(WAYS), max_size=12))
def test_the_lock_is_exclusive_and_first_in_first_out(ways: list[str]) -> None:
    asyncio.run(queue_waiters(ways))


async def queue_waiters(ways: list[str]) -> None:
    """Queues waiters of each kind while the lock is held."""
    lock, had, tasks = FairLock(), [], []
    inside = 0

    async def in_a_task(number: int) -> None:
        nonlocal inside
        async with lock:
            assert (inside, lock.locked(), lock.try_acquire()) == (0, True, False)
            inside += 1
            await asyncio.sleep(0)
            inside -= 1
            had.append(number)

    def by_word(number: int, way: str) -> bool:
        assert (inside, lock.locked()) == (0, True)
        if way == "unwanted":
            return False
        had.append(number)
        if way == "quick":
            lock.release()
        else:
            asyncio.get_running_loop().call_soon(lock.release)
        return True

    assert lock.try_acquire()
    for number, way in enumerate(ways):
        if way in ("task", "gone"):
            tasks.append(asyncio.ensure_future(in_a_task(number)))
            await asyncio.sleep(0)
            if way == "gone":
                tasks.pop().cancel()
        else:
            lock.add_waiter(lambda number=number, way=way: by_word(number, way))  # type: ignore[misc]  # the lambda is untyped
    lock.release()
    await asyncio.gather(*tasks)
    while lock.locked():  # noqa: ASYNC110  # a word takes one round of the loop
        await asyncio.sleep(0)
    assert had == [at for at, way in enumerate(ways) if way in ("task", "word", "quick")]


def test_a_waiter_cancelled_on_its_turn_hands_the_lock_on() -> None:
    async def leave() -> list[str]:
        lock, had = FairLock(), []

        async def wait(name: str) -> None:
            async with lock:
                had.append(name)

        assert lock.try_acquire()
        first, second = (asyncio.ensure_future(wait(name)) for name in ("first", "second"))
        await asyncio.sleep(0)
        lock.release()
        first.cancel()
        await asyncio.gather(first, second, return_exceptions=True)
        assert not lock.locked()
        return had

    assert asyncio.run(leave()) == ["second"]


def test_a_thousand_immediate_waiters_do_not_recurse() -> None:
    lock, had = FairLock(), []

    def done(number: int) -> bool:
        had.append(number)
        lock.release()
        return True

    assert lock.try_acquire()
    for number in range(5000):
        lock.add_waiter(lambda number=number: done(number))  # type: ignore[misc]  # the lambda is untyped
    lock.release()
    assert (had, lock.locked()) == (list(range(5000)), False)
