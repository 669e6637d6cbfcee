"""Where games are kept: one record each, in the user's own data folder, or in a file by name.

A game under way lies in ``unfinished``, and in ``finished`` once it is over; the newest of the
first kind is the last game, which the start menu offers to resume.
"""

from __future__ import annotations

import os
import shlex
import tempfile
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from oddtrick.errors import OddtrickError
from oddtrick.record import encode_record, read_records, record_of, replay

if TYPE_CHECKING:
    from collections.abc import Sequence

    from oddtrick.match import Match

KEPT = 50
"""So many games are kept of each kind; older ones go."""


def data_folder() -> Path:
    """The folder of the user's games, as is usual on this system."""
    from platformdirs import user_data_path

    return user_data_path("oddtrick", appauthor=False)


def write_game(file: Path, match: Match, names: Sequence[str]) -> None:
    """Writes the record of a match; the file is the old one or the whole new one, never a part.

    Raises:
        OddtrickError: it cannot be written.
    """
    _replace(file, _encoded(match, names))


def _encoded(match: Match, names: Sequence[str]) -> bytes:
    return encode_record(record_of(match, names)) + b"\n"


def _replace(file: Path, data: bytes) -> None:
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        handle, scratch = tempfile.mkstemp(dir=file.parent, prefix=f".{file.name}.")
        try:
            with os.fdopen(handle, "wb") as stream:
                stream.write(data)
            Path(scratch).chmod(0o644)
            Path(scratch).replace(file)
        except BaseException:
            Path(scratch).unlink(missing_ok=True)
            raise
    except (OSError, ValueError) as error:
        raise OddtrickError(f"{file}: {_why(error)}") from None


def read_game(file: str | Path) -> tuple[Match, tuple[str, ...] | None]:
    """The match of the first record in a file, where it stops, and its names.

    Raises:
        OddtrickError: the file cannot be read, or the record breaks a rule.
    """
    place, record = next(read_records(file))
    try:
        match = replay(record)
    except OddtrickError as error:
        raise OddtrickError(f"{place}: {error}") from None
    return match, tuple(record.names) if record.names is not None else None


class Autosave:
    """Keeps one game up to date in the data folder.

    Where another terminal goes on with the same game, each keeps its own from then on.

    Args:
        folder: the data folder.
        name: of the file.
        kept: what the file holds as we know it; None: there is none yet.
    """

    def __init__(self, folder: Path, name: str, kept: bytes | None = None) -> None:
        self._name = name
        self._kept = kept
        self._unfinished = folder / "unfinished"
        self._finished = folder / "finished"

    @classmethod
    def begin(cls, game: str, folder: Path | None = None) -> Autosave:
        """For a new game, under a name of its own."""
        folder = folder or data_folder()
        stem = f"{datetime.now().astimezone():%Y-%m-%d-%H%M%S}-{os.getpid()}-{game}"
        return cls(folder, _free_name(folder, stem))

    @classmethod
    def going_on(cls, file: Path) -> Autosave | None:
        """For a game that is kept already; None if the file lies elsewhere."""
        if file.parent.name == "unfinished" and file.parent.parent == data_folder():
            return cls(file.parent.parent, file.name, _held(file))
        return None

    @property
    def file(self) -> Path:
        """Where the game lies while it is under way."""
        return self._unfinished / self._name

    def keep(self, match: Match, names: Sequence[str]) -> None:
        """Writes the game as it stands.

        Raises:
            OddtrickError: it cannot be written.
        """
        here, there = self._unfinished, self._finished
        if match.over:
            here, there = there, here
        data = _encoded(match, names)
        if _held(here / self._name) not in (None, self._kept, data):
            self._name = _free_name(here.parent, Path(self._name).stem)
        _replace(here / self._name, data)
        if _held(there / self._name) == self._kept:
            (there / self._name).unlink(missing_ok=True)
        self._kept = data
        for old in _newest_first(here)[KEPT:]:
            old.unlink(missing_ok=True)


def last_game(folder: Path | None = None) -> Path | None:
    """The game that was played last and is not finished, or None.

    One that cannot be read hides no other; it is given only where all are like that.
    """
    files = _newest_first((folder or data_folder()) / "unfinished")
    return next(filter(_readable, files), files[0] if files else None)


def is_there(file: str) -> bool:
    """Whether there is a file of that name; for a name that can't be, saving says why."""
    try:
        return Path(file).expanduser().is_file()
    except (OSError, RuntimeError, ValueError):
        return False


def resume_command(file: Path) -> str:
    """What to type in a shell to go on with a saved game."""
    return f"oddtrick play --resume {shlex.quote(str(file))}"


def _free_name(folder: Path, stem: str) -> str:
    name, again = f"{stem}.json", 1
    while any((folder / kind / name).exists() for kind in ("unfinished", "finished")):
        again += 1
        name = f"{stem}-{again}.json"
    return name


def _held(file: Path) -> bytes | None:
    """What a file holds; None: nothing that could be read."""
    try:
        return file.read_bytes()
    except OSError:
        return None


def _readable(file: Path) -> bool:
    try:
        read_game(file)
    except OddtrickError:
        return False
    return True


def _newest_first(folder: Path) -> list[Path]:
    try:
        return sorted(folder.glob("[!.]*.json"), key=lambda file: -file.stat().st_mtime_ns)
    except OSError:
        return []


def _why(error: OSError | ValueError) -> str:
    return (getattr(error, "strerror", None) or str(error)).lower()
