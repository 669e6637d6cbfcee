"""``oddtrick pbn``: records to Portable Bridge Notation and back."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from oddtrick.cli.file_errors import naming
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
        help="exchange deals and play with bridge programs",
        description="Portable Bridge Notation: seat 0 is North, 1 East, 2 South, 3 West. Trumps "
        "travel as the dealer's contract of one, the true rules in tags named Oddtrick….",
    )
    ways = parser.add_subparsers(title="directions", metavar="DIRECTION", required=True)
    export = ways.add_parser(
        "export",
        help="records to PBN",
        description="Writes every deal of whist and colonial records as a board.",
    )
    export.add_argument("files", nargs="+", metavar="RECORD", help="as for replay; - reads stdin")
    export.set_defaults(run=run, way=_export)
    back = ways.add_parser(
        "import",
        help="PBN to records",
        description="Writes every board as a record of one deal of whist, one a line. The card "
        "turned up, where no tag tells it, is the dealer's lowest trump.",
    )
    back.add_argument("files", nargs="+", metavar="FILE.pbn", help="- reads stdin")
    back.add_argument(
        "--skip",
        action="store_true",
        help="leave out boards that cannot be whist, such as no trumps, and say so on stderr",
    )
    back.set_defaults(run=run, way=_import)
    for way in (export, back):
        way.add_argument("-o", metavar="FILE", dest="out", help="write here, not to stdout")


def run(args: argparse.Namespace) -> int:
    """Exports or imports; writes only when everything could be read."""
    data: bytes = args.way(args)
    if args.out is None:
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        return 0
    with naming(args.out):
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
    """Every board of a PBN file as a record of one deal, with its place for messages.

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
    with naming(file):
        data = _read(file)
    if len(data) > MAX_BYTES:
        raise OddtrickError(f"{file}: it is longer than the {MAX_BYTES >> 20} MB that are read")
    try:
        for number, board in enumerate(read_boards(decode_pbn(data)), 1):
            yield f"{file}: board {number}", board
    except OddtrickError as error:
        raise OddtrickError(f"{file}: {error}") from None


def _read(file: str) -> bytes:
    """The file; of one that is too long, enough to see it."""
    if file == "-":
        return sys.stdin.buffer.read(MAX_BYTES + 1)
    with Path(file).open("rb") as stream:
        return stream.read(MAX_BYTES + 1)


def _record(place: str, board: Board, *, skip: bool) -> Sequence[bytes]:
    """The line of a board; none if it is to be left out."""
    try:
        return [encode_record(record_of(to_whist_match(board), board.names)) + b"\n"]
    except OddtrickError as error:
        if not skip:
            raise OddtrickError(f"{place}: {error}") from None
        print(one_line(f"{place}, left out: {error}"), file=sys.stderr)
        return []
