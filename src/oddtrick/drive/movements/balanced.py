"""The balanced individual movement Wh(v), and its proof: who meets whom how often.

A starter of four residues a table is rotated: in round r, r - 1 is added to every residue modulo m.
A starter is perfect if each difference occurs once between partners and twice between opponents:
then in m rounds everyone partners everyone once and opposes everyone twice. With v = 4n players the
last stays at its chair (written -1) and m = v - 1; otherwise m = v and v mod 4 players sit out.

Where two or three sit out, not everyone can partner everyone in v rounds: there are too few seats,
and v/2 pairs of players, or v, are left at least. For few players whole schedules are stored, found
by simulated annealing, in which the pairs that are left partner first in the rounds that follow.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from importlib.resources import files
from itertools import combinations, product
from random import Random

import msgspec

from oddtrick.drive.seating import Pair, Seating, make_tables
from oddtrick.errors import OddtrickError

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
    # q = 4n + 1, so -1 is a square, and multiplying by its root permutes the four of a table.
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


def seat_balanced(players: Sequence[int], round_number: int) -> Seating:
    """Seats a round of the balanced movement; after the last of a cycle it begins again.

    Args:
        players: the ids, at least four.
        round_number: the number of the round, from 1.

    Raises:
        OddtrickError: there are more players than starters are known for.
    """
    tables = _tables(len(players), round_number)
    pairs = [((players[a], players[c]), (players[b], players[d])) for (a, c), (b, d) in tables]
    seated = {player for both in pairs for pair in both for player in pair}
    return Seating(make_tables(pairs), tuple(one for one in players if one not in seated))


def _tables(count: int, round_number: int) -> Iterable[tuple[Pair, Pair]]:
    """The tables of a round, with players numbered from 0."""
    schedule = stored_schedules().get(count)
    if schedule is not None:
        return _fours(schedule[(round_number - 1) % len(schedule)])
    modulus = count - 1 if count % 4 == 0 else count
    step = (round_number - 1) % modulus
    return prime_power_round(count, step) or _fours(
        modulus if one == FIXED else (one + step) % modulus for one in starter_of(count)
    )


def _fours(seats: Iterable[int]) -> Iterator[tuple[Pair, Pair]]:
    for a, c, b, d in zip(*[iter(seats)] * 4, strict=True):
        yield (a, c), (b, d)


class Balance(msgspec.Struct, frozen=True):
    """The number of times that two players meet, as a proof of a movement.

    Args:
        players: the ids, in the order of the rows and columns.
        partners: row by row, the rounds in which two players were partners.
        opponents: row by row, the rounds in which two players were opponents.
        sat_out: the rounds that each player sat out.
    """

    players: tuple[int, ...]
    partners: tuple[tuple[int, ...], ...]
    opponents: tuple[tuple[int, ...], ...]
    sat_out: tuple[int, ...]

    @property
    def partner_counts(self) -> dict[int, int]:
        """The number of pairs of players, by how often they were partners."""
        return _histogram(self.partners)

    @property
    def opponent_counts(self) -> dict[int, int]:
        """The number of pairs of players, by how often they were opponents."""
        return _histogram(self.opponents)

    @property
    def perfect(self) -> bool:
        """True if everyone partnered everyone once and opposed everyone twice."""
        return set(self.partner_counts) == {1} and set(self.opponent_counts) == {2}


def balance_of(players: Sequence[int], seatings: Iterable[Seating]) -> Balance:
    """Counts who met whom over some rounds of any movement.

    >>> seatings = [seat_balanced(range(8), number) for number in range(1, 8)]
    >>> balance = balance_of(range(8), seatings)
    >>> balance.perfect, balance.partner_counts, balance.opponent_counts
    (True, {1: 28}, {2: 28})
    """
    partners: Counter[tuple[int, int]] = Counter()
    opponents: Counter[tuple[int, int]] = Counter()
    sat_out: Counter[int] = Counter()
    for seating in seatings:
        sat_out.update(seating.sitting_out)
        for table in seating.tables:
            both = [tuple(sorted(pair)) for pair in table.pairs]
            partners.update((first, second) for first, second in both)
            for first, second in combinations(sorted(table.players), 2):
                if (first, second) not in both:
                    opponents[first, second] += 1
    return Balance(
        tuple(players),
        _matrix(players, partners),
        _matrix(players, opponents),
        tuple(sat_out[player] for player in players),
    )


def _matrix(
    players: Sequence[int], counts: Counter[tuple[int, int]]
) -> tuple[tuple[int, ...], ...]:
    return tuple(
        tuple(counts[min(one, other), max(one, other)] for other in players) for one in players
    )


def _histogram(matrix: Sequence[Sequence[int]]) -> dict[int, int]:
    counts = Counter(count for at, row in enumerate(matrix) for count in row[at + 1 :])
    return dict(sorted(counts.items()))
