"""Files that the player names to save a game in: checked before anything is written."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from oddtrick.errors import OddtrickError
from oddtrick.record import read_records
from oddtrick.terminal.saved_games import encoded_game, replace_file

if TYPE_CHECKING:
    from collections.abc import Sequence

    from oddtrick.match import Match

_SHOWN = 60
"""Characters of a file name shown in a message."""


def save_path(file: str | Path) -> Path:
    """The path to write for a name: the target of a link.

    Raises:
        OddtrickError: a game cannot be saved there.
    """
    name = str(file)[:_SHOWN]
    try:
        path = Path(file).expanduser()
        path = path.resolve() if path.is_symlink() else path
        folder, kind = path.parent.is_dir(), _kind(path)
    except (OSError, RuntimeError, ValueError):
        raise OddtrickError(f"{name} is not a valid file name") from None
    if kind:
        raise OddtrickError(f"{name} is a {kind}: give the name of a file")
    if not folder:
        raise OddtrickError(f"there is no folder {path.parent}: make it first, or choose another")
    return path


def holds_game(path: Path) -> bool:
    """True if the path is a file with one record, which a game may replace; False if it is free.

    Raises:
        OddtrickError: the file holds something else, which must not be replaced.
    """
    if not path.exists():
        return False
    if not os.access(path, os.W_OK):
        raise OddtrickError(f"{path} is read-only: choose another name")
    try:
        records = read_records(path)
        next(records)
        several = next(records, None) is not None
    except OddtrickError:
        raise OddtrickError(f"{path} exists and is not a saved game: choose another name") from None
    if several:
        raise OddtrickError(f"{path} holds several records: choose another name")
    return True


def write_game(path: Path, match: Match, names: Sequence[str]) -> None:
    """Writes the record of a match to a path that has been checked.

    Raises:
        OddtrickError: the file cannot be written.
    """
    replace_file(path, encoded_game(match, names))


def _kind(path: Path) -> str:
    """The kind of a path that is neither a file nor free."""
    if path.is_dir():
        return "folder"
    return "device" if path.exists() and not path.is_file() else ""
