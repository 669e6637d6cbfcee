"""The hall's wireless network as the organiser entered it, kept for the next start."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from oddtrick.atomic_file import write_atomically
from oddtrick.drive.wifi import Wifi, check_wifi
from oddtrick.errors import OddtrickError

if TYPE_CHECKING:
    from pathlib import Path

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
