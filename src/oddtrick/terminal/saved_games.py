"""Saved games: one record per game, in the user's data folder or in a named file.

Games in progress are in ``unfinished`` and move to ``finished`` when they end. The start menu
offers to resume the newest unfinished game.
"""

from __future__ import annotations

import os
import shlex
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

from oddtrick.atomic_file import sole_change, write_atomically
from oddtrick.errors import OddtrickError
from oddtrick.match import Match
from oddtrick.record import encode_record, read_records, record_of, replay

MAX_GAMES = 50
"""The number of games kept in each folder; older ones are deleted."""


def data_folder() -> Path:
    """The user's data folder, by the conventions of the operating system."""
    from platformdirs import user_data_path

    return user_data_path("oddtrick", appauthor=False)


def encoded_game(match: Match, names: Sequence[str]) -> bytes:
    """The record of a match, as its file holds it."""
    return encode_record(record_of(match, names)) + b"\n"


def replace_file(file: Path, data: bytes) -> None:
    """Writes a file whole or not at all.

    Raises:
        OddtrickError: the file cannot be written.
    """
    try:
        write_atomically(file, data, sync=False)  # after every action of a game
    except (OSError, ValueError) as error:
        raise OddtrickError(f"{file}: {_why(error)}") from None


@contextmanager
def sole_save(path: Path) -> Iterator[None]:
    """Lets one terminal at a time look at a file or folder of games, and write to it.

    Raises:
        OddtrickError: it cannot be used.
    """
    try:
        with sole_change(path):
            yield
    except OddtrickError:
        raise
    except (OSError, ValueError) as error:
        raise OddtrickError(f"{path}: {_why(error)}") from None


def read_game(file: str | Path) -> tuple[Match, tuple[str, ...] | None]:
    """Reads the first record of a file: the match as far as it was played, and its names.

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
    """Saves one game to the data folder after every action.

    If another terminal resumes the same game, each continues in its own file.

    Args:
        folder: the data folder.
        name: the name of the file.
        kept: the content that we last wrote or read; None if there is no file yet.
    """

    def __init__(self, folder: Path, name: str, kept: bytes | None = None) -> None:
        self._name = name
        self._kept = kept
        self._unfinished = folder / "unfinished"
        self._finished = folder / "finished"

    @classmethod
    def begin(cls, game: str, folder: Path | None = None) -> Autosave:
        """An autosave for a new game, under a unique name."""
        folder = folder or data_folder()
        stem = f"{datetime.now().astimezone():%Y-%m-%d-%H%M%S}-{os.getpid()}-{game}"
        return cls(folder, _free_name(folder, stem))

    @classmethod
    def for_saved_game(cls, file: Path) -> Autosave | None:
        """An autosave for a game in the data folder; None for a file elsewhere."""
        if file.parent.name == "unfinished" and file.parent.parent == data_folder():
            return cls(file.parent.parent, file.name, _read_bytes(file))
        return None

    @property
    def file(self) -> Path:
        """The file of the game while it is in progress."""
        return self._unfinished / self._name

    @property
    def finished_file(self) -> Path:
        """The file of the game once it is over."""
        return self._finished / self._name

    def keep(self, match: Match, names: Sequence[str]) -> None:
        """Writes the current state of the game.

        Raises:
            OddtrickError: the file cannot be written.
        """
        current, other = self._unfinished, self._finished
        if match.over:
            current, other = other, current
        data = encoded_game(match, names)
        try:
            current.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise OddtrickError(f"{current}: {_why(error)}") from None
        with sole_save(current):
            self._replace(current, other, data)

    def _replace(self, current: Path, other: Path, data: bytes) -> None:
        # Another terminal has written to the file since: continue in a file of our own.
        if _read_bytes(current / self._name) not in (None, self._kept, data):
            self._name = _free_name(current.parent, Path(self._name).stem)
        replace_file(current / self._name, data)
        if _read_bytes(other / self._name) == self._kept:
            (other / self._name).unlink(missing_ok=True)
        self._kept = data
        for old in _newest_first(current)[MAX_GAMES:]:
            old.unlink(missing_ok=True)


def saved_games(folder: Path | None = None) -> list[Path]:
    """The files of all games in the data folder: unfinished ones first, the newest first."""
    folder = folder or data_folder()
    return [*_newest_first(folder / "unfinished"), *_newest_first(folder / "finished")]


def latest_game(folder: Path | None = None) -> Path | None:
    """The newest unfinished game, or None.

    Unreadable games are skipped, unless no readable one is left.
    """
    files = _newest_first((folder or data_folder()) / "unfinished")
    return next(filter(_readable, files), files[0] if files else None)


def resume_command(file: Path, *flags: str) -> str:
    """The shell command that resumes a saved game."""
    return shlex.join(["oddtrick", "play", "--resume", str(file), *flags])


def review_command(file: Path) -> str:
    """The shell command that reviews a saved game."""
    return shlex.join(["oddtrick", "review", str(file)])


def _free_name(folder: Path, stem: str) -> str:
    name, again = f"{stem}.json", 1
    while any((folder / kind / name).exists() for kind in ("unfinished", "finished")):
        again += 1
        name = f"{stem}-{again}.json"
    return name


def _read_bytes(file: Path) -> bytes | None:
    """The content of a file, or None if it cannot be read."""
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
