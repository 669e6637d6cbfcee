"""Files that are written whole or not at all."""

from __future__ import annotations

import os
import secrets
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

# `import oddtrick` needs none of this; modules that write files import it.


@contextmanager
def atomic_file(path: Path, *, private: bool = False, sync: bool = True) -> Iterator[BinaryIO]:
    """Opens a file that takes its name only when the block has ended without an error.

    Until then the data is in a file of another name beside it, so that a full disk, an error or a
    crash leaves what was there before. A link stays a link, and a file that is replaced keeps its
    permissions. Pipes and devices cannot be replaced: they are written directly.

    Args:
        path: the file.
        private: only the owner may read and write it.
        sync: it is on the disk before it takes the name, so that a power cut does no harm either.

    Raises:
        OSError: it cannot be written.
    """
    if _is_stream(path):
        with path.open("wb") as stream:
            yield stream
        return
    target = Path(os.path.realpath(path))  # without an error of its own for a loop of links
    scratch, handle = _open_scratch(target, private=private)
    try:
        with os.fdopen(handle, "wb") as stream:
            yield stream
            stream.flush()
            if sync:
                os.fsync(handle)
        scratch.replace(target)
    except BaseException:
        scratch.unlink(missing_ok=True)
        raise


def write_atomically(path: Path, data: bytes, *, private: bool = False, sync: bool = True) -> None:
    """Writes a file whole or not at all; see :func:`atomic_file`."""
    with atomic_file(path, private=private, sync=sync) as stream:
        stream.write(data)


def check_writable(path: Path) -> None:
    """Checks, without changing it, that a file can be written; pipes and devices are not opened.

    Raises:
        OSError: it cannot.
    """
    if not _is_stream(path):
        scratch, handle = _open_scratch(Path(os.path.realpath(path)))
        os.close(handle)
        scratch.unlink()


def _is_stream(path: Path) -> bool:
    """True for pipes, devices and names of open files, such as ``/dev/stdout``."""
    if path.absolute().is_relative_to("/dev"):
        return path.exists()
    return path.exists() and not path.is_file() and not path.is_dir()


def _open_scratch(target: Path, *, private: bool = False) -> tuple[Path, int]:
    try:
        permissions: int | None = stat.S_IMODE(target.stat().st_mode)
        os.close(os.open(target, os.O_WRONLY))  # a file that is read-only could be replaced, too
    except FileNotFoundError:
        permissions = None
    scratch = target.with_name(f".oddtrick-{secrets.token_hex(8)}")
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    handle = os.open(scratch, flags, 0o600 if private else 0o666)
    if permissions is not None and not private:
        scratch.chmod(permissions)
    return scratch, handle
