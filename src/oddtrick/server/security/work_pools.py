"""Pools for slow work, one for each kind, so that none waits for another.

Work on the state of tables and drives is done in threads, which hold the interpreter's lock a
millisecond at a time. What a single request may ask for takes longer: that is done in processes of
a low priority, and ends once nobody waits for it.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable, Generator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import local
from typing import Any, ParamSpec, TypeVar, cast

from oddtrick.server.errors import ApiError
from oddtrick.server.security.fair_queue import (
    BUSY,
    SERVER,
    Asker,
    FairQueue,
    Shares,
    Turn,
    begin_turn,
    shared_bounds,
    wait_for_turn,
)
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


class WorkPool:
    """Threads or processes for one kind of work, with a bounded queue in which askers take turns.

    Args:
        name: the name of its threads.
        workers: the number of jobs done at once.
        waiting: the number of further jobs that may wait; None: any.
        in_processes: whether the work is done in processes of a low priority.
        niceness: of these processes.
        low_priority: whether its threads have a low priority; not for Python code, because the
            event loop would wait for the interpreter's lock as long as they do for a processor.
        busy: the message to those who find the queue full.

    Attributes:
        shares: the jobs of each asker, and their bounds.
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
        busy: str = BUSY,
    ) -> None:
        self.in_processes = in_processes
        self._niceness = niceness
        self._threads = ThreadPoolExecutor(
            workers, name, initializer=lower_priority if low_priority else None
        )
        bounds = None if waiting is None else shared_bounds(workers + waiting)
        self.shares = Shares(bounds, busy)
        self._queue: FairQueue[Turn] = FairQueue(workers, begin_turn, self.shares)
        self._own = local()
        self._processes: list[WorkProcess] = []
        self._jobs: set[Job] = set()
        self._is_stopped = False

    async def run(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Does some work of the server itself, as :meth:`run_for` does, at nobody's cost."""
        return await self.run_for(SERVER, partial(work, *args, **kwargs))

    @property
    def is_idle(self) -> bool:
        """True if a job would begin at once."""
        return not len(self._queue) and not self._is_stopped

    def check_open(self) -> None:
        """Checks that the pool is not stopped.

        Raises:
            ApiError: 503, it is.
        """
        if self._is_stopped:
            raise _stopped()

    async def run_in_parts(
        self,
        asker: Asker,
        on_part: Callable[[Any], None],
        work: Callable[[], Generator[Any, None, T]],
    ) -> T:
        """Does some work in a process that yields values before its result.

        Args:
            asker: who asks for it.
            on_part: called with each of them, in the event loop.
            work: the work; it, the values and the result have to be picklable.

        Raises:
            ApiError: as :meth:`run_for` does.
        """
        loop = asyncio.get_running_loop()

        def hand_over(value: Any) -> None:
            loop.call_soon_threadsafe(on_part, value)

        return cast("T", await self._run(asker, work, hand_over))

    async def run_for(
        self,
        asker: Asker,
        work: Callable[[], T],
        charge: Callable[[float], None] = lambda seconds: None,
        *,
        is_long: bool = False,
    ) -> T:
        """Does some work.

        If the caller is cancelled, work in a process ends; in a thread, it may not begin.

        Args:
            asker: who asks for it.
            work: the work; for a process it has to be picklable, with its result.
            charge: called at the end with the processor time that it has taken, in seconds.
            is_long: whether short work need not wait for it.

        Raises:
            ApiError: 429, the asker has their share of the queue; 503, too many jobs wait, or it
                was stopped.
        """
        done = await self._run(asker, work, lambda value: None, charge, is_long=is_long)
        return cast("T", done)

    async def _run(
        self,
        asker: Asker,
        work: Callable[[], object],
        on_part: Callable[[Any], None],
        charge: Callable[[float], None] = lambda seconds: None,
        *,
        is_long: bool = False,
    ) -> object:
        job, seconds = Job(), None
        try:
            self.check_open()
            turn = await wait_for_turn(self._queue, asker, is_long=is_long)
            outcome = await self._done_in_thread(
                turn, job, partial(self._do, job, work, on_part, is_long=is_long)
            )
            seconds = outcome.seconds
        except WorkStopped:
            raise _stopped() from None
        finally:
            charge(job.elapsed if seconds is None else seconds)
        if not outcome.failed:
            return outcome.value
        try:
            raise cast("Exception", outcome.value)
        finally:
            del outcome, work  # the error refers to this frame: a cycle would keep an upload

    async def _done_in_thread(self, turn: Turn, job: Job, do: Callable[[], Outcome]) -> Outcome:
        """Does a job whose turn it is; the turn ends with the thread, not with who waits for it."""
        loop = asyncio.get_running_loop()

        def end_turn(_: object) -> None:
            with contextlib.suppress(RuntimeError):  # the loop is closed: nobody waits for a turn
                loop.call_soon_threadsafe(self._queue.discard, turn)

        try:
            self.check_open()  # perhaps no longer, since it was the turn of this job
            done = self._threads.submit(do)
        except BaseException:
            self._queue.discard(turn)
            raise
        self._jobs.add(job)
        try:
            done.add_done_callback(end_turn)
            return await asyncio.wrap_future(done)
        finally:
            job.stop()
            self._jobs.discard(job)

    def _do(
        self,
        job: Job,
        work: Callable[[], object],
        on_part: Callable[[Any], None],
        *,
        is_long: bool,
    ) -> Outcome:
        if not self.in_processes:
            return _timed(work)
        process: WorkProcess | None = getattr(self._own, "process", None)
        if process is None:
            process = self._own.process = WorkProcess(self._niceness)
            self._processes.append(process)
        try:
            return process.do(job, work, on_part)
        finally:
            if is_long:
                process.end()  # gives back the memory that it has kept: typesetting, a gigabyte

    def stop(self) -> None:
        """Ends what its processes do and what waits, and refuses further work."""
        self._is_stopped = True
        for turn in self._queue.clear():
            if not turn.done():
                turn.set_exception(WorkStopped())
        for job in self._jobs:
            job.stop()

    def close(self) -> None:
        """Ends its processes, and its threads once they have nothing to do."""
        self.stop()
        self._threads.shutdown(wait=False, cancel_futures=True)
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
        self.hints = WorkPool("hints", 1, 31)
        self.files = WorkPool("files", 2)
        self.previews = WorkPool("previews", 1, 31, in_processes=True)
        self.uploads = WorkPool("uploads", 2, 30, in_processes=True)
        self.documents = WorkPool("documents", 2, 62, in_processes=True)
        # Without bounds here: a review is admitted once for both, by the jobs that ask for it.
        self.first_reviews = WorkPool("first-reviews", in_processes=True, niceness=HASTY_NICENESS)
        self.reviews = WorkPool("reviews", in_processes=True)

    def close(self) -> None:
        """Ends them all."""
        for pool in vars(self).values():
            pool.close()
