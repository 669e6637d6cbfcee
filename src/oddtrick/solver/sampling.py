"""Worlds: the layouts of the hidden cards that are consistent with a view.

They are counted exactly and drawn uniformly, without rejection: a draw takes the same time however
many voids have been shown. World ``i`` of a seed is always the same.

>>> from oddtrick.dealing import new_match
>>> match = new_match("whist", seed=7)
>>> here = worlds(match.view(match.to_act))
>>> f"{here.count:,}"
'28,159,366,024,288,800'
>>> drawn = here.draw(1000, seed=1)
>>> drawn.hands.shape, drawn.hands.dtype
((1000, 4), dtype('uint64'))
>>> bool((here.draw(500, seed=1, first=500).hands == drawn.hands[500:]).all())
True
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import msgspec
import numpy as np

from oddtrick.cards import Hand
from oddtrick.errors import OddtrickError
from oddtrick.solver import _kernel
from oddtrick.solver.constraints import HiddenCards, hidden_cards

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from oddtrick.views import View

_WORD = 1 << 64
_CHUNK = 1 << 10


class World(msgspec.Struct, frozen=True):
    """The place of every card that has not been played.

    Args:
        hands: the cards of each seat; none for a seat that is out.
        later: the cards of each seat in each separate hand still to come (S4).
        rest: the undealt cards, without the one turned up (K2).
    """

    hands: tuple[Hand, ...]
    later: tuple[tuple[Hand, ...], ...]
    rest: Hand


@dataclass(frozen=True, slots=True, eq=False)
class SampledWorlds:
    """n sampled worlds, one a row, for P seats and H hands still to come. Card sets are masks.

    Attributes:
        hands: uint64 [n, P], the cards of each seat.
        later: uint64 [n, H, P], the cards of the separate hands still to come (S4).
        rest: uint64 [n], the undealt cards, without the one turned up (K2).
    """

    hands: NDArray[np.uint64]
    later: NDArray[np.uint64]
    rest: NDArray[np.uint64]

    def __len__(self) -> int:
        return len(self.rest)

    def world(self, row: int) -> World:
        """Returns one row as hands."""
        return World(
            tuple(map(Hand, self.hands[row].tolist())),
            tuple(tuple(map(Hand, hands)) for hands in self.later[row].tolist()),
            Hand(int(self.rest[row])),
        )

    def take(self, rows: NDArray[np.intp]) -> SampledWorlds:
        """Selects rows in the given order, repetitions allowed."""
        return SampledWorlds(self.hands[rows], self.later[rows], self.rest[rows])


class Worlds:
    """All layouts of a view's hidden cards. Made by :func:`worlds`.

    Attributes:
        view: the view.
        hidden: the hidden cards and the cells that they fill.
        count: the exact number of layouts.
        kernel: the kernel's form.
    """

    def __init__(self, view: View) -> None:
        self.view = view
        self.hidden: HiddenCards = hidden_cards(view)
        self.kernel = _kernel.Layouts(self.hidden.sizes, self.hidden.kinds)
        self.count = sum(word << 64 * place for place, word in enumerate(self.kernel.count))
        if not self.count:
            raise OddtrickError(f"no layout fits the view: {self.hidden.misfit()}")

    def draw(self, n: int, seed: int, first: int = 0) -> SampledWorlds:
        """Draws n worlds uniformly and independently.

        Args:
            n: the number of draws.
            seed: seed of the draws, 0 to 2**64 - 1.
            first: the number of the first draw: 100 from 0 and 100 from 100 are the same as 200
                from 0.

        Raises:
            OddtrickError: an argument is out of range.
        """
        if not 0 <= seed < _WORD:
            raise OddtrickError(f"seed is {seed}: write a whole number from 0 to 2**64 - 1")
        if not 0 <= first <= _WORD - max(n, 1):
            raise OddtrickError(f"first is {first}: write a number below 2**64, so that n more fit")
        rows = self._rows(n)
        self.kernel.draw_rows(seed, first, rows)
        return self._drawn(rows)

    def draw_worlds(self, n: int, seed: int, first: int = 0) -> list[World]:
        """Draws the same worlds as :meth:`draw`, as hands."""
        drawn = self.draw(n, seed, first)
        return [drawn.world(row) for row in range(n)]

    def numbered(self, first: int, n: int) -> SampledWorlds:
        """The worlds number ``first`` … ``first + n - 1`` of an enumeration of all ``count``.

        Raises:
            OddtrickError: the numbers go beyond the last world.
        """
        if not 0 <= first <= self.count - n:
            raise OddtrickError(
                f"there is no world {max(first, first + n - 1)}: they go from 0 to {self.count - 1}"
            )
        rows = self._rows(n)
        self.kernel.list_rows([first >> 64 * place & _WORD - 1 for place in range(4)], rows)
        return self._drawn(rows)

    def all(self) -> Iterator[World]:
        """Generates every world once."""
        for first in range(0, self.count, _CHUNK):
            some = self.numbered(first, min(_CHUNK, self.count - first))
            for row in range(len(some)):
                yield some.world(row)

    def _rows(self, n: int) -> NDArray[np.uint64]:
        if n < 0:
            raise OddtrickError(f"n is {n}: write how many worlds to make, 0 or more")
        return np.empty((n, len(self.hidden.sizes)), np.uint64)

    def _drawn(self, rows: NDArray[np.uint64]) -> SampledWorlds:
        """Adds the known cards to the rows and splits them by hand."""
        rows |= np.array(self.hidden.known, np.uint64)
        players = self.hidden.players
        hands, later = rows[:, :players], rows[:, players:-1]
        return SampledWorlds(
            np.ascontiguousarray(hands),
            later.reshape(len(rows), later.shape[1] // players, players),
            np.ascontiguousarray(rows[:, -1]),
        )


def worlds(view: View) -> Worlds:
    """Returns all layouts of the hidden cards that are consistent with a view.

    They are the deals that give the same view: the other seats' hands, hands dealt later (S4) and
    the undealt rest, given the number of cards of each seat, the voids it has shown (T3, K7) and
    the card turned up (W4, S4, K2). A spectator's view knows no hand.

    Raises:
        OddtrickError: no cards are out, or the view contradicts itself; the message says where.
    """
    return Worlds(view)
