"""Records, and files of boards, that somebody has sent: replayed under the rules."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from itertools import islice
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from oddtrick.errors import OddtrickError, RuleBroken
from oddtrick.pbn import (
    Board,
    boards_of,
    decode_pbn,
    encode_pbn,
    is_whist,
    to_whist_match,
    write_boards,
)
from oddtrick.pbn.board import Refusal
from oddtrick.pbn.board_files import scan_boards
from oddtrick.record import (
    MatchSteps,
    Record,
    Result,
    decode_record,
    encode_record,
    record_of,
    replay,
    result_of,
    steps_of,
)
from oddtrick.server.error_body import ErrorDetail
from oddtrick.web.solver_rules import SolverRules, rules_by_deal

MOST_BOARDS = 1000
"""Of one file: they take a process about two seconds, and there may be 1,500 in one megabyte."""


class Replay(msgspec.Struct, frozen=True, kw_only=True):
    """A match as steps, for a viewer.

    Args:
        match: its steps.
        pbn: whether it can be written as PBN.
        table: the code of the table where it was played; None: unknown.
        number: the number of the match at that table.
        you: your seat in the match; None: none or unknown.
        solver: for each deal the rules for a double-dummy solver, under its contract; None: best
            play of the deal has no value.
    """

    match: MatchSteps
    pbn: bool
    table: str | None
    number: int | None
    you: int | None
    solver: tuple[SolverRules | None, ...]


class BoardRecord(msgspec.Struct, frozen=True, kw_only=True):
    """A board of a PBN file as a record, or the reason why it is none.

    Args:
        number: the number of the board in the file, from 1.
        line: the line of the error; None: unknown.
        record: the record of its deal; None: there is an error.
        error: the error of the board; None: it is sound.
    """

    number: int
    line: int | None
    record: Record | None
    error: ErrorDetail | None


class BoardRecords(msgspec.Struct, frozen=True):
    """The boards of a PBN file.

    Args:
        boards: all of them, in the order of the file.
    """

    boards: tuple[BoardRecord, ...]


def encode_stored_replay(stored: bytes, record_id: str, you: int | None) -> bytes:
    """Returns the steps of a stored record as JSON."""
    code, _, number = record_id.partition(".")
    steps = replace(_steps(decode_record(stored)), you=you)
    if number:
        steps = replace(steps, table=code, number=int(number))
    return msgspec.json.encode(steps)


def encode_result(work: Callable[[bytes], object], body: bytes) -> bytes:
    """Returns what a function below makes of a body, as JSON."""
    return msgspec.json.encode(work(body))


def replay_upload(data: bytes) -> Replay:
    """Decodes and replays a record.

    Raises:
        OddtrickError: it is no record, or breaks a rule.
    """
    return _steps(decode_record(data))


def _steps(record: Record) -> Replay:
    match = replay(record)
    steps = steps_of(match, record.names)
    return Replay(
        match=steps,
        pbn=is_whist(match.rules),
        table=None,
        number=None,
        you=None,
        solver=rules_by_deal(match),
    )


def replay_board_upload(data: bytes) -> Replay:
    """Replays the board of a PBN file.

    Raises:
        OddtrickError: the file holds no board or several, or the board cannot be a record.
    """
    board, *others = islice(_board_records(data), 2)
    if others:
        raise OddtrickError(
            "there are several boards in it: choose one with POST /api/records/boards"
        )
    if board.record is None:
        assert board.error is not None
        where = f"line {board.line}: " if board.line else ""
        message = where + board.error.message
        raise RuleBroken(message, board.error.rule) if board.error.rule else OddtrickError(message)
    return _steps(board.record)


def board_records(data: bytes) -> BoardRecords:
    """Reads the boards of a file in PBN, LIN or RBN.

    Raises:
        OddtrickError: there is none, or too many.
    """
    boards = tuple(islice(_board_records(data), MOST_BOARDS + 1))
    if len(boards) > MOST_BOARDS:
        raise OddtrickError(f"the file holds more than {MOST_BOARDS} boards: send it in parts")
    return BoardRecords(boards)


def _board_records(data: bytes) -> Iterator[BoardRecord]:
    """Yields the boards of a file, each when it is asked for.

    Raises:
        OddtrickError: there is none.
    """
    number = 0
    for number, found in scan_boards(decode_pbn(data)):
        yield _board_record(number, found)
    if not number:
        raise OddtrickError('the file holds no board: a board begins with a tag, as in [Board "1"]')


def _board_record(number: int, found: Board | Refusal) -> BoardRecord:
    line = found.line if isinstance(found, Refusal) else None
    try:
        if isinstance(found, Refusal):
            raise found.located()
        record = record_of(to_whist_match(found), found.names)
    except OddtrickError as error:
        return BoardRecord(number=number, line=line, record=None, error=_detail(error))
    return BoardRecord(number=number, line=None, record=record, error=None)


def _detail(error: OddtrickError) -> ErrorDetail:
    if isinstance(error, RuleBroken):
        message = str(error).removesuffix(f" ({error.rule})")
        return ErrorDetail("rule", message, error.rule or None)
    return ErrorDetail("invalid", str(error))


def _id_of_import(person: str, record: str) -> str:
    """Returns the id of an imported record: the same for the same person and record.

    A client whose answer was lost sends the record again, and must not add it twice.
    """
    digest = hashlib.sha256(f"{person}\0{record}".encode()).hexdigest()
    return f"r_{digest[:32]}"


class ImportedMatch(NamedTuple):
    """A record that was sent, as it is stored.

    Attributes:
        id: its id.
        game: the id of its game.
        record: its text, with the sender's name at their seat.
        won: whether the sender has won; None if that is not known, or it ended level.
        result: the result of the match.
    """

    id: str
    game: str
    record: str
    won: bool | None
    result: Result


def import_match(body: bytes, person: str, name: str, offline_seat: int | None) -> ImportedMatch:
    """Decodes and replays a record.

    Raises:
        OddtrickError: it is no record or breaks a rule, or there is no such seat, or the match is
            not over.
    """
    record = decode_record(body)
    result = result_of(replay(record))
    return ImportedMatch(
        id=_id_of_import(person, encode_record(record).decode()),
        game=str(record.rules["game"]),
        record=encode_record(_named(record, offline_seat, name)).decode(),
        won=None if offline_seat is None else _has_won(result, offline_seat),
        result=result,
    )


def _has_won(result: Result, seat: int) -> bool | None:
    """Returns whether the side of a seat has won a match; None if it ended level.

    Raises:
        OddtrickError: there is no such seat, or the match is not over.
    """
    side = next((side for side, seats in enumerate(result.sides) if seat in seats), None)
    if side is None or not result.over:
        raise OddtrickError("offline_seat: name a seat of a finished match")
    return None if result.winner is None else result.winner == side


def _named(record: Record, seat: int | None, name: str) -> Record:
    """Returns a record with a person's name at their seat."""
    if seat is None or record.names is None:
        return record
    names = [name if at == seat else other for at, other in enumerate(record.names)]
    return replace(record, names=names)


def record_as_pbn(encoded: bytes) -> bytes:
    """Returns an encoded record as PBN.

    Raises:
        OddtrickError: this game can't be written as PBN.
    """
    record = decode_record(encoded)
    return encode_pbn(write_boards(boards_of(replay(record), record.names)))
