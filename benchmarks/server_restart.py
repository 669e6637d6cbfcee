"""The time a server takes to start again after ``kill -9``, with running tables in its database.

python benchmarks/server_restart.py [--times 10] [--write]
"""

from __future__ import annotations

import argparse
import contextlib
import http.client
import json
import os
import socket
import subprocess
import sys
import time
from pathlib import Path
from statistics import median

import msgspec
import psutil  # type: ignore[import-untyped]  # its stubs are not a dependency
from match_speed import day, machine, write
from server import LIMITS, SECRET, _met, _row, folder, run_load
from server_fixture_tables import make_tables

TABLES = 50
GOAL = 1.5
POLL_SECONDS = 0.005


class Start(msgspec.Struct, frozen=True):
    """One start.

    Args:
        ready: seconds until ``/readyz`` returned 200.
        cpu: processor time of the process by then, in seconds.
        settled: processor time after another two seconds.
    """

    ready: float
    cpu: float
    settled: float


def start(data: Path, port: int) -> subprocess.Popen[bytes]:
    """Starts a server."""
    command = [sys.executable, "-m", "oddtrick", "serve", "--no-browser", "--port", str(port)]
    return subprocess.Popen(
        [*command, "--data", str(data)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "ODDTRICK_SECRET": SECRET, "ODDTRICK_LIMITS": json.dumps(LIMITS)},
    )


def wait_until_ready(process: subprocess.Popen[bytes], port: int) -> None:
    """Waits until ``/readyz`` returns 200."""
    while process.poll() is None:
        connection = http.client.HTTPConnection("127.0.0.1", port)
        with contextlib.suppress(OSError, http.client.HTTPException):
            connection.request("GET", "/readyz")
            if connection.getresponse().status == http.client.OK:
                connection.close()
                return
        connection.close()
        time.sleep(POLL_SECONDS)
    raise SystemExit(f"the server has ended with status {process.returncode}")


def cpu_seconds(process: subprocess.Popen[bytes]) -> float:
    """Returns the processor time that a process has used, with its threads and system calls."""
    times = psutil.Process(process.pid).cpu_times()
    return float(times.user + times.system)


def measure(times: int) -> list[Start]:
    """Kills a server in play and starts it again, repeatedly."""
    found = []
    with folder() as data, socket.socket() as chosen:
        seated = make_tables(None, data, TABLES, SECRET)
        chosen.bind(("127.0.0.1", 0))
        port = chosen.getsockname()[1]
        chosen.close()
        process = start(data, port)
        try:
            wait_until_ready(process, port)
            for _ in range(times):
                run_load((port, process.pid), seated, "play", seconds=1.0, warm=0.5)
                process.kill()
                process.wait()
                begin = time.monotonic()
                process = start(data, port)
                wait_until_ready(process, port)
                ready, cpu = time.monotonic() - begin, cpu_seconds(process)
                time.sleep(2)
                found.append(Start(ready, cpu, cpu_seconds(process)))
        finally:
            process.kill()
            process.wait()
    return found


def rows(starts: list[Start]) -> list[str]:
    """Returns the table."""

    def cell(figures: list[float]) -> str:
        return f"{median(figures):.2f} ({min(figures):.2f}–{max(figures):.2f})"

    ready = [one.ready for one in starts]
    return [
        _row(
            f"start after `kill -9`, {TABLES} tables in play",
            "seconds until ready",
            "processor time by then, s",
            "two seconds later",
            "goal",
        ),
        _row("---", *["---:"] * 3, "---"),
        _row(
            "one worker, SQLite",
            cell(ready),
            cell([one.cpu for one in starts]),
            cell([one.settled for one in starts]),
            f"ready within {GOAL} s: {_met(median(ready) < GOAL)}",
        ),
        "",
    ]


def main() -> None:
    """Measures and prints the figures; ``--write`` saves them in the README."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=10)
    parser.add_argument("--write", action="store_true", help="save the results in README.md")
    args = parser.parse_args()
    begun = os.getloadavg()[0]
    lines = rows(measure(args.times))
    busy = f"load average {begun:.1f} at the start and {os.getloadavg()[0]:.1f} at the end"
    lines.append(f"{args.times} starts, {day()}, {machine()}, {busy}.")
    print("\n".join(lines))
    if args.write:
        write("\n".join(lines), "start")


if __name__ == "__main__":
    main()
