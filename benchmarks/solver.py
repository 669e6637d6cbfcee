"""How quick is the solver? The same deals beside DDS 2.9, one thread each, by processor time.

python benchmarks/solver.py [--deals N] [--write]
"""

from __future__ import annotations

import argparse
import random
from pathlib import Path

import solver_dds as dds
from solver_deals import Open, ending

DEALS = 300
SEED = 1885
SIZES = (13, 9, 6, 4)


def main() -> None:
    """Measures and prints, or with ``--dump`` writes deals with their values."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=DEALS, help="of each kind")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--dump", type=Path, metavar="FILE", help="write deals and values of DDS")
    args = parser.parse_args()
    dds.one_thread()
    if args.dump:
        dump(args.dump, args.deals, args.seed)


def dump(path: Path, deals: int, seed: int) -> None:
    """Writes a line a position: four hands, trump, leader, value for its side, microseconds.

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
