"""Reads records for the commands: from files of records, or of boards in PBN, LIN or RBN."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from msgspec import UNSET

from oddtrick.cli.errors import read_at_most
from oddtrick.cli.output import tell
from oddtrick.errors import OddtrickError
from oddtrick.pbn import Board, Trumps, decode_pbn, to_whist_match
from oddtrick.pbn.board import Refusal
from oddtrick.pbn.board_files import holds_boards, scan_boards
from oddtrick.plurals import count_noun
from oddtrick.record import Record, read_records, record_of
from oddtrick.record.file_reader import MAX_BYTES

BOARD_FILES = (".pbn", ".lin", ".rbn")
"""The ends of the names of files of boards."""

SHOWN_PLACES = 5
"""The number of places named for each reason to leave boards out."""


def read_matches(file: str) -> Iterator[tuple[str, Record]]:
    """Yields each record or board of a file with its place for messages.

    Raises:
        OddtrickError: the file cannot be read, or holds an invalid record or board.
    """
    return read_board_records(file) if is_board_file(file) else read_records(file)


def is_board_file(file: str) -> bool:
    """True for a file of boards, by its name or else by its content."""
    path = Path(file)
    if path.suffix.lower() in BOARD_FILES:
        return True
    try:
        if not path.is_file():
            return False
        with path.open("rb") as stream:
            return holds_boards(stream.read(100))
    except (OSError, ValueError):
        return False  # the reader reports the error


class SkippedBoards:
    """The boards of a file that were left out, by reason."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.boards = 0
        self._places: dict[str, list[str]] = {}

    def add(self, place: str, reason: str) -> None:
        """Adds a board that is left out."""
        self._places.setdefault(reason, []).append(place)

    def report(self) -> None:
        """Says on standard error how many boards were left out, a line for each reason."""
        for reason, places in sorted(self._places.items(), key=lambda each: -len(each[1])):
            which = ", ".join(places[:SHOWN_PLACES]) + (", …" if len(places) > SHOWN_PLACES else "")
            told = (
                f"{self.file}: left out {len(places)} of {count_noun(self.boards, 'board')}: "
                f"{reason} ({which})"
            )
            tell(told)


def read_board_records(
    file: str, skipped: SkippedBoards | None = None, trump: Trumps = UNSET
) -> Iterator[tuple[str, Record]]:
    """Yields every board of a file as a record of one deal, with its place for messages.

    Args:
        file: the path; ``-`` is standard input.
        trump: the trumps of boards that name none.
        skipped: collects the boards that are invalid or no whist; None: the first is an error.

    Raises:
        OddtrickError: the file cannot be read, or holds no board, or one that cannot be a record.
    """
    number = 0
    for read in scan_board_records(file, trump):
        number = read.number
        if not isinstance(read.found, OddtrickError):
            yield f"{file}: {read.place}", read.found
        elif skipped is None:
            raise OddtrickError(f"{file}: {read.place}: {read.found}")
        else:
            skipped.add(read.place, str(read.found))
    if skipped is not None:
        skipped.boards = number


class ReadBoard(NamedTuple):
    """A board of a file as a record, or the reason why it is none, with the line if known."""

    number: int
    found: Record | OddtrickError
    line: int | None = None

    @property
    def place(self) -> str:
        """The place in the file, for messages."""
        return f"board {self.number}" + (f", line {self.line}" if self.line else "")


def scan_board_records(file: str, trump: Trumps = UNSET) -> Iterator[ReadBoard]:
    """Reads every board of a file as a record; ``-`` is standard input.

    Args:
        file: the path.
        trump: the trumps of boards that name none.

    Raises:
        OddtrickError: the file cannot be read, or holds no board.
    """
    for number, found in scan_board_file(file, trump):
        if isinstance(found, Refusal):
            yield ReadBoard(number, found.located(), found.line)
            continue
        try:
            record = record_of(to_whist_match(found), found.names)
        except OddtrickError as error:
            yield ReadBoard(number, error)
        else:
            yield ReadBoard(number, record)


def scan_board_file(file: str, trump: Trumps = UNSET) -> Iterator[tuple[int, Board | Refusal]]:
    """Yields each board of a file with its number, from 1, or what is wrong with it.

    Raises:
        OddtrickError: the file cannot be read, or holds no board.
    """
    number = 0
    for number, found in scan_boards(decode_pbn(_read(file)), trump):
        yield number, found
    if not number:
        raise OddtrickError(
            f'{file}: holds no board: a board of PBN begins with a tag, as in [Board "1"], one of '
            "LIN with md|, and one of RBN has a line H"
        )


def _read(file: str) -> bytes:
    data = read_at_most(file, MAX_BYTES)
    if len(data) > MAX_BYTES:
        raise OddtrickError(f"{file}: it is longer than the {MAX_BYTES >> 20} MB that are read")
    return data
