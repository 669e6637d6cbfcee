"""Copies of the drives of a hall: in its file, and in a folder such as that of a USB stick."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

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


class Target(Protocol):
    """The place that drives are written to.

    Args:
        warning: the code of the warning on the desk while it cannot be written.
        pause: the least time between two writes (s).
    """

    warning: str
    pause: float

    def wants(self, live: LiveDrive) -> bool:
        """Returns whether a drive is to be written after its last entry."""

    def write(self, live: LiveDrive) -> object:
        """Writes a drive, in a thread of its own.

        Raises:
            OSError: it cannot be written now.
        """

    def explain(self, why: str) -> str:
        """Returns the warning for the reason of a failure."""

    def close(self) -> None:
        """Ends the writing."""


class DriveCopies:
    """Writes drives to a target as they change; a failure is a warning on the desks.

    Args:
        service: the drives.
        target: what they are written to.
    """

    def __init__(self, service: DriveService, target: Target) -> None:
        self._service = service
        self._target = target
        self._waiting: dict[str, DriveRoom] = {}
        self._changed = asyncio.Event()
        self._written: dict[str, int] = {}
        service.on_entry.append(self._note)

    def _note(self, room: DriveRoom, _body: object) -> None:
        if self._target.wants(room.live):
            self._waiting[room.live.code] = room
            self._changed.set()

    async def run(self) -> None:
        """Writes drives until cancelled, and then what is left."""
        try:
            await self._write_changes()
        finally:
            for room in self._waiting.values():
                with suppress(OSError):  # the desk has a warning
                    self._target.write(room.live)
            self._target.close()

    async def _write_changes(self) -> None:
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
            await asyncio.sleep(self._target.pause)

    async def _copy(self, live: LiveDrive) -> bool:
        """Writes a drive; returns whether that worked."""
        target = self._target
        try:
            await self._service.pools.files.run(target.write, live)
        except OSError as error:
            message = target.explain((error.strerror or str(error)).lower())
            if self._service.warn(DeskWarning(target.warning, message)):
                log.warning("drive not written", reason=message)
            return False
        self._written[live.code] = live.seq
        self._service.clear_warning(target.warning)
        return True


class CopyFolder:
    """A folder, such as that of a USB stick, that gets a copy of each drive after each round.

    Args:
        folder: the folder; it is not created, because a stick that is not there has none.
    """

    warning = "copy-missing"
    pause = 0.0

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def wants(self, live: LiveDrive) -> bool:
        """Returns whether the round is complete, or the drive has gone on to the next."""
        return live.stage in ("between", "over", "closed") or live.begun == live.seq

    def write(self, live: LiveDrive) -> object:
        """Writes a copy.

        Raises:
            OSError: the folder is missing, full or cannot be written.
        """
        return write_copy(self._folder, live)

    def explain(self, why: str) -> str:
        """Returns a warning that names the folder."""
        return f"no copy of the drive in {self._folder}: {why}; is the stick plugged in?"

    def close(self) -> None:
        """Does nothing."""


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
