"""What an installation carries: unit costs measured here, and an evening's load simulated by code.

python benchmarks/server_capacity.py [--seconds 5] [--write]
"""

from __future__ import annotations

import argparse
import contextlib
import os
import sqlite3
import time
from pathlib import Path
from typing import NamedTuple

import numpy as np
from match_speed import day, machine, write
from server import SECRET, _row, folder, run_load, running_server
from server_fixture_tables import make_tables

from oddtrick.drive import DrivePlan, Entry, begin_round, create_drive, enter_result
from oddtrick.drive.drive_file import encode_drive
from oddtrick.server.store.engine import DATABASE_FILE

TABLES = 40
CARD_SECONDS = 4.0
"""The mean time between two cards of a table of people, pauses between deals included."""
SPREAD = 0.6
"""How much tables differ: the standard deviation of the logarithm of their speed."""
USE = 0.6
"""The share of a core that a worker is planned for: the rest is for bursts and requests."""
SIZES = (1_000, 10_000, 100_000, 1_000_000)
SECONDS_OF_LOAD = 60
STEP = 0.001


class Costs(NamedTuple):
    """Unit costs.

    Attributes:
        move: processor time of a card, in seconds: checked, stored, shown to four players.
        stored: bytes that it takes in the database.
        socket: memory of an idle socket, in bytes.
        round_: processor time for a round of a hall of 700, in seconds.
        drive: bytes of that drive's file after 24 rounds.
    """

    move: float
    stored: float
    socket: float
    round_: float
    drive: int


def measure(seconds: float) -> Costs:
    """Measures the unit costs, on this machine."""
    with folder() as data:
        seated = make_tables(None, data, TABLES, SECRET)
        before = _stored(data)
        with running_server(data) as server:
            idle = run_load(server, seated, "crowd", warm=1, seconds=1)
            crowd = run_load(server, seated, "crowd", warm=1, seconds=1, watchers=500)
            played = run_load(server, seated, "play", pace=0.2, warm=2, seconds=seconds)
        after = _stored(data)
    socket = (crowd.rss - idle.rss) / (crowd.open - idle.open)
    size, entries = (now - then for now, then in zip(after, before, strict=True))
    return Costs(played.cpu / played.moves, size / entries, socket, *_drive_costs())


def _stored(data: Path) -> tuple[int, int]:
    """Returns the bytes of a database that nobody has open, and the entries in it."""
    file = data / DATABASE_FILE
    with contextlib.closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        (entries,) = connection.execute("SELECT COUNT(*) FROM entries").fetchone()
    return file.stat().st_size, entries


def _drive_costs() -> tuple[float, int]:
    drive = create_drive(DrivePlan(rounds=24), [Entry(f"Player {n}") for n in range(700)])
    rounds = 0.0
    for _ in range(24):
        begun = time.process_time()
        drive = begin_round(drive)
        rounds += time.process_time() - begun
        for table in range(1, len(drive.rounds[-1].seating.tables) + 1):
            drive = enter_result(drive, table, (7, 6))
    return rounds / 24, len(encode_drive(drive))


class Load(NamedTuple):
    """The load of an evening.

    Attributes:
        moves: cards a second, in all.
        workers: the number of workers.
        busiest: the share of a core that the busiest worker uses.
        wait: the time that 99 of 100 of its cards wait at most, in seconds.
    """

    moves: float
    workers: int
    busiest: float
    wait: float


def simulate(tables: int, costs: Costs, seed: int = 1) -> Load:
    """Lets tables of people play, each at the worker that its code falls to."""
    rng = np.random.default_rng(seed)
    speed = rng.lognormal(-(SPREAD**2) / 2, SPREAD, tables) / CARD_SECONDS
    moves = float(speed.sum())
    workers = max(1, int(np.ceil(moves * costs.move / USE)))
    by_worker = np.bincount(rng.integers(0, workers, tables), speed, workers)
    busiest = float(by_worker.max())
    arrived = rng.poisson(busiest * STEP, int(SECONDS_OF_LOAD / STEP))
    # The queue of the busiest worker (Lindley): what is left of its work after each millisecond.
    left, waits = 0.0, np.empty(len(arrived))
    for at, cards in enumerate(arrived):
        waits[at] = left
        left = max(0.0, left + cards * costs.move - STEP)
    weighted = np.repeat(waits, arrived)
    return Load(moves, workers, busiest * costs.move, float(np.quantile(weighted, 0.99)))


def rows(costs: Costs) -> list[str]:
    """Returns the tables."""
    lines = [
        _row("one", "costs"),
        _row("---", "---:"),
        _row("card, to four players", f"{1000 * costs.move:.2f} ms of a core"),
        _row("card in SQLite, with its index", f"{costs.stored:.0f} bytes"),
        _row("idle socket", f"{costs.socket / 1024:.0f} KB of memory"),
        _row("round of a hall of 700", f"{1000 * costs.round_:.1f} ms of a core"),
        _row("file of that drive after 24 rounds", f"{costs.drive >> 10} KB"),
        "",
        _row(
            "tables of four",
            "cards a second",
            "workers",
            "busiest",
            "p99 of its queue",
            "sockets",
            "stored in 4 hours",
        ),
        _row("---:", *["---:"] * 6),
    ]
    for tables in SIZES:
        load = simulate(tables, costs)
        lines.append(
            _row(
                f"{tables:,}",
                f"{load.moves:,.0f}",
                str(load.workers),
                f"{load.busiest:.0%}",
                f"{1000 * load.wait:.1f} ms",
                f"{4 * tables * costs.socket / 2**30:.1f} GB",
                f"{load.moves * 4 * 3600 * costs.stored / 2**30:,.1f} GB",
            )
        )
    return [*lines, ""]


def main() -> None:
    """Measures, simulates and prints; ``--write`` saves the tables in the README."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=5)
    parser.add_argument("--write", action="store_true", help="save the results in README.md")
    args = parser.parse_args()
    lines = rows(measure(args.seconds))
    lines.append(f"{day()}, {machine()}, load average {os.getloadavg()[0]:.1f} at the end.")
    print("\n".join(lines))
    if args.write:
        write("\n".join(lines), "capacity")


if __name__ == "__main__":
    main()
