"""Where chunks are played: threads, processes, or a cluster of Dask or Ray."""

from __future__ import annotations

import os
import signal
import threading
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from importlib import import_module
from multiprocessing import active_children, get_context, parent_process
from typing import TYPE_CHECKING, Any, Literal, get_args

import msgspec

from oddtrick.errors import OddtrickError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

Kind = Literal["threads", "processes", "dask", "ray"]
KINDS: tuple[Kind, ...] = get_args(Kind)


class Pool(msgspec.Struct, frozen=True):
    """Somewhere to play.

    Args:
        executor: takes the chunks.
        workers: how many it plays at once.
        stopped: whether to give up, for chunks that can ask.
    """

    executor: Executor
    workers: int
    stopped: Callable[[], bool] | None = None


@contextmanager
def open_pool(kind: Kind = "threads", workers: int | None = None) -> Iterator[Pool]:
    """Opens somewhere to play, and leaves nothing behind.

    A cluster is the one that ``DASK_SCHEDULER_ADDRESS`` or ``RAY_ADDRESS`` names; without that it
    is made on this machine.

    Args:
        kind: what it is.
        workers: how many; None: as many as there are processors.

    Raises:
        OddtrickError: it is not installed, or there are to be no workers.
    """
    if workers is not None and workers < 1:
        raise OddtrickError(f"--workers is {workers}: it is 1 or more")
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
    others = set(active_children())
    executor = ProcessPoolExecutor(workers, get_context("spawn"), initializer=_begin_worker)
    try:
        yield Pool(executor, workers)
    finally:
        # What they are at may take minutes, and nobody wants it any more.
        for child in set(active_children()) - others:
            child.terminate()
        executor.shutdown(cancel_futures=True)


def _begin_worker() -> None:
    """Ctrl-C is for the process that was asked; a worker goes when that one is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_go_with_parent, daemon=True).start()


def _go_with_parent() -> None:
    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


@contextmanager
def _dask(workers: int) -> Iterator[Pool]:
    distributed = _library("distributed", "dask")
    address = os.environ.get("DASK_SCHEDULER_ADDRESS")
    made = {} if address else {"n_workers": workers, "threads_per_worker": 1}
    with distributed.Client(address, dashboard_address=None, **made) as client:
        yield Pool(client.get_executor(), sum(client.nthreads().values()) or workers)


@contextmanager
def _ray(workers: int) -> Iterator[Pool]:
    ray = _library("ray", "ray")
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    here = {} if os.environ.get("RAY_ADDRESS") else {"num_cpus": workers}
    ray.init(include_dashboard=False, log_to_driver=False, logging_level="ERROR", **here)
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
        """Begins a call somewhere in the cluster."""
        future: Future[Any] = Future()

        def pass_on(done: Future[Any]) -> None:
            if not future.set_running_or_notify_cancel():
                return
            error = done.exception()
            if error is None:
                future.set_result(done.result())
            else:  # as it was raised there, and not wrapped in a page of where that was
                future.set_exception(getattr(error, "cause", None) or error)

        self._call.remote(fn, args, kwargs).future().add_done_callback(pass_on)
        return future


def _call(fn: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    return fn(*args, **kwargs)


def _library(name: str, extra: str) -> Any:
    try:
        return import_module(name)
    except ModuleNotFoundError:
        raise OddtrickError(
            f"{name} is not installed: pip install 'oddtrick[{extra}]', or take another --executor"
        ) from None
