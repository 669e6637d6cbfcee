"""``oddtrick drive deal``, ``hands``, ``verify`` and ``compare``: an event in two halls."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from oddtrick.drive import DrivePlan, encode_drive, simulate_drive
from oddtrick.drive.sealed_boards import decode_boards
from tests.support.run_program import Done, oddtrick


def drive(*args: object, cwd: Path) -> Done:
    return oddtrick("drive", *map(str, args), cwd=cwd)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    done = drive("deal", "may.boards", "--event", "may-2026", "--deals", 3, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("3 boards. Keep may.boards secret")
    return tmp_path


def test_boards_are_dealt_printed_and_verified(folder: Path) -> None:
    assert (folder / "may.boards").stat().st_mode & 0o077 == 0
    rows = drive("hands", "may.boards", cwd=folder).stdout.splitlines()
    assert [row.split()[:5] for row in rows] == [
        [str(n), "dealer", dealer, "trumps", trump]
        for n, dealer, trump in ((1, "N", "H"), (2, "E", "D"), (3, "S", "S"))
    ]
    assert drive("hands", "may.boards", "--board", 2, cwd=folder).stdout.splitlines() == rows[1:2]
    assert drive("hands", "may.boards", "-o", "hands.pdf", cwd=folder).returncode == 0
    assert (folder / "hands.pdf").read_bytes().startswith(b"%PDF-")
    done = drive("verify", "may.boards.seals", "may.boards", cwd=folder)
    assert done.returncode == 0
    assert done.stdout.startswith("3 boards match their seals.")


def test_two_events_have_other_cards(folder: Path) -> None:
    assert drive("deal", "june.boards", "--event", "may-2026", cwd=folder).returncode == 0
    first, second = (
        decode_boards((folder / f"{name}.boards").read_bytes()) for name in ("may", "june")
    )
    assert not {b.secret for b in first.boards} & {b.secret for b in second.boards}
    done = drive("verify", "may.boards.seals", "june.boards", cwd=folder)
    assert (done.returncode, done.stderr) == (1, "")
    assert "there are 24 boards, and 3 were sealed\n" in done.stdout


def test_halls_are_compared_in_one_table(tmp_path: Path) -> None:
    for number, name in enumerate(("north", "south")):
        plan = DrivePlan(movement="duplicate", rounds=2, seed=number)
        played = simulate_drive(plan, 8, levels=("casual", "novice"))
        (tmp_path / f"{name}.drive").write_bytes(encode_drive(played))
    done = drive("compare", "north.drive", "south.drive", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert len(done.stdout.splitlines()) == 16
    assert done.stdout.startswith("  1  ")
    rows = drive("compare", "north.drive", "south.drive", "--json", cwd=tmp_path).stdout
    found = [json.loads(row) for row in rows.splitlines()]
    assert {row["hall"] for row in found} == {"north", "south"}
    assert list(found[0]) == ["place", "hall", "player", "match_points", "most", "total"]


@pytest.mark.parametrize(
    ("args", "status", "wrong"),
    [
        (("deal", "may.boards", "--event", "x"), 1, "may.boards: exists already"),
        (("deal", "new.boards", "--event", "a b"), 2, "'a b' is not an event name"),
        (("deal", "new.boards", "--event", "x", "--trumps", "Q"), 2, "'Q' is not a trump suit"),
        (("deal", "no/new.boards", "--event", "x"), 1, "no/new.boards: no such file"),
        (("hands", "may.boards", "--board", "4"), 1, "there is no board 4: boards run to 3"),
        (("hands", "may.boards.seals"), 1, "board 1 is sealed: this file has no secrets"),
        (("hands", "may.boards", "-o", "no/x.pdf"), 1, "no/x.pdf: no such file"),
        (("verify", "may.boards.seals", "none"), 1, "none: no such file"),
        (("compare", "may.boards"), 1, "may.boards: this is not a drive"),
    ],
)
def test_what_goes_wrong_is_one_line(
    args: tuple[str, ...], status: int, wrong: str, folder: Path
) -> None:
    done = drive(*args, cwd=folder)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (status, "", 1)
    assert wrong in done.stderr
