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

from collections import Counter
from itertools import combinations
from typing import TYPE_CHECKING

import msgspec

from oddtrick.drive.movements.balanced_starters import (
    FIXED,
    prime_power_round,
    starter_of,
    stored_schedules,
)
from oddtrick.drive.seating import Seating, make_tables

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from oddtrick.drive.seating import Pair


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
