"""The file of the drive that a hall opens."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from oddtrick.drive.live.settings import LiveSettings
from oddtrick.errors import OddtrickError
from oddtrick.server.store import drive_rows
from oddtrick.server.work.drives import read_drive_file

if TYPE_CHECKING:
    from pathlib import Path

    from oddtrick.server.drives.drive_room import DriveRoom
    from oddtrick.server.drives.drive_service import DriveService


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
        text = await service.pools.files.run(read_drive_file, data)
        return await service.open(LiveSettings(name=file.stem), file=text, source=source)
    except OddtrickError as error:
        raise OddtrickError(f"{file}: {error}") from None
