"""The seating of one round: who sits where, with whom, against whom, and who sits out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator

import msgspec

from oddtrick.drive.players import GROUPS, Group
from oddtrick.errors import OddtrickError

Pair = tuple[int, int]
"""Two partners, by their ids; where the movement has groups, the seat of group A first."""


class Table(msgspec.Struct, frozen=True):
    """Four players at one table.

    Args:
        number: the number of the table, from 1.
        pairs: the partners: those who sit North–South first, then those who sit East–West.
    """

    number: int
    pairs: tuple[Pair, Pair]

    @property
    def players(self) -> tuple[int, int, int, int]:
        """The four players, pair by pair."""
        (first, second), (third, fourth) = self.pairs
        return first, second, third, fourth


class Seating(msgspec.Struct, frozen=True):
    """The tables of one round in the order of their numbers, and the players who sit out."""

    tables: tuple[Table, ...]
    sitting_out: tuple[int, ...] = ()

    @property
    def players(self) -> Iterator[int]:
        """Every player once: table by table, then those who sit out."""
        for table in self.tables:
            yield from table.players
        yield from self.sitting_out

    @property
    def seat_groups(self) -> dict[int, Group]:
        """The group of the seat of each player who sits, where the movement has groups."""
        return {
            player: group
            for table in self.tables
            for pair in table.pairs
            for player, group in zip(pair, GROUPS, strict=True)
        }

    def table_of(self, player: int) -> Table | None:
        """Returns the table of a player; None if the player sits out this round."""
        return next((table for table in self.tables if player in table.players), None)


def make_tables(pairs: Iterable[tuple[Pair, Pair]]) -> tuple[Table, ...]:
    """Numbers tables from 1 in the order given."""
    return tuple(Table(number, both) for number, both in enumerate(pairs, start=1))


def check_seating(seating: Seating, players: Collection[int]) -> None:
    """Checks that every player sits exactly once, or sits out, and that tables count from 1.

    Raises:
        OddtrickError: the seating breaks this; the message names the player or the table.
    """
    for place, table in enumerate(seating.tables, start=1):
        if table.number != place:
            raise OddtrickError(f"table {table.number} stands in place {place}: count from 1")
    seated = Counter(seating.players)
    for player, times in seated.items():
        if player not in players:
            raise OddtrickError(f"player {player} is seated but not entered")
        if times > 1:
            raise OddtrickError(f"player {player} is seated {times} times in one round")
    for player in players:
        if player not in seated:
            raise OddtrickError(f"player {player} is neither seated nor sitting out")
