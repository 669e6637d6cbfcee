"""The play section: converts the columns of PBN into the order of play (T2, T5)."""

from __future__ import annotations

import re
from itertools import groupby, takewhile
from typing import TYPE_CHECKING, NamedTuple

from msgspec import UNSET
from msgspec.structs import replace

from oddtrick.cards import Card, parse_card
from oddtrick.errors import OddtrickError
from oddtrick.match.hand_play import PlayedHand
from oddtrick.pbn.board import SEATS, Board, Refusal
from oddtrick.pbn.board_validation import ALL_SEATS, played
from oddtrick.tricks import Trick, from_seat

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from oddtrick.pbn.tokenizer import Word

_TOKEN = re.compile(r"([A-Za-z0-9-]++)|([!?]{1,2}|=\d++=|\$\d++)|([*+])|(\^[A-Za-z])")
_IRREGULAR = {"R": "a revoke", "L": "a lead out of turn"}


class Cell(NamedTuple):
    """A cell in the table of play: a card, or None if unknown or not played."""

    card: Card | None
    line: int


class OrderedPlays(NamedTuple):
    """The cards in the order played.

    Args:
        plays: the cards.
        lines: the line of each.
        refusal: the reason why the play stops early; raised after the cards before it prove
            legal.
    """

    plays: tuple[Card, ...]
    lines: tuple[int, ...]
    refusal: Refusal | None = None


def read_cells(words: Sequence[Word]) -> list[Cell]:
    """The cells of a play section, row by row, without annotations.

    A ``+``, the next card to be played, counts as an unknown card.

    Raises:
        Refusal: a token is invalid.
    """
    cells: list[Cell] = []
    ended = False
    for text, line in _tokens(words):
        if ended and text not in ("-", "--", "*"):
            raise Refusal(f"{text[:20]!r} stands after the * that ends the play", line=line)
        if text == "*":
            ended = True
        elif text in ("-", "--", "+"):  # some programs write two
            cells.append(Cell(None, line))
        elif text[0] == "^":
            what = _IRREGULAR.get(text[1].upper(), "an irregularity")
            raise Refusal(
                f"{text} marks {what}, which cannot be played here: end the play before it with *",
                "T8",
                line=line,
            )
        else:
            cells.append(Cell(_card(text, line), line))
    return cells


def _tokens(words: Sequence[Word]) -> Iterator[tuple[str, int]]:
    """Cards, dashes, stars and irregularities, without annotations."""
    for text, line in words:
        at = 0
        while at < len(text):
            token = _TOKEN.match(text, at)
            if token is None:
                raise Refusal(
                    f"{text[at : at + 20]!r} is not a card: write suit then rank, as in HT, or -",
                    line=line,
                )
            if token[2] is None:
                yield token[0], line
            at = token.end()


def _card(text: str, line: int) -> Card:
    try:
        return parse_card(text[1:] + text[:1])
    except OddtrickError:
        raise Refusal(
            f"{text[:20]!r} is not a card: write suit then rank, as in HT, or - if it is not known",
            line=line,
        ) from None


def order_plays(cells: Sequence[Cell], first: int, board: Board) -> OrderedPlays:
    """Converts the cells of a play section into the order of play, up to the first gap.

    By the standard each seat has a column. Many programs write the cards in the order played
    instead, or begin each row with another seat. Each card was played by its owner, so that where
    the owners are known at most one reading is legal, and that one counts. Where none is, the
    owners say why; where an owner is not known, the columns do.

    Args:
        cells: in rows of four.
        first: the seat of the first column.
        board: the cards, the leader and trumps.
    """
    by_column = _by_column(cells, first, board)
    owner = {card: seat for seat, hand in enumerate(board.hands) for card in hand}
    if any(cell.card is not None and cell.card not in owner for cell in cells):
        return by_column
    by_owner = _by_owner(cells, owner, board)
    readings = (by_column, by_owner, _in_order(cells, board))
    legal = (found for found in readings if found is not None and _is_legal(board, found))
    return next(legal, by_owner or by_column)


def _is_legal(board: Board, found: OrderedPlays) -> bool:
    if found.refusal is not None:
        return False
    try:
        played(replace(board, plays=found.plays))
    except Refusal:
        return False
    return True


def _in_order(cells: Sequence[Cell], board: Board) -> OrderedPlays | None:
    """The cells as cards in the order played; None if one is missing between others."""
    given = [cell for cell in cells if cell.card is not None]
    if any(cell.card is None for cell in cells[: len(given)]) or len(given) > 4 * (
        board.size or 13
    ):
        return None
    return _ordered(given)


