"""Pools for slow work, one for each kind, so that none waits for another.

Work on the state of tables and drives is done in threads, which hold the interpreter's lock a
millisecond at a time. What a single request may ask for takes longer: that is done in processes of
a low priority, and ends once nobody waits for it.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Generator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import local
from typing import Any, ParamSpec, TypeVar, cast

from oddtrick.server.errors import ApiError
from oddtrick.server.security.work_process import (
    HASTY_NICENESS,
    NICENESS,
    Job,
    Outcome,
    WorkProcess,
    WorkStopped,
    lower_priority,
)

T = TypeVar("T")
P = ParamSpec("P")

BUSY_SECONDS = 5.0
"""The time after which a place in a full queue is likely to be free."""


class WorkPool:
    """Threads or processes for one kind of work, with a bounded queue.

    Args:
        name: the name of its threads.
        workers: the number of jobs done at once.
        waiting: the number of further jobs that may wait; None: any.
        in_processes: whether the work is done in processes of a low priority.
        niceness: of these processes.
        low_priority: whether its threads have a low priority; not for Python code, because the
            event loop would wait for the interpreter's lock as long as they do for a processor.
        busy: the message to those who find the queue full.
    """

    def __init__(
        self,
        name: str,
        workers: int = 1,
        waiting: int | None = None,
        *,
        in_processes: bool = False,
        niceness: int = NICENESS,
        low_priority: bool = False,
        busy: str = "the server is busy: try again in a few seconds",
    ) -> None:
        self.most = None if waiting is None else workers + waiting
        self.in_processes = in_processes
        self._busy = busy
        self._niceness = niceness
        self._threads = ThreadPoolExecutor(
            workers, name, initializer=lower_priority if low_priority else None
        )
        self._own = local()
        self._processes: list[WorkProcess] = []
        self._jobs: set[Job] = set()
        self._is_stopped = False

    async def run(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Does some work, as :meth:`run_charged` does, at nobody's cost."""
        return await self.run_charged(lambda seconds: None, partial(work, *args, **kwargs))

    @property
    def is_idle(self) -> bool:
        """True if a job would begin at once."""
        return not self._jobs and not self._is_stopped

    def check_room(self, jobs: int) -> None:
        """Checks that the pool takes another job beside this many.

        Raises:
            ApiError: 503, they are too many, or the pool is stopped.
        """
        if self._is_stopped:
            raise _stopped()
        if self.most is not None and jobs >= self.most:
            raise ApiError(503, "busy", self._busy, retry_after=BUSY_SECONDS)

    async def run_in_parts(
        self, on_part: Callable[[Any], None], work: Callable[[], Generator[Any, None, T]]
    ) -> T:
        """Does some work in a process that yields values before its result.

        Args:
            on_part: called with each of them, in the event loop.
            work: the work; it, the values and the result have to be picklable.

        Raises:
            ApiError: as :meth:`run_charged` does.
        """
        loop = asyncio.get_running_loop()

        def hand_over(value: Any) -> None:
            loop.call_soon_threadsafe(on_part, value)

        return cast("T", await self._run(lambda seconds: None, work, hand_over))

    async def run_charged(self, charge: Callable[[float], None], work: Callable[[], T]) -> T:
        """Does some work.

        If the caller is cancelled, work in a process ends; in a thread, it may not begin.

        Args:
            charge: called at the end with the processor time that it has taken, in seconds.
            work: the work; for a process it has to be picklable, with its result.

        Raises:
            ApiError: 503, too many jobs wait, or it was stopped.
        """
        return cast("T", await self._run(charge, work, lambda value: None))

    async def _run(
        self,
        charge: Callable[[float], None],
        work: Callable[[], object],
        on_part: Callable[[Any], None],
    ) -> object:
        self.check_room(len(self._jobs))
        job, seconds = Job(), None
        self._jobs.add(job)
        try:
            loop = asyncio.get_running_loop()
            outcome = await loop.run_in_executor(self._threads, self._do, job, work, on_part)
            seconds = outcome.seconds
        except WorkStopped:
            raise _stopped() from None
        finally:
            job.stop()
            self._jobs.discard(job)
            charge(job.elapsed if seconds is None else seconds)
        if not outcome.failed:
            return outcome.value
        try:
            raise cast("Exception", outcome.value)
        finally:
            del outcome, work  # the error refers to this frame: a cycle would keep an upload

    def _do(self, job: Job, work: Callable[[], object], on_part: Callable[[Any], None]) -> Outcome:
        if not self.in_processes:
            return _timed(work)
        process: WorkProcess | None = getattr(self._own, "process", None)
        if process is None:
            process = self._own.process = WorkProcess(self._niceness)
            self._processes.append(process)
        return process.do(job, work, on_part)

    def stop(self) -> None:
        """Ends what its processes do, and refuses further work."""
        self._is_stopped = True
        for job in self._jobs:
            job.stop()

    def close(self) -> None:
        """Ends its processes, and its threads once they have nothing to do."""
        self._threads.shutdown(wait=False, cancel_futures=True)
        self.stop()
        for process in self._processes:
            process.kill()


def _stopped() -> ApiError:
    message = "the server is restarting, or lacks memory: try again"
    return ApiError(503, "closing", message, retry_after=2)


def _timed(work: Callable[[], object]) -> Outcome:
    before = time.thread_time()
    value: object
    try:
        value, failed = work(), False
    except Exception as error:  # noqa: BLE001  # it is raised again by the caller
        value, failed = error, True
    return Outcome(value, failed, time.thread_time() - before)


class WorkPools:
    """The pools of one worker; that of passwords belongs to its authenticator.

    Attributes:
        rounds: the round that a hall begins.
        logs: logs of tables and drives, and matches, that are read again.
        hints: hints at tables.
        files: small files of the server itself, and other things that wait and do not compute.
        previews: drives to try, and decisions taken again.
        uploads: records and drives that are sent as files.
        documents: exports, sheets, seasons, stored records and pages of reviews.
        first_reviews: quick reviews of deals that somebody waits for.
        reviews: reviews of deals.
    """

    def __init__(self) -> None:
        self.rounds = WorkPool("rounds")
        self.logs = WorkPool("logs", 2)
        self.hints = WorkPool("hints", 1, 32)
        self.files = WorkPool("files", 2)
        self.previews = WorkPool("previews", 1, 16, in_processes=True)
        self.uploads = WorkPool("uploads", 1, 32, in_processes=True)
        self.documents = WorkPool("documents", 1, 16, in_processes=True)
        self.first_reviews = WorkPool(
            "first-reviews", 1, 7, in_processes=True, niceness=HASTY_NICENESS
        )
        self.reviews = WorkPool(
            "reviews",
            1,
            7,  # the last of them waits less than a minute
            in_processes=True,
            busy="many deals are being reviewed: try again in half a minute",
        )

    def close(self) -> None:
        """Ends them all."""
        for pool in vars(self).values():
            pool.close()
