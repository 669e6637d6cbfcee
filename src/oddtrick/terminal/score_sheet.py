"""The score sheet, and the breakdown of a deal's points."""

from __future__ import annotations

from itertools import zip_longest

import msgspec

from oddtrick.cards import parse_card
from oddtrick.plurals import count_noun
from oddtrick.scoring import ScoreItem
from oddtrick.terminal.display_names import DisplayNames, truncate, width
from oddtrick.views import FinishedDeal, View


class SheetTable(msgspec.Struct, frozen=True):
    """The score sheet as a table of text.

    Args:
        heads: the column headings: deal, dealer, trumps, then one for each side.
        rows: one row for each finished deal.
        note: an explanation of the columns of the sides.
    """

    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str

    @property
    def lines(self) -> list[str]:
        """Headings and rows aligned in columns; a cell may span several lines."""
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


def score_sheet(view: View, names: DisplayNames, *, narrow: bool = False) -> SheetTable:
    """Tabulates all finished deals: trumps, tricks, points and score.

    Args:
        view: the player's view.
        names: the display names.
        narrow: fit into 80 columns, even with eight sides.
    """
    if view.rules.goal.eliminates:
        return _knockout_sheet(view, names, narrow=narrow)
    if narrow and len(view.rules.sides) > 2:
        return _narrow_sheet(view, names)
    heads = ["Deal", "Dealer", "Trumps", *map(names.side_label, view.rules.sides)]
    rubber = any(sum(deal.games) for deal in view.past[:-1])
    rows = []
    for number, deal in enumerate(view.past, 1):
        cells = [_cell(view, deal, place) for place in range(len(view.rules.sides))]
        row = (str(number), names.label(deal.dealer), _trump_cell(deal, names), *cells)
        rows.append((*row, "–".join(map(str, deal.games))) if rubber else row)
    note = "Each side: its tricks, its points, and its score after the deal."
    if view.standing.rubber:
        note += f" Rubber points: {'–'.join(map(str, view.standing.rubber))}."
    return SheetTable((*heads, "Games") if rubber else tuple(heads), tuple(rows), note)


def _narrow_sheet(view: View, names: DisplayNames) -> SheetTable:
    """Tabulates two lines per deal: tricks above, points and score below."""
    heads = ("Deal", *(truncate(names.side_label(side), 8) for side in view.rules.sides))
    rows = []
    for number, deal in enumerate(view.past, 1):
        cells = [_narrow_cell(view, deal, place) for place in range(len(view.rules.sides))]
        trumps = deal.trump.symbol if deal.trump is not None else "–"
        rows.append((f"{number} {trumps}", *cells))
    note = "Above: tricks (D: dealer). Below: points = score after the deal."
    return SheetTable(heads, tuple(rows), note)


def _narrow_cell(view: View, deal: FinishedDeal, place: int) -> str:
    side = view.rules.sides[place]
    dealer = " D" if deal.dealer in side else ""
    tricks = sum(deal.tricks[seat] for seat in side)
    return f"{tricks}{dealer}\n{deal.points[place]:+}={deal.score[place]}"


def _knockout_sheet(view: View, names: DisplayNames, *, narrow: bool) -> SheetTable:
    heads = ("Deal", "Dealer", "Trumps", *(names.label(seat) for (seat,) in view.rules.sides))
    rows = []
    for number, deal in enumerate(view.past, 1):
        cells = [_knockout_cell(deal, seat) for seat in range(view.rules.players)]
        trumps = _trump_cell(deal, names)
        if narrow and deal.trump is not None:
            trumps = trumps.replace(f" {deal.trump}", "")
        rows.append((str(number), names.label(deal.dealer), trumps, *cells))
    note = "Tricks taken in each deal; a player without a trick was out."
    if view.rules.goal.dogs_life:
        note = "Tricks taken in each deal. Dog: without a trick, one card in the next deal."
    return SheetTable(heads, tuple(rows), note)


def _trump_cell(deal: FinishedDeal, names: DisplayNames) -> str:
    if deal.trump is None:
        return "none"
    name = str(deal.trump) if names.spoken else f"{deal.trump.symbol} {deal.trump}"
    return f"{name} ({names.name_of(deal.chooser)})" if deal.chooser is not None else name


def _knockout_cell(deal: FinishedDeal, seat: int) -> str:
    if seat not in deal.seats:
        return "–"
    return str(deal.tricks[seat]) if deal.tricks[seat] else f"0 {_survival(deal, seat)}"


def _survival(deal: FinishedDeal, seat: int) -> str:
    """Returns "dog" or "out" for a seat that took no trick, and nothing for the others."""
    if deal.tricks[seat]:
        return ""
    return "dog" if deal.score[seat] else "out"


def _cell(view: View, deal: FinishedDeal, place: int) -> str:
    tricks = sum(deal.tricks[seat] for seat in view.rules.sides[place])
    return f"{count_noun(tricks, 'trick')}, {deal.points[place]:+} = {deal.score[place]}"


def points_breakdown(view: View, names: DisplayNames) -> tuple[str, ...]:
    """The breakdown of the last deal's points: one line for each side that scored."""
    deal = view.past[-1]
    parts = deal.account(view.rules)
    return tuple(
        f"{names.side_label(side)}: {', '.join(_item_text(item, names) for item in items)}"
        for side, items in zip(view.rules.sides, parts, strict=True)
        if items
    )


def _item_text(item: ScoreItem, names: DisplayNames) -> str:
    """An item of the points in words: ``3 for tricks above six``, ``10♥ 10``."""
    if item.reason == "card":
        return f"{names.card(parse_card(item.of))} {item.points}"
    words = f"{item.reason.replace('-', ' ')} {item.of}".strip()
    return words if item.points is None else f"{item.points} for {words}"


def deal_table(view: View, names: DisplayNames) -> SheetTable:
    """Tabulates the last finished deal: a row for each side, the best first."""
    deal, sides = view.past[-1], view.rules.sides
    knockout = view.rules.goal.eliminates
    tricks = [sum(deal.tricks[seat] for seat in side) for side in sides]
    order = sorted(range(len(sides)), key=lambda place: (-deal.score[place], -tricks[place], place))
    rows: list[tuple[str, ...]] = []
    for place in order:
        name, taken = names.side_label(sides[place]), str(tricks[place])
        if not knockout:
            rows.append((name, taken, str(deal.points[place]), str(deal.score[place])))
        elif sides[place][0] in deal.seats:
            rows.append((name, taken, _survival(deal, sides[place][0])))
    who = "Player" if len(sides) == view.rules.players else "Side"
    heads = (who, "Tricks", "") if knockout else (who, "Tricks", "Points", "Score")
    return SheetTable(heads, tuple(rows), "")
