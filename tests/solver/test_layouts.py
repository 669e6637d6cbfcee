"""The kernel's layouts, for any kinds of cards and cells: more than a game can ask for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from math import comb, factorial, sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from oddtrick.cards import FULL_PACK, Suit, cards_in
from oddtrick.solver import _kernel

Kinds = list[tuple[int, int]]
Row = tuple[int, ...]


def count_of(layouts: _kernel.Layouts) -> int:
    return sum(word << 64 * place for place, word in enumerate(layouts.count))


def listed(layouts: _kernel.Layouts, cells: int) -> list[Row]:
    rows = np.empty((count_of(layouts), cells), np.uint64)
    layouts.list_rows([0, 0, 0, 0], rows)
    return [tuple(row) for row in rows.tolist()]


def by_force(sizes: list[int], cells_of_card: list[tuple[int, int]]) -> Iterator[Row]:
    """Every way to put the cards one after another where they may lie and where there is room."""
    if not cells_of_card:
        yield (0,) * len(sizes)
        return
    (bit, cells), *others = cells_of_card
    for cell, size in enumerate(sizes):
        if size and cells >> cell & 1:
            fewer = [size - (place == cell) for place, size in enumerate(sizes)]
            for row in by_force(fewer, others):
                yield tuple(mask | bit * (place == cell) for place, mask in enumerate(row))


@st.composite
def problems(draw: st.DrawFn) -> tuple[list[int], Kinds]:
    """Cells for as many cards as there are, each card of any kind."""
    where = draw(st.lists(st.integers(0, 3), max_size=7))
    cards = draw(st.permutations(range(52)))[: len(where)]
    sizes = [where.count(cell) for cell in range(4)]
    return sizes, [
        (1 << card, draw(st.integers(0, 15)) | 1 << draw(st.integers(0, 3))) for card in cards
    ]


@given(problems())
def test_each_layout_is_listed_exactly_once(problem: tuple[list[int], Kinds]) -> None:
    sizes, kinds = problem
    assert Counter(listed(_kernel.Layouts(sizes, kinds), 4)) == Counter(by_force(sizes, kinds))


@given(problems(), st.integers(0, 2**64 - 1))
def test_a_draw_is_a_layout(problem: tuple[list[int], Kinds], seed: int) -> None:
    layouts, rows = _kernel.Layouts(*problem), np.empty((20, 4), np.uint64)
    every = set(by_force(*problem))
    if every:
        layouts.draw_rows(seed, 0, rows)
        assert {tuple(row) for row in rows.tolist()} <= every
    else:
        with pytest.raises(ValueError, match="no layout"):
            layouts.draw_rows(seed, 0, rows)


def crossed(size: int) -> tuple[list[int], Kinds]:
    """Four cells, each void in one suit, with given numbers of hidden cards per suit."""
    hidden = [cards_in(suit.mask)[:size] for suit in Suit]
    masks = [sum(card.bit for card in cards) for cards in hidden]
    return [size] * 4, [(mask, 15 ^ 1 << cell) for cell, mask in enumerate(masks)]


def crossed_count(size: int) -> int:
    """The same by the numbers of cards: a table of 4 by 4 with a diagonal of zeros."""
    ways: dict[Row, int] = {(0, 0, 0, 0): 1}
    for suit in range(4):
        then: Counter[Row] = Counter()
        for filled, so_far in ways.items():
            for row in splits(size, suit):
                now = tuple(have + new for have, new in zip(filled, row, strict=True))
                if max(now) <= size:
                    then[now] += so_far * orders(row)
        ways = dict(then)
    return ways[size, size, size, size]


def splits(size: int, shut: int) -> Iterator[Row]:
    """The ways to share out a number among four, one of which gets nothing."""
    for one in range(size + 1):
        for two in range(size + 1 - one):
            row = [one, two, size - one - two]
            row.insert(shut, 0)
            yield tuple(row)


def orders(row: Row) -> int:
    left, ways = sum(row), 1
    for part in row:
        ways, left = ways * comb(left, part), left - part
    return ways


@pytest.mark.parametrize("size", [1, 2, 5, 13])
def test_four_cells_each_void_in_a_suit_are_counted_as_by_formula(size: int) -> None:
    assert count_of(_kernel.Layouts(*crossed(size))) == crossed_count(size)


def test_draws_beyond_64_bits_follow_the_exact_frequencies() -> None:
    """The count of the ways with one card settled, out of all, is how often it is drawn there."""
    sizes, kinds = crossed(12)
    layouts, n = _kernel.Layouts(sizes, kinds), 20_000
    assert count_of(layouts) > 1 << 64
    rows = np.empty((n, 4), np.uint64)
    layouts.draw_rows(11, 0, rows)
    for suit, (cards, cells) in enumerate(kinds):
        one = cards & -cards
        for cell in range(4):
            fewer = [size - (place == cell) for place, size in enumerate(sizes)]
            rest = [(mask & ~one, may) for mask, may in kinds]
            settled = count_of(_kernel.Layouts(fewer, rest)) if cells >> cell & 1 else 0
            chance = settled / count_of(layouts)
            drawn = int((rows[:, cell] & np.uint64(one) != 0).sum())
            assert abs(drawn - n * chance) <= 4 * sqrt(n * chance * (1 - chance))
            assert (chance == 0) == (suit == cell)


def test_the_last_layout_of_a_wide_count_can_be_listed() -> None:
    """A card for each of 16 cells, and more for some: 176 bits, three words and a part."""
    sizes = [4] * 4 + [3] * 12
    layouts = _kernel.Layouts(sizes, [(FULL_PACK, (1 << 16) - 1)])
    count = factorial(52) // (factorial(4) ** 4 * factorial(3) ** 12)
    assert count_of(layouts) == count
    rows = np.empty((1, 16), np.uint64)
    words = [count - 1 >> 64 * place & (1 << 64) - 1 for place in range(4)]
    layouts.list_rows(words, rows)
    assert [mask.bit_count() for mask in rows[0].tolist()] == sizes
    with pytest.raises(ValueError, match="beyond the last layout"):
        layouts.list_rows([words[0] + 1, *words[1:]], rows)


ALL_DIFFERENT = [(1 << card, 0xFFFF ^ 5 * (card + 1)) for card in range(48)]
WRONG: list[tuple[list[int], Kinds, str]] = [
    ([1, 1], [(1, 3), (1, 3)], "named twice"),
    ([1], [(1 << 52, 1)], "not a card"),
    ([1], [(1, 2)], "cell that is not there"),
    ([2], [(1, 1)], "room for 2 cards, but 1"),
    ([-1, 2], [(1, 3)], "negative"),
    ([], [], "0 cells"),
    ([1] * 17, [((1 << 17) - 1, 1)], "17 cells"),
    ([3] * 16, ALL_DIFFERENT, "too many kinds"),
]


@pytest.mark.parametrize(
    ("sizes", "kinds", "message"), WRONG, ids=[message for *_, message in WRONG]
)
def test_an_invalid_problem_is_rejected(sizes: list[int], kinds: Kinds, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        _kernel.Layouts(sizes, kinds)


def test_rows_of_another_width_are_rejected() -> None:
    with pytest.raises(ValueError, match="2 cells, not 1"):
        _kernel.Layouts([1], [(1, 1)]).draw_rows(0, 0, np.empty((1, 2), np.uint64))
