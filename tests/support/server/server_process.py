"""A real server process for tests that can be killed and restarted on the same data."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from tests.support.server.forkserver import PipedProcess, shared_forkserver

WITHOUT_LIMITS = (
    '{"requests_by_address": [1000000, 0.000001], "joins_by_person": [1000000, 0.000001],'
    ' "joins_by_address": [1000000, 0.000001], "tables_by_person": [1000000, 0.000001],'
    ' "tables_by_address": [1000000, 0.000001], "commands_by_person": [1000000, 0.000001],'
    ' "commands_by_address": [1000000, 0.000001], "messages_by_person": [1000000, 0.000001],'
    ' "messages_by_address": [1000000, 0.000001], "frames_by_connection": [1000000, 0.000001],'
    ' "frames_by_person": [1000000, 0.000001], "frames_by_address": [1000000, 0.000001],'
    ' "sockets_by_address": [1000000, 0.000001], "files_by_address": [1000000, 0.000001],'
    ' "processor_by_person": [1000000, 0.000001], "processor_by_address": [1000000, 0.000001],'
    ' "connections_by_address": 100000}'
)
"""The value of ``ODDTRICK_LIMITS``: tests run many clients from one address."""


class ServerProcess:
    """``oddtrick serve`` in its own process, on its own port.

    Args:
        data: its data folder.
        port: 0 until the first start; restarts reuse the port so that clients can reconnect.
        workers: the number of worker processes.
        environ: environment variables in addition to the current ones.
        forked: fork a process that has imported the server already; each of several workers still
            imports it on its own. A server with a ``PYTHONPATH`` is always a fresh process.
    """

    def __init__(
        self,
        data: Path,
        *,
        port: int = 0,
        workers: int = 1,
        environ: Mapping[str, str] | None = None,
        forked: bool = True,
    ) -> None:
        self.data = data
        self.port = port
        self.workers = workers
        self.environ = dict(environ or {})
        self.process: subprocess.Popen[str] | PipedProcess | None = None
        # The path of a forked process is that of its parent.
        self._forked = forked and "PYTHONPATH" not in self.environ
        self.log: list[str] = []
        self._collector = threading.Thread()

    @property
    def url(self) -> str:
        """The address of the server."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def pid(self) -> int:
        """The id of the main process; workers are its children."""
        assert self.process is not None
        return self.process.pid

    def start(self) -> None:
        """Starts it and waits until it logs its address."""
        arguments = ["serve", "--no-browser", "--port", str(self.port), "--data", str(self.data)]
        arguments += ["--workers", str(self.workers)]
        # Coverage would slow the server down more than the tests can tolerate.
        inherited = {k: v for k, v in os.environ.items() if not k.startswith("COVERAGE")}
        environ = {"ODDTRICK_LIMITS": WITHOUT_LIMITS, **inherited, **self.environ}
        if self._forked:
            self.process = shared_forkserver().start(arguments, environ)
        else:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "oddtrick", *arguments],
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
                env=environ,
                start_new_session=True,
            )
        assert self.process.stderr is not None
        self._collector = threading.Thread(target=self._collect, daemon=True)
        self._collector.start()
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        found = re.fullmatch(r"Oddtrick is at http://127\.0\.0\.1:(\d+)\n", line)
        if not found:
            self.process.wait(10)
            raise AssertionError(f"the server did not start: {line!r}\n" + "".join(self.log))
        self.port = int(found.group(1))

    def _collect(self) -> None:
        assert self.process is not None
        assert self.process.stderr is not None
        with self.process.stderr as stream:
            for line in stream:
                self.log.append(line)

    @property
    def running(self) -> bool:
        """Returns whether it is running."""
        return self.process is not None and self.process.poll() is None

    def faults(self) -> list[str]:
        """The unexpected errors in its log."""
        words = ("unexpected error", "Traceback", "Exception in ASGI", "wake changed nothing")
        return [line for line in self.log if any(word in line for word in words)]

    def kill(self) -> None:
        """Kills all its processes with ``kill -9``."""
        assert self.process is not None
        os.killpg(self.process.pid, signal.SIGKILL)
        self._reap()

    def end(self) -> None:
        """Kills it if it is still running."""
        if self.running:
            self.kill()

    def stop(self) -> int:
        """Stops it as a deploy does and returns its exit status."""
        assert self.process is not None
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        return self._reap()

    def _reap(self) -> int:
        assert self.process is not None
        try:
            status = self.process.wait(30)
        except subprocess.TimeoutExpired:
            self.process.send_signal(signal.SIGUSR1)  # prints where each thread is
            time.sleep(1)
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait(10)
            raise AssertionError("the server did not stop:\n" + "".join(self.log[-200:])) from None
        finally:
            self._collector.join(10)
            assert self.process.stdout is not None
            self.process.stdout.close()
        return status


@contextmanager
def server(
    data: Path, *, workers: int = 1, environ: Mapping[str, str] | None = None
) -> Iterator[ServerProcess]:
    """Runs a server until the block ends."""
    process = ServerProcess(data, workers=workers, environ=environ)
    process.start()
    try:
        yield process
    finally:
        process.stop()
