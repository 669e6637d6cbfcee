"""Servers that are there at once: each is forked from a process that has imported everything.

A server is killed and started again a thousand times; what it imports is the same each time. What
is forked is the program as a user starts it, with its own folder, port and environment.
"""

from __future__ import annotations

import importlib
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from typing import IO, TYPE_CHECKING, Any

from oddtrick.cli import main as oddtrick_main

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

MOST = 65_536


class Forked:
    """A server process, with as much of ``subprocess.Popen`` as is needed.

    Args:
        stable: what it was forked from.
        pid: its number.
        stdout: what it says.
        stderr: what it logs.
    """

    def __init__(self, stable: Stable, pid: int, stdout: IO[str], stderr: IO[str]) -> None:
        self._stable = stable
        self._status: int | None = None
        self.pid = pid
        self.stdout = stdout
        self.stderr = stderr

    def poll(self) -> int | None:
        """Its exit status, or None while it runs."""
        if self._status is None:
            self._status = self._stable.asked({"poll": self.pid})["status"]
        return self._status

    def wait(self, timeout: float) -> int:
        """Its exit status, once it has ended."""
        until = time.monotonic() + timeout
        while (status := self.poll()) is None:
            if time.monotonic() > until:
                raise subprocess.TimeoutExpired("oddtrick serve", timeout)
            time.sleep(0.005)
        return status

    def send_signal(self, number: int) -> None:
        """Sends it a signal."""
        os.kill(self.pid, number)


class Stable:
    """The process that others are forked from."""

    def __init__(self) -> None:
        self._ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        command = [sys.executable, "-m", __name__, str(theirs.fileno())]
        self._process = subprocess.Popen(command, pass_fds=[theirs.fileno()])
        self._one_at_a_time = threading.Lock()
        theirs.close()

    def start(self, arguments: Sequence[str], environ: Mapping[str, str]) -> Forked:
        """``oddtrick`` with these arguments, in a process group of its own."""
        out, told = os.pipe()
        err, logged = os.pipe()
        asked = {"arguments": list(arguments), "environ": dict(environ)}
        try:
            pid = self.asked(asked, [told, logged])["pid"]
        finally:
            os.close(told)
            os.close(logged)
        return Forked(self, pid, os.fdopen(out), os.fdopen(err))

    def asked(self, what: Mapping[str, Any], files: Sequence[int] = ()) -> dict[str, Any]:
        """Asks something of the process."""
        with self._one_at_a_time:
            socket.send_fds(self._ours, [json.dumps(what).encode()], files)
            answer: dict[str, Any] = json.loads(self._ours.recv(MOST))
        return answer

    def close(self) -> None:
        """Ends the process, and with it nothing else."""
        self._ours.close()
        self._process.wait(30)


def main(number: int) -> None:
    """Forks whenever it is asked to."""
    importlib.import_module("oddtrick.server.operations.serve")  # this is what takes time

    asked = socket.socket(fileno=number)
    while True:
        data, files, _, _ = socket.recv_fds(asked, MOST, 2)
        if not data:
            return
        what = json.loads(data)
        if "poll" in what:
            asked.send(json.dumps({"status": _status(what["poll"])}).encode())
        elif pid := os.fork():
            for file in files:
                os.close(file)
            asked.send(json.dumps({"pid": pid}).encode())
        else:
            asked.close()
            _become(what["environ"], files)
            sys.exit(oddtrick_main(what["arguments"]))


def _status(pid: int) -> int | None:
    ended, status = os.waitpid(pid, os.WNOHANG)
    return os.waitstatus_to_exitcode(status) if ended else None


def _become(environ: Mapping[str, str], files: Sequence[int]) -> None:
    """From here on this is a process like any other."""
    os.setsid()
    for file, place in zip(files, (1, 2), strict=True):
        os.dup2(file, place)
        os.close(file)
    sys.stdout = open(1, "w", closefd=False, buffering=1)  # noqa: SIM115  # to the end
    sys.stderr = open(2, "w", closefd=False, buffering=1)  # noqa: SIM115
    os.environ.clear()
    os.environ.update(environ)
    signal.signal(signal.SIGINT, signal.default_int_handler)


if __name__ == "__main__":
    main(int(sys.argv[1]))
