"""Starts servers by forking a process that has imported everything already.

Importing takes longer than starting, and tests start hundreds of servers. The forked process runs
the program as a user starts it, with its own arguments, environment, output and process group.
"""

from __future__ import annotations

import atexit
import faulthandler
import gc
import importlib
import json
import os
import pkgutil
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from functools import cache
from typing import IO, Any

from oddtrick import cli, review
from oddtrick.bots.search import trained_policies
from oddtrick.web import offline_files
from tests.support.server.review_budget import BUDGET

MOST = 65_536

ON_START = (
    "oddtrick.server.operations.serve",
    "oddtrick.server.operations.supervisor",
    "oddtrick.server.store.tools.migrate",
    "oddtrick.bots.search.searcher",
    "oddtrick.review.hints",
    "oddtrick.review.review_match",
    "anyio._backends._asyncio",
    "encodings.idna",
    "litestar._kwargs",
    "litestar.middleware._internal.exceptions",
    "litestar.middleware.allowed_hosts",
    "litestar.middleware.csrf",
    "litestar.middleware.response_cache",
    "litestar.plugins.attrs",
    "uvicorn.lifespan.on",
    "uvicorn.loops.auto",
    "uvicorn.loops.uvloop",
)
"""Modules that a server imports when it starts or first needs them."""


class ForkedProcess:
    """A server process, with the part of the interface of ``subprocess.Popen`` that tests use.

    Args:
        forkserver: the process it was forked from.
        pid: its process id.
    """

    def __init__(self, forkserver: Forkserver, pid: int) -> None:
        self._forkserver = forkserver
        self._status: int | None = None
        self.pid = pid

    def poll(self) -> int | None:
        """Returns the exit status, or None while the process runs."""
        if self._status is None:
            self._status = self._forkserver.request({"poll": self.pid})["status"]
        return self._status

    def wait(self, timeout: float) -> int:
        """Waits for the end of the process and returns its exit status."""
        until = time.monotonic() + timeout
        while (status := self.poll()) is None:
            if time.monotonic() > until:
                raise subprocess.TimeoutExpired("oddtrick serve", timeout)
            time.sleep(0.005)
        return status

    def send_signal(self, number: int) -> None:
        """Sends it a signal."""
        os.kill(self.pid, number)


class PipedProcess(ForkedProcess):
    """A server process whose output tests read.

    Args:
        forkserver: the process it was forked from.
        pid: its process id.
        stdout: its standard output.
        stderr: its standard error.
    """

    def __init__(self, forkserver: Forkserver, pid: int, stdout: IO[str], stderr: IO[str]) -> None:
        super().__init__(forkserver, pid)
        self.stdout = stdout
        self.stderr = stderr


class Forkserver:
    """A process that has imported the server and forks on request."""

    def __init__(self) -> None:
        self._ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        command = [sys.executable, "-m", __name__, str(theirs.fileno())]
        self._process = subprocess.Popen(command, pass_fds=[theirs.fileno()])
        self._one_at_a_time = threading.Lock()
        theirs.close()

    def start(self, arguments: Sequence[str], environ: Mapping[str, str]) -> PipedProcess:
        """Runs ``oddtrick`` with these arguments in its own process group."""
        stdout_read, stdout_fd = os.pipe()
        err, logged = os.pipe()
        try:
            pid = self._fork([stdout_fd, logged], arguments, environ)
        finally:
            os.close(stdout_fd)
            os.close(logged)
        return PipedProcess(self, pid, os.fdopen(stdout_read), os.fdopen(err))

    def start_into(
        self,
        stdout: IO[Any],
        stderr: IO[Any],
        arguments: Sequence[str],
        environ: Mapping[str, str],
        *,
        module: str = "",
    ) -> ForkedProcess:
        """Runs ``oddtrick``, or the ``main`` of another module, with its output in files."""
        files = [stdout.fileno(), stderr.fileno()]
        return ForkedProcess(self, self._fork(files, arguments, environ, module))

    def _fork(
        self,
        files: Sequence[int],
        arguments: Sequence[str],
        environ: Mapping[str, str],
        module: str = "",
    ) -> int:
        what = {"arguments": list(arguments), "environ": dict(environ), "module": module}
        pid: int = self.request(what, files)["pid"]
        return pid

    def request(self, what: Mapping[str, Any], files: Sequence[int] = ()) -> dict[str, Any]:
        """Sends a request to the process and returns its answer."""
        with self._one_at_a_time:
            socket.send_fds(self._ours, [json.dumps(what).encode()], files)
            answer: dict[str, Any] = json.loads(self._ours.recv(MOST))
        return answer

    def close(self) -> None:
        """Ends the process, but none of those it has forked."""
        self._ours.close()
        self._process.wait(30)


@cache
def shared_forkserver() -> Forkserver:
    """Returns the forkserver of this test process, started on first use."""
    forkserver = Forkserver()
    atexit.register(forkserver.close)
    return forkserver


def main(number: int) -> None:
    """Forks on request until the socket is closed."""
    _warm_up()
    review.BUDGET = BUDGET

    message = socket.socket(fileno=number)
    ended: dict[int, int] = {}
    while True:
        data, files, _, _ = socket.recv_fds(message, MOST, 2)
        if not data:
            return
        what = json.loads(data)
        if "poll" in what:
            message.send(json.dumps({"status": _status(what["poll"], ended)}).encode())
        elif pid := os.fork():
            for file in files:
                os.close(file)
            ended.pop(pid, None)  # the id of a former process
            message.send(json.dumps({"pid": pid}).encode())
        else:
            message.close()
            _become(what["environ"], files)
            if what["module"]:
                sys.exit(importlib.import_module(what["module"]).main())
            sys.exit(cli.main(what["arguments"]))


def _warm_up() -> None:
    """Does what each server would do in its first seconds: import, and read and pack its files."""
    verbs = (f"oddtrick.cli.{module.name}" for module in pkgutil.iter_modules(cli.__path__))
    for module in (*ON_START, *verbs):
        importlib.import_module(module)
    offline_files.service_worker()
    trained_policies.search_policies()
    gc.freeze()  # no forked process copies these pages only to search them for garbage


def _status(pid: int, ended: dict[int, int]) -> int | None:
    """Returns the exit status; it can be waited for once, and two threads may ask for it."""
    if pid not in ended:
        found, status = os.waitpid(pid, os.WNOHANG)
        if not found:
            return None
        ended[pid] = os.waitstatus_to_exitcode(status)
    return ended[pid]


def _become(environ: Mapping[str, str], files: Sequence[int]) -> None:
    """Makes the forked process independent: own session, output and environment."""
    os.setsid()
    for file, place in zip(files, (1, 2), strict=True):
        os.dup2(file, place)
        os.close(file)
    sys.stdout = open(1, "w", closefd=False, buffering=1)  # noqa: SIM115  # to the end
    sys.stderr = open(2, "w", closefd=False, buffering=1)  # noqa: SIM115
    os.environ.clear()
    os.environ.update(environ)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    faulthandler.register(signal.SIGUSR1, file=2, all_threads=True)


if __name__ == "__main__":
    main(int(sys.argv[1]))
