"""Time from the request of a deal's review to its first, quick and full values on a busy machine.

python benchmarks/server_review.py [--spinning 2] [--times 3] [--full] [--write]
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

import httpx

HERE = Path(__file__).parent
sys.path.append(str(HERE.parent))

from match_speed import day, machine, write  # noqa: E402
from server import _met, _row, folder, running_server  # noqa: E402

from tests.support.server.upload_example_records import EXAMPLES  # noqa: E402

GAMES = ("whist", "colonial-whist", "colonial-scotch-whist", "scotch-whist", "knockout-whist")
FIRST_GOAL, QUICK_GOAL = 1.0, 3.0
SPIN = "while True: pass"


class Times(NamedTuple):
    """Seconds from a request to its first value, to the quick review and to the full one."""

    first: float
    quick: float
    full: float | None


def follow(client: httpx.Client, path: str, *, to_the_end: bool) -> Times:
    """Follows a review that nobody has asked for before."""
    begin = time.monotonic()
    seen: dict[tuple[str, str | None], float] = {}
    with client.stream("GET", path) as answer:
        answer.raise_for_status()
        for line in answer.iter_lines():
            if line.startswith("data: "):
                event: dict[str, Any] = json.loads(line.removeprefix("data: "))
                key = event["type"], event.get("grade")
                seen.setdefault(key, time.monotonic() - begin)
                if key == ("review", "quick") and not to_the_end:
                    break
    return Times(seen["decision", "quick"], seen["review", "quick"], seen.get(("review", "full")))


def measure(times: int, *, to_the_end: bool) -> dict[str, list[Times]]:
    """Follows the review of each deal of the example records, each time on a new server."""
    found: dict[str, list[Times]] = {game: [] for game in GAMES}
    for _ in range(times):
        with folder() as data, running_server(data) as (port, _):
            url = f"http://127.0.0.1:{port}"
            with httpx.Client(base_url=url, headers={"Origin": url}, timeout=300) as client:
                client.post("/api/me", json={"name": "Ann"}).raise_for_status()
                for file in sorted(EXAMPLES.glob("*-1.record.json")):
                    answer = client.post("/api/records", content=file.read_bytes())
                    path = f"/api/records/{answer.json()['id']}/review/1/events"
                    found[file.name.removesuffix("-1.record.json")].append(
                        follow(client, path, to_the_end=to_the_end)
                    )
    return found


def rows(found: dict[str, list[Times]]) -> list[str]:
    """Returns the rows of the table."""

    def cell(figures: list[float]) -> str:
        return f"{median(figures):.2f} ({min(figures):.2f}–{max(figures):.2f})"

    lines = [
        _row("deal of", "first value, s", "whole deal, quick", "in full", "goal"),
        _row("---", "---:", "---:", "---:", "---"),
    ]
    for game, some in found.items():
        first, quick = [one.first for one in some], [one.quick for one in some]
        full = [one.full for one in some if one.full is not None]
        met = median(first) <= FIRST_GOAL and median(quick) <= QUICK_GOAL
        told = f"{FIRST_GOAL:.0f} s and {QUICK_GOAL:.0f} s: {_met(met)}"
        lines.append(_row(game, cell(first), cell(quick), cell(full) if full else "", told))
    return lines


def main() -> None:
    """Measures and prints the figures; ``--write`` saves them in the README."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--spinning", type=int, default=2, help="other processes that never wait")
    parser.add_argument("--full", action="store_true", help="wait for the full review, too")
    parser.add_argument("--times", type=int, default=3)
    parser.add_argument("--write", action="store_true", help="save the results in README.md")
    args = parser.parse_args()
    spinning = [subprocess.Popen([sys.executable, "-c", SPIN]) for _ in range(args.spinning)]
    try:
        lines = rows(measure(args.times, to_the_end=args.full))
    finally:
        for process in spinning:
            process.kill()
    load = f"load average {os.getloadavg()[0]:.1f} at the end"
    told = f"{args.spinning} other processes spinning, {args.times} servers"
    lines += ["", f"{told}, {day()}, {machine()}, {load}."]
    print("\n".join(lines))
    if args.write:
        write("\n".join(lines), "review")


if __name__ == "__main__":
    main()
