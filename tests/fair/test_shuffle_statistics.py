"""Shuffled packs show no pattern beyond chance.

The keys are fixed, so that a result is the same each time. Limits are two-sided: packs that are too
even are not shuffled either.
"""

from __future__ import annotations

from functools import cache
from math import comb

import numpy as np
import pytest
from numpy.typing import NDArray

from oddtrick.cards import FULL_PACK
from oddtrick.fair import SERVER, Purpose, draw_key, seal_of, shuffle_pack

Packs = NDArray[np.uint8]
AMOUNTS = [20_000, pytest.param(1_000_000, marks=pytest.mark.long)]
BY_AMOUNT = pytest.mark.parametrize("amount", AMOUNTS)
LIMIT = 4.0
"""Of a standard normal variable, 1 in 16,000 is farther from 0."""


@cache
def packs(amount: int) -> Packs:
    """The packs of ``count`` rounds of one table: one row each, cards by index."""
    found = np.empty((amount, 52), dtype=np.uint8)
    for number in range(1, amount + 1):
        secret = seal_of("server", number, SERVER, "00" * 32)
        opened = {place: seal_of("players", number, place, "00" * 32) for place in (1, 3)}
        key = draw_key("statistics", number, Purpose.DEAL, secret, opened)
        found[number - 1] = shuffle_pack(FULL_PACK, key)
    return found


def normal(chi_square: float, freedom: int) -> float:
    """A chi-square as a standard normal variable (Wilson and Hilferty)."""
    spread = 2 / (9 * freedom)
    return float(((chi_square / freedom) ** (1 / 3) - (1 - spread)) / spread**0.5)


def counted(rows: NDArray[np.intp], columns: NDArray[np.intp], width: int) -> NDArray[np.intp]:
    """The frequency of each of 52 rows in each column."""
    pairs = np.bincount((rows * width + columns).ravel(), minlength=52 * width)
    return pairs.reshape(52, width)


def unevenness(found: NDArray[np.intp], amount: int) -> float:
    """Of a table of cards and what they met, each pack having all the cards: as a normal variable.

    Both margins are fixed in each single pack, which widens the differences by 52/51.
    """
    expected = amount / found.shape[1]
    chi_square = float(((found - expected) ** 2 / expected).sum()) * 51 / 52
    return normal(chi_square, 51 * (found.shape[1] - 1))


@BY_AMOUNT
def test_every_card_is_equally_likely_at_every_position(amount: int) -> None:
    positions = np.broadcast_to(np.arange(52), (amount, 52))
    assert abs(unevenness(counted(packs(amount).astype(np.intp), positions, 52), amount)) < LIMIT


@BY_AMOUNT
def test_every_seat_is_equally_likely_to_get_every_card(amount: int) -> None:
    seats = np.broadcast_to(np.arange(52) % 4, (amount, 52))
    assert abs(unevenness(counted(packs(amount).astype(np.intp), seats, 4), amount)) < LIMIT


@BY_AMOUNT
def test_consecutive_deals_of_the_shuffle_are_independent(amount: int) -> None:
    """Cards at the same position: one on the average, variance one. Cards at the same seat: 13,
    with a variance of 507/51."""
    before, after = packs(amount)[:-1], packs(amount)[1:]
    same_position = (before == after).sum()
    assert abs(same_position - len(after)) / len(after) ** 0.5 < LIMIT
    where = np.argsort(packs(amount), axis=1) % 4
    same_seat = (where[:-1] == where[1:]).sum()
    assert abs(same_seat - 13 * len(after)) / (507 / 51 * len(after)) ** 0.5 < LIMIT


@BY_AMOUNT
def test_neighbouring_cards_of_the_pack_are_independent(amount: int) -> None:
    """Neighbours by index are neighbours in the pack 51/26 times on the average."""
    where = np.argsort(packs(amount), axis=1).astype(np.intp)
    together = (np.abs(np.diff(where, axis=1)) == 1).sum(axis=1)
    spread = together.std() / amount**0.5
    assert 1.3 < together.std() < 1.5
    assert abs(together.mean() - 51 / 26) / spread < LIMIT


@BY_AMOUNT
def test_suit_lengths_follow_combinatorics(amount: int) -> None:
    """Spades of the first seat to be dealt to: hypergeometric."""
    lengths = (packs(amount)[:, ::4] >= 39).sum(axis=1)
    found = np.bincount(lengths, minlength=14)
    even = np.array([comb(13, n) * comb(39, 13 - n) / comb(52, 13) for n in range(14)]) * amount
    rare = even < 10
    found = np.append(found[~rare], found[rare].sum())
    even = np.append(even[~rare], even[rare].sum())
    assert abs(normal(float(((found - even) ** 2 / even).sum()), len(even) - 1)) < LIMIT


def swapped(bias: str) -> Packs:
    """20,000 packs by two famous mistakes: swaps with any position, and never with its own."""
    random = np.random.default_rng(7)
    found = np.tile(np.arange(52, dtype=np.uint8), (20_000, 1))
    rows = np.arange(len(found))
    for last in range(51, 0, -1):
        at = random.integers(0, 52 if bias == "any" else last, len(found))
        found[rows, last], found[rows, at] = found[rows, at], found[rows, last]
    return found


@pytest.mark.parametrize("bias", ["any", "never its own"])
def test_a_shuffle_with_a_known_bias_would_be_detected(bias: str) -> None:
    positions = np.broadcast_to(np.arange(52), (20_000, 52))
    found = counted(swapped(bias).astype(np.intp), positions, 52)
    assert unevenness(found, 20_000) > 10 * LIMIT
