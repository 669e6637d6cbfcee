"""The players of a drive and the bots that fill its empty seats."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import msgspec
from msgspec.structs import replace

if TYPE_CHECKING:
    from collections.abc import Sequence


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
        partner: the id of the card of the one that they came with; None: nobody.
        team: the name of the team that they came with; empty: none.
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
    partner: int | None = None
    team: str = ""

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
        partner: the name of the one that they came with; empty: nobody.
        team: the name of the team that they came with; empty: none.
    """

    name: str
    group: Group | None = None
    bot: bool = False
    crosses: bool = False
    partner: str = ""
    team: str = ""


def bot_entries(count: int) -> list[Entry]:
    """Returns entries of bots, for a simulated drive."""
    return [Entry(f"Bot {number}", bot=True) for number in range(1, count + 1)]


def with_player(players: Sequence[Player], player: Player) -> tuple[Player, ...]:
    """Returns the players with one of them changed."""
    return (*players[: player.id], player, *players[player.id + 1 :])
