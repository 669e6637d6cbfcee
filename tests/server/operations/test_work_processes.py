"""Work in processes ends with whoever waits for it, and with a server that is killed."""

from __future__ import annotations

import os
import signal
import socket
import time
from pathlib import Path

import httpx
import psutil  # type: ignore[import-untyped]  # its stubs are not a dependency
import pytest

from tests.support.server.server_process import ServerProcess

BUSY_SECONDS = 1.0
"""The processor time after which a work process is known to be in the middle of a job."""

PATIENCE = 60.0
"""Seconds for the end of a process: a third of what its job would take at the least."""


def ask_for_much(process: ServerProcess) -> socket.socket:
    """Asks for scorecards of 700 people, which take half a minute; returns the connection."""
    names = "\n".join(f"Player {number}" for number in range(700))
    headers = {"Origin": process.url}
    opened = httpx.post(
        f"{process.url}/api/drives", json={"entries": names}, headers=headers, timeout=60
    )
    drive = opened.json()
    asked = (
        f"GET /api/drives/{drive['code']}/sheets?what=scorecards HTTP/1.1\r\nHost: 127.0.0.1\r\n"
    )
    connection = socket.create_connection(("127.0.0.1", process.port))
    connection.sendall(f"{asked}Authorization: Bearer {drive['key']}\r\n\r\n".encode())
    return connection


def busy_process(process: ServerProcess) -> psutil.Process:
    """Waits until a work process is in the middle of a job, and returns it."""
    until = time.monotonic() + 60
    while time.monotonic() < until:
        for parent in psutil.Process(process.pid).children():
            for child in parent.children():
                if child.cpu_times().user > BUSY_SECONDS:
                    return child
        time.sleep(0.05)
    raise AssertionError("no process works")


@pytest.fixture
def started(tmp_path: Path) -> ServerProcess:
    process = ServerProcess(tmp_path)
    process.start()
    return process


def test_work_processes_end_with_a_server_that_is_killed(started: ServerProcess) -> None:
    try:
        with ask_for_much(started):
            busy = busy_process(started)
            others = psutil.Process(started.pid).children(recursive=True)
            os.kill(started.pid, signal.SIGKILL)
            _, alive = psutil.wait_procs(others, PATIENCE)
            assert busy in others
            assert not alive
    finally:
        started.kill()


def test_work_ends_when_its_asker_closes_the_connection(started: ServerProcess) -> None:
    try:
        with ask_for_much(started):
            busy = busy_process(started)
        _, alive = psutil.wait_procs([busy], PATIENCE)
        assert not alive
        assert started.running
    finally:
        started.stop()
