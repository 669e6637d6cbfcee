"""Files of drives that are opened on the server."""

from __future__ import annotations

import msgspec

from oddtrick.drive.drive_file import decode_drive, encode_drive
from oddtrick.drive.entry_list import check_count
from oddtrick.drive.live.settings import PlanChoices, choices_of
from oddtrick.errors import OddtrickError


def read_drive_file(data: bytes) -> str:
    """Checks the file of a drive, and returns it as it is written here.

    That is without blanks between its parts, and without secrets that nobody may know.

    Raises:
        OddtrickError: it is no drive, or one beyond the bounds of those that are planned here.
    """
    try:
        data.decode()
    except UnicodeDecodeError:
        raise OddtrickError("this is not a drive: it is not text in UTF-8") from None
    drive = decode_drive(data)
    try:
        msgspec.convert(msgspec.to_builtins(choices_of(drive.plan)), PlanChoices)
    except msgspec.ValidationError as error:
        raise OddtrickError(f"the plan of this drive: {error}") from None
    check_count(len(drive.players))
    check_count(len(drive.entries))
    return encode_drive(drive).decode()
