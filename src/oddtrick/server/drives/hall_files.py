"""Files of a hall: the drive that it opens, and its wireless network for the next start."""

from __future__ import annotations

import hashlib
import threading
from typing import TYPE_CHECKING

import msgspec

from oddtrick.atomic_file import FileKept, KeptFile, write_atomically
from oddtrick.drive.drive_file import code_of_file, encode_kept_drive
from oddtrick.drive.live.online_tables import drive_for_file
from oddtrick.drive.live.settings import LiveSettings
from oddtrick.drive.wifi import Wifi, check_wifi
from oddtrick.errors import OddtrickError
from oddtrick.server.store import drive_rows
from oddtrick.server.work.drives import read_drive_file

if TYPE_CHECKING:
    from pathlib import Path

    from oddtrick.drive.live.state import LiveDrive
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


class HallFile:
    """The file of the drive of a hall: this server keeps it up to date, and nobody else changes it.

    Args:
        file: the file.
        code: the code of the drive.
    """

    warning = "file-not-written"
    pause = 2.0  # a long drive takes a tenth of a second

    def __init__(self, file: KeptFile, code: str) -> None:
        self._file = file
        self._code = code
        self._written = -1
        self._lock = threading.Lock()

    def wants(self, live: LiveDrive) -> bool:
        """Returns whether it is the drive of the file."""
        return live.code == self._code

    def write(self, live: LiveDrive) -> object:
        """Writes the drive, unless a later state has been written.

        Raises:
            OSError: the file cannot be written.
        """
        with self._lock:
            if live.seq > self._written:
                self._file.replace(encode_kept_drive(drive_for_file(live), live.code))
                self._written = live.seq
        return None

    def explain(self, why: str) -> str:
        """Returns a warning that names the file."""
        return f"{self._file.path} is not up to date: {why}; the server itself has everything"

    def close(self) -> None:
        """Lets others change the file."""
        self._file.close()


async def open_hall_file(service: DriveService, file: Path) -> HallFile:
    """Opens the drive of a file, or goes on with it if it was opened here before.

    Raises:
        OddtrickError: the file cannot be read, is no drive, or another server runs it; the message
            names it.
        StoreUnavailable: the database does not answer.
    """
    try:
        kept = await service.pools.files.run(KeptFile, file)
        data = await service.pools.files.run(file.read_bytes)
        room = await _room_of(service, data, file.stem)
    except FileKept:
        raise OddtrickError(f"{file}: another server runs this drive: stop it first") from None
    except OSError as error:
        raise OddtrickError(f"{file}: {(error.strerror or str(error)).lower()}") from None
    except OddtrickError as error:
        raise OddtrickError(f"{file}: {error}") from None
    return HallFile(kept, room.live.code)


async def _room_of(service: DriveService, data: bytes, name: str) -> DriveRoom:
    # What this server wrote last may lack the newest entries, but never has others.
    code = code_of_file(data)
    if code is not None and await service.log.heads(drive_rows.DRIVES, [code]):
        return await service.room(code)
    source = hashlib.sha256(data).hexdigest()
    code = await service.log.query(lambda c: drive_rows.drive_of_source(c, source))
    if code is not None:
        return await service.room(code)
    drive = await service.pools.files.run(read_drive_file, data)
    return await service.open(LiveSettings(name=name), file=drive, source=source)
