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

from oddtrick.server.operations.worker_process import DRAIN_SECONDS, start_worker
from oddtrick.server.telemetry.logs import log
from oddtrick.server.telemetry.prometheus import WorkerSlot

if TYPE_CHECKING:
    import socket
    from multiprocessing.process import BaseProcess

    from oddtrick.server.settings import Settings

RESTART_SECONDS = 0.5
"""Pause before a dead worker is replaced, so that one that dies at once does not spin."""


class Supervisor:
    """Several processes that accept from one socket; one that dies is replaced."""

    def __init__(self, settings: Settings, sock: socket.socket) -> None:
        self._settings = settings
        self._sock = sock
        self._spawn = multiprocessing.get_context("spawn")
        self._processes: list[BaseProcess] = []
        self._stops = False
        self._figures = tempfile.TemporaryDirectory(prefix="oddtrick-")

    def run(self) -> None:
        """Supervises the workers until a signal, then lets each drain."""
        gc.enable()
        reading, writing = os.pipe()  # a signal wakes the wait below
        os.set_blocking(writing, False)
        signal.set_wakeup_fd(writing, warn_on_full_buffer=False)
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, lambda *_: setattr(self, "_stops", True))
        try:
            self._processes = [self._start(number) for number in range(self._settings.workers)]
            while not self._stops:
                wait([reading, *(process.sentinel for process in self._processes)])
                if not self._stops:
                    self._replace_dead()
        finally:
            signal.set_wakeup_fd(-1)
            self._stop()

    def _replace_dead(self) -> None:
        for at, process in enumerate(self._processes):
            if process.is_alive():
                continue
            if process.exitcode:
                log.error("worker died, starting another", code=process.exitcode)
                time.sleep(RESTART_SECONDS)
            self._processes[at] = self._start(at)

    def _stop(self) -> None:
        for process in self._processes:
            if process.is_alive() and process.pid is not None:
                os.kill(process.pid, signal.SIGTERM)
        for process in self._processes:
            process.join(DRAIN_SECONDS + 5)
            if process.is_alive():
                process.kill()
        self._figures.cleanup()

    def _start(self, number: int) -> BaseProcess:
        slot = WorkerSlot(number, Path(self._figures.name))
        process = self._spawn.Process(target=start_worker, args=(self._settings, self._sock, slot))
        process.start()
        return process
