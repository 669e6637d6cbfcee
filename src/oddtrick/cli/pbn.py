"""``oddtrick pbn``: converts records to Portable Bridge Notation and back."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

import msgspec
from msgspec import UNSET

from oddtrick.cards import Suit
from oddtrick.cli.errors import check_output, checking_arguments, file_name, located, write_out
from oddtrick.cli.parser import Parser, Verbs
from oddtrick.cli.record_input import SkippedBoards, read_board_records, scan_board_records
from oddtrick.cli.solve_input import read_trump
from oddtrick.errors import OddtrickError
from oddtrick.pbn import Board, Trumps, boards_of, encode_pbn, write_boards
from oddtrick.record import Record, encode_record, read_records, replay


def add_parser(verbs: Verbs) -> None:
    """Adds the verb and its two directions."""
    parser = verbs.add_parser(
        "pbn",
        help="convert deals to and from the format of bridge programs",
        description="Convert to and from Portable Bridge Notation. Seat 0 is North, 1 East, 2 "
        "South, 3 West. Trumps are written as a contract of one by the dealer, and the rules in "
        "tags that begin with Oddtrick.",
    )
    parser.examples = (
        ("oddtrick pbn export game.json", "a match for bridge programs"),
        ("oddtrick pbn import problems.pbn", "deals of bridge and whist programs as records"),
    )
    ways = parser.add_verbs("directions", "DIRECTION")
    for way in (_add_export(ways), _add_import(ways)):
        way.add_argument(
            "-o", type=file_name, metavar="FILE", dest="out", help="write to FILE instead of stdout"
        )


def _add_export(ways: Verbs) -> Parser:
    export = ways.add_parser(
        "export",
        help="convert records to PBN",
        description="Write every deal of whist and colonial records as a board.",
    )
    export.examples = (
        ("oddtrick pbn export game.json -o game.pbn", "every deal of a match as a board"),
    )
    export.add_argument(
        "files", nargs="+", type=file_name, metavar="RECORD", help="as for replay; - reads stdin"
    )
    export.add_argument("--json", action="store_true", help="write one JSON object per board")
    export.set_defaults(run=run, way=_export)
    return export


def _add_import(ways: Verbs) -> Parser:
    back = ways.add_parser(
        "import",
        help="convert PBN, LIN and RBN to records",
        description="Read boards in PBN, in LIN (Bridge Base Online) or in RBN (Richard's Bridge "
        "Notation), and write each as a record of one deal of whist, one per line. If no tag gives "
        "the turn-up, the dealer's lowest trump is used; if there are no trumps, or the dealer has "
        "none, trumps are fixed beforehand.",
    )
    back.examples = (
        ("oddtrick pbn import problems.pbn -o all.jsonl", "one record per line"),
        ("oddtrick pbn import --skip bridge.pbn", "without the boards that whist cannot express"),
    )
    back.add_argument("files", nargs="+", type=file_name, metavar="BOARDS", help="- reads stdin")
    back.add_argument(
        "--trump", metavar="SUIT", help="the trumps of deals without a contract: S, H, D, C or N"
    )
    back.add_argument(
        "--skip",
        action="store_true",
        help="skip boards that are invalid or not whist, and say on stderr how many and why",
    )
    back.add_argument(
        "--json",
        action="store_true",
        help="write one JSON object per board: its record, or with --skip the error",
    )
    back.set_defaults(run=run, way=_import)
    return back


def run(args: argparse.Namespace) -> int:
    """Exports or imports; writes only if everything could be read."""
    if args.out is not None:
        check_output(args.out)
    write_out(args.out, args.way(args))
    return 0


def _export(args: argparse.Namespace) -> bytes:
    boards: list[Board] = []
    for file in args.files:
        for place, record in read_records(file):
            boards += _boards(place, record)
    if args.json:
        return b"".join(map(encode_board, boards))
    return encode_pbn(write_boards(boards))


def _boards(place: str, record: Record) -> list[Board]:
    with located(place):
        return boards_of(replay(record), record.names)


def _import(args: argparse.Namespace) -> bytes:
    if args.json:
        return b"".join(_import_json(args))
    lines: list[bytes] = []
    for file in args.files:
        skipped = SkippedBoards(file) if args.skip else None
        found = read_board_records(file, skipped, _trump(args))
        lines += [encode_record(record) + b"\n" for _, record in found]
        if skipped is not None:
            skipped.report()
    return b"".join(lines)


def _trump(args: argparse.Namespace) -> Trumps:
    if args.trump is None:
        return UNSET
    with checking_arguments():
        return read_trump(args.trump)


def _import_json(args: argparse.Namespace) -> Iterator[bytes]:
    for file in args.files:
        for read in scan_board_records(file, _trump(args)):
            if isinstance(read.found, OddtrickError) and not args.skip:
                raise OddtrickError(f"{file}: {read.place}: {read.found}")
            yield encode_imported(file, read.number, read.found, read.line)


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
