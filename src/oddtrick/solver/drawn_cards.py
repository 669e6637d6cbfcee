"""Layouts of the hidden cards where seats draw cards that the others do not see (G3).

A seat that has shown to be out of a suit may have drawn it again, so that a card of that suit is
certain to have come later. The cards that a seat has held from the beginning or drawn face down are
*slots*, in *periods* that end where it shows a void. Each card that it has played came from a slot
of a period that its suit allows. All ways in which this can be are counted over the numbers of
slots that are left in each period; the layouts of the cards still hidden are counted by the kernel
for each of these numbers. Together they are all deals that give the view, each counted once.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from itertools import accumulate, product
from math import factorial, gcd, prod
from random import Random
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from oddtrick.cards import FULL_PACK, Suit
from oddtrick.solver import _kernel

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from oddtrick.cards import Card
    from oddtrick.views import View


def whole(words: Sequence[int]) -> int:
    """The number whose words of 64 bits these are, the lowest first: the kernel's form."""
    return sum(word << 64 * place for place, word in enumerate(words))


def words_of(number: int) -> list[int]:
    """A number below 2**256 in four words of 64 bits, the lowest first."""
    return [number >> 64 * place & (1 << 64) - 1 for place in range(4)]


class _Slots:
    """The slots of one seat, period by period, as its plays and draws use and add to them.

    Args:
        dealt: the number of cards dealt to the seat that the observer has not seen.
    """

    def __init__(self, dealt: int) -> None:
        self.dealt = dealt
        self.since = [0] * len(Suit)
        """For each suit, the first period from which cards of it may come."""
        self.is_mixed = False
        """True if the seat has drawn a card face down after it showed a void."""
        self._left: Counter[tuple[int, ...]] = Counter({(dealt,): 1})

    def play(self, card: Card) -> None:
        """A card of unknown origin is played: it came from some slot."""
        after: Counter[tuple[int, ...]] = Counter()
        for left, ways in self._left.items():
            for period in range(self.since[card.suit], len(left)):
                if left[period]:
                    used = (*left[:period], left[period] - 1, *left[period + 1 :])
                    after[used] += ways * left[period]
        self._left = after

    def show_void(self, suits: Iterator[Suit]) -> None:
        """The seat has no card of these suits: any that it plays later comes from a new period."""
        self._left = Counter({(*left, 0): ways for left, ways in self._left.items()})
        period = len(next(iter(self._left), ())) - 1
        for suit in suits:
            self.since[suit] = period

    def draw(self) -> None:
        """A card is drawn face down."""
        self.is_mixed = self.is_mixed or any(self.since)
        self._left = Counter(
            {(*left[:-1], left[-1] + 1): ways for left, ways in self._left.items()}
        )

    def groups(self) -> tuple[list[int], dict[tuple[int, ...], int]]:
        """The periods in groups that no suit tells apart.

        Returns:
            The first period of each group; and for the numbers of slots left in each, the ways in
            which the cards played can have come from the others.
        """
        firsts = sorted({0, *self.since})
        merged: Counter[tuple[int, ...]] = Counter()
        for left, ways in self._left.items():
            sizes = [
                sum(left[first:end])
                for first, end in zip(firsts, [*firsts[1:], len(left)], strict=True)
            ]
            # Slots are told apart so far; a group is filled as a set, and so was the hand dealt.
            merged[tuple(sizes)] += ways * prod(map(factorial, sizes))
        return firsts, {sizes: ways // factorial(self.dealt) for sizes, ways in merged.items()}


class _Part(NamedTuple):
    """The layouts for one distribution of the slots.

    Args:
        ways: the number of deals for each of them.
        kernel: the layouts.
        layouts: their number.
    """

    ways: int
    kernel: _kernel.Layouts
    layouts: int


class DrawnLayouts:
    """The same as the kernel's layouts, for a view in which void seats have drawn cards.

    A layout that more deals lead to is there as often as they say, so that a uniform draw is
    uniform over deals.

    Args:
        view: the view.
        slots: the slots of each seat whose cards are hidden.
        unseen: the hidden cards, as a mask.
        rest: the number of cards that stay in the stock unseen.
    """

    def __init__(self, view: View, slots: dict[int, _Slots], unseen: int, rest: int) -> None:
        groups = {seat: held.groups() for seat, held in slots.items()}
        self._cells = view.rules.players + 1
        self._owner = [seat for seat, (firsts, _) in groups.items() for _ in firsts]
        self._owner.append(view.rules.players)
        kinds = list(_kinds(unseen, groups, slots))
        parts = []
        for choice in product(*(ways.items() for _, ways in groups.values())):
            sizes = [size for each, _ in choice for size in each]
            kernel = _kernel.Layouts([*sizes, rest], kinds)
            parts.append(_Part(prod(ways for _, ways in choice), kernel, whole(kernel.count)))
        parts = [part for part in parts if part.layouts]
        common = gcd(*(part.ways for part in parts))
        self._parts = [part._replace(ways=part.ways // common) for part in parts]
        self._upto = list(accumulate(part.ways * part.layouts for part in self._parts))

    @property
    def count(self) -> list[int]:
        """The number of layouts in words of 64 bits, the lowest first."""
        return words_of(self._upto[-1] if self._upto else 0)

    def draw_rows(self, seed: int, first: int, rows: NDArray[np.uint64]) -> None:
        """Fills rows with uniform draws, number ``first`` and those after it."""
        for number, row in enumerate(rows, first):
            self._fill(Random(f"oddtrick/{seed}/{number}").randrange(self._upto[-1]), row)

    def list_rows(self, first: Sequence[int], rows: NDArray[np.uint64]) -> None:
        """Fills rows with the layouts number ``first`` and those after it."""
        for number, row in enumerate(rows, whole(first)):
            self._fill(number, row)

    def _fill(self, number: int, row: NDArray[np.uint64]) -> None:
        place = bisect_right(self._upto, number)
        part = self._parts[place]
        within = (number - (self._upto[place - 1] if place else 0)) % part.layouts
        cells = np.empty((1, len(self._owner)), np.uint64)
        part.kernel.list_rows(words_of(within), cells)
        row[:] = 0
        for owner, cards in zip(self._owner, cells[0], strict=True):
            row[owner] |= cards


def _kinds(
    unseen: int,
    groups: dict[int, tuple[list[int], dict[tuple[int, ...], int]]],
    slots: dict[int, _Slots],
) -> Iterator[tuple[int, int]]:
    """The unseen cards of each suit, with the groups of slots that they may lie in; or the rest."""
    for suit in Suit:
        cells, place = 0, 0
        for seat, (firsts, _) in groups.items():
            for first in firsts:
                cells |= (first >= slots[seat].since[suit]) << place
                place += 1
        yield unseen & suit.mask, cells | 1 << place


def drawn_layouts(view: View, unseen: int) -> DrawnLayouts | None:
    """The layouts of a view in which a seat drew a card face down after it showed a void.

    Args:
        view: the view.
        unseen: its hidden cards, as a mask.

    Returns:
        None if there is no such seat: the kernel's own layouts are the same, and quicker.
    """
    if not view.drawn:
        return None
    slots = _slots_of(view)
    if not any(held.is_mixed for held in slots.values()):
        return None
    return DrawnLayouts(view, slots, unseen, view.stock - (view.stock_top is not None))


def _slots_of(view: View) -> dict[int, _Slots]:
    """The slots of each seat whose cards are hidden, after all plays and draws."""
    size = view.rules.plan.sizes(view.number)[0]
    slots = {seat: _Slots(size) for seat in view.seats if seat != view.seat}
    tricks = [(trick.seats, trick.cards, trick.winner) for trick in view.tricks]
    broken, known = not view.rules.break_trumps, 0
    for number, (seats, cards, winner) in enumerate([*tricks, (view.table_seats, view.table, -1)]):
        for seat, card in zip(seats, cards, strict=False):
            if seat in slots and not known & card.bit:
                slots[seat].play(card)
            led = cards[0].suit
            if card is not cards[0] and card.suit is not led and seat in slots:
                slots[seat].show_void(iter((led,)))
            elif card is cards[0] and led is view.trump and not broken and seat in slots:
                slots[seat].show_void(suit for suit in Suit if suit is not led)
            broken = broken or (card.suit is not led and card.suit is view.trump)
        if number >= len(view.drawn):
            continue
        order = (*seats[seats.index(winner) :], *seats[: seats.index(winner)])
        for seat, drawn in zip(order, view.drawn[number], strict=True):
            if drawn is not None:
                known |= drawn.bit & FULL_PACK
            elif seat in slots:
                slots[seat].draw()
    return slots
