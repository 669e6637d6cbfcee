"""``oddtrick drive deal``, ``verify``, ``hands`` and ``compare``: one event in several halls."""

from __future__ import annotations

import argparse
import json
import secrets
from pathlib import Path
from typing import get_args

from oddtrick.atomic_file import atomic_file, sole_change
from oddtrick.cli.drive_storage import check_absent, read_drive
from oddtrick.cli.errors import (
    FAILED,
    OK,
    checking_arguments,
    file_name,
    located,
    needing,
    path,
    report_file_errors,
    whole_number,
    write_out,
)
from oddtrick.cli.output import one_line
from oddtrick.cli.parser import Parser
from oddtrick.drive.compare_halls import compare_halls
from oddtrick.drive.drive import Drive
from oddtrick.drive.event_boards import take_boards
from oddtrick.drive.sealed_boards import (
    SealedBoards,
    deal_board,
    decode_boards,
    encode_boards,
    fingerprint,
    seal_boards,
    verify_boards,
    without_secrets,
)
from oddtrick.drive.sheets.print_options import Paper
from oddtrick.errors import OddtrickError
from oddtrick.i18n.catalogue import DEFAULT_LANGUAGE, LANGUAGES
from oddtrick.plurals import count_noun

EXAMPLES = {
    "deal": ("oddtrick drive deal may.boards --event may-2026", "24 boards, and may.boards.seals"),
    "verify": ("oddtrick drive verify may.boards.seals may.boards", "after the event"),
    "hands": ("oddtrick drive hands may.boards -o hands.pdf", "to sort the cards by"),
    "compare": ("oddtrick drive compare north.drive south.drive", "one table for two halls"),
}
MAX_DEALS = 1000
"""The most deals of a drive: more than a year of evenings."""

SEALS = ".seals"
"""The end of the name of the file that is published."""


def _add_deal(parser: Parser) -> None:
    parser.add_argument("boards", type=path, metavar="BOARDS", help="the file to write")
    parser.add_argument(
        "--event",
        required=True,
        metavar="NAME",
        help="the name of the event: letters, digits, - and _",
    )
    parser.add_argument(
        "--deals", type=whole_number(1, MAX_DEALS), default=24, metavar="N", help="default: 24"
    )
    parser.add_argument(
        "--trumps", default="HDSC", metavar="SUITS", help="as for a drive; default: HDSC"
    )


def _deal(args: argparse.Namespace) -> int:
    """Draws and seals the boards of an event."""
    seals = args.boards.with_name(args.boards.name + SEALS)
    with checking_arguments():
        drawn = [secrets.token_hex(32) for _ in range(args.deals)]
        boards = seal_boards(args.event, drawn, args.trumps)
    with report_file_errors(str(args.boards)), sole_change(args.boards):
        _write_boards(boards, args.boards, seals)
    sealed = count_noun(args.deals, "board")
    print(f"{sealed}. Keep {args.boards} secret until the last table has played.")
    print(f"Publish {seals} before the event. Its fingerprint is {fingerprint(boards)}.")
    return OK


def _write_boards(boards: SealedBoards, file: Path, seals: Path) -> None:
    for each in (file, seals):
        check_absent(each)
    with (
        atomic_file(file, private=True) as secret,  # only the organiser may read it
        atomic_file(seals) as published,
    ):
        secret.write(encode_boards(boards))
        published.write(encode_boards(without_secrets(boards)))


def _add_verify(parser: Parser) -> None:
    parser.add_argument("seals", type=path, metavar="SEALS", help="the file published before")
    parser.add_argument("boards", type=path, metavar="BOARDS", help="the boards with their secrets")


def _verify(args: argparse.Namespace) -> int:
    """Verifies opened boards against their seals."""
    sealed, opened = _boards(args.seals), _boards(args.boards)
    faults = list(verify_boards(sealed, opened))
    for fault in faults:
        print(one_line(fault))
    if not faults:
        count = len(opened.boards)
        match = "matches its seal" if count == 1 else "match their seals"
        told = f"{count_noun(count, 'board')} {match}."
        print(f"{told} Fingerprint: {fingerprint(sealed)}.")
    return FAILED if faults else OK


def _add_hands(parser: Parser) -> None:
    parser.add_argument("boards", type=path, metavar="BOARDS", help="the boards with their secrets")
    parser.add_argument(
        "--board",
        type=whole_number(1),
        action="append",
        metavar="N",
        help="print this board only; may be repeated",
    )
    parser.add_argument("--paper", choices=get_args(Paper), default="a4", help="default: a4")
    parser.add_argument(
        "--language", choices=LANGUAGES, default=DEFAULT_LANGUAGE, help="default: %(default)s"
    )
    parser.add_argument(
        "-o", "--output", metavar="FILE.pdf", type=file_name, help="write a PDF instead of text"
    )


def _hands(args: argparse.Namespace) -> int:
    """Prints the cards of boards, to sort packs by."""
    boards = _boards(args.boards)
    with located(args.boards):
        dealt = [deal_board(boards, n) for n in args.board or range(1, len(boards.boards) + 1)]
    if args.output is None:
        for board in dealt:
            trump = "N" if board.trump is None else board.trump.letter
            shown = " ".join(map(str, board.hands))
            print(f"{board.number:3}  dealer {'NESW'[board.dealer]}  trumps {trump}  {shown}")
        return OK
    with needing("printing", "drive"):
        from oddtrick.drive.sheets.hand_records import typeset_hands
    pdf = typeset_hands(boards.event, dealt, language=args.language, paper=args.paper)
    write_out(args.output, pdf)
    return OK


def _add_compare(parser: Parser) -> None:
    parser.add_argument(
        "halls", nargs="+", type=path, metavar="DRIVE", help="the drive of each hall"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object per player")


def _compare(args: argparse.Namespace) -> int:
    """Prints one table of the players of several halls."""
    halls: dict[str, Drive] = {}
    for file in args.halls:
        if file.stem in halls:
            raise OddtrickError(f"{file}: two halls are called {file.stem}: rename a file")
        halls[file.stem] = read_drive(file)
    for score in compare_halls(halls):
        name = halls[score.hall].players[score.player].name
        if args.json:
            fields = {"place": score.place, "hall": score.hall, "player": name}
            fields |= {"match_points": score.match_points, "most": score.most, "total": score.total}
            print(json.dumps(fields, ensure_ascii=False))
        else:
            points = f"{score.match_points}/{score.most}"
            line = f"{score.place:3}  {100 * score.share:5.1f} %  {points:>9}  {name}, {score.hall}"
            print(one_line(line))
    return OK


def with_boards(drive: Drive, file: Path) -> Drive:
    """Returns a drive that plays the boards of a file.

    Raises:
        OddtrickError: it cannot be read, or they do not fit the drive; the message names it.
    """
    boards = _boards(file)
    with located(file):
        return take_boards(drive, boards)


def _boards(file: Path) -> SealedBoards:
    with report_file_errors(str(file)):
        data = file.read_bytes()
    with located(file):
        return decode_boards(data)


ACTIONS = (
    ("deal", _add_deal, _deal, "draw and seal the boards of a duplicate drive in several halls"),
    ("verify", _add_verify, _verify, "verify that the boards played are those that were sealed"),
    ("hands", _add_hands, _hands, "print the cards of sealed boards, to sort packs by"),
    ("compare", _add_compare, _compare, "rank the players of several halls in one table"),
)
"""The actions: name, arguments, function and summary."""
