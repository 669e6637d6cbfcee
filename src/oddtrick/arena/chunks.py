"""Chunks of deals: a chunk is identified by seed, first and last deal, and so is its result."""

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

    from oddtrick.arena.duplicate import DealResult

QUEUED_PER_WORKER = 2
"""Chunks submitted ahead for each worker, so that none is ever idle."""


class Chunk(msgspec.Struct, frozen=True):
    """A range of consecutive deals.

    Args:
        seed: the seed of the contest.
        first: the number of the first deal.
        last: the number of the last deal, inclusive.
    """

    seed: int
    first: int
    last: int


def split_into_chunks(seed: int, first: int, deals: int, size: int) -> Iterator[Chunk]:
    """Yields the chunks from deal ``first`` up to deal ``deals - 1``.

    Chunks end at multiples of ``size`` wherever the first one begins, so a resumed contest has the
    same ones.

    >>> chunks = split_into_chunks(seed=1, first=7, deals=22, size=10)
    >>> [(chunk.first, chunk.last) for chunk in chunks]
    [(7, 9), (10, 19), (20, 21)]
    """
    while first < deals:
        last = min(first - first % size + size, deals) - 1
        yield Chunk(seed, first, last)
        first = last + 1


def play_chunk(
    contest: Contest, chunk: Chunk, is_cancelled: Callable[[], bool] | None = None
) -> tuple[DealResult, ...]:
    """Plays the deals of a chunk, with the same result on any machine.

    Args:
        contest: the game and its players.
        chunk: the deals to play.
        is_cancelled: returns True to abandon the chunk; None: it cannot be abandoned.

    Raises:
        OddtrickError: a bot fails.
        Cancelled: ``is_cancelled`` returned True.
    """
    numbers = range(chunk.first, chunk.last + 1)
    return play_deals(contest, chunk.seed, numbers, is_cancelled or _never)


def _never() -> bool:
    return False


def play_chunks(
    contest: Contest,
    chunks: Iterator[Chunk],
    executor: Executor | None = None,
    *,
    workers: int = 1,
    is_cancelled: Callable[[], bool] | None = None,
) -> Iterator[tuple[DealResult, ...]]:
    """Plays chunks on an executor and yields their results in the order of the chunks.

    Args:
        contest: the game and its players.
        chunks: the chunks to play.
        executor: the executor that plays them; None: this thread plays them one after another.
        workers: the number of chunks that the executor plays at once.
        is_cancelled: passed to every chunk; only executors in this process can share it.

    Raises:
        OddtrickError: a bot fails, or a worker dies.
    """
    if executor is None:
        for chunk in chunks:
            yield play_chunk(contest, chunk, is_cancelled)
        return
    pending: deque[Future[tuple[DealResult, ...]]] = deque()
    try:
        for chunk in chunks:
            pending.append(_submit(executor, contest, chunk, is_cancelled))
            if len(pending) >= workers * QUEUED_PER_WORKER:
                yield pending.popleft().result()
        while pending:
            yield pending.popleft().result()
    except BrokenExecutor:
        raise OddtrickError(
            "a worker died, perhaps out of memory: run again with fewer --workers; "
            "deals already in the --out file are not played again"
        ) from None
    finally:
        for future in pending:
            future.cancel()


def _submit(
    executor: Executor, contest: Contest, chunk: Chunk, is_cancelled: Callable[[], bool] | None
) -> Future[tuple[DealResult, ...]]:
    if is_cancelled is None:
        return executor.submit(play_chunk, contest, chunk)
    return executor.submit(play_chunk, contest, chunk, is_cancelled)
