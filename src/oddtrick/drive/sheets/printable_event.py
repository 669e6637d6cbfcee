"""A drive with the words to print it: names, groups and seats as they stand on every sheet."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from oddtrick.drive.sheets.seatings_to_print import current_round, known_seatings, seat_of
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
        self.seatings = known_seatings(drive)
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
            "group": self.group(player),
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
