"""Latency of moves while twenty sockets flood the server, for each kind of flood.

python benchmarks/server_flood.py [--kinds "text pings" …] [--seconds 8] [--write]
"""

from __future__ import annotations

import argparse
import asyncio
import os
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path.append(str(HERE.parent))

from match_speed import day, machine, write  # noqa: E402
from server import SECRET, _met, _row, folder, run_load, running_server  # noqa: E402
from server_fixture_tables import make_tables  # noqa: E402

from oddtrick.server.people.guest_cookie import GuestCookieSigner, new_guest  # noqa: E402
from tests.support.server.flooding_client import FLOODS, Flood  # noqa: E402

TABLES = 20
FLOODS_AT_ONCE = 20
GOAL = 3.0

KINDS = [*FLOODS, "single bytes"]


def measure(kinds: list[str], seconds: float) -> list[str]:
    """Returns the rows of the table: a quiet run before each flood, and the flood."""
    lines = [
        _row("20 sockets send", "p50, ms", "p99", "p99 when quiet", "processor", "goal"),
        _row("---", *["---:"] * 4, "---"),
    ]
    for kind in kinds:
        with folder("/dev/shm") as data:  # noqa: S108  # latency without the disk's
            *seated, flooded = make_tables(None, data, TABLES + 1, SECRET)
            with running_server(data, limits={}) as server:
                quiet = run_load(server, seated, "play", pace=0.5, warm=2, seconds=seconds)
                path = f"/ws/tables/{flooded.code}"
                command = [sys.executable, __file__, "--flood", kind, str(server[0]), path]
                flooding = subprocess.Popen(command)
                try:
                    loud = run_load(server, seated, "play", pace=0.5, warm=2, seconds=seconds)
                finally:
                    flooding.terminate()
                    flooding.wait()
                before, after = quiet.latencies[2], loud.latencies[2]
                times = [f"{loud.latencies[0]:.1f}", f"{after:.1f}", f"{before:.1f}"]
                busy, told = f"{loud.cpu / loud.wall:.0%}", f"at most {GOAL:.0f} times: "
                lines.append(_row(kind, *times, busy, told + _met(after <= GOAL * before)))
                print(lines[-1], flush=True)
    return lines


async def flood(kind: str, port: int, path: str) -> None:
    """Floods for ever; a socket that is closed is opened again."""
    cookie = GuestCookieSigner(SECRET).sign(new_guest("Flood"))

    async def one(number: int) -> None:
        to_table = number % 2 or kind in ("refused commands", "hellos")
        while True:
            try:
                if to_table:
                    await Flood(port, path, kind, cookie).run()
                else:
                    await Flood(port, "/ws/lobby", kind).run()
            except (OSError, AssertionError, asyncio.IncompleteReadError):
                await asyncio.sleep(1)

    await asyncio.gather(*(one(number) for number in range(FLOODS_AT_ONCE)))


def main() -> None:
    """Measures and prints the figures; ``--write`` saves them in the README."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kinds", nargs="+", default=KINDS, choices=KINDS)
    parser.add_argument("--seconds", type=float, default=8)
    parser.add_argument("--write", action="store_true", help="save the results in README.md")
    parser.add_argument("--flood", nargs=3, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.flood:
        kind, port, path = args.flood
        asyncio.run(flood(kind, int(port), path))
        return
    lines = measure(args.kinds, args.seconds)
    lines += ["", f"{day()}, {machine()}, load average {os.getloadavg()[0]:.1f} at the end."]
    print(lines[-1])
    if args.write:
        write("\n".join(lines), "flood")


if __name__ == "__main__":
    main()
