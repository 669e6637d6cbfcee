"""A file is written whole or not at all, whatever goes wrong."""

from __future__ import annotations

import errno
import inspect
import os
import signal
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from oddtrick.atomic_file import (
    FileKept,
    KeptFile,
    atomic_file,
    check_writable,
    sole_change,
    try_lock,
    write_atomically,
)
from tests.support.full_disk import full_disk

OLD, NEW = b"old" * 100, b"new" * 1000


@pytest.fixture(params=[False, True], ids=["absent", "present"])
def file(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A file that may be there already."""
    path = tmp_path / "report"
    if request.param:
        path.write_bytes(OLD)
        path.chmod(0o640)
    return path


def content(folder: Path) -> dict[str, tuple[bytes, int]]:
    """Every file of a folder with its content and permissions."""
    return {
        path.name: (path.read_bytes(), stat.S_IMODE(path.stat().st_mode))
        for path in folder.iterdir()
    }


def test_a_new_file_has_the_usual_permissions_and_an_old_one_keeps_its_own(file: Path) -> None:
    expected = 0o640 if file.exists() else 0o666 & ~_umask()
    write_atomically(file, NEW)
    assert content(file.parent) == {"report": (NEW, expected)}
    write_atomically(file, OLD, private=True)
    assert content(file.parent) == {"report": (OLD, 0o600)}


def test_an_error_a_full_disk_and_a_check_change_nothing(file: Path) -> None:
    before = content(file.parent)
    with pytest.raises(TypeError), atomic_file(file) as stream:
        stream.writelines([NEW, "no bytes"])  # type: ignore[list-item]
    with full_disk(512), pytest.raises(OSError, match="File too large"):
        write_atomically(file, NEW)
    check_writable(file)
    assert content(file.parent) == before


def test_a_link_stays_a_link_to_what_is_written(file: Path) -> None:
    link = file.with_name("link")
    link.symlink_to(file.name)
    write_atomically(link, NEW)
    assert link.is_symlink()
    assert file.read_bytes() == NEW


def test_a_pipe_is_written_directly(tmp_path: Path) -> None:
    pipe, read = tmp_path / "pipe", list[bytes]()
    os.mkfifo(pipe)
    reader = threading.Thread(target=lambda: read.append(pipe.read_bytes()))
    reader.start()
    write_atomically(pipe, NEW)
    reader.join(timeout=10)
    assert read == [NEW]
    assert stat.S_ISFIFO(pipe.stat().st_mode)


def test_the_full_device_is_full() -> None:
    check_writable(Path("/dev/full"))
    with pytest.raises(OSError, match="No space left"):
        write_atomically(Path("/dev/full"), NEW)
    assert Path("/dev/full").is_char_device()


@pytest.mark.parametrize("name", [".", "missing/file", "x" * 300, "loop"])
def test_what_cannot_be_written_is_refused_before_and_leaves_nothing(
    name: str, tmp_path: Path
) -> None:
    (tmp_path / "loop").symlink_to("loop")
    for act in (check_writable, lambda path: write_atomically(path, NEW)):
        with pytest.raises(OSError, match=r"directory|too long|symbolic"):
            act(tmp_path / name)
    assert os.listdir(tmp_path) == ["loop"]  # noqa: PTH208  # names only


_KILLED = """
import os, runpy, signal, sys
from pathlib import Path

module = runpy.run_path(sys.argv[4])  # without the package, which takes longer
file, nth, named = Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3] == "True"
if named:
    del os.O_TMPFILE  # as where there are no files without names
left = nth

def die(event, arguments):
    global left
    if event in ("open", "os.link", "os.rename", "os.remove", "os.chmod"):
        left -= 1
        if left < 0:
            os.kill(os.getpid(), signal.SIGKILL)

sys.addaudithook(die)
module["write_atomically"](file, b"new" * 1000)
"""
"""Writes a file, and kills itself before it touches the file system for the ``nth`` time."""


@pytest.mark.parametrize("named", [False, True])
def test_killed_at_any_point_it_leaves_the_old_file_and_nothing_that_stays(
    named: bool, file: Path
) -> None:
    before, other = content(file.parent), file.with_name("other")
    points = strays = 0
    while _killed_write(file, points, named=named):
        left = content(file.parent)
        assert left.pop("report", None) == before.get("report")
        strays += len(left)
        write_atomically(other, NEW)
        other.unlink()
        assert content(file.parent) == before
        points += 1
    assert content(file.parent)["report"][0] == NEW
    assert points >= 3
    assert named or strays <= 1  # between the name that it takes first and its own


def _killed_write(file: Path, nth: int, *, named: bool) -> bool:
    module = str(inspect.getsourcefile(write_atomically))
    program = [sys.executable, "-IS", "-c", _KILLED, str(file), str(nth), str(named), module]
    status = subprocess.run(program, check=False, timeout=60).returncode
    assert status in (0, -signal.SIGKILL)
    return status != 0


@pytest.mark.parametrize("only_files", [False, True])
def test_one_process_at_a_time_changes_a_file(
    only_files: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It waits for those before it, for some seconds; a folder that cannot be locked has a file."""
    file = tmp_path / "counter"
    write_atomically(file, b"0")
    if only_files:
        monkeypatch.setattr("oddtrick.atomic_file.try_lock", _lock_files)

    def count() -> None:
        for _ in range(20):
            with sole_change(file):
                write_atomically(file, b"%d" % (int(file.read_bytes()) + 1), sync=False)

    threads = [threading.Thread(target=count) for _ in range(5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert file.read_bytes() == b"100"
    monkeypatch.setattr("oddtrick.atomic_file.WAIT_SECONDS", 0.0)
    with sole_change(file), pytest.raises(TimeoutError, match="another command"), sole_change(file):
        pass


def test_a_kept_file_is_changed_by_its_keeper_alone(tmp_path: Path) -> None:
    path = tmp_path / "hall.drive"
    write_atomically(path, OLD)
    kept = KeptFile(path)
    for attempt in range(3):
        for change in (KeptFile, _change):
            with pytest.raises(FileKept):
                change(path)
        kept.replace(b"%d" % attempt)
        assert path.read_bytes() == b"%d" % attempt
    with full_disk(512), pytest.raises(OSError, match="File too large"):
        kept.replace(NEW)
    with pytest.raises(FileKept):
        _change(path)
    kept.close()
    _change(path)
    assert content(tmp_path)["hall.drive"][0] == NEW


def _change(path: Path) -> None:
    with sole_change(path):
        write_atomically(path, NEW)


def _lock_files(handle: int) -> bool:
    """Locks no folders, as NFS."""
    if stat.S_ISDIR(os.fstat(handle).st_mode):
        raise OSError(errno.EBADF, os.strerror(errno.EBADF))
    return try_lock(handle)


def _umask() -> int:
    mask = os.umask(0o022)
    os.umask(mask)
    return mask
