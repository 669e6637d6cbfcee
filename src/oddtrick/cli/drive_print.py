"""``oddtrick drive print``: the paper of a drive as PDF."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import get_args

from oddtrick.cli.drive_serve import read_wifi_argument
from oddtrick.cli.drive_storage import add_file, read_drive
from oddtrick.cli.errors import file_name, needing, report_file_errors, write_out
from oddtrick.cli.output import tell
from oddtrick.cli.parser import Parser
from oddtrick.drive.drive import check_numbered
from oddtrick.drive.sheets import Paper, SheetName, SheetOptions
from oddtrick.errors import OddtrickError
from oddtrick.i18n.catalogue import DEFAULT_LANGUAGE, LANGUAGES

EXAMPLES = (
    ("oddtrick drive print hall.drive -o hall.pdf", "what the evening needs on paper"),
    (
        "oddtrick drive print hall.drive --what movement-slips -o round.pdf",
        "for the round just seated",
    ),
)


def _add_print(parser: Parser) -> None:
    add_file(parser)
    parser.add_argument(
        "--what",
        action="append",
        choices=get_args(SheetName),
        metavar="SHEET",
        help=f"{', '.join(get_args(SheetName))}; may be repeated; "
        "default: what the rest of the evening needs",
    )
    parser.add_argument("--paper", choices=get_args(Paper), default="a4", help="default: a4")
    parser.add_argument(
        "--language", choices=LANGUAGES, default=DEFAULT_LANGUAGE, help="default: %(default)s"
    )
    parser.add_argument("--large", action="store_true", help="large print")
    parser.add_argument("--title", default="", metavar="TEXT", help="the name of the event")
    parser.add_argument("--url", default="", metavar="URL", help="the address in the QR codes")
    parser.add_argument(
        "--wifi", metavar="NAME:PASSWORD", help="the hall's wireless network, for the wall"
    )
    parser.add_argument(
        "--fonts",
        action="append",
        default=[],
        metavar="DIR",
        type=file_name,
        help="a folder of fonts, for names in scripts such as Chinese",
    )
    parser.add_argument(
        "-o",
        "--output",
        required=True,
        metavar="FILE.pdf",
        type=file_name,
        help="the PDF to write",
    )


def _print(args: argparse.Namespace) -> int:
    """Writes the PDF, and names on standard error what has no font."""
    drive = read_drive(args.file)
    with needing("printing", "drive"):
        from oddtrick.drive.sheets.pdf import typeset
    for folder in args.fonts:
        if not Path(folder).is_dir():
            raise OddtrickError(f"{folder}: this is not a folder: name one that holds fonts")
    options = SheetOptions(
        sheets=tuple(dict.fromkeys(args.what or ())),
        paper=args.paper,
        language=args.language,
        large=args.large,
        title=args.title,
        url=args.url,
        wifi=read_wifi_argument(args.wifi),
        fonts=tuple(args.fonts),
    )
    check_numbered(drive)
    _check_target(args.output)
    made = typeset(drive, options)
    write_out(args.output, made.pdf)
    if made.without_font:
        names = ", ".join(made.without_font)
        tell(
            f"no font for some characters, shown as boxes: {names}; "
            "name a folder that has one with --fonts"
        )
    return 0


def _check_target(file: str) -> None:
    """Refuses to write over anything but a PDF, such as the drive itself."""
    with report_file_errors(file):
        target = Path(file)
        if target.is_file():
            with target.open("rb") as stream:
                start = stream.read(5)
            if start not in (b"", b"%PDF-"):
                raise OddtrickError(f"{file}: exists and is not a PDF; choose another name")


ACTION = ("print", _add_print, _print, "write scorecards, slips and wall sheets as PDF")
"""Its name, arguments, function and summary."""
