"""Where the hidden cards of whist may lie: layouts drawn exactly uniformly, in plain Python.

It is what OpenSpiel's search needs of a game, ``resample_from_infostate``, without the kernel of
the players that it is to be compared with.
"""

from __future__ import annotations

from itertools import accumulate
from math import factorial
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

SUITS = 4
RANKS = 13

Sizes = tuple[int, ...]


class Layouts:
    """All ways to deal some cards to some seats.

    Args:
        cards: to be dealt, as 13 * suit + rank.
        sizes: how many each seat gets; together as many as there are cards.
        voids: for each seat the suits that it can't get.
    """

    def __init__(
        self, cards: Sequence[int], sizes: Sequence[int], voids: Sequence[frozenset[int]]
    ) -> None:
        self.suits = [[card for card in cards if card // RANKS == suit] for suit in range(SUITS)]
        self.sizes = tuple(sizes)
        self.voids = voids
        self._splits: dict[tuple[int, Sizes], tuple[list[Sizes], list[int]]] = {}

    @property
    def count(self) -> int:
        """How many there are."""
        return self._ways(0, self.sizes)

    def draw(self, rng: Random) -> list[list[int]]:
        """One of them, each as likely: the cards of each seat, ascending."""
        hands: list[list[int]] = [[] for _ in self.sizes]
        room = self.sizes
        for suit, cards in enumerate(self.suits):
            splits, upto = self._splits_of(suit, room)
            split = rng.choices(splits, cum_weights=upto)[0]
            shuffled = rng.sample(cards, len(cards))
            first = 0
            for hand, some in zip(hands, split, strict=True):
                hand.extend(sorted(shuffled[first : first + some]))
                first += some
            room = tuple(left - some for left, some in zip(room, split, strict=True))
        return hands

    def _ways(self, suit: int, room: Sizes) -> int:
        """How many ways there are to deal this suit and those after it."""
        if suit == SUITS:
            return int(not any(room))
        _, upto = self._splits_of(suit, room)
        return upto[-1] if upto else 0

    def _splits_of(self, suit: int, room: Sizes) -> tuple[list[Sizes], list[int]]:
        """How a suit may be split among the seats, with the ways to do so, summed up."""
        key = suit, room
        if key not in self._splits:
            may = [0 if suit in void else left for left, void in zip(room, self.voids, strict=True)]
            splits, ways = [], []
            for split in _parts(len(self.suits[suit]), may):
                rest = tuple(left - some for left, some in zip(room, split, strict=True))
                if found := self._ways(suit + 1, rest):
                    splits.append(split)
                    ways.append(found * _arrangements(split))
            self._splits[key] = splits, list(accumulate(ways))
        return self._splits[key]


def _parts(total: int, may: Sequence[int]) -> list[Sizes]:
    """All ways to write a number as a sum of parts that are not too great."""
    if len(may) == 1:
        return [(total,)] if total <= may[0] else []
    return [
        (some, *rest)
        for some in range(min(total, may[0]) + 1)
        for rest in _parts(total - some, may[1:])
    ]


def _arrangements(split: Sizes) -> int:
    """Which cards: in how many ways they can be chosen."""
    ways = factorial(sum(split))
    for some in split:
        ways //= factorial(some)
    return ways
