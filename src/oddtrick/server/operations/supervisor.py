"""Several workers that share a socket: started, replaced when they die, and stopped together."""

from __future__ import annotations

import gc
import multiprocessing
import os
import signal
import tempfile
import time
from multiprocessing.connection import wait
from pathlib import Path
from typing import TYPE_CHECKING

from oddtrick.errors import OddtrickError
from oddtrick.server.operations.worker_process import DRAIN_SECONDS, start_worker
from oddtrick.server.security.work_process import interrupts_blocked
from oddtrick.server.telemetry.logs import log
from oddtrick.server.telemetry.prometheus import WorkerSlot

if TYPE_CHECKING:
    import socket
    from multiprocessing.process import BaseProcess

    from oddtrick.server.settings import Settings

PAUSES = (0.5, 1.0, 2.0, 5.0, 10.0)
"""Seconds before a worker is replaced that has died once, twice, … in a row. After one death more
the server gives up: what starts it again, or who, learns that something is wrong."""

LASTED_SECONDS = 10.0
"""A worker that has run so long did work: its death is the first in a row."""


class _Place:
    """The place of one worker: its process, or the time at which the next one starts."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.process: BaseProcess | None = None
        self.started = 0.0
        self.deaths = 0
        self.due = 0.0

    def begin(self, process: BaseProcess) -> None:
        """Starts a process."""
        with interrupts_blocked():  # Ctrl-C reaches all of a terminal: the supervisor tells workers
            process.start()
        self.process, self.started = process, time.monotonic()

    def bury(self) -> None:
        """Notes the end of its process, and when the next one is due.

        Raises:
            OddtrickError: too many have died in a row.
        """
        assert self.process is not None
        code, self.process, now = self.process.exitcode, None, time.monotonic()
        self.due = now
        if not code:  # somebody has stopped it, as in a rolling restart
            self.deaths = 0
            return
        self.deaths = 1 if now - self.started >= LASTED_SECONDS else self.deaths + 1
        if self.deaths > len(PAUSES):
            raise OddtrickError(
                f"a worker died {self.deaths} times in a row, the last time with status {code}: "
                "the log above may say why; the server stops"
            )
        pause = PAUSES[self.deaths - 1]
        self.due += pause
        log.error("worker died, starting another", code=code, seconds=pause)


class Supervisor:
    """Several processes that accept from one socket; one that dies is replaced."""

    def __init__(self, settings: Settings, sock: socket.socket) -> None:
        self._settings = settings
        self._sock = sock
        self._spawn = multiprocessing.get_context("spawn")
        self._places = [_Place(number) for number in range(settings.workers)]
        self._stopped_by: int | None = None
        self._figures = tempfile.TemporaryDirectory(prefix="oddtrick-")

    def run(self) -> None:
        """Supervises the workers until a signal, then lets each drain.

        Raises:
            KeyboardInterrupt: the signal was that of Ctrl-C; all workers have ended.
            OddtrickError: a worker died again and again; the others have ended.
        """
        gc.enable()
        reading, writing = os.pipe()  # a signal wakes the wait below
        os.set_blocking(writing, False)
        signal.set_wakeup_fd(writing, warn_on_full_buffer=False)
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self._note_signal)
        try:
            while self._stopped_by is None:
                self._fill_places()
                wait([reading, *self._sentinels()], self._seconds_to_wait())
                if self._stopped_by is None:
                    self._bury_dead()
        finally:
            signal.set_wakeup_fd(-1)
            self._stop()
        if self._stopped_by == signal.SIGINT:
            raise KeyboardInterrupt

    def _note_signal(self, number: int, _frame: object) -> None:
        self._stopped_by = self._stopped_by or number

    def _sentinels(self) -> list[int]:
        return [place.process.sentinel for place in self._places if place.process is not None]

    def _seconds_to_wait(self) -> float | None:
        """Returns the time until the next worker is due; None if none is."""
        due = [place.due for place in self._places if place.process is None]
        return max(0.0, min(due) - time.monotonic()) if due else None

    def _fill_places(self) -> None:
        for place in self._places:
            if place.process is None and place.due <= time.monotonic():
                place.begin(self._worker(place.number))

    def _bury_dead(self) -> None:
        for place in self._places:
            if place.process is not None and not place.process.is_alive():
                place.bury()

    def _stop(self) -> None:
        running = [place.process for place in self._places if place.process is not None]
        for process in running:
            if process.is_alive() and process.pid is not None:
                os.kill(process.pid, signal.SIGTERM)
        for process in running:
            process.join(DRAIN_SECONDS + 5)
            if process.is_alive():
                process.kill()
        self._figures.cleanup()

    def _worker(self, number: int) -> BaseProcess:
        slot = WorkerSlot(number, Path(self._figures.name))
        return self._spawn.Process(target=start_worker, args=(self._settings, self._sock, slot))
