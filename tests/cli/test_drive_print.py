"""``oddtrick drive print``: the PDF that it writes, and what it refuses."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest
from pypdf import PdfReader

from oddtrick.extras import install_command
from tests.support.run_program import Done, oddtrick, run_process

NAMES = "Ann\nBob\nCarl\nDora\nEve\nFred\nGus\nHanna\n"


@pytest.fixture
def drive(tmp_path: Path) -> Path:
    file = tmp_path / "hall.drive"
    done = oddtrick("drive", "new", file, "-", "--deals", "2", "--seats", "list", stdin=NAMES)
    assert done.returncode == 0
    return file


def print_drive(drive: Path, pdf: Path, *options: str) -> Done:
    return oddtrick("drive", "print", drive, "-o", pdf, *options)


def text_of(pdf: Path) -> str:
    return "\n".join(page.extract_text() for page in PdfReader(io.BytesIO(pdf.read_bytes())).pages)


def test_all_sheets_are_printed_before_the_first_round_and_results_after_one(
    drive: Path, tmp_path: Path
) -> None:
    pdf = tmp_path / "hall.pdf"
    before = drive.read_bytes()
    assert print_drive(drive, pdf) == (0, "", "")
    text = text_of(pdf)
    assert text.count("First half") == 8 + 2 + 1, "a scorecard each, two blank ones, and a form"
    assert "Round 1 of 2" in text
    assert "First, A" in text, "a line for each prize, to be filled in"
    assert drive.read_bytes() == before
    for _ in range(2):
        oddtrick("drive", "next", drive)
        for table in ("1", "2"):
            oddtrick("drive", "enter", drive, table, "9", "4")
    assert print_drive(drive, pdf, "--what", "results", "--language", "de", "--large") == (
        0,
        "",
        "",
    )
    assert "Erster Preis, A" in text_of(pdf)


def test_another_process_writes_the_same_bytes(drive: Path, tmp_path: Path) -> None:
    here, there = tmp_path / "here.pdf", tmp_path / "there.pdf"
    options = ("--what", "place-cards", "--what", "wall", "--url", "https://example.org/d/ab12")
    assert print_drive(drive, here, *options).returncode == 0
    assert run_process("drive", "print", drive, "-o", there, *options).returncode == 0
    assert here.read_bytes() == there.read_bytes()


def test_a_name_without_a_font_is_named_in_one_line(tmp_path: Path) -> None:
    file, pdf = tmp_path / "hall.drive", tmp_path / "hall.pdf"
    oddtrick("drive", "new", file, "-", stdin="王小明\nBob\nCarl\nDora\n")
    done = print_drive(file, pdf, "--what", "place-cards")
    assert (done.returncode, done.stderr.count("\n")) == (0, 1)
    assert done.error.startswith("no font for some characters, shown as boxes: 王小明; ")
    assert "--fonts" in done.stderr


def test_without_typst_one_line_says_what_to_install(
    drive: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(sys.modules, "oddtrick.drive.sheets.pdf", raising=False)
    monkeypatch.setitem(sys.modules, "typst", None)
    done = print_drive(drive, tmp_path / "hall.pdf")
    assert done.returncode == 1
    assert done.error == f"printing is not installed: run {install_command('drive')}\n"


@pytest.mark.parametrize(
    ("options", "status", "message"),
    [
        (("-o", "{tmp}/hall.drive"), 1, "hall.drive: exists and is not a PDF; choose another name"),
        (("-o", "{tmp}"), 1, "is a directory"),
        (("-o", "{tmp}/none/hall.pdf"), 1, "hall.pdf: no such file or directory"),
        (("-o", "{tmp}/a.pdf", "--fonts", "{tmp}/none"), 1, "none: this is not a folder: name one"),
        (
            ("-o", "{tmp}/a.pdf", "--what", "posters"),
            2,
            "argument --what: invalid choice: 'posters' (choose",
        ),
        ((), 2, "the following arguments are required: -o/--output"),
    ],
)
def test_errors_are_one_line_and_leave_every_file_as_it_was(
    options: tuple[str, ...], status: int, message: str, drive: Path, tmp_path: Path
) -> None:
    before = drive.read_bytes()
    done = oddtrick("drive", "print", drive, *(one.format(tmp=tmp_path) for one in options))
    assert (done.returncode, done.stderr.count("\n")) == (status, 1)
    assert message in done.stderr
    assert drive.read_bytes() == before
    assert list(tmp_path.iterdir()) == [drive]
