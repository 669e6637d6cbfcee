"""Time in which `oddtrick replay` refuses 100 MB of malformed input: whole process, wall clock.

python benchmarks/malformed_input.py [--write]
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from match_speed import day, machine, write

RUNS = 5
GOAL = 1.0
MEGABYTE = 10**6
DEAL = b'{"dealer":0,"hands":[{"cards":["","","",""]}]},'
INPUTS = {
    "noise.json": os.urandom(MEGABYTE),
    "zeros.json": bytes(MEGABYTE),
    "blanks.json": b" " * MEGABYTE,
    "brackets.json": b"[" * MEGABYTE,
    "nested.json": b'{"rules":' * (MEGABYTE // 9),
    "noise.jsonl": os.urandom(MEGABYTE),
    "blanks.jsonl": b" " * MEGABYTE,
    "empty lines.jsonl": b"\n" * MEGABYTE,
    "empty objects.jsonl": b"{}\n" * (MEGABYTE // 3),
    "deals without end.jsonl": DEAL * (MEGABYTE // len(DEAL)),
}
START = {"deals without end.jsonl": b'{"format":"oddtrick/1","rules":{"game":"whist"},"deals":['}


def main() -> None:
    """Measures and prints the figures; ``--write`` stores them in the README."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="keep the figures in README.md")
    args = parser.parse_args()
    lines = ["| 100 MB of | seconds, median (min–max) | goal |", "| --- | --- | --- |"]
    with tempfile.TemporaryDirectory() as folder:
        for name in INPUTS:
            times = _times(Path(folder) / name)
            middle = statistics.median(times)
            cell = f"{middle:.2f} ({min(times):.2f}–{max(times):.2f})"
            met = "met" if middle < GOAL else "missed"
            lines.append(f"| {name} | {cell} | below {GOAL:.0f}: {met} |")
    lines += ["", f"{RUNS} runs each, {day()}, {machine()}."]
    table = "\n".join(lines)
    print(table)
    if args.write:
        write(table, "malformed-input")


def _times(path: Path) -> list[float]:
    """Wall-clock seconds of each run on a file that is refused."""
    with path.open("wb") as file:
        file.write(START.get(path.name, b""))
        for _ in range(100):
            file.write(INPUTS[path.name])
    times = []
    for _ in range(RUNS):
        start = time.perf_counter()
        done = subprocess.run(
            [sys.executable, "-m", "oddtrick", "replay", path], capture_output=True, check=False
        )
        times.append(time.perf_counter() - start)
        refusal = done.stderr.decode()
        if done.returncode != 1 or refusal.count("\n") != 1:
            raise SystemExit(f"{path.name} was not refused in one line: {refusal}")
    path.unlink()
    return times


if __name__ == "__main__":
    main()
