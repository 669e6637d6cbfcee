"""The score sheet, and how a deal was counted."""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING

import msgspec

from oddtrick.terminal.display_names import Voice, counted, cut, width

if TYPE_CHECKING:
    from oddtrick.views import SeenDeal, View


class Sheet(msgspec.Struct, frozen=True):
    """The score sheet as a table of words.

    Args:
        heads: of the columns: deal, dealer, trumps, then one for each side.
        rows: one for each finished deal.
        note: how to read a side's column.
    """

    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str

    @property
    def lines(self) -> list[str]:
        """The heads and the rows, in columns; a cell may have more than one line."""
        split = [[cell.split("\n") for cell in row] for row in (self.heads, *self.rows)]
        widths = [
            max(width(line) for row in split for line in row[column])
            for column in range(len(self.heads))
        ]
        gap = "  " if sum(widths) + 2 * len(widths) < 74 else " "
        return [
            gap.join(
                cell + " " * (column - width(cell))
                for cell, column in zip(part, widths, strict=True)
            )
            for row in split
            for part in zip_longest(*row, fillvalue="")
        ]


def score_sheet(view: View, voice: Voice, *, narrow: bool = False) -> Sheet:
    """All finished deals: trumps, tricks, points and score.

    Args:
        view: what the person may know.
        voice: how the seats are called.
        narrow: eighty columns have to do, also for eight sides.
    """
    if view.rules.goal.eliminates:
        return _knockout_sheet(view, voice, narrow=narrow)
    if narrow and len(view.rules.sides) > 2:
        return _narrow_sheet(view, voice)
    heads = ["Deal", "Dealer", "Trumps", *map(voice.side_label, view.rules.sides)]
    rubber = any(sum(deal.games) for deal in view.past[:-1])
    rows = []
    for number, deal in enumerate(view.past, 1):
        cells = [_cell(view, deal, place) for place in range(len(view.rules.sides))]
        row = (str(number), voice.label(deal.dealer), _trump_cell(deal, voice), *cells)
        rows.append((*row, "–".join(map(str, deal.games))) if rubber else row)
    note = "Each side: its tricks, its points, and its score after the deal."
    return Sheet((*heads, "Games") if rubber else tuple(heads), tuple(rows), note)


def _narrow_sheet(view: View, voice: Voice) -> Sheet:
    """Two lines a deal: tricks above, points and score below."""
    heads = ("Deal", *(cut(voice.side_label(side), 8) for side in view.rules.sides))
    rows = []
    for number, deal in enumerate(view.past, 1):
        cells = [_narrow_cell(view, deal, place) for place in range(len(view.rules.sides))]
        trumps = deal.trump.symbol if deal.trump is not None else "–"
        rows.append((f"{number} {trumps}", *cells))
    note = "Above: tricks (D: dealer). Below: points = score after the deal."
    return Sheet(heads, tuple(rows), note)


def _narrow_cell(view: View, deal: SeenDeal, place: int) -> str:
    side = view.rules.sides[place]
    dealer = " D" if deal.dealer in side else ""
    tricks = sum(deal.tricks[seat] for seat in side)
    return f"{tricks}{dealer}\n+{deal.points[place]}={deal.score[place]}"


def _knockout_sheet(view: View, voice: Voice, *, narrow: bool) -> Sheet:
    heads = ("Deal", "Dealer", "Trumps", *(voice.label(seat) for (seat,) in view.rules.sides))
    rows = []
    for number, deal in enumerate(view.past, 1):
        cells = [_knockout_cell(deal, seat) for seat in range(view.rules.players)]
        trumps = _trump_cell(deal, voice)
        if narrow and deal.trump is not None:
            trumps = trumps.replace(f" {deal.trump}", "")
        rows.append((str(number), voice.label(deal.dealer), trumps, *cells))
    return Sheet(heads, tuple(rows), "Tricks taken in each deal; who took none was out.")


def _trump_cell(deal: SeenDeal, voice: Voice) -> str:
    if deal.trump is None:
        return "none"
    name = str(deal.trump) if voice.spoken else f"{deal.trump.symbol} {deal.trump}"
    return f"{name} ({voice.who(deal.chooser)})" if deal.chooser is not None else name


def _knockout_cell(deal: SeenDeal, seat: int) -> str:
    if seat not in deal.hands[0][0].seats:
        return "–"
    return str(deal.tricks[seat]) if deal.tricks[seat] else "0 out"


def _cell(view: View, deal: SeenDeal, place: int) -> str:
    tricks = sum(deal.tricks[seat] for seat in view.rules.sides[place])
    return f"{counted(tricks, 'trick')}, +{deal.points[place]} = {deal.score[place]}"


def account(view: View, voice: Voice) -> tuple[str, ...]:
    """How the last finished deal was counted, one line a side that has anything to count."""
    deal = view.past[-1]
    parts = view.rules.scoring.account(deal.facts(view.rules), deal.points)
    return tuple(
        f"{voice.side_label(side)}: {', '.join(items)}"
        for side, items in zip(view.rules.sides, parts, strict=True)
        if items
    )


def deal_table(view: View, voice: Voice) -> Sheet:
    """The last finished deal: a row for each side, the best first."""
    deal, sides = view.past[-1], view.rules.sides
    knockout = view.rules.goal.eliminates
    tricks = [sum(deal.tricks[seat] for seat in side) for side in sides]
    order = sorted(range(len(sides)), key=lambda place: (-deal.score[place], -tricks[place], place))
    rows: list[tuple[str, ...]] = []
    for place in order:
        name, taken = voice.side_label(sides[place]), str(tricks[place])
        if not knockout:
            rows.append((name, taken, str(deal.points[place]), str(deal.score[place])))
        elif sides[place][0] in deal.hands[0][0].seats:
            rows.append((name, taken, "" if tricks[place] else "out"))
    who = "Player" if len(sides) == view.rules.players else "Side"
    heads = (who, "Tricks", "") if knockout else (who, "Tricks", "Points", "Score")
    return Sheet(heads, tuple(rows), "")
