"""Worlds: the layouts of the hidden cards that one seat cannot tell apart.

They are counted exactly, and drawn exactly uniformly: none is tried and thrown away, so that a draw
takes the same time however much has been shown. World ``i`` of a seed is always the same one.

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
from oddtrick.solver.constraints import HiddenCards, hidden

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from oddtrick.views import View

_WORD = 1 << 64
_CHUNK = 1 << 10


class World(msgspec.Struct, frozen=True):
    """Where every card lies that has not been played.

    Args:
        hands: what each seat holds; a seat that is out holds nothing.
        later: for each of the separate hands still to come, each seat's cards (S4).
        rest: the cards that were not dealt, without the one that was turned up (K2).
    """

    hands: tuple[Hand, ...]
    later: tuple[tuple[Hand, ...], ...]
    rest: Hand


@dataclass(frozen=True, slots=True, eq=False)
class SampledWorlds:
    """Worlds, one a row: n of them, with P seats and H hands still to come. Cards are masks.

    Attributes:
        hands: uint64 [n, P], what each seat holds.
        later: uint64 [n, H, P], the cards of the separate hands still to come (S4).
        rest: uint64 [n], the cards that were not dealt, without the one that was turned up (K2).
    """

    hands: NDArray[np.uint64]
    later: NDArray[np.uint64]
    rest: NDArray[np.uint64]

    def __len__(self) -> int:
        return len(self.rest)

    def world(self, row: int) -> World:
        """One of them."""
        return World(
            tuple(map(Hand, self.hands[row].tolist())),
            tuple(tuple(map(Hand, hands)) for hands in self.later[row].tolist()),
            Hand(int(self.rest[row])),
        )

    def take(self, rows: NDArray[np.intp]) -> SampledWorlds:
        """These rows, in this order; a row may be taken again."""
        return SampledWorlds(self.hands[rows], self.later[rows], self.rest[rows])


class Worlds:
    """All layouts of the hidden cards that a view allows. Make them with :func:`worlds`.

    Attributes:
        view: the view.
        hidden: its hidden cards and the places that they fill.
        count: how many layouts there are, exactly.
        kernel: the kernel's own form.
    """

    def __init__(self, view: View) -> None:
        self.view = view
        self.hidden: HiddenCards = hidden(view)
        self.kernel = _kernel.Layouts(self.hidden.sizes, self.hidden.kinds)
        self.count = sum(word << 64 * place for place, word in enumerate(self.kernel.count))
        if not self.count:
            raise OddtrickError(f"no layout fits the view: {self.hidden.misfit()}")

    def draw(self, n: int, seed: int, first: int = 0) -> SampledWorlds:
        """Draws n worlds, each exactly as likely as any other, whatever else is drawn.

        Args:
            n: how many.
            seed: of the chance, 0 to 2**64 - 1.
            first: the number of the first draw: 100 from 0 on, and 100 from 100 on, are the same as
                200 from 0 on.

        Raises:
            OddtrickError: an argument is out of its bounds.
        """
        if not 0 <= seed < _WORD:
            raise OddtrickError(f"seed is {seed}: write a whole number from 0 to 2**64 - 1")
        if not 0 <= first <= _WORD - max(n, 1):
            raise OddtrickError(f"first is {first}: write a number below 2**64, so that n more fit")
        rows = self._rows(n)
        self.kernel.draw_rows(seed, first, rows)
        return self._drawn(rows)

    def draw_worlds(self, n: int, seed: int, first: int = 0) -> list[World]:
        """The same worlds as :meth:`draw`, as hands."""
        drawn = self.draw(n, seed, first)
        return [drawn.world(row) for row in range(n)]

    def numbered(self, first: int, n: int) -> SampledWorlds:
        """The worlds with the numbers ``first`` … ``first + n - 1``, of 0 … ``count - 1``.

        Each number is another world, so that from 0 on, ``count`` of them are all there are.

        Raises:
            OddtrickError: there are not so many.
        """
        if not 0 <= first <= self.count - n:
            raise OddtrickError(
                f"there is no world {max(first, first + n - 1)}: they go from 0 to {self.count - 1}"
            )
        rows = self._rows(n)
        self.kernel.list_rows([first >> 64 * place & _WORD - 1 for place in range(4)], rows)
        return self._drawn(rows)

    def all(self) -> Iterator[World]:
        """Every world once, made as they are asked for."""
        for first in range(0, self.count, _CHUNK):
            some = self.numbered(first, min(_CHUNK, self.count - first))
            for row in range(len(some)):
                yield some.world(row)

    def _rows(self, n: int) -> NDArray[np.uint64]:
        if n < 0:
            raise OddtrickError(f"n is {n}: write how many worlds to make, 0 or more")
        return np.empty((n, len(self.hidden.sizes)), np.uint64)

    def _drawn(self, rows: NDArray[np.uint64]) -> SampledWorlds:
        """The rows with the cards that are known, parted by hand."""
        rows |= np.array(self.hidden.known, np.uint64)
        players = self.hidden.players
        hands, later = rows[:, :players], rows[:, players:-1]
        return SampledWorlds(
            np.ascontiguousarray(hands),
            later.reshape(len(rows), later.shape[1] // players, players),
            np.ascontiguousarray(rows[:, -1]),
        )


def worlds(view: View) -> Worlds:
    """All layouts of the hidden cards that a view allows.

    They are the deals that give the very same view: other seats' hands, hands that come later (S4)
    and what was not dealt, with the number of cards that each seat holds, the voids that it has
    shown (T3, K7) and the card that was turned up (W4, S4, K2). A spectator's view knows no hand.

    Raises:
        OddtrickError: no cards are out, or the view contradicts itself; the message says where.
    """
    return Worlds(view)
