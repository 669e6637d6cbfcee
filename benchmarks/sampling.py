"""Measures draws of worlds of a view against rejection sampling by shuffles in NumPy.

``python benchmarks/sampling.py`` prints a table; ``--write`` also puts it into
``benchmarks/README.md``. Both draw from the same views: of one deal, further and further into it,
and of the one of the 2,080 views of forty deals that accepts the fewest shuffles.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from fractions import Fraction
from math import factorial, prod
from random import Random
from statistics import median

import numpy as np
from match_speed import day, machine, write
from numpy.typing import NDArray

from oddtrick.dealing import new_match
from oddtrick.solver.sampling import Worlds, worlds
from oddtrick.views import View

SECONDS = 0.2
"""The minimum processor time of each contender per round."""
PLAYS = [0, 9, 18, 27, 36]


class Shuffler:
    """Rejection sampling: shuffles and deals the unseen cards, and rejects inconsistent worlds.

    It shuffles many rows at once and places the turn-up directly.
    """

    def __init__(self, here: Worlds) -> None:
        unseen = [card for card in range(52) if here.view.unseen.mask >> card & 1]
        self.bits = np.array([1 << card for card in unseen], np.uint64)
        self.ends = np.cumsum(here.hidden.sizes)[:-1]
        self.known = np.array(here.hidden.known, np.uint64)
        forbidden = [0] * len(here.hidden.sizes)
        for cards, cells in here.hidden.kinds:
            for cell in range(len(forbidden)):
                forbidden[cell] |= 0 if cells >> cell & 1 else cards
        self.forbidden = np.array(forbidden, np.uint64)
        self.rng = np.random.default_rng(0)

    def some(self, tries: int) -> NDArray[np.uint64]:
        """The accepted worlds among ``tries`` shuffles, one row of cells each."""
        shuffled = self.rng.permuted(np.tile(self.bits, (tries, 1)), axis=1)
        parts = np.split(shuffled, self.ends, axis=1)
        rows = np.stack([np.bitwise_or.reduce(part, axis=1) for part in parts], axis=1)
        return rows[~(rows & self.forbidden).any(axis=1)] | self.known


def views(seed: int) -> list[View]:
    """The views of the seats to play, in one deal of whist played at random."""
    rng, match, seen = Random(seed), new_match("whist", seed=seed), list[View]()
    while match.number == 0 and match.to_act is not None:
        seen.append(match.view(match.to_act))
        match = match.apply(rng.choice(match.legal_actions()))
    return seen


def acceptance(view: View) -> Fraction:
    """The acceptance rate of shuffles."""
    here = worlds(view)
    sizes = here.hidden.sizes
    return Fraction(here.count * prod(map(factorial, sizes)), factorial(sum(sizes)))


def rate(draw: Callable[[], int]) -> float:
    """Worlds per second of processor time."""
    drawn, begin = 0, time.process_time()
    while (spent := time.process_time() - begin) < SECONDS:
        drawn += draw()
    return drawn / spent


def check(here: Worlds, rows: NDArray[np.uint64]) -> None:
    """Asserts that the shuffler returns worlds of the view."""
    places = here.hidden
    full = [size + held.bit_count() for size, held in zip(places.sizes, places.known, strict=True)]
    for row in rows.tolist():
        assert [mask.bit_count() for mask in row] == full
        assert sum(row) == here.view.unseen.mask | sum(places.known)
        for cards, cells in places.kinds:
            assert all(cells >> cell & 1 or not mask & cards for cell, mask in enumerate(row))


def counting(view: View, times: int = 50) -> float:
    """Seconds of processor time to make the worlds of a view, which counts them."""
    begin = time.process_time()
    for _ in range(times):
        worlds(view)
    return (time.process_time() - begin) / times


def measure(view: View, rounds: int) -> str:
    """One row of the table."""
    here = worlds(view)
    shuffler = Shuffler(here)
    check(here, shuffler.some(4096))
    rates = [
        (rate(lambda: len(here.draw(4096, seed=1))), rate(lambda: len(shuffler.some(4096))))
        for _ in range(rounds)
    ]
    ours, theirs = (median(column) for column in zip(*rates, strict=True))
    ratios = [one / other for one, other in rates]
    return (
        f"| {len(view.played)} | {sum(map(len, view.voids))} | {here.count:,} "
        f"| {1e6 * counting(view):,.0f} | {ours:,.0f} | {theirs:,.0f} "
        f"| {median(ratios):,.0f} ({min(ratios):,.0f}–{max(ratios):,.0f}) |"
    )


def main() -> None:
    """Measures and prints the figures; ``--write`` stores them in the README."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="put the table into the README")
    parser.add_argument("--rounds", type=int, default=5)
    args = parser.parse_args()
    hardest = min((view for seed in range(40) for view in views(seed)), key=acceptance)
    lines = [
        "| cards played | voids | worlds | µs to count | a second | shuffling | ratio |",
        "| ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
        *(measure(view, args.rounds) for view in [*(views(5)[at] for at in PLAYS), hardest]),
        "",
        f"{args.rounds} rounds, {day()}, {machine()}.",
    ]
    table = "\n".join(lines)
    print(table)
    if args.write:
        write(table, "sampling")


if __name__ == "__main__":
    main()
