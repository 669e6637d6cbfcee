"""A process that does slow work in Python, one job at a time, at a low priority.

Such work would hold the interpreter's lock, and with it the event loop of the server. It may also
be stopped at any moment: the process is killed, and the next job starts another. It ends with the
server, however that ends.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import pickle
import signal
import time
import traceback
from collections.abc import Generator
from io import BytesIO
from threading import Lock, Thread
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
from msgspec.structs import replace

from oddtrick.drive.drive import Drive
from oddtrick.drive.rounds import Round
from oddtrick.errors import OddtrickError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from multiprocessing.connection import Connection
    from multiprocessing.context import ForkServerContext, SpawnContext
    from multiprocessing.process import BaseProcess

NICENESS = 10
"""Beside a process of the default priority, one of this gets a tenth of a processor."""

HASTY_NICENESS = 3
"""One of this gets a third of it: for short work that somebody looks at while it is done."""

PRELOADED = (
    "oddtrick.server.work.drives",
    "oddtrick.server.work.reviews",
    "oddtrick.server.work.season",
    "oddtrick.server.work.uploaded_records",
    "oddtrick.review.review_match",
)
"""Imported once, by the process that the others are forked from: what jobs consist of."""


class Part(NamedTuple):
    """A value that a job has yielded before its end.

    Attributes:
        value: the value.
    """

    value: Any


class Outcome(NamedTuple):
    """The result of a job.

    Attributes:
        value: what the work returned, or the error that it raised.
        failed: whether it raised.
        seconds: the processor time that it took.
    """

    value: Any
    failed: bool
    seconds: float


class WorkStopped(Exception):  # no fault, so not named an error
    """A job was stopped, or its process died."""


class Job:
    """A job, which another thread than its own may stop at any time."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._kill: Callable[[], object] | None = None
        self._began: float | None = None
        self.is_stopped = False

    @property
    def elapsed(self) -> float:
        """The seconds since it began; 0 before."""
        return 0.0 if self._began is None else time.monotonic() - self._began

    def stop(self) -> None:
        """Ends it, at once where it is done by a process."""
        with self._lock:
            self.is_stopped = True
            if self._kill is not None:
                self._kill()

    @contextlib.contextmanager
    def done_by(self, process: BaseProcess) -> Iterator[None]:
        """Lets it be stopped by killing a process, within the block and not after.

        Raises:
            WorkStopped: it was stopped before.
        """
        with self._lock:
            if self.is_stopped:
                raise WorkStopped
            self._kill, self._began = process.kill, time.monotonic()
        try:
            yield
        finally:
            with self._lock:
                self._kill = None


class WorkProcess:
    """A process with the thread that gives it jobs, started with the first.

    Args:
        niceness: of the process.
    """

    def __init__(self, niceness: int = NICENESS) -> None:
        self._niceness = niceness
        self._process: BaseProcess | None = None
        self._connection: Connection

    def do(self, job: Job, work: Callable[[], object], on_part: Callable[[Any], None]) -> Outcome:
        """Does a job.

        Args:
            job: the job.
            work: the work; if it returns a generator, the result is what that returns.
            on_part: called with each value that the generator yields.

        Raises:
            WorkStopped: it was stopped, or the process died.
        """
        process = self._process or self._start()
        packed = _pickled(work)
        try:
            with job.done_by(process):
                self._connection.send_bytes(packed)
                while isinstance(received := self._connection.recv(), Part):
                    on_part(received.value)
                outcome = _received(received)
        except (EOFError, OSError):
            self.end()
            raise WorkStopped from None
        if job.is_stopped:  # perhaps after its answer
            self.end()
        return outcome

    def _start(self) -> BaseProcess:
        self._connection, theirs = multiprocessing.Pipe()
        with theirs:
            process = _context().Process(target=_work, args=(theirs, self._niceness), daemon=True)
            with interrupts_blocked():  # the server ends it, and not Ctrl-C, which all receive
                process.start()
        self._process = process
        return process

    def kill(self) -> None:
        """Kills the process without waiting for its end; for any thread."""
        if (process := self._process) is not None:
            process.kill()

    def end(self) -> None:
        """Ends the process, if there is one; the next job starts another."""
        if self._process is None:
            return
        self._process.kill()
        self._process.join()
        self._connection.close()
        self._process = None


