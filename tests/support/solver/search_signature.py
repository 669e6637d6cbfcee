"""The signature of the search: its node counts and values on a fixed set of deals.

    python -m tests.support.solver.search_signature                                    # print it
    python -m tests.support.solver.search_signature > tests/data/solver/signature.txt  # pin it

A change that is not meant to change the search keeps every line. One that is meant to states the
new sum in its commit message.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

from oddtrick.cards import CARDS, Hand, Suit, mask_of
from oddtrick.solver import Position, Solver

PINNED = Path(__file__).parents[2] / "data" / "solver" / "signature.txt"

DEALS = 102
"""A multiple of the six sizes, so that every size meets every trump."""


def deals() -> Iterator[Position]:
    """Generates deals of eight to thirteen cards, with each trump suit and without trumps."""
    rng, trumps = Random("signature"), (*Suit, None)
    for number in range(DEALS):
        size = 8 + number % 6
        cards = rng.sample(CARDS, 4 * size)
        hands = tuple(Hand(mask_of(cards[seat::4])) for seat in range(4))
        yield Position(hands, trumps[number % 5], rng.randrange(4))


def signature() -> str:
    """Returns a line for each hand size with nodes and tricks, and a last one for the sum.

    Each deal has a new solver, so that none depends on those before it.
    """
    nodes, tricks = dict.fromkeys(range(8, 14), 0), dict.fromkeys(range(8, 14), 0)
    for position in deals():
        solver, size = Solver(), len(position.hands[0])
        tricks[size] += solver.solve(position)
        nodes[size] += solver.nodes
    rows = [f"{size} cards: {nodes[size]} tried, {tricks[size]} tricks" for size in nodes]
    rows.append(f"all: {sum(nodes.values())} tried, {sum(tricks.values())} tricks")
    return "\n".join(rows) + "\n"


if __name__ == "__main__":
    sys.stdout.write(signature())
