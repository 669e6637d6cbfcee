"""``oddtrick drive prizes``: the list in the file, prizes given by hand, and what is refused."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.support.run_program import oddtrick

NAMES = "Ann\nBob\nCarl\nDora\nEve\nFred\nGus\n"
GROUPS = ("Gents", "Ladies")
RULE = "One to a person; prizes given by hand come on top."


@pytest.fixture
def drive(tmp_path: Path) -> Path:
    file = tmp_path / "hall.drive"
    options = ("--deals", "1", "--groups", "Gents", "Ladies", "--spare", "bots")
    oddtrick("drive", "new", file, "-", *options, stdin=NAMES)
    return file


def prizes(drive: Path, *options: str) -> list[str]:
    done = oddtrick("drive", "prizes", drive, *options)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.splitlines()


def test_the_list_is_printed_changed_and_kept(drive: Path) -> None:
    before = drive.read_bytes()
    usual = [f"{place} {group}" for place in ("first", "second", "third") for group in GROUPS]
    assert prizes(drive) == [*usual, "lowest score", RULE]
    assert drive.read_bytes() == before
    first = [f"first {group}" for group in GROUPS]
    options = ("--places", "1", "--no-lowest", "--own", "Raffle", "--give", "Best visitor", "3")
    given = [*first, "Raffle: given by hand", "Best visitor: Carl", RULE]
    assert prizes(drive, *options) == given
    assert prizes(drive) == given
    assert prizes(drive, "--drop", "Raffle", "--no-one-each", "--lowest") == [
        *first,
        "lowest score",
        "Best visitor: Carl",
        "A person can win several; prizes given by hand come on top.",
    ]
    oddtrick("drive", "next", drive)
    for table in ("1", "2"):
        oddtrick("drive", "enter", drive, table, "9", "4")
    told = oddtrick("drive", "standings", drive).stdout
    assert "first Gents: " in told
    assert "second Gents: " not in told
    assert "Best visitor: Carl" in told
    result = json.loads(oddtrick("drive", "standings", drive, "--json").stdout)
    assert {"prize": "Best visitor", "player": 2, "tie_break": None} in result["prizes"]


@pytest.mark.parametrize(
    ("options", "status", "message"),
    [
        (("--places", "11"), 2, "argument --places: invalid choice: "),
        (("--own", " "), 1, "a prize has no name: write one"),
        (("--own", "Raffle", "--own", "Raffle"), 1, "the prize 'Raffle' is there already"),
        (("--drop", "Raffle"), 1, "there is no prize 'Raffle' to leave out: there is none"),
        (("--give", "Raffle", "9"), 1, "there is no card '9': cards run from 1 to 8"),
        (("--give", "Raffle", "8"), 1, "Bot 8 only fills a seat and wins no prize"),
    ],
)
def test_errors_are_one_line_and_leave_the_file_as_it_was(
    drive: Path, options: tuple[str, ...], status: int, message: str
) -> None:
    before = drive.read_bytes()
    done = oddtrick("drive", "prizes", drive, *options)
    assert (done.returncode, done.stderr.count("\n")) == (status, 1)
    assert message in done.stderr
    assert drive.read_bytes() == before
