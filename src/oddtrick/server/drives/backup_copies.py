"""Copies of the drives of a hall in a folder, such as that of a USB stick, after each round."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING

from oddtrick.atomic_file import write_atomically
from oddtrick.drive.drive_file import encode_drive
from oddtrick.drive.live.online_tables import drive_for_file
from oddtrick.drive.live.view_types import DeskWarning
from oddtrick.server.telemetry.logs import log

if TYPE_CHECKING:
    from oddtrick.drive.live.state import LiveDrive
    from oddtrick.server.drives.drive_room import DriveRoom
    from oddtrick.server.drives.drive_service import DriveService

RETRY_SECONDS = 5.0
"""The time after which a copy that failed is tried again."""

MAX_NAME_BYTES = 200
"""The greatest length of the drive's name within that of the file, in bytes."""

MISSING = "copy-missing"
"""The code of the warning on the desk."""


class DriveCopies:
    """Writes a copy of each drive after each round; a missing folder is a warning, no failure.

    Args:
        service: the drives.
        folder: the folder; it is not created, because a stick that is not there has none.
    """

    def __init__(self, service: DriveService, folder: Path) -> None:
        self._service = service
        self._folder = folder
        self._waiting: dict[str, DriveRoom] = {}
        self._changed = asyncio.Event()
        self._written: dict[str, int] = {}
        service.on_entry.append(self._note)

    def _note(self, room: DriveRoom, _body: object) -> None:
        """Notes a drive whose round is complete, or that has gone on to the next."""
        if room.live.stage in ("between", "over", "closed") or room.live.begun == room.live.seq:
            self._waiting[room.live.code] = room
            self._changed.set()

    async def run(self) -> None:
        """Writes copies until cancelled."""
        while True:
            await self._changed.wait()
            self._changed.clear()
            for code, room in tuple(self._waiting.items()):
                if not await self._copy(room.live):
                    await asyncio.sleep(RETRY_SECONDS)
                    self._changed.set()
                    break
                if room.live.seq == self._written[code]:
                    self._waiting.pop(code, None)

    async def _copy(self, live: LiveDrive) -> bool:
        """Writes a copy; returns whether that worked."""
        try:
            await self._service.pools.files.run(write_copy, self._folder, live)
        except OSError as error:
            why = (error.strerror or str(error)).lower()
            message = f"no copy of the drive in {self._folder}: {why}; is the stick plugged in?"
            if self._service.warn(DeskWarning(MISSING, message)):
                log.warning("copy of a drive not written", reason=message)
            return False
        self._written[live.code] = live.seq
        self._service.clear_warning(MISSING)
        return True


def write_copy(folder: Path, live: LiveDrive) -> Path:
    """Writes a drive into a folder in one step, after it has reached the disk.

    Raises:
        OSError: the folder is missing, full or cannot be written.
    """
    plain = "".join(sign if sign.isalnum() else "-" for sign in live.settings.name)
    # File systems limit names to 255 bytes: 80 letters of some scripts take more.
    plain = plain.encode()[:MAX_NAME_BYTES].decode(errors="ignore").strip("-")
    file = folder / f"{plain or 'whist-drive'}-{live.code}.drive"
    write_atomically(file, encode_drive(drive_for_file(live)))
    return file
