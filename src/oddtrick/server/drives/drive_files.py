"""Files of drives that are opened on the server."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Any

import msgspec

from oddtrick.drive.drive_file import decode_drive, encode_drive
from oddtrick.drive.entry_list import MAX_NAME, check_count
from oddtrick.drive.live.settings import PlanChoices, choices_of
from oddtrick.errors import OddtrickError

if TYPE_CHECKING:
    from oddtrick.drive.drive import Drive

MAX_TEXT = 1000
"""The greatest length of a text, such as a note; a longer one would take minutes to print."""

MAX_NUMBER = 2**53
"""The greatest number: pages count no further."""


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
    _check_values(drive)
    return encode_drive(drive).decode()


def _check_values(drive: Drive) -> None:
    """Refuses what no drive has that was made here, and what could not be shown or printed."""
    for name in [*(one.name for one in drive.players), *(one.name for one in drive.entries)]:
        if len(name) > MAX_NAME:
            raise OddtrickError(f"a name of {len(name)} characters: at most {MAX_NAME} can be")
    for change in drive.log:
        try:
            datetime.fromisoformat(change.when).timestamp()
        except (ValueError, OverflowError):
            raise OddtrickError(f"{change.when[:40]!r} in the log is no time") from None
    _check_bounds(msgspec.to_builtins((drive.players, drive.entries, drive.rounds, drive.log)))


def _check_bounds(value: Any) -> None:
    if isinstance(value, str) and len(value) > MAX_TEXT:
        raise OddtrickError(f"a text of {len(value)} characters: at most {MAX_TEXT} can be")
    if isinstance(value, int) and abs(value) > MAX_NUMBER:
        raise OddtrickError("a number in this drive is too great")
    if isinstance(value, dict):
        value = tuple(value.values())
    for each in value if isinstance(value, list | tuple) else ():
        _check_bounds(each)
