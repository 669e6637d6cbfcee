"""Files and sheets of a drive."""

from __future__ import annotations

import json

from msgspec.structs import replace

from oddtrick.drive.drive import Drive, begin_round
from oddtrick.drive.drive_file import encode_drive
from oddtrick.drive.live.refusals import DriveRefused
from oddtrick.drive.result_export import csv_standings, result_json
from oddtrick.drive.sheets import SheetOptions
from oddtrick.extras import install_command


def export(drive: Drive, form: str) -> bytes:
    """Returns the drive's file, its result or its standings."""
    if form == "drive":
        return encode_drive(drive)
    if form == "result":
        return json.dumps(result_json(drive)).encode()
    return csv_standings(drive).encode("utf-8-sig")


def typeset_sheets(drive: Drive, options: SheetOptions, *, check_in: bool) -> tuple[bytes, int]:
    """Returns sheets as PDF, and the number of names with characters that no font has.

    Raises:
        OddtrickError: there is nothing to print.
    """
    try:
        from oddtrick.drive.sheets.pdf import typeset  # noqa: PLC0415  # an extra
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("oddtrick"):
            raise
        why = f"printing is not installed on this server: run {install_command('drive')}"
        raise DriveRefused(why) from None
    made = typeset(_numbered(drive, check_in=check_in), options)
    return made.pdf, len(made.without_font)


def _numbered(drive: Drive, *, check_in: bool) -> Drive:
    """Returns the drive with cards; before the first round, as they would be numbered now."""
    if drive.players:
        return drive
    begun = begin_round(drive, check_in=check_in)
    return replace(drive, players=begun.players, entries=begun.entries)
