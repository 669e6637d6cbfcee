"""Measures batches of whole deals, and deals stepped side by side, against OpenSpiel's spades.

``python benchmarks/playouts.py`` makes ``benchmarks/.venv`` with OpenSpiel in it, measures and
prints a table; ``--write`` also puts it into ``benchmarks/README.md``.
"""

from __future__ import annotations

import argparse
import json
import subprocess
from statistics import median
from typing import Any

from match_speed import HERE, day, machine, make_environment, write

SPADES_IN_CPP = 67_000
"""Random deals of spades a second by a loop in C++, measured earlier on this class of machine."""
GOAL = 10
PLAYS = 52

TITLES = {
    "uniform": "random deals: cards dealt, tricks, points",
    "greedy": "the same, high if it wins, else low",
    "actions": "random deals with every action and mask",
    "observations": "random deals with every observation, too",
    "steps": "vector, without observations",
    "observed steps": "vector, with observations",
    "spades": "OpenSpiel, spades in C++ through Python",
}


def main() -> None:
    """Measures and prints the figures; ``--write`` stores them in the README."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="put the table into the README")
    parser.add_argument("--rounds", type=int, default=15)
    args = parser.parse_args()
    command = [make_environment(), str(HERE / "playout_rounds.py"), f"--rounds={args.rounds}"]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    table = "\n".join(report(json.loads(done.stdout)))
    print(table)
    if args.write:
        write(table, "playouts")


def report(measured: dict[str, Any]) -> list[str]:
    """The figures as lines of Markdown."""
    rates: list[dict[str, float]] = measured["rates"]
    lines = [
        "| | deals a second | cards a second | ÷ spades through Python | ÷ spades in C++ |",
        "| --- | ---: | ---: | ---: | ---: |",
    ]
    for name, title in TITLES.items():
        rate = median(figures[name] for figures in rates)
        beside = median(figures[name] / figures["spades"] for figures in rates)
        row = [title, f"{rate:,.0f}", f"{rate * PLAYS:,.0f}"]
        lines.append(f"| {' | '.join([*row, f'{beside:.1f}', f'{rate / SPADES_IN_CPP:.1f}'])} |")
    gains: list[float] = measured["gains"]
    versions = measured["versions"]
    where = f"{machine()}, Python {versions['python']}, OpenSpiel {versions['open_spiel']}"
    return [
        *lines,
        "",
        _goal(median(figures["uniform"] for figures in rates)),
        f"Two threads: {median(gains):.2f} times as quick ({min(gains):.2f}–{max(gains):.2f}).",
        "",
        f"{len(rates)} rounds, {day()}, {where}.",
    ]


def _goal(rate: float) -> str:
    times = rate / SPADES_IN_CPP
    verdict = "met" if times >= GOAL else "missed"
    return (
        f"Random deals, against {SPADES_IN_CPP:,} a second of spades in C++: {times:.1f} times, "
        f"goal at least {GOAL}: {verdict}."
    )


if __name__ == "__main__":
    main()
