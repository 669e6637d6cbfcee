"""Boards as JSON, one object per line: ``oddtrick pbn export --json`` and ``import --json``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from oddtrick.cards import Suit
from oddtrick.record import Record, encode_record

if TYPE_CHECKING:
    from oddtrick.errors import OddtrickError
    from oddtrick.pbn import Board


class BoardJson(msgspec.Struct):
    """A board for other programs.

    Args:
        board: its number as the tag has it, or None.
        dealer: the seat that deals, or None.
        hands: the cards of North, East, South, West, as ``S.H.D.C``.
        trump: ``S``, ``H``, ``D``, ``C``, ``N`` for no trumps, or None if unknown.
        leader: the seat that leads to the first trick, or None.
        plays: the cards in the order played.
        tags: every tag with its value; of duplicates the first.
    """

    board: str | None
    dealer: int | None
    hands: tuple[str, ...]
    trump: str | None
    leader: int | None
    plays: tuple[str, ...]
    tags: dict[str, str]


class ImportedJson(msgspec.Struct, omit_defaults=True):
    """A board of a PBN file as a record, or the reason why it is none.

    Args:
        file: the file as named on the command line.
        board: its place in the file, from 1.
        record: the record ``oddtrick/1`` of one deal.
        line: the line of the file that is wrong, if one is.
        error: the reason in one line.
    """

    file: str
    board: int
    record: msgspec.Raw | None = None
    line: int | None = None
    error: str | None = None


def encode_board(board: Board) -> bytes:
    """Returns a board as one line of JSON."""
    unnamed = None if board.trump is msgspec.UNSET else "N"
    encoded = BoardJson(
        board=board.number,
        dealer=board.dealer,
        hands=tuple(map(str, board.hands)),
        trump=board.trump.letter if isinstance(board.trump, Suit) else unnamed,
        leader=board.leader,
        plays=tuple(map(str, board.plays)),
        tags=dict(reversed(board.tags)),
    )
    return msgspec.json.encode(encoded) + b"\n"


def encode_imported(
    file: str, board: int, found: Record | OddtrickError, line: int | None = None
) -> bytes:
    """Returns a board that was read, or the reason why not, as one line of JSON."""
    if isinstance(found, Record):
        told = ImportedJson(file, board, record=msgspec.Raw(encode_record(found)))
    else:
        told = ImportedJson(file, board, line=line, error=str(found))
    return msgspec.json.encode(told) + b"\n"