def _by_owner(
    cells: Sequence[Cell], owner: Mapping[Card, int], board: Board
) -> OrderedPlays | None:
    """The cells as a trick in each row, whatever seat it begins with, up to the first gap.

    None if two cards of a row are of one seat.
    """
    leader, trump = board.leader, None if board.trump is UNSET else board.trump
    assert leader is not None  # the first column leads by default
    plays: list[Cell] = []
    rows = _rows(cells)
    for number, row in enumerate(rows, 1):
        given = [cell for cell in row if cell.card is not None]
        trick = {owner[cell.card]: cell for cell in given if cell.card is not None}
        if len(trick) < len(given):
            return None
        order = from_seat(ALL_SEATS, leader)
        played_by = list(takewhile(trick.__contains__, order))
        plays += (trick[seat] for seat in played_by)
        if len(played_by) < len(order):
            rest = [trick[seat] for seat in order[len(played_by) :] if seat in trick]
            rest += (cell for row in rows[number:] for cell in row if cell.card is not None)
            missing = order[len(played_by)]
            return _ordered(plays, _gap(number, missing, rest[0]) if rest else None)
        cards = tuple(cell.card for cell in plays[-4:] if cell.card is not None)
        leader = order[Trick(order, cards, trump).best]
    return _ordered(plays)


def _rows(cells: Sequence[Cell]) -> list[list[Cell]]:
    """The lines of the text, or four cells each where a line has more than a trick."""
    lines = [list(line) for _, line in groupby(cells, key=lambda cell: cell.line)]
    if max(map(len, lines)) <= 4:
        return lines
    return [list(cells[start : start + 4]) for start in range(0, len(cells), 4)]


def _ordered(cells: Sequence[Cell], refusal: Refusal | None = None) -> OrderedPlays:
    plays = tuple(cell.card for cell in cells if cell.card is not None)
    return OrderedPlays(plays, tuple(cell.line for cell in cells), refusal)


def _by_column(cells: Sequence[Cell], first: int, board: Board) -> OrderedPlays:
    """Converts rows with a column for each seat into the order of play, up to the first gap.

    Args:
        cells: in rows of four.
        first: the seat of the first column.
        board: the cards, the leader and trumps; without known trumps only one trick can be
            followed.
    """
    leader, trump = board.leader, None if board.trump is UNSET else board.trump
    assert leader is not None  # the first column leads by default
    last = 4 * (board.size or 13)
    plays: list[Cell] = []
    for start in range(0, min(len(cells), last), 4):
        row = cells[start : start + 4]
        order = from_seat(ALL_SEATS, leader)
        for seat in order:
            cell = _at(row, (seat - first) % 4)
            if cell is None or cell.card is None:
                rest = _later(cells[start:], [(s - first) % 4 for s in order], seat, order)
                return _ordered(plays, rest and _gap(start // 4 + 1, seat, rest))
            plays.append(cell)
        cards = tuple(cell.card for cell in plays[-4:] if cell.card is not None)
        leader = order[Trick(order, cards, trump).best]
    extra = next((cell for cell in cells[last:] if cell.card is not None), None)
    return _ordered(plays, extra and _too_many(last // 4, extra))


def _at(row: Sequence[Cell], column: int) -> Cell | None:
    return row[column] if column < len(row) else None


def _later(
    cells: Sequence[Cell], columns: Sequence[int], seat: int, order: Sequence[int]
) -> Cell | None:
    """A card given after a missing one."""
    after = columns[order.index(seat) :]
    row = [cell for column in after if (cell := _at(cells[:4], column)) is not None]
    return next((cell for cell in (*row, *cells[4:]) if cell.card is not None), None)


def _gap(trick: int, seat: int, later: Cell) -> Refusal:
    assert later.card is not None
    return Refusal(
        f"{later.card.name} is played out of turn: {SEATS[seat]}'s card to trick {trick} is not "
        "given; write it, or end the play before it with *",
        "T3",
        line=later.line,
    )


def _too_many(tricks: int, extra: Cell) -> Refusal:
    assert extra.card is not None
    return Refusal(
        f"{extra.card.name} is played after the last of {tricks} tricks: take it out",
        "T5",
        line=extra.line,
    )


def write_rows(board: Board, winners: tuple[int, ...]) -> list[str]:
    """The rows of a play section, the leader's column first; ``*`` if it is incomplete.

    Args:
        board: a board with a leader, whose play has been checked.
        winners: the winning seat of each trick.
    """
    assert board.leader is not None
    tricks = PlayedHand(board.leader, board.plays, winners).tricks(ALL_SEATS)
    rows = []
    for trick in tricks:
        cards = dict(trick)
        cells = (cards.get(seat) for seat in from_seat(ALL_SEATS, board.leader))
        rows.append(" ".join("- " if cell is None else cell.name for cell in cells).rstrip())
    return rows if len(board.plays) == 52 else [*rows, "*"]
