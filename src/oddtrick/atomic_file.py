"""Files that are written whole or not at all, and that one process at a time changes."""

from __future__ import annotations

import errno
import os
import secrets
import stat
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

# `import oddtrick` needs none of this; modules that write files import it.

WAIT_SECONDS = 20.0
"""The time for which a change waits for others of the same file."""

_POLL_SECONDS = 0.01
_SCRATCH = ".oddtrick-"
_LOCK = ".oddtrick.lock"
_OPEN_FILES = Path("/proc/self/fd")


@contextmanager
def atomic_file(path: Path, *, private: bool = False, sync: bool = True) -> Iterator[BinaryIO]:
    """Opens a file that takes its name only when the block has ended without an error.

    Until then the data is in a file without a name or, where there are none, of another name
    beside it, so that a full disk, an error or a crash leaves what was there before. A process that
    is killed can leave that other name; the next file written to the folder removes it. A link
    stays a link, and a file that is replaced keeps its permissions. Pipes and devices cannot be
    replaced: they are written directly.

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
    _remove_abandoned(target.parent)
    handle, scratch = _open_scratch(target, private=private)
    only_closed = sys.platform == "win32"  # Windows renames no open file
    try:
        with os.fdopen(handle, "wb") as stream:
            yield stream
            stream.flush()
            if sync:
                os.fsync(handle)
            if scratch is None:
                scratch = _scratch_name(target.parent)
                # Python follows the link of the source only if it is given a folder for it.
                os.link(_OPEN_FILES / str(handle), scratch, src_dir_fd=handle)
            if not only_closed:
                scratch.replace(target)
        if only_closed:
            scratch.replace(target)
    except BaseException:
        if scratch is not None:
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
        handle, scratch = _open_scratch(Path(os.path.realpath(path)))
        os.close(handle)
        if scratch is not None:
            scratch.unlink()


@contextmanager
def sole_change(path: Path) -> Iterator[None]:
    """Lets one process at a time read a file, decide, and replace it.

    The lock is that of the folder, because the file itself is replaced. Where folders cannot be
    locked, it is that of an empty file in it. It ends with the process, however that ends.

    Args:
        path: the file or folder to change; its own folder exists.

    Raises:
        FileKept: another process keeps the file, see :class:`KeptFile`.
        OSError: the folder cannot be used, or others have changed it for ``WAIT_SECONDS``.
    """
    with _locked_folder(path):
        if (kept := _lock_kept(path)) is not None:
            os.close(kept)
        yield


class FileKept(OSError):
    """Another process keeps the file."""


class KeptFile:
    """A file that this process alone changes until it is closed; all others can read it.

    Args:
        path: the file.

    Raises:
        FileKept: another process keeps it.
        OSError: its folder cannot be used.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        with _locked_folder(path):
            self._lock = _lock_kept(path)

    def replace(self, data: bytes) -> None:
        """Writes other contents, whole or not at all.

        Raises:
            OSError: they cannot be written.
        """
        with _locked_folder(self.path):
            self.close()  # what replaces the file has a lock of its own
            try:
                write_atomically(self.path, data)
            finally:
                self._lock = _lock_kept(self.path)

    def close(self) -> None:
        """Lets others change the file."""
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None


def _lock_kept(path: Path) -> int | None:
    """Locks a file against those that keep it; returns None where there is nothing to lock."""
    if not path.is_file():
        return None
    handle, is_free = os.open(path, os.O_RDONLY), True
    with suppress(OSError):  # a file system without locks
        is_free = try_lock(handle)
    if not is_free:
        os.close(handle)
        raise FileKept(errno.EBUSY, "another program keeps it; stop that first")
    return handle


@contextmanager
def _locked_folder(path: Path) -> Iterator[None]:
    handle = _open_lock(Path(os.path.realpath(path)).parent)
    try:
        until = time.monotonic() + WAIT_SECONDS
        while not try_lock(handle):
            if time.monotonic() > until:
                raise TimeoutError(errno.ETIMEDOUT, "another command is changing it; try again")
            time.sleep(_POLL_SECONDS)
        yield
    finally:
        os.close(handle)


if sys.platform == "win32":
    import msvcrt

    def try_lock(handle: int) -> bool:
        """Locks an open file for this process; returns False if another holds the lock."""
        # Windows denies reading a locked range: this is a byte that no file has.
        before = os.lseek(handle, 0, os.SEEK_CUR)
        os.lseek(handle, 2**31 - 2, os.SEEK_SET)
        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        finally:
            os.lseek(handle, before, os.SEEK_SET)
        return True

else:
    import fcntl

    def try_lock(handle: int) -> bool:
        """Locks an open file for this process; returns False if another holds the lock."""
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True


def _open_lock(folder: Path) -> int:
    if sys.platform != "win32":
        handle = os.open(folder, os.O_RDONLY)
        try:
            try_lock(handle)
        except OSError:  # NFS locks only what is open for writing
            os.close(handle)
        else:
            return handle
    return os.open(folder / _LOCK, os.O_RDWR | os.O_CREAT, 0o666)


def _is_stream(path: Path) -> bool:
    """True for pipes, devices and names of open files, such as ``/dev/stdout``."""
    if path.absolute().is_relative_to("/dev"):
        return path.exists()
    return path.exists() and not path.is_file() and not path.is_dir()


def _open_scratch(target: Path, *, private: bool = False) -> tuple[int, Path | None]:
    """Opens a file for what will replace a target, and locks it; returns its name if it has one."""
    try:
        permissions: int | None = stat.S_IMODE(target.stat().st_mode)
        os.close(os.open(target, os.O_WRONLY))  # a file that is read-only could be replaced, too
    except FileNotFoundError:
        permissions = None
    mode = 0o600 if private else 0o666
    unnamed = _open_unnamed(target.parent, mode)
    handle, scratch = _open_named(target.parent, mode) if unnamed is None else (unnamed, None)
    if permissions is not None and not private:
        if scratch is None:
            os.fchmod(handle, permissions)
        else:
            scratch.chmod(permissions)
    return handle, scratch


def _open_unnamed(folder: Path, mode: int) -> int | None:
    """Opens a file without a name; returns None where the system or the disk has none."""
    if not hasattr(os, "O_TMPFILE") or not _OPEN_FILES.is_dir():
        return None
    try:
        handle = os.open(folder, os.O_TMPFILE | os.O_WRONLY, mode)
    except OSError:
        return None
    with suppress(OSError):
        try_lock(handle)
    return handle


def _open_named(folder: Path, mode: int) -> tuple[int, Path]:
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    while True:
        scratch = _scratch_name(folder)
        handle = os.open(scratch, flags, mode)
        with suppress(OSError):
            try_lock(handle)
        if scratch.exists():  # nobody took it for abandoned before it was locked
            return handle, scratch
        os.close(handle)


def _scratch_name(folder: Path) -> Path:
    return folder / f"{_SCRATCH}{secrets.token_hex(8)}"


def _remove_abandoned(folder: Path) -> None:
    """Removes what killed processes have left: files that nobody has locked."""
    for left in folder.glob(f"{_SCRATCH}*"):
        with suppress(OSError):
            handle = os.open(left, os.O_RDONLY)
            try:
                is_abandoned = try_lock(handle)
            finally:
                os.close(handle)
            if is_abandoned:
                left.unlink()
