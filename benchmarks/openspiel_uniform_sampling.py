"""Uniform sampling of the layouts of hidden whist cards, in plain Python.

OpenSpiel's search needs it as ``resample_from_infostate``. It does without our kernel, so that the
comparison is with independent code.
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
        cards: the cards to deal, as 13 * suit + rank.
        sizes: the number of cards of each seat; their sum is the number of cards.
        voids: for each seat, the suits it cannot hold.
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
        """The number of layouts."""
        return self._ways(0, self.sizes)

    def draw(self, rng: Random) -> list[list[int]]:
        """Draws a layout uniformly: the cards of each seat, ascending."""
        hands: list[list[int]] = [[] for _ in self.sizes]
        room = self.sizes
        for suit, cards in enumerate(self.suits):
            splits, cumulative = self._splits_of(suit, room)
            split = rng.choices(splits, cum_weights=cumulative)[0]
            shuffled = rng.sample(cards, len(cards))
            first = 0
            for hand, some in zip(hands, split, strict=True):
                hand.extend(sorted(shuffled[first : first + some]))
                first += some
            room = tuple(left - some for left, some in zip(room, split, strict=True))
        return hands

    def _ways(self, suit: int, room: Sizes) -> int:
        """The number of ways to deal this suit and those after it."""
        if suit == SUITS:
            return int(not any(room))
        _, cumulative = self._splits_of(suit, room)
        return cumulative[-1] if cumulative else 0

    def _splits_of(self, suit: int, room: Sizes) -> tuple[list[Sizes], list[int]]:
        """The splits of a suit among the seats, with cumulative numbers of layouts."""
        key = suit, room
        if key not in self._splits:
            limits = [
                0 if suit in void else left for left, void in zip(room, self.voids, strict=True)
            ]
            splits, ways = [], []
            for split in _parts(len(self.suits[suit]), limits):
                rest = tuple(left - some for left, some in zip(room, split, strict=True))
                if found := self._ways(suit + 1, rest):
                    splits.append(split)
                    ways.append(found * _arrangements(split))
            self._splits[key] = splits, list(accumulate(ways))
        return self._splits[key]


def _parts(total: int, limits: Sequence[int]) -> list[Sizes]:
    """All ways to write a number as an ordered sum of parts within their limits."""
    if len(limits) == 1:
        return [(total,)] if total <= limits[0] else []
    return [
        (some, *rest)
        for some in range(min(total, limits[0]) + 1)
        for rest in _parts(total - some, limits[1:])
    ]


def _arrangements(split: Sizes) -> int:
    """The multinomial coefficient: the ways to choose the cards of a split."""
    ways = factorial(sum(split))
    for some in split:
        ways //= factorial(some)
    return ways
