"""The players of a drive and the bots that fill its empty seats."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import msgspec
from msgspec.structs import replace

from oddtrick.errors import OddtrickError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from oddtrick.drive.plan import DrivePlan

FIXED_PAIRS = ("partner", "duplicate", "military")
"""The movements in which partners stay together; a military drive needs whole teams of four."""

Group = Literal["A", "B"]
"""A movement group: partners are one of each."""

GROUPS: tuple[Group, Group] = ("A", "B")


SHARING = " & "
"""Joins the names of two who share a seat."""


class Player(msgspec.Struct, frozen=True, omit_defaults=True):
    """One card of a drive: a person, two people who share a seat, or a bot.

    Args:
        id: the number of the card, from 0.
        name: the name; of two people who share a seat, both.
        group: the movement group; None where the movement has none.
        bot: whether a bot plays.
        fills_seat: whether the bot only fills an empty seat, and so wins no prize.
        since: the first round of a player who came late; 1 for all others.
        left: the first round that somebody who has left did not play; None for all others.
        absences: of somebody who left and came back, the first round missed and the first played
            again, each time.
        crosses: whether the organiser chose the player to play in the seats of the other group,
            where the groups are unequal.
    """

    id: int
    name: str
    group: Group | None = None
    bot: bool = False
    fills_seat: bool = False
    since: int = 1
    left: int | None = None
    absences: tuple[tuple[int, int], ...] = ()
    crosses: bool = False

    @property
    def is_shared(self) -> bool:
        """True if two people share the seat."""
        return SHARING in self.name

    def is_present(self, round_number: int) -> bool:
        """Tells whether the player takes part in a round."""
        return (
            self.since <= round_number
            and (self.left is None or self.left > round_number)
            and not any(left <= round_number < back for left, back in self.absences)
        )

    def back_in(self, round_number: int) -> Player:
        """Returns the player who left, back from a round on; one who was there as they are."""
        if self.left is None:
            return self
        missed = ((self.left, round_number),) if self.left < round_number else ()
        return replace(self, left=None, absences=self.absences + missed)

    def with_rounds(self, rounds: int) -> Player:
        """Returns the player as they take part if only some rounds were played so far."""
        begins = rounds + 1
        return replace(
            self,
            since=min(self.since, begins),
            left=None if self.left is None else min(self.left, begins),
            absences=tuple(
                (left, min(back, begins)) for left, back in self.absences if left < begins
            ),
        )


class Entry(msgspec.Struct, frozen=True, omit_defaults=True):
    """An entry for a drive, before cards are numbered.

    Args:
        name: the name of the person, or the names of the two who share the seat.
        group: the group that the person asked for; None: any.
        bot: whether a bot enters.
        crosses: whether the person is chosen to play in the seats of the other group, where the
            groups are unequal.
    """

    name: str
    group: Group | None = None
    bot: bool = False
    crosses: bool = False


def bot_entries(count: int) -> list[Entry]:
    """Returns entries of bots, for a simulated drive."""
    return [Entry(f"Bot {number}", bot=True) for number in range(1, count + 1)]


def with_player(players: Sequence[Player], player: Player) -> tuple[Player, ...]:
    """Returns the players with one of them changed."""
    return (*players[: player.id], player, *players[player.id + 1 :])


def number_players(plan: DrivePlan, entries: Sequence[Entry]) -> tuple[Player, ...]:
    """Numbers the cards: group A from 0, then group B, or all in order where there are no groups.

    Entries that ask for no group are placed where there are fewer players. If bots fill the empty
    seats, they join the smaller group until the tables are full.

    Raises:
        OddtrickError: two entries have one name, a name is empty, or there are too few for a table.
    """
    _check_names(entries)
    count = spare_seats(plan, len(entries))
    if not plan.grouped:
        players = [*entries, *_filling(count, len(entries))]
        _check_number(len(players))
        return tuple(_player(at, entry, None) for at, entry in enumerate(players))
    groups = _divide(entries)
    for bot in _filling(count, len(entries)):
        min(groups, key=len).append(bot)
    _check_number(sum(map(len, groups)))
    labelled: list[tuple[Entry, Group]] = [(entry, "A") for entry in groups[0]]
    labelled += [(entry, "B") for entry in groups[1]]
    return tuple(_player(at, entry, group) for at, (entry, group) in enumerate(labelled))


def spare_seats(plan: DrivePlan, people: int) -> int:
    """Returns the number of seats that bots fill: three at most."""
    if plan.spare == "bots" or plan.movement == "military":
        return -people % 4
    return 0


def _player(at: int, entry: Entry, group: Group | None) -> Player:
    filling = isinstance(entry, _FillingEntry)
    return Player(at, entry.name, group, bot=entry.bot, fills_seat=filling, crosses=entry.crosses)


class _FillingEntry(Entry, frozen=True):
    """The entry of a bot that fills an empty seat."""


def _filling(count: int, entered: int) -> list[Entry]:
    return [_FillingEntry(f"Bot {entered + 1 + at}", bot=True) for at in range(count)]


def _divide(entries: Sequence[Entry]) -> tuple[list[Entry], list[Entry]]:
    in_a = [entry for entry in entries if entry.group == "A"]
    in_b = [entry for entry in entries if entry.group == "B"]
    free = [entry for entry in entries if entry.group is None]
    for_a = min(len(free), max(0, (len(entries) + 1) // 2 - len(in_a)))
    return in_a + free[:for_a], in_b + free[for_a:]


def _check_names(entries: Sequence[Entry]) -> None:
    names: set[str] = set()
    for number, entry in enumerate(entries, start=1):
        if not entry.name.strip():
            raise OddtrickError(f"entry {number} has no name: write one, or leave the entry out")
        if entry.name in names:
            raise OddtrickError(
                f"{entry.name!r} is entered twice: add an initial, say, to one of the two"
            )
        names.add(entry.name)


def _check_number(players: int) -> None:
    if players < 4:
        raise OddtrickError(f"{players} players do not fill a table: a drive needs at least 4")