def _context() -> ForkServerContext | SpawnContext:
    """Returns how processes are started: forked from one that has imported everything."""
    if "forkserver" not in multiprocessing.get_all_start_methods():
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(list(PRELOADED))
    return context


@contextlib.contextmanager
def interrupts_blocked() -> Iterator[None]:
    """Keeps SIGINT for the end of the block; processes started in it never receive one."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def lower_priority(niceness: int = NICENESS) -> None:
    """Lowers the priority of this process or, on Linux, of this thread alone."""
    if hasattr(os, "nice"):
        with contextlib.suppress(OSError):
            os.nice(niceness)


def _work(connection: Connection, niceness: int) -> None:
    """Does jobs until the server has gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # on Windows; elsewhere it is blocked
    _end_with_server()
    lower_priority(niceness)
    with contextlib.suppress(EOFError, OSError):
        while True:
            connection.send_bytes(_pickled(_outcome(connection.recv(), connection)))


def _end_with_server() -> None:
    """Ends this process with the server, also in the middle of a job and when that is killed.

    The server's death closes a pipe, and the kernel then sends SIGIO, which ends this process even
    while a job in C holds the interpreter's lock. PR_SET_PDEATHSIG of Linux would not do: the
    parent is the process that all are forked from, and that lives as long as one of them.
    """
    server = multiprocessing.parent_process()
    assert server is not None
    try:
        import fcntl  # noqa: PLC0415  # not on Windows

        pipe = server.sentinel
        signal.signal(signal.SIGIO, signal.SIG_DFL)
        fcntl.fcntl(pipe, fcntl.F_SETOWN, os.getpid())
        fcntl.fcntl(pipe, fcntl.F_SETFL, fcntl.fcntl(pipe, fcntl.F_GETFL) | os.O_ASYNC)
    except (ImportError, OSError):
        Thread(target=_end_after, args=(server,), daemon=True, name="server").start()
        return
    if not server.is_alive():  # perhaps since before
        os._exit(1)


def _end_after(server: BaseProcess) -> None:
    server.join()
    os._exit(1)


def _outcome(work: Callable[[], object], connection: Connection) -> Outcome:
    before = time.process_time()
    value: object
    try:
        value, failed = work(), False
        if isinstance(value, Generator):
            value = _last_value(value, connection)
    except Exception as error:  # noqa: BLE001  # it is raised again by the server
        if not isinstance(error, OddtrickError):
            error.add_note(traceback.format_exc())
        # Not the error itself: many cannot be built again from what they print.
        value, failed = (type(error), error.args, error.__dict__), True
    return Outcome(value, failed, time.process_time() - before)


def _last_value(parts: Generator[object, None, object], connection: Connection) -> object:
    """Sends what a generator yields; returns its result."""
    while True:
        try:
            connection.send_bytes(_pickled(Part(next(parts))))
        except StopIteration as end:
            return end.value


def _received(outcome: Outcome) -> Outcome:
    if not outcome.failed:
        return outcome
    kind, args, state = outcome.value
    error = kind.__new__(kind, *args)
    error.__dict__.update(state)
    return outcome._replace(value=error)


def _drive_of(data: bytes, rounds: tuple[bytes, ...]) -> Drive:
    decoded = (msgspec.msgpack.decode(each, type=Round) for each in rounds)
    return replace(msgspec.msgpack.decode(data, type=Drive), rounds=tuple(decoded))


class _Pickler(pickle.Pickler):
    """Packs drives with msgspec, in a tenth of the time for which pickle would hold the lock.

    Each call holds the lock, so a round is packed at a time.
    """

    def reducer_override(self, obj: Any) -> Any:
        if type(obj) is Drive:
            rounds = tuple(map(msgspec.msgpack.encode, obj.rounds))
            return _drive_of, (msgspec.msgpack.encode(replace(obj, rounds=())), rounds)
        return NotImplemented


def _pickled(value: object) -> memoryview:
    packed = BytesIO()
    _Pickler(packed, pickle.HIGHEST_PROTOCOL).dump(value)
    return packed.getbuffer()  # an upload takes enough memory once
