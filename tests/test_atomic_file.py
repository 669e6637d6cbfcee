"""A file is written whole or not at all, whatever goes wrong."""

from __future__ import annotations

import os
import stat
import threading
from pathlib import Path

import pytest

from oddtrick.atomic_file import atomic_file, check_writable, write_atomically
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


def _umask() -> int:
    mask = os.umask(0o022)
    os.umask(mask)
    return mask
