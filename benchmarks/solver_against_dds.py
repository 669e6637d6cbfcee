"""Measures the solver against DDS 2.9 on the same deals, one thread each, by processor time.

python benchmarks/solver_against_dds.py [--deals N] [--rows ROW …] [--peer PATH] [--write]
"""

from __future__ import annotations

import argparse
import platform
import random
import sys
from pathlib import Path

import solver_dds as dds
import solver_rows_against_dds as rows
from match_speed import day, machine, write
from solver_positions import Open, ending
from solver_without_peer import nodes, scotch, start

DEALS = 300
SEED = 1885
SIZES = (13, 9, 6, 4)
STANDALONE = {"nodes": nodes, "scotch": scotch, "start": start}


def main() -> None:
    """Measures and prints; ``--write`` stores the figures, ``--dump`` writes deals instead."""
    parser = argparse.ArgumentParser(description=__doc__)
    known = [*rows.ROWS, *STANDALONE]
    parser.add_argument("--deals", type=int, default=DEALS, help="of each kind")
    only = f"only some of {', '.join(known)}"
    parser.add_argument("--rows", nargs="+", choices=known, default=known, metavar="ROW", help=only)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--peer", type=Path, metavar="PATH", help="macroxue/bridge-solver, built")
    parser.add_argument("--write", action="store_true", help="keep the figures in README.md")
    parser.add_argument("--dump", type=Path, metavar="FILE", help="write deals and values of DDS")
    args = parser.parse_args()
    dds.one_thread()
    if args.dump:
        dump(args.dump, args.deals, args.seed)
        return
    lines = [*_compared(args), *_standalone(args), _footer(args.seed)]
    if args.write:
        write("\n".join(lines), "solver")


def _footer(seed: int) -> str:
    return f"Seed {seed}, {day()}, {machine()}, Python {platform.python_version()}, {dds.name()}."


def _compared(args: argparse.Namespace) -> list[str]:
    """The rows with a peer, as lines of Markdown, each printed when measured."""
    lines: list[str] = []
    for name in args.rows:
        if name in rows.ROWS:
            lines += rows.HEAD if not lines else []
            lines.append(rows.measure(rows.ROWS[name], args.deals, args.seed, args.peer))
            _show(lines[-3:] if len(lines) == len(rows.HEAD) + 1 else lines[-1:])
    return [*lines, ""] if lines else []


def _standalone(args: argparse.Namespace) -> list[str]:
    lines: list[str] = []
    for name, measure in STANDALONE.items():
        if name in args.rows:
            part = [*measure(args.deals, args.seed), ""]
            _show(part)
            lines += part
    return lines


def _show(lines: list[str]) -> None:
    print("\n".join(lines))
    sys.stdout.flush()


def dump(path: Path, deals: int, seed: int) -> None:
    """Writes one line per position: four hands, trump, leader, value for its side, microseconds.

    For each size first those with a trump suit, then those without; of 13, 9, 6 and 4 cards a hand.
    """
    rng = random.Random(seed)
    with path.open("w", encoding="ascii") as file:
        for cards in SIZES:
            for trumps in (True, False):
                for _ in range(deals):
                    place = ending(rng, cards, trumps=trumps)
                    value, seconds = dds.solve(place)
                    file.write(f"{_line(place)} {value} {seconds * 1e6:.0f}\n")


def _line(place: Open) -> str:
    hands = " ".join(map(str, place.hands))
    return f"{hands} {place.trump.letter if place.trump is not None else 'N'} {place.leader}"


if __name__ == "__main__":
    main()
