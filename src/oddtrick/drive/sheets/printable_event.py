"""A drive with the words to print it: names, groups and seats as they stand on every sheet."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from msgspec.structs import replace

from oddtrick.drive.drive import Drive
from oddtrick.drive.movements import seat_first_round, seat_next_round
from oddtrick.drive.players import Group
from oddtrick.drive.rounds import Round
from oddtrick.drive.seating import Pair, Seating
from oddtrick.drive.sheets.print_options import SheetOptions
from oddtrick.drive.sheets.sheet_words import Words, printable
from oddtrick.errors import OddtrickError

FIXED_IN_ADVANCE = ("partner", "balanced", "duplicate", "military")
"""The movements whose every round is known before the first deal."""


class Seat(NamedTuple):
    """The seat of a player in a round.

    Args:
        table: the number of the table.
        direction: 0 for North–South, 1 for East–West.
        partner: the id of the partner.
        opponents: the ids of the other two.
    """

    table: int
    direction: int
    partner: int
    opponents: Pair


def seat_of(seating: Seating, player: int) -> Seat | None:
    """Returns the seat of a player; None if the player sits out."""
    table = seating.table_of(player)
    if table is None:
        return None
    direction = int(player in table.pairs[1])
    first, second = table.pairs[direction]
    partner = second if player == first else first
    return Seat(table.number, direction, partner, table.pairs[1 - direction])


def current_round(drive: Drive) -> Round:
    """Returns the round under way; before the first, round 1 as it will be seated."""
    if drive.rounds:
        return drive.rounds[-1]
    seating = seat_first_round(drive.plan, drive.players)
    return Round(1, drive.plan.trump(1), seating, (None,) * len(seating.tables))


def foreseen_seatings(drive: Drive) -> list[Seating]:
    """Returns a seating of every round of the plan, with results made up where they decide.

    Who sits out and who plays in the seats of the other group does not depend on results, so these
    are right in every round. The tables are, too, in as many rounds as :func:`known_rounds` says.
    The list ends early if too few people are left.
    """
    rounds = list(drive.rounds) or [current_round(drive)]
    while len(rounds) < drive.plan.rounds:
        last = rounds[-1]
        rounds[-1] = replace(last, results=tuple((7, 6) for _ in last.results))
        try:
            seating = seat_next_round(drive.plan, drive.players, rounds)
        except OddtrickError:
            break
        rounds.append(Round(last.number + 1, None, seating, (None,) * len(seating.tables)))
    return [each.seating for each in rounds]


def known_rounds(drive: Drive) -> int:
    """Returns the number of rounds whose seats are known: from round 1, without a gap.

    Those that have begun, or the first; and all of the plan where the movement is fixed in advance.
    """
    is_fixed = drive.plan.movement in FIXED_IN_ADVANCE
    return drive.plan.rounds if is_fixed else max(1, len(drive.rounds))


Fields = dict[str, Any]
"""The data that a template prints, as JSON."""


class Event:
    """A drive in one language, with the title and the address to print."""

    def __init__(self, drive: Drive, options: SheetOptions) -> None:
        self.drive, self.plan, self.options = drive, drive.plan, options
        self.words = Words(options.language)
        self.title = printable(options.title) or self.words.say("drive")
        self.round = current_round(drive)
        self.foreseen = foreseen_seatings(drive)
        self.seatings = self.foreseen[: known_rounds(drive)]
        self.tables = len(self.round.seating.tables)
        self.names = [self._name(player) for player in range(len(drive.players))]

    def _name(self, player: int) -> str:
        who = self.drive.players[player]
        name = printable(who.name) or "–"
        bot = self.words.say("bot")
        marked = not who.fills_seat or bot.casefold() in name.casefold()
        return name if marked else f"{name} ({bot})"

    def group(self, player: int) -> str:
        """Returns the label of a player's group; empty where the movement has none."""
        group = self.drive.players[player].group
        return "" if group is None else self.group_label(group)

    def group_label(self, group: Group) -> str:
        """Returns the label of a group."""
        return printable(self.plan.groups["AB".index(group)])

    def sits_out(self, player: int, number: int) -> bool:
        """Tells whether a player sits out a round, as far as that can be foreseen."""
        return any(player in one.sitting_out for one in self.foreseen[number - 1 : number])

    def plays_as(self, seating: Seating, player: int) -> str:
        """Returns the label of the other group if the player sits in one of its seats; else ""."""
        own = self.drive.players[player].group
        seat = None if own is None else seating.seat_groups.get(player)
        return "" if seat in (None, own) else self.group_label(seat)

    def name_in(self, seating: Seating, player: int) -> str:
        """Returns a name, marked if the player sits in a seat of the other group."""
        other = self.plays_as(seating, player)
        name = self.names[player]
        return f"{name} ({self.words.say('as-group', group=other)})" if other else name

    def group_words(self, player: int) -> str:
        """Returns a player's group, and the rounds in which they play as one of the other."""
        labels = [self.plays_as(seating, player) for seating in self.foreseen]
        group = self.group(player)
        other = next(filter(None, labels), "")
        if not other:
            return group
        rounds = [number for number, label in enumerate(labels, start=1) if label]
        if not any(seating.sitting_out for seating in self.foreseen):
            return f"{group}, {self.words.say('plays-as', group=other)}"
        numbers = ranges_text(rounds)
        return f"{group}, {self.words.say('plays-as-in', group=other, rounds=numbers)}"

    def company(self, player: int) -> str:
        """Returns with whom a player came, where that decides who sits together; else ""."""
        who = self.drive.players[player]
        if self.plan.movement == "military" and who.team:
            return self.words.say("team-of", team=printable(who.team))
        if self.plan.movement in ("partner", "duplicate") and who.partner is not None:
            return self.words.say("came-with", name=self.names[who.partner])
        return ""

    def trump(self, number: int) -> str:
        """Returns the trumps of a round; empty before they are cut: to be written."""
        cut_later = self.plan.trumps == "cut" and number > len(self.drive.rounds)
        return "" if cut_later else self.words.trump(self.plan.trump(number))

    def round_words(self, number: int) -> str:
        """Returns the number and the trumps of a round; with room for them before they are cut."""
        say, trump = self.words.say, self.trump(number)
        round_of = say("round-of", round=number, rounds=self.plan.rounds)
        return f"{round_of} · {trump or say('trump-blank')}"

    def listed(self, players: Iterable[int]) -> str:
        """Returns names in one line."""
        return ", ".join(self.names[player] for player in players)

    def player(self, player: int) -> Fields:
        """Returns what every card of a player says about them."""
        return {
            "name": self.names[player],
            "card": self.words.say("card-number", card=player + 1),
            "group": ", ".join(filter(None, (self.group_words(player), self.company(player)))),
            "seat": self.seat_words(self.seatings[0], player),
        }

    def blank_player(self) -> Fields:
        """Returns the same with room to write it."""
        blank = "." * 8
        return {
            "name": "",
            "card": self.words.say("card-number", card=blank),
            "group": f"{self.words.say('group')} {blank}" if self.plan.grouped else "",
            "seat": "",
        }

    def seat_words(self, seating: Seating, player: int) -> str:
        """Returns where a player begins, in words."""
        seat = seat_of(seating, player)
        if seat is None:
            return self.words.say("start-out")
        direction = self.words.direction(seat.direction)
        return self.words.say("start", table=seat.table, direction=direction)


def ranges_text(numbers: Iterable[int]) -> str:
    """Returns ascending numbers with those that follow each other drawn together.

    >>> ranges_text([1, 2, 3, 5, 7, 8])
    '1–3, 5, 7–8'
    """
    runs: list[list[int]] = []
    for number in numbers:
        if runs and runs[-1][-1] == number - 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}–{run[-1]}" for run in runs)
