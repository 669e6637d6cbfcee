"""Deals in chunks: a chunk is named by seed, first and last deal, and so is its result."""

from __future__ import annotations

from collections import deque
from concurrent.futures import BrokenExecutor
from typing import TYPE_CHECKING

import msgspec

from oddtrick.arena.duplicate import Contest, play_deals
from oddtrick.errors import OddtrickError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from concurrent.futures import Executor, Future

    from oddtrick.arena.duplicate import DealPlayed

AHEAD = 2
"""Chunks that wait for each worker, so that none waits for us."""


class Chunk(msgspec.Struct, frozen=True):
    """Some deals in a row.

    Args:
        seed: of the contest.
        first: the number of the first deal.
        last: the number of the last one, which belongs to it.
    """

    seed: int
    first: int
    last: int


def chunks(seed: int, first: int, deals: int, size: int) -> Iterator[Chunk]:
    """The chunks from the deal ``first`` to the last of so many deals.

    Each ends where it always does, wherever the first one begins.

    >>> [(chunk.first, chunk.last) for chunk in chunks(seed=1, first=7, deals=22, size=10)]
    [(7, 9), (10, 19), (20, 21)]
    """
    while first < deals:
        last = min(first - first % size + size, deals) - 1
        yield Chunk(seed, first, last)
        first = last + 1


def play_chunk(
    contest: Contest, chunk: Chunk, stopped: Callable[[], bool] | None = None
) -> tuple[DealPlayed, ...]:
    """Plays the deals of a chunk: the same result on any machine.

    Args:
        contest: who plays whom at what.
        chunk: which deals.
        stopped: whether to give up, where somebody can say so.

    Raises:
        OddtrickError: a bot fails.
        Stopped: as ``stopped`` said.
    """
    numbers = range(chunk.first, chunk.last + 1)
    return play_deals(contest, chunk.seed, numbers, stopped or _never)


def _never() -> bool:
    return False


def played_in_order(
    contest: Contest,
    todo: Iterator[Chunk],
    executor: Executor | None = None,
    *,
    workers: int = 1,
    stopped: Callable[[], bool] | None = None,
) -> Iterator[tuple[DealPlayed, ...]]:
    """Plays chunks on an executor and gives their results in the order of the chunks.

    Args:
        contest: who plays whom at what.
        todo: the chunks.
        executor: where they are played; None: here, one after another.
        workers: how many chunks the executor plays at once.
        stopped: passed on to every chunk; only executors of this process can carry it.

    Raises:
        OddtrickError: a bot fails, or a worker dies.
    """
    if executor is None:
        for chunk in todo:
            yield play_chunk(contest, chunk, stopped)
        return
    under_way: deque[Future[tuple[DealPlayed, ...]]] = deque()
    try:
        for chunk in todo:
            under_way.append(_submit(executor, contest, chunk, stopped))
            if len(under_way) >= workers * AHEAD:
                yield under_way.popleft().result()
        while under_way:
            yield under_way.popleft().result()
    except BrokenExecutor:
        raise OddtrickError(
            "a worker has died, perhaps for want of memory: run it again with fewer --workers; "
            "what --out has kept is not played again"
        ) from None
    finally:
        for future in under_way:
            future.cancel()


def _submit(
    executor: Executor, contest: Contest, chunk: Chunk, stopped: Callable[[], bool] | None
) -> Future[tuple[DealPlayed, ...]]:
    if stopped is None:
        return executor.submit(play_chunk, contest, chunk)
    return executor.submit(play_chunk, contest, chunk, stopped)
