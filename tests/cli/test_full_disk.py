"""A full disk leaves every file as it was, and is one line with the name of the file."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.support.extent import part
from tests.support.full_disk import full_disk
from tests.support.run_program import EXAMPLES, oddtrick

WHIST = str(EXAMPLES / "whist-1.record.json")
KNOCKOUT = str(EXAMPLES / "knockout-whist-1.record.json")
BOARDS = str(Path(__file__).parents[1] / "data" / "pbn" / "whist.pbn")
RANDOM = ("random", "casual", "--deals", "2", "--json")

WRITERS = {
    "pbn export": ("pbn", "export", WHIST, "-o", "out"),
    "pbn import": ("pbn", "import", BOARDS, "-o", "out"),
    "drive new": ("drive", "new", "out", "entries"),
    "drive next": ("drive", "next", "out"),
    "drive deal": ("drive", "deal", "out", "--event", "may"),
    "drive hands": ("drive", "hands", "may.boards", "-o", "out"),
    "drive print": ("drive", "print", "hall.drive", "--what", "table-cards", "-o", "out"),
    "arena": ("arena", *RANDOM, "--out", "out.parquet"),
    "arena league": ("arena", "league", "out", *RANDOM),
    "data": ("data", "generate", "out", "--played=1", "--game=whist", "--executor=threads"),
}
"""Commands that write a file, or a folder of files."""

LIMIT = 300
"""The most that the disk still holds: less than any of these files."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a drive, with boards, and nothing by the name ``out``."""
    (tmp_path / "entries").write_text("".join(f"Player {at}\n" for at in range(8)))
    assert oddtrick("drive", "new", "hall.drive", "entries", cwd=tmp_path).returncode == 0
    done = oddtrick("drive", "deal", "may.boards", "--event", "may", cwd=tmp_path)
    assert done.returncode == 0
    return tmp_path


def files(folder: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize("verb", part(WRITERS, 6))
def test_a_full_disk_leaves_what_was_there_and_nothing_half_written(
    verb: str, folder: Path
) -> None:
    args = WRITERS[verb]
    if verb == "drive next":
        shutil.copy(folder / "hall.drive", folder / "out")
    before = files(folder)
    with full_disk(LIMIT):
        done = oddtrick(*args, cwd=folder)
    assert (done.returncode, done.stdout) == (1, ""), done.stderr
    assert done.error.startswith("out")
    assert done.stderr.endswith(": file too large\n")
    after = files(folder)
    assert {path: after[path] for path in before} == before
    assert not [path for path in after if path.name.startswith(".oddtrick-")]
    if verb not in ("arena", "arena league", "data"):  # which go on with what they have finished
        assert after == before
    assert oddtrick(*args, cwd=folder).returncode == 0, "there is room again"


@pytest.mark.parametrize("verb", part([verb for verb in WRITERS if WRITERS[verb][-2] == "-o"], 2))
def test_a_report_that_cannot_be_replaced_stays_whole(verb: str, folder: Path) -> None:
    assert oddtrick(*WRITERS[verb], cwd=folder).returncode == 0
    whole = (folder / "out").read_bytes()
    with full_disk(LIMIT):
        assert oddtrick(*WRITERS[verb], cwd=folder).returncode == 1
    assert (folder / "out").read_bytes() == whole
