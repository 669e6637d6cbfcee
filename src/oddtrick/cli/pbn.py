"""``oddtrick pbn``: converts records to Portable Bridge Notation and back."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from oddtrick.cli.file_errors import report_file_errors
from oddtrick.cli.sanitize import one_line
from oddtrick.errors import OddtrickError
from oddtrick.pbn import (
    boards_of,
    decode_pbn,
    encode_pbn,
    read_boards,
    to_whist_match,
    write_boards,
)
from oddtrick.record import encode_record, read_records, record_of, replay
from oddtrick.record.files import MAX_BYTES

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator, Sequence

    from oddtrick.pbn import Board
    from oddtrick.record import Record


def add_parser(verbs: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Adds the verb and its two directions."""
    parser = verbs.add_parser(
        "pbn",
        help="convert deals to and from the format of bridge programs",
        description="Convert to and from Portable Bridge Notation. Seat 0 is North, 1 East, 2 "
        "South, 3 West. Trumps are written as a contract of one by the dealer, and the rules in "
        "tags that begin with Oddtrick.",
    )
    ways = parser.add_subparsers(title="directions", metavar="DIRECTION", required=True)
    export = ways.add_parser(
        "export",
        help="convert records to PBN",
        description="Write every deal of whist and colonial records as a board.",
    )
    export.add_argument("files", nargs="+", metavar="RECORD", help="as for replay; - reads stdin")
    export.set_defaults(run=run, way=_export)
    back = ways.add_parser(
        "import",
        help="convert PBN to records",
        description="Write every board as a record of one deal of whist, one per line. If no tag "
        "gives the turn-up, the dealer's lowest trump is used.",
    )
    back.add_argument("files", nargs="+", metavar="FILE.pbn", help="- reads stdin")
    back.add_argument(
        "--skip",
        action="store_true",
        help="skip boards that cannot be whist, such as no trumps, and report them on stderr",
    )
    back.set_defaults(run=run, way=_import)
    for way in (export, back):
        way.add_argument("-o", metavar="FILE", dest="out", help="write to FILE instead of stdout")


def run(args: argparse.Namespace) -> int:
    """Exports or imports; writes only if everything could be read."""
    data: bytes = args.way(args)
    if args.out is None:
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        return 0
    with report_file_errors(args.out):
        Path(args.out).write_bytes(data)
    return 0


def _export(args: argparse.Namespace) -> bytes:
    boards: list[Board] = []
    for file in args.files:
        for place, record in read_records(file):
            boards += _boards(place, record)
    return encode_pbn(write_boards(boards))


def _boards(place: str, record: Record) -> list[Board]:
    try:
        return boards_of(replay(record), record.names)
    except OddtrickError as error:
        raise OddtrickError(f"{place}: {error}") from None


def _import(args: argparse.Namespace) -> bytes:
    lines: list[bytes] = []
    for file in args.files:
        found = False
        for place, board in _numbered(file):
            found = True
            lines += _record(place, board, skip=args.skip)
        if not found:
            raise OddtrickError(f"{file}: there is no board in it")
    return b"".join(lines)


def read_pbn_records(file: str) -> Iterator[tuple[str, Record]]:
    """Yields every board of a PBN file as a record of one deal, with its place for messages.

    Raises:
        OddtrickError: the file cannot be read, or holds a board that is no whist.
    """
    found = False
    for place, board in _numbered(file):
        found = True
        try:
            record = record_of(to_whist_match(board), board.names)
        except OddtrickError as error:
            raise OddtrickError(f"{place}: {error}") from None
        yield place, record
    if not found:
        raise OddtrickError(f"{file}: there is no board in it")


def _numbered(file: str) -> Iterator[tuple[str, Board]]:
    with report_file_errors(file):
        data = _read(file)
    if len(data) > MAX_BYTES:
        raise OddtrickError(f"{file}: it is longer than the {MAX_BYTES >> 20} MB that are read")
    try:
        for number, board in enumerate(read_boards(decode_pbn(data)), 1):
            yield f"{file}: board {number}", board
    except OddtrickError as error:
        raise OddtrickError(f"{file}: {error}") from None


def _read(file: str) -> bytes:
    """Reads at most one byte more than the limit, so that a longer file is noticed."""
    if file == "-":
        return sys.stdin.buffer.read(MAX_BYTES + 1)
    with Path(file).open("rb") as stream:
        return stream.read(MAX_BYTES + 1)


def _record(place: str, board: Board, *, skip: bool) -> Sequence[bytes]:
    """The encoded record of a board, or nothing if it is skipped."""
    try:
        return [encode_record(record_of(to_whist_match(board), board.names)) + b"\n"]
    except OddtrickError as error:
        if not skip:
            raise OddtrickError(f"{place}: {error}") from None
        print(one_line(f"{place}, left out: {error}"), file=sys.stderr)
        return []
