"""Files of a hall: the drive that it opens, and its wireless network for the next start."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

import msgspec

from oddtrick.atomic_file import write_atomically
from oddtrick.drive.live.settings import LiveSettings
from oddtrick.drive.wifi import Wifi, check_wifi
from oddtrick.errors import OddtrickError
from oddtrick.server.store import drive_rows
from oddtrick.server.work.drives import read_drive_file

if TYPE_CHECKING:
    from pathlib import Path

    from oddtrick.server.drives.drive_room import DriveRoom
    from oddtrick.server.drives.drive_service import DriveService


FILE = "hall-wifi.json"
"""The name of the file beside the database; nobody but its owner may read it."""


def read_wifi(folder: Path) -> Wifi | None:
    """Returns the network that was entered last; None if there is none, or the file is broken."""
    try:
        return check_wifi(msgspec.json.decode((folder / FILE).read_bytes(), type=Wifi))
    except (OSError, msgspec.DecodeError, OddtrickError):
        return None


def save_wifi(folder: Path, wifi: Wifi | None) -> None:
    """Keeps the network for the next start, or forgets it.

    Raises:
        OddtrickError: the file cannot be written.
    """
    file = folder / FILE
    try:
        if wifi is None:
            file.unlink(missing_ok=True)
            return
        write_atomically(file, msgspec.json.encode(wifi), private=True)
    except OSError as error:
        raise OddtrickError(f"{file}: {(error.strerror or str(error)).lower()}") from None


async def open_hall_file(service: DriveService, file: Path) -> DriveRoom:
    """Opens the drive of a file, or goes on with it if it was opened here before.

    Raises:
        OddtrickError: the file cannot be read, or is no drive; the message names it.
        StoreUnavailable: the database does not answer.
    """
    try:
        data = await service.pools.files.run(file.read_bytes)
    except OSError as error:
        raise OddtrickError(f"{file}: {(error.strerror or str(error)).lower()}") from None
    source = hashlib.sha256(data).hexdigest()
    code = await service.log.query(lambda c: drive_rows.drive_of_source(c, source))
    if code is not None:
        return await service.room(code)
    try:
        drive = await service.pools.files.run(read_drive_file, data)
        return await service.open(LiveSettings(name=file.stem), file=drive, source=source)
    except OddtrickError as error:
        raise OddtrickError(f"{file}: {error}") from None
