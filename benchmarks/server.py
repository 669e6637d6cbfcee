"""Server benchmarks: throughput against a bare echo, latency, idle sockets, and writes.

python benchmarks/server.py [--rows echo pace crowd disk] [--postgres URL] [--write]
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

import msgspec
from match_speed import day, machine, write
from server_fixture_tables import SeatedTable, make_tables
from server_load import LoadRequest, LoadResult

if TYPE_CHECKING:
    from collections.abc import Iterator

HERE = Path(__file__).parent
SECRET = "signs the guest cookies of the benchmark"  # noqa: S105  # no secret
GOAL_ECHO = 0.25
GOAL_P99 = 10.0
GOAL_RSS = 400
RATES = ("requests", "joins", "tables", "commands", "frames")
LIMITS = {
    **{f"{rate}_by_address": [1_000_000, 1e-6] for rate in RATES},
    **{f"{rate}_by_person": [1_000_000, 1e-6] for rate in RATES if rate != "requests"},
    "frames_by_connection": [1_000_000, 1e-6],
    "sockets_by_address": [1_000_000, 1e-6],
    "connections_by_address": 100_000,
}
"""Raised because all simulated players share one address."""


@contextlib.contextmanager
def running_server(
    data: Path, database: str | None = None, limits: dict[str, Any] = LIMITS
) -> Iterator[tuple[int, int]]:
    """Runs the server with one worker; yields its port and process id."""
    environ = {"ODDTRICK_SECRET": SECRET, "ODDTRICK_LIMITS": json.dumps(limits)}
    environ |= {"DATABASE_URL": database} if database else {}
    command = [sys.executable, "-m", "oddtrick", "serve", "--no-browser", "--port", "0"]
    process = subprocess.Popen(
        [*command, "--data", str(data)],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env={**os.environ, **environ},
    )
    try:
        assert process.stdout is not None
        yield int(process.stdout.readline().rsplit(":", 1)[1]), process.pid
    finally:
        process.terminate()
        process.wait(60)


@contextlib.contextmanager
def running_echo() -> Iterator[tuple[int, int]]:
    """Runs the echo server; yields its port and process id."""
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        port = listening.getsockname()[1]
    process = subprocess.Popen([sys.executable, HERE / "server_echo.py", str(port)])
    try:
        while True:
            with contextlib.suppress(OSError):
                socket.create_connection(("127.0.0.1", port), 1).close()
                break
            time.sleep(0.1)
        yield port, process.pid
    finally:
        process.terminate()
        process.wait(60)


def run_load(
    server: tuple[int, int], seated: list[SeatedTable], kind: str, **more: float
) -> LoadResult:
    """Generates load from a separate process and returns its measurements."""
    port, pid = server
    request = LoadRequest(
        kind=kind,
        port=port,
        pids=[pid],
        seated=[(table.code, table.cookies) for table in seated],
        **more,  # type: ignore[arg-type]  # all are numbers
    )
    done = subprocess.run(
        [sys.executable, HERE / "server_load.py"],
        input=msgspec.json.encode(request),
        stdout=subprocess.PIPE,
        check=True,
    )
    return msgspec.json.decode(done.stdout, type=LoadResult)


@contextlib.contextmanager
def folder(under: str | None = None) -> Iterator[Path]:
    """Yields a temporary directory and deletes it afterwards."""
    made = Path(tempfile.mkdtemp(prefix="oddtrick-bench-", dir=under))
    try:
        yield made
    finally:
        shutil.rmtree(made)


def row_echo(rounds: int) -> list[str]:
    """Compares moves per second of processor time with a bare echo, in alternating runs."""
    ours, theirs = [], []
    with folder() as data:
        seated = make_tables(None, data, 200, SECRET)
        with running_server(data) as server, running_echo() as echo:
            for _ in range(rounds):
                ours.append(run_load(server, seated, "play", seconds=6))
                theirs.append(run_load(echo, seated, "echo", seconds=3))
    per_cpu = [[one.moves / one.cpu for one in those] for those in (ours, theirs)]
    ratios = [mine / its for mine, its in zip(*per_cpu, strict=True)]
    frames = [one.frames / one.moves for one in ours]
    cell = f"{median(ratios):.2f} ({min(ratios):.2f}–{max(ratios):.2f})"
    return [
        _row(
            "200 tables of four",
            "moves per CPU second",
            "frames per move",
            "ratio to echo",
            "goal",
        ),
        _row("---", "---:", "---:", "---", "---"),
        _row(
            "oddtrick: rules checked, stored in SQLite, filtered per player",
            f"{median(per_cpu[0]):,.0f}",
            f"{median(frames):.2f}",
            cell,
            f"at least {GOAL_ECHO}: {_met(median(ratios) >= GOAL_ECHO)}",
        ),
        _row("bare echo", f"{median(per_cpu[1]):,.0f}", "4.00", "", ""),
        "",
    ]


def _row(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"


def row_pace() -> list[str]:
    """Measures latency at a thousand tables, each playing a card per second."""
    lines = [
        _row("1,000 tables", "cards per second", "p50, ms", "p99", "p99.9", "processor", "goal"),
        _row("---", *["---:"] * 5, "---"),
    ]
    for name, under in (("on the disk", None), ("in memory, without the disk", "/dev/shm")):  # noqa: S108  # a RAM disk is intended
        if under is not None and not Path(under).is_dir():
            continue
        with folder(under) as data:
            sync = _sync_times(data)
            seated = make_tables(None, data, 1000, SECRET)
            with running_server(data) as server:
                one = run_load(server, seated, "play", pace=1.0, warm=8, seconds=15)
        p50, _, p99, p999, _ = one.latencies
        met = "" if under is None else f"p99 below {GOAL_P99:.0f}: {_met(p99 < GOAL_P99)}"
        bare = f"; a bare fsync {sync[0]:.1f}, p99 {sync[1]:.1f}" if under is None else ""
        times = [f"{time:.1f}" for time in (p50, p99, p999)]
        rate, busy = f"{one.moves / one.wall:,.0f}", f"{one.cpu / one.wall:.0%}"
        lines.append(_row(name + bare, rate, *times, busy, met))
    return [*lines, ""]


def _sync_times(data: Path, times: int = 300) -> tuple[float, float]:
    """Measures a write with fsync on this disk: the median and p99, in ms."""
    took = []
    with (data / "sync").open("wb", buffering=0) as file:
        for _ in range(times):
            file.write(bytes(8192))
            begin = time.perf_counter()
            os.fsync(file.fileno())
            took.append(1000 * (time.perf_counter() - begin))
    took.sort()
    return took[times // 2], took[times * 99 // 100]


def row_crowd() -> list[str]:
    """Measures the memory of five thousand sockets on one worker."""
    with folder() as data:
        seated = make_tables(None, data, 250, SECRET)
        with running_server(data) as server:
            one = run_load(server, seated, "crowd", watchers=4000, warm=5, seconds=10)
    megabytes = one.rss / 1e6
    return [
        _row("sockets on one worker, idle", "resident memory, MB", "processor", "goal"),
        _row("---", "---:", "---:", "---"),
        _row(
            f"{one.open:,}: 250 tables, each with four players and 16 spectators",
            f"{megabytes:.0f}",
            f"{one.cpu / one.wall:.1%}",
            f"below {GOAL_RSS}: {_met(megabytes < GOAL_RSS)}",
        ),
        "",
    ]


def row_disk(postgres: str | None) -> list[str]:
    """Measures the maximum rate of durable moves."""
    lines = [
        _row("64 tables at full speed", "durable cards per second", "p50, ms", "p99", "processor"),
        _row("---", *["---:"] * 4),
    ]
    for name, database in (("SQLite", None), ("PostgreSQL", postgres)):
        if name == "PostgreSQL" and database is None:
            continue
        with folder() as data:
            seated = make_tables(database, data, 64, SECRET)
            with running_server(data, database) as server:
                one = run_load(server, seated, "play", seconds=8)
        p50, _, p99, _, _ = one.latencies
        rate, busy = f"{one.moves / one.wall:,.0f}", f"{one.cpu / one.wall:.0%}"
        lines.append(_row(name, rate, f"{p50:.1f}", f"{p99:.1f}", busy))
    return [*lines, ""]


def _met(met: bool) -> str:  # noqa: FBT001  formats a boolean
    return "met" if met else "missed"


def main() -> None:
    """Runs the benchmarks and prints the results; ``--write`` saves them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="save the results in README.md")
    parser.add_argument("--rows", nargs="+", default=["echo", "pace", "crowd", "disk"])
    parser.add_argument("--rounds", type=int, default=5, help="rounds of the echo comparison")
    parser.add_argument("--postgres", metavar="URL", help="an empty database on this machine")
    args = parser.parse_args()
    rows = {
        "echo": lambda: row_echo(args.rounds),
        "pace": row_pace,
        "crowd": row_crowd,
        "disk": lambda: row_disk(args.postgres),
    }
    lines: list[str] = []
    for row in args.rows:
        made: list[str] = rows[row]()  # type: ignore[no-untyped-call]  # a lambda has no types
        print("\n".join(made), flush=True)
        lines += made
    busy = os.getloadavg()[0]
    lines.append(f"{day()}, {machine()}, load average {busy:.1f} at the end.")
    print(lines[-1])
    if args.write:
        write("\n".join(lines), "server")


if __name__ == "__main__":
    main()
