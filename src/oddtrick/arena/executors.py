"""Chunks of deals, and what plays them: threads, processes, or a Dask or Ray cluster."""

from __future__ import annotations

import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import (
    BrokenExecutor,
    Executor,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
)
from contextlib import contextmanager
from importlib import import_module
from multiprocessing import active_children, get_context, parent_process
from typing import Any, Literal, get_args

import msgspec

from oddtrick.arena.duplicate import Contest, DealResult, play_deals
from oddtrick.errors import OddtrickError
from oddtrick.extras import install_command

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


ExecutorKind = Literal["threads", "processes", "dask", "ray"]
EXECUTORS: tuple[ExecutorKind, ...] = get_args(ExecutorKind)
"""The kinds of workers: threads or processes of this machine, or a cluster."""


class Pool(msgspec.Struct, frozen=True):
    """An executor and the number of its workers.

    Args:
        executor: plays the chunks.
        workers: the number of chunks it plays at once.
        is_cancelled: returns True when chunks should be abandoned; None if it cannot be shared.
    """

    executor: Executor
    workers: int
    is_cancelled: Callable[[], bool] | None = None


@contextmanager
def open_pool(kind: ExecutorKind = "threads", workers: int | None = None) -> Iterator[Pool]:
    """Opens a pool of workers and shuts it down on exit.

    A cluster is found by ``DASK_SCHEDULER_ADDRESS`` or ``RAY_ADDRESS``; without that, one is
    started on this machine.

    Args:
        kind: the kind of executor.
        workers: the number of workers; None: one per processor.

    Raises:
        OddtrickError: the library is not installed, or ``workers`` is below 1.
    """
    if workers is not None and workers < 1:
        raise OddtrickError(f"--workers is {workers}: it must be 1 or more")
    opened = {"threads": _threads, "processes": _processes, "dask": _dask, "ray": _ray}[kind]
    with opened(workers or os.cpu_count() or 1) as pool:
        yield pool


@contextmanager
def _threads(workers: int) -> Iterator[Pool]:
    stop = threading.Event()
    executor = ThreadPoolExecutor(workers, thread_name_prefix="arena")
    try:
        yield Pool(executor, workers, stop.is_set)
    finally:
        stop.set()
        executor.shutdown(cancel_futures=True)


@contextmanager
def _processes(workers: int) -> Iterator[Pool]:
    earlier_children = set(active_children())
    executor = ProcessPoolExecutor(workers, get_context("spawn"), initializer=_initialize_worker)
    try:
        yield Pool(executor, workers)
    finally:
        # A running chunk may take minutes and cannot be cancelled: kill it.
        for child in set(active_children()) - earlier_children:
            child.terminate()
        executor.shutdown(cancel_futures=True)


def _initialize_worker() -> None:
    """Ignores Ctrl-C, which the parent handles, and exits when the parent dies."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_exit_with_parent, daemon=True).start()


def _exit_with_parent() -> None:
    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


@contextmanager
def _dask(workers: int) -> Iterator[Pool]:
    distributed = _import_library("distributed", "dask")
    address = os.environ.get("DASK_SCHEDULER_ADDRESS")
    local = {} if address else {"n_workers": workers, "threads_per_worker": 1}
    with distributed.Client(address, dashboard_address=None, **local) as client:
        yield Pool(client.get_executor(), sum(client.nthreads().values()) or workers)


@contextmanager
def _ray(workers: int) -> Iterator[Pool]:
    ray = _import_library("ray", "ray")
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    local = {} if os.environ.get("RAY_ADDRESS") else {"num_cpus": workers}
    ray.init(include_dashboard=False, log_to_driver=False, logging_level="ERROR", **local)
    try:
        yield Pool(RayExecutor(ray), int(ray.cluster_resources().get("CPU", workers)))
    finally:
        ray.shutdown()


class RayExecutor(Executor):
    """Ray as an executor: each call is a remote task.

    Args:
        ray: the module, initialised.
    """

    def __init__(self, ray: Any) -> None:
        self._ray = ray
        self._call = ray.remote(_call)

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Starts a call as a remote task."""
        future: Future[Any] = Future()

        def forward(done: Future[Any]) -> None:
            if not future.set_running_or_notify_cancel():
                return
            error = done.exception()
            if error is None:
                future.set_result(done.result())
            else:  # Ray wraps the error in a remote traceback: unwrap it
                future.set_exception(getattr(error, "cause", None) or error)

        self._call.remote(fn, args, kwargs).future().add_done_callback(forward)
        return future


def _call(fn: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    return fn(*args, **kwargs)


def _import_library(name: str, extra: str) -> Any:
    try:
        return import_module(name)
    except ModuleNotFoundError:
        raise OddtrickError(
            f"{name} is not installed: run {install_command(extra)}, or take another --executor"
        ) from None
