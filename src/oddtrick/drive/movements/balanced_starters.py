"""Starters of balanced movements: known, found by search, or built over a finite field.

A starter lists four residues a table: two partners, then the two against them. Those for 4 to 32
players in steps of 4 are the starters of whist tournaments in the literature; the others were found
by the simulated annealing in this module: up to 64 players by long runs, and above by one of
60,000 steps from the seed of their number.
"""

from __future__ import annotations

import math
from functools import cache
from importlib.resources import files
from itertools import product
from random import Random
from typing import TYPE_CHECKING

import msgspec

from oddtrick.errors import OddtrickError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from oddtrick.drive.seating import Pair

FIXED = -1
"""The player who keeps the same chair in every round, written ∞ in the literature."""

MOST_PLAYERS = 200
"""The greatest number of players whose starter is stored; a search would take seconds."""


def starter_of(players: int) -> tuple[int, ...]:
    """Returns the starter for a number of players.

    Args:
        players: at least 4. The residues are modulo this number, or one less if 4 divides it.

    Raises:
        OddtrickError: there are more players than starters are known for.
    """
    if players > MOST_PLAYERS:
        raise OddtrickError(
            f"a balanced movement takes at most {MOST_PLAYERS} players, not {players}: choose "
            "another movement"
        )
    return stored_starters()[players]


@cache
def stored_starters() -> dict[int, tuple[int, ...]]:
    """Returns the starters that are known or were found, by the number of players."""
    text = (files("oddtrick.drive.movements") / "starters.json").read_bytes()
    return msgspec.json.decode(text, type=dict[int, tuple[int, ...]])


@cache
def stored_schedules() -> dict[int, list[list[int]]]:
    """Returns whole schedules, by the number of players: the seats of each round, table by table.

    Each player has sat out as often as any other when a schedule ends, so that sit-outs stay even
    when it begins again.
    """
    text = (files("oddtrick.drive.movements") / "schedules.json").read_bytes()
    return msgspec.json.decode(text, type=dict[int, list[list[int]]])


def prime_power_round(players: int, step: int) -> tuple[tuple[Pair, Pair], ...] | None:
    """Builds a round of Wh(q) for a prime q = 4n + 1, or the square of a prime; else None.

    With i² = -1 in the field of q elements, the tables of the round in which 0 sits out are
    (x, -x | ix, -ix), one x of each coset of {1, -1, i, -i}; adding r to all makes round r.

    Args:
        players: the number of players.
        step: the number of the round, from 0.
    """
    root = _prime_root(players)
    if root is None or players % 4 != 1 or players > MOST_PLAYERS:
        return None
    field = _Field(root, 1 if root == players else 2)
    unit = next(one for one in field.elements if field.times(one, one) == field.negative(1))
    left, tables = set(field.elements[1:]), []
    while left:
        x = min(left)
        turned = field.times(unit, x)
        four = (x, field.negative(x), turned, field.negative(turned))
        left -= set(four)
        a, b, c, d = (field.plus(one, field.elements[step]) for one in four)
        tables.append(((a, b), (c, d)))
    return tuple(tables)


def _prime_root(number: int) -> int | None:
    """Returns p if the number is p or p², p an odd prime; else None."""
    for root in (number, math.isqrt(number)):
        prime = root > 2 and all(root % factor for factor in range(2, math.isqrt(root) + 1))
        if prime and root in (number, number / root):
            return root
    return None


class _Field:
    """The field of p or p² elements, written as 0 … q - 1: element a + b·t is a + b·p.

    In the field of p² elements t² is a number that is no square modulo p.
    """

    def __init__(self, prime: int, degree: int) -> None:
        self._prime = prime
        self.elements = range(prime**degree)
        squares = {one * one % prime for one in range(prime)}
        self._square_of_t = next(one for one in range(prime) if degree == 1 or one not in squares)

    def _parts(self, element: int) -> tuple[int, int]:
        return element % self._prime, element // self._prime

    def plus(self, one: int, other: int) -> int:
        (a, b), (c, d), prime = self._parts(one), self._parts(other), self._prime
        return (a + c) % prime + (b + d) % prime * prime

    def negative(self, one: int) -> int:
        a, b = self._parts(one)
        return -a % self._prime + -b % self._prime * self._prime

    def times(self, one: int, other: int) -> int:
        (a, b), (c, d), prime = self._parts(one), self._parts(other), self._prime
        return (a * c + b * d * self._square_of_t) % prime + (a * d + b * c) % prime * prime


def search_starter(players: int, steps: int, rng: Random) -> tuple[int, ...]:
    """Searches a starter by simulated annealing; the best found need not be perfect.

    Two residues change places in each step. Costs are the squared excess of each difference over
    its share: one between partners, two between opponents, half of that for half of an even m,
    because the rotation brings such a pair together twice.

    Args:
        players: the number of players, at least 4.
        steps: the number of steps.
        rng: the source of chance.
    """
    search = _Search(players, rng)
    best, best_cost = tuple(search.residues), search.cost
    cooling = (0.1 / 1.5) ** (1 / steps)
    temperature = 1.5
    for _ in range(steps):
        if not best_cost:
            break
        temperature *= cooling
        search.step(temperature)
        if search.cost < best_cost:
            best, best_cost = tuple(search.residues), search.cost
    return best


class _Search:
    """The state of a search: the residues, and how often each difference occurs."""

    def __init__(self, players: int, rng: Random) -> None:
        fixed = players % 4 == 0
        self._modulus = players - 1 if fixed else players
        self._rng = rng
        resting = {at * players // (players % 4) for at in range(players % 4)}
        self.residues = [one for one in range(self._modulus) if one not in resting]
        rng.shuffle(self.residues)
        if fixed:
            self.residues.insert(0, FIXED)
        self._counts = {True: [0] * players, False: [0] * players}
        self.cost = 0
        for table in range(len(self.residues) // 4):
            self._count(table, 1)

    def step(self, temperature: float) -> None:
        """Swaps two residues if that lowers the cost, or else with a probability."""
        size = len(self.residues)
        first, second = self._rng.randrange(size), self._rng.randrange(size)
        if first // 2 == second // 2 or FIXED in (self.residues[first], self.residues[second]):
            return
        before = self.cost
        self._swap(first, second)
        worse = self.cost - before
        if worse > 0 and self._rng.random() >= math.exp(-worse / temperature):
            self._swap(first, second)

    def _swap(self, first: int, second: int) -> None:
        tables = {first // 4, second // 4}
        for table in tables:
            self._count(table, -1)
        residues = self.residues
        residues[first], residues[second] = residues[second], residues[first]
        for table in tables:
            self._count(table, 1)

    def _count(self, table: int, change: int) -> None:
        for partners, difference in self._differences(table):
            counts = self._counts[partners]
            share = 1 if partners else 2
            if 2 * difference == self._modulus:
                share -= 1
            excess = max(0, counts[difference] - share)
            counts[difference] += change
            changed = max(0, counts[difference] - share)
            self.cost += (2 if partners else 1) * (changed**2 - excess**2)

    def _differences(self, table: int) -> Iterator[tuple[bool, int]]:
        four: Sequence[int] = self.residues[4 * table : 4 * table + 4]
        for one, other in product(range(4), range(4)):
            if one < other and FIXED not in (four[one], four[other]):
                difference = abs(four[one] - four[other])
                yield one // 2 == other // 2, min(difference, self._modulus - difference)
