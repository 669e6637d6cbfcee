"""The score sheet, and how a deal was counted."""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING

import msgspec

from oddtrick.cards import card_at, mask_of
from oddtrick.scoring import CatchTheTen, Honours, OddTricks, TopTrumps
from oddtrick.scoring.deals import BOOK, TOP_TRUMP_POINTS, honour_points, odd_tricks
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
    if view.rules.game == "knockout-whist":
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
    lines = []
    for place, side in enumerate(view.rules.sides):
        parts = _parts(view, deal, place)
        if parts:
            lines.append(f"{voice.side_label(side)}: {', '.join(parts)}")
    return tuple(lines)


def _taken(deal: SeenDeal, side: tuple[int, ...]) -> int:
    """The cards (mask) in the tricks that a side won."""
    tricks = (trick for hand in deal.hands for trick in hand)
    return mask_of(card for trick in tricks if trick.winner in side for card in trick.cards)


def _won_with(deal: SeenDeal, side: tuple[int, ...]) -> int:
    """The cards (mask) with which a side won its tricks."""
    tricks = [trick for hand in deal.hands for trick in hand if trick.winner in side]
    return mask_of(trick.cards[trick.seats.index(trick.winner)] for trick in tricks)


def _parts(view: View, deal: SeenDeal, place: int) -> list[str]:
    match view.rules.scoring:
        case OddTricks(honours=honours):
            return _odd_tricks(view, deal, place, honours)
        case CatchTheTen(ten=ten):
            return _catch_the_ten(view, deal, place, ten)
        case TopTrumps():
            return _top_trumps(view, deal, place)
    return []


def _odd_tricks(view: View, deal: SeenDeal, place: int, honours: Honours) -> list[str]:
    side = view.rules.sides[place]
    odd = odd_tricks((sum(deal.tricks[seat] for seat in side),))[0]
    parts = [f"{odd} for tricks above six"] if odd else []
    rest = deal.points[place] - odd
    if rest > 0:
        how = "dealt" if honours is Honours.DEALT else "taken"
        parts.append(f"{rest} for honours {how}")
    return parts


def _catch_the_ten(view: View, deal: SeenDeal, place: int, ten: int) -> list[str]:
    """Each side's own count; the difference is scored (CS3, CS4)."""
    side = view.rules.sides[place]
    tricks = sum(deal.tricks[seat] for seat in side)
    if tricks < BOOK:
        return ["nothing without its book"]
    parts = [f"{tricks - BOOK} for tricks above six"]
    if deal.trump is None:
        return parts
    honours = honour_points(_taken(deal, side), deal.trump)
    parts += [f"{honours} for honours taken"] if honours else []
    caught = _won_with(deal, side) & card_at(deal.trump, 8).bit
    return parts + ([f"{ten} for the ten"] if caught else [])


def _top_trumps(view: View, deal: SeenDeal, place: int) -> list[str]:
    """Top trumps in the tricks, and cards above those dealt (S5, S6)."""
    if deal.trump is None:
        return []
    side, taken = view.rules.sides[place], _taken(deal, view.rules.sides[place])
    tops = [
        f"{card_at(deal.trump, rank).symbols} {points}"
        for rank, points in TOP_TRUMP_POINTS.items()
        if taken & card_at(deal.trump, rank).bit
    ]
    dealt = sum(view.rules.plan.sizes(0)) * len(side)
    above = taken.bit_count() - dealt
    return tops + ([f"{above} for cards above {dealt}"] if above > 0 else [])


def deal_table(view: View, voice: Voice) -> Sheet:
    """The last finished deal: a row for each side, the best first."""
    deal, sides = view.past[-1], view.rules.sides
    knockout = view.rules.game == "knockout-whist"
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
