"""The cost of a server: beside a bare echo, a thousand tables, five thousand sockets, the disk.

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
from typing import TYPE_CHECKING

import msgspec
from match_speed import day, machine, write
from server_load import Measured, Wanted
from server_tables import Party, make_tables

if TYPE_CHECKING:
    from collections.abc import Iterator

HERE = Path(__file__).parent
SECRET = "for the cookies of guests that are only measured"  # noqa: S105  # no secret
GOAL_ECHO = 0.5
GOAL_P99 = 10.0
GOAL_RSS = 400
RATES = ("requests", "joins", "tables", "commands")
LIMITS = {
    **{f"{rate}_by_address": [1_000_000, 1e-6] for rate in RATES},
    **{f"{rate}_by_person": [1_000_000, 1e-6] for rate in RATES if rate != "requests"},
    "connections_by_address": 100_000,
}
"""All players come from one address."""


@contextlib.contextmanager
def served(data: Path, database: str | None = None) -> Iterator[tuple[int, int]]:
    """Our server, one worker; its port and its process."""
    environ = {"ODDTRICK_SECRET": SECRET, "ODDTRICK_LIMITS": json.dumps(LIMITS)}
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
def echoed() -> Iterator[tuple[int, int]]:
    """The echo; its port and its process."""
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


def load(where: tuple[int, int], parties: list[Party], kind: str, **more: float) -> Measured:
    """The load, in a process of its own."""
    port, pid = where
    wanted = Wanted(
        kind=kind,
        port=port,
        pids=[pid],
        parties=[(party.code, party.cookies) for party in parties],
        **more,  # type: ignore[arg-type]  # numbers all
    )
    done = subprocess.run(
        [sys.executable, HERE / "server_load.py"],
        input=msgspec.json.encode(wanted),
        stdout=subprocess.PIPE,
        check=True,
    )
    return msgspec.json.decode(done.stdout, type=Measured)


@contextlib.contextmanager
def folder(under: str | None = None) -> Iterator[Path]:
    """A folder that is gone afterwards."""
    made = Path(tempfile.mkdtemp(prefix="oddtrick-bench-", dir=under))
    try:
        yield made
    finally:
        shutil.rmtree(made)


def row_echo(rounds: int) -> list[str]:
    """Moves a second of processor time beside a bare echo, in turn."""
    ours, theirs = [], []
    with folder() as data:
        parties = make_tables(None, data, 200, SECRET)
        with served(data) as server, echoed() as echo:
            for _ in range(rounds):
                ours.append(load(server, parties, "play", seconds=6))
                theirs.append(load(echo, parties, "echo", seconds=3))
    per_cpu = [[one.moves / one.cpu for one in those] for those in (ours, theirs)]
    ratios = [mine / its for mine, its in zip(*per_cpu, strict=True)]
    frames = [one.frames / one.moves for one in ours]
    told = f"{median(ratios):.2f} ({min(ratios):.2f}–{max(ratios):.2f})"
    return [
        _row(
            "200 tables of four",
            "moves a second of processor time",
            "frames a move",
            "÷ echo",
            "goal",
        ),
        _row("---", "---:", "---:", "---", "---"),
        _row(
            "oddtrick: decided, kept in SQLite, each shown what it may see",
            f"{median(per_cpu[0]):,.0f}",
            f"{median(frames):.2f}",
            told,
            f"at least {GOAL_ECHO}: {_met(median(ratios) >= GOAL_ECHO)}",
        ),
        _row("the echo", f"{median(per_cpu[1]):,.0f}", "4.00", "", ""),
        "",
    ]


def _row(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"


def row_pace() -> list[str]:
    """A thousand tables, a card a second each."""
    lines = [
        _row("1,000 tables", "cards a second", "p50, ms", "p99", "p99.9", "processor", "goal"),
        _row("---", *["---:"] * 5, "---"),
    ]
    for name, under in (("on the disk", None), ("in memory: the server's share", "/dev/shm")):  # noqa: S108  # memory is meant
        if under is not None and not Path(under).is_dir():
            continue
        with folder(under) as data:
            sync = _sync_times(data)
            parties = make_tables(None, data, 1000, SECRET)
            with served(data) as server:
                one = load(server, parties, "play", pace=1.0, warm=8, seconds=15)
        p50, _, p99, p999, _ = one.latencies
        met = "" if under is None else f"p99 below {GOAL_P99:.0f}: {_met(p99 < GOAL_P99)}"
        bare = f"; a bare sync {sync[0]:.1f}, p99 {sync[1]:.1f}" if under is None else ""
        times = [f"{time:.1f}" for time in (p50, p99, p999)]
        rate, busy = f"{one.moves / one.wall:,.0f}", f"{one.cpu / one.wall:.0%}"
        lines.append(_row(name + bare, rate, *times, busy, met))
    return [*lines, ""]


def _sync_times(data: Path, times: int = 300) -> tuple[float, float]:
    """Milliseconds of a write and its sync, on this disk: the median and p99."""
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
    """Five thousand sockets on one worker."""
    with folder() as data:
        parties = make_tables(None, data, 250, SECRET)
        with served(data) as server:
            one = load(server, parties, "crowd", watchers=4000, warm=5, seconds=10)
    megabytes = one.rss / 1e6
    return [
        _row("sockets on one worker, idle", "resident memory, MB", "processor", "goal"),
        _row("---", "---:", "---:", "---"),
        _row(
            f"{one.open:,}: 250 tables, each with four players and 16 who watch",
            f"{megabytes:.0f}",
            f"{one.cpu / one.wall:.1%}",
            f"below {GOAL_RSS}: {_met(megabytes < GOAL_RSS)}",
        ),
        "",
    ]


def row_disk(postgres: str | None) -> list[str]:
    """Cards that are kept for good in a second, as many as go."""
    lines = [
        _row(
            "64 tables, as quick as it goes", "cards kept a second", "p50, ms", "p99", "processor"
        ),
        _row("---", *["---:"] * 4),
    ]
    for name, database in (("SQLite", None), ("PostgreSQL", postgres)):
        if name == "PostgreSQL" and database is None:
            continue
        with folder() as data:
            parties = make_tables(database, data, 64, SECRET)
            with served(data, database) as server:
                one = load(server, parties, "play", seconds=8)
        p50, _, p99, _, _ = one.latencies
        rate, busy = f"{one.moves / one.wall:,.0f}", f"{one.cpu / one.wall:.0%}"
        lines.append(_row(name, rate, f"{p50:.1f}", f"{p99:.1f}", busy))
    return [*lines, ""]


def _met(met: bool) -> str:  # noqa: FBT001  a word for a yes or no
    return "met" if met else "missed"


def main() -> None:
    """Measures, prints, and with ``--write`` keeps the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="keep the figures in README.md")
    parser.add_argument("--rows", nargs="+", default=["echo", "pace", "crowd", "disk"])
    parser.add_argument("--rounds", type=int, default=5, help="of the comparison with the echo")
    parser.add_argument("--postgres", metavar="URL", help="an empty database, on this machine")
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
