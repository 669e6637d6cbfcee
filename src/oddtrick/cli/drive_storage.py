"""The file of a drive on the command line: changed by one command at a time, and signed."""

from __future__ import annotations

import argparse
import codecs
import getpass
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from pathlib import Path

from oddtrick.atomic_file import FileKept, sole_change, write_atomically
from oddtrick.cli.errors import located, path, report_file_errors
from oddtrick.cli.parser import Parser
from oddtrick.drive.drive import Drive, Signature
from oddtrick.drive.drive_file import decode_drive, encode_drive
from oddtrick.errors import OddtrickError


def read_drive(file: Path) -> Drive:
    """Reads a drive from its file.

    Raises:
        OddtrickError: the file cannot be read, or is no drive; the message names it.
    """
    with report_file_errors(str(file)):
        data = file.read_bytes()
    with located(file):
        return decode_drive(data)


def read_list(file: str) -> str:
    """Reads a list of entries as text, in one of the encodings in which spreadsheets save CSV.

    These are UTF-8, UTF-16 with a mark at the start, and the code page of Windows.

    Raises:
        OddtrickError: the file is a workbook or something else that is no text.
    """
    data = Path(file).read_bytes()
    encoding = "utf-16" if data.startswith(codecs.BOM_UTF16_LE) else "utf-8-sig"
    with suppress(UnicodeDecodeError):
        return data.decode(encoding)
    if b"\0" not in data:
        with suppress(UnicodeDecodeError):
            return data.decode("cp1252")
    raise OddtrickError(f"{file}: this is not text; export the sheet as CSV in UTF-8")


def create_file(file: Path, drive: Drive) -> None:
    """Writes a new drive to a file that is not there yet.

    Raises:
        OddtrickError: it is there, or cannot be written.
    """
    with report_file_errors(str(file)), sole_change(file):
        check_absent(file)
        write_atomically(file, encode_drive(drive))


def check_absent(file: Path) -> None:
    """Refuses to write over a file.

    Raises:
        OddtrickError: it is there.
    """
    if file.exists():
        raise OddtrickError(f"{file}: exists already; choose another name or remove it")


def change_drive(file: Path, change: Callable[[Drive], Drive]) -> Drive:
    """Changes the drive of a file, after those who are changing it now.

    The file is replaced in one step, so that a power cut leaves the old drive or the new one.

    Args:
        file: the file.
        change: returns the drive as it shall be.

    Raises:
        OddtrickError: the file cannot be used, or the change is refused.
    """
    with report_file_errors(str(file)), _reporting_servers(file), sole_change(file):
        before = read_drive(file)
        after = change(before)
        if after != before:
            write_atomically(file, encode_drive(after))
    return after


@contextmanager
def _reporting_servers(file: Path) -> Iterator[None]:
    try:
        yield
    except FileKept:
        raise OddtrickError(
            f"{file}: a server runs this drive: use its desk, or stop the server first"
        ) from None


def add_file(parser: Parser) -> None:
    """Adds the file of the drive."""
    parser.add_argument("file", type=path, metavar="DRIVE", help="the file of the drive")


def add_signature(parser: Parser, default: str | None = None) -> None:
    """Adds the options that say who changes something, and why.

    Args:
        parser: the parser of the action.
        default: the reason in the round under way, if none is given; None: one has to be.
    """
    about = "kept in the drive's log"
    if default is not None:
        about += f"; default in the round under way: {default}"
    parser.set_defaults(usual_why=default or "")
    parser.add_argument("--why", required=default is None, metavar="REASON", help=about)
    parser.add_argument("--by", default="", metavar="NAME", help="who does it; default: the user")


def signature_of(args: argparse.Namespace) -> Signature:
    """Returns who changes something, when, and why."""
    return sign_now(args.why or args.usual_why, args.by)


def sign_now(why: str, by: str = "") -> Signature:
    """Returns a signature of this moment, by the user if nobody else is named."""
    when = datetime.now().astimezone().isoformat(timespec="seconds")
    return Signature(by or getpass.getuser(), when, why)
