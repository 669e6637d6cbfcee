"""A drive with the words to print it: names, groups and seats as they stand on every sheet."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from oddtrick.drive.sheets.seatings_to_print import (
    current_round,
    foreseen_seatings,
    known_rounds,
    seat_of,
)
from oddtrick.drive.sheets.sheet_words import Words, printable

if TYPE_CHECKING:
    from collections.abc import Iterable

    from oddtrick.drive.drive import Drive
    from oddtrick.drive.players import Group
    from oddtrick.drive.seating import Seating
    from oddtrick.drive.sheets.print_options import SheetOptions

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
        self.tables = len(self.seatings[0].tables)
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
        return f"{name} ({self.words.say('as_group', group=other)})" if other else name

    def group_words(self, player: int) -> str:
        """Returns a player's group, and the rounds in which they play as one of the other."""
        labels = [self.plays_as(seating, player) for seating in self.foreseen]
        group = self.group(player)
        other = next(filter(None, labels), "")
        if not other:
            return group
        rounds = [number for number, label in enumerate(labels, start=1) if label]
        if not any(seating.sitting_out for seating in self.foreseen):
            return f"{group}, {self.words.say('plays_as', group=other)}"
        numbers = ranges_text(rounds)
        return f"{group}, {self.words.say('plays_as_in', group=other, rounds=numbers)}"

    def trump(self, number: int) -> str:
        """Returns the trumps of a round; empty before they are cut: to be written."""
        cut_later = self.plan.trumps == "cut" and number > len(self.drive.rounds)
        return "" if cut_later else self.words.trump(self.plan.trump(number))

    def round_words(self, number: int) -> str:
        """Returns the number and the trumps of a round; with room for them before they are cut."""
        say, trump = self.words.say, self.trump(number)
        round_of = say("round_of", round=number, rounds=self.plan.rounds)
        return f"{round_of} · {trump or say('trump_blank')}"

    def listed(self, players: Iterable[int]) -> str:
        """Returns names in one line."""
        return ", ".join(self.names[player] for player in players)

    def player(self, player: int) -> Fields:
        """Returns what every card of a player says about them."""
        return {
            "name": self.names[player],
            "card": self.words.say("card_number", card=player + 1),
            "group": self.group_words(player),
            "seat": self.seat_words(self.seatings[0], player),
        }

    def blank_player(self) -> Fields:
        """Returns the same with room to write it."""
        blank = "." * 8
        return {
            "name": "",
            "card": self.words.say("card_number", card=blank),
            "group": f"{self.words.say('group')} {blank}" if self.plan.grouped else "",
            "seat": "",
        }

    def seat_words(self, seating: Seating, player: int) -> str:
        """Returns where a player begins, in words."""
        seat = seat_of(seating, player)
        if seat is None:
            return self.words.say("start_out")
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
