"""A hall: ``oddtrick drive serve`` as a process, as on the organiser's laptop."""

from __future__ import annotations

import os
import re
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.support.server.drive_client import DriveClient
from tests.support.server.forkserver import shared_forkserver

PATIENCE = 60
"""Seconds after which a hall counts as hung."""


@contextmanager
def hall(
    folder: Path,
    *arguments: object,
    port: int,
    everybody: bool = True,
    stop: signal.Signals = signal.SIGTERM,
) -> Iterator[tuple[DriveClient, str]]:
    """Runs ``oddtrick drive serve``; yields the organiser and what the terminal shows."""
    command = ["drive", "serve", *map(str, arguments)]
    command += ["--hall"] if everybody else []
    command += ["--no-browser", "--port", str(port), "--data", str(folder / "data")]
    out = folder / "terminal.txt"
    with out.open("w") as terminal, (folder / "log.txt").open("w") as log:
        process = shared_forkserver().start_into(terminal, log, command, os.environ)
    try:
        until = time.monotonic() + PATIENCE
        while "desk, on this laptop" not in out.read_text("utf-8"):
            assert process.poll() is None, (folder / "log.txt").read_text()
            assert time.monotonic() < until
            time.sleep(0.05)
        shown = out.read_text("utf-8")
        found = re.search(r"/drive/(\w+)/desk#key=([\w-]+)", shown)
        assert found
        desk = DriveClient(f"http://127.0.0.1:{port}", found[1], found[2])
        yield desk, shown
        desk.close()
    finally:
        if process.poll() is None:
            process.send_signal(stop)
        process.wait(PATIENCE)
