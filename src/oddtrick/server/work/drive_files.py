"""Files of drives that are opened on the server."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Any

import msgspec

from oddtrick.drive.bounds import Money, Name, Note, Number, PlayerId
from oddtrick.drive.drive_file import decode_drive, encode_drive
from oddtrick.drive.entry_list import check_count
from oddtrick.drive.live.settings import PlanChoices, choices_of
from oddtrick.errors import OddtrickError

if TYPE_CHECKING:
    from oddtrick.drive.drive import Drive

MAX_FILE = 8 * 2**20
"""The greatest size of a drive's file: 200 tables and 100 rounds take two thirds of it."""

MAX_TEXT = 1000
"""The greatest length of a text, such as a note; a longer one would take minutes to print."""

MAX_NUMBER = 2**53
"""The greatest number: pages count no further."""


class _Card(msgspec.Struct):
    id: PlayerId
    name: Name
    since: Number = 1
    left: Number | None = None
    absences: tuple[tuple[Number, Number], ...] = ()


class _Entry(msgspec.Struct):
    id: Number
    name: Name
    paid: Money = 0
    note: Note = ""
    player: PlayerId | None = None


class _Change(msgspec.Struct):
    kind: Note
    by: Note
    when: str
    why: Note
    round: int
    table: Number | None = None
    player: PlayerId | None = None
    before: Note = ""
    after: Note = ""


class _Entered(msgspec.Struct):
    """The parts of a drive that people have entered, within the bounds of the commands for them."""

    players: tuple[_Card, ...]
    entries: tuple[_Entry, ...]
    log: tuple[_Change, ...]


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
    try:
        msgspec.convert(drive, _Entered, from_attributes=True)
    except msgspec.ValidationError as error:
        raise OddtrickError(f"this drive is beyond the bounds of one: {error}") from None
    names = [one.name for one in drive.entries]
    for name in [*names, *(one.name for one in drive.players)]:
        if name != " ".join(name.split()):
            raise OddtrickError(f"{name!r} in this drive is no name in one line")
    if len(set(names)) < len(names):
        raise OddtrickError("two entries of this drive have the same name")
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
