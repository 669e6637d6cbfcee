"""``oddtrick drive``: who came together, from the list to the tables."""

from __future__ import annotations

from pathlib import Path

import pytest

from oddtrick.drive import decode_drive
from tests.support.run_program import Done, oddtrick

TWELVE = "".join(f"Ann {couple}\nZed {couple}\n" for couple in "ABCDEF")
NAMED = "Name,Partner\nAnn A,Zed A\n" + "".join(f"Ann {one},Zed {one}\n" for one in "BCDEF")
"""Partners without a line of their own."""


def run_verb(*args: object, stdin: str = "") -> Done:
    return oddtrick("drive", *map(str, args), stdin=stdin)


@pytest.mark.parametrize(
    ("text", "more"),
    [
        (TWELVE, ("--seats", "list")),
        (TWELVE, ()),
        (NAMED, ()),
        (TWELVE.replace("\nZed", " & Zed"), ("--two-names", "couple")),
    ],
    ids=["list", "drawn", "column", "two-names"],
)
def test_couples_of_a_list_sit_together(tmp_path: Path, text: str, more: tuple[str, ...]) -> None:
    file = tmp_path / "hall.drive"
    made = run_verb("new", file, "-", "--movement", "partner", *more, stdin=text)
    assert made.stdout.startswith("12 players, 6 couples, 24 deals."), made.stderr
    absent = decode_drive(file.read_bytes()).players[1].name
    run_verb("leave", file, 2, "--why", "not here yet")
    seated = run_verb("next", file).stdout
    for couple in "ABCDEF":
        one, other = f"Ann {couple}", f"Zed {couple}"
        together = f"{one} and {other}" in seated or f"{other} and {one}" in seated
        is_out = any(name in seated.partition("sitting out")[2] for name in (one, other))
        assert together or is_out or absent in (one, other)


def test_couples_and_teams_are_set_by_the_numbers_of_cards(tmp_path: Path) -> None:
    file = tmp_path / "hall.drive"
    made = run_verb("new", file, "-", "--movement", "military", "--seats", "list", stdin=TWELVE)
    assert made.stdout.startswith("12 players, 3 teams, 24 deals.")
    assert run_verb("couple", file, 1, 8).stdout == "Ann A and Zed B are a couple.\n"
    assert run_verb("couple", file, 1).stdout == "Ann A comes with nobody.\n"
    assert run_verb("team", file, "Red", 1, 8).stdout == "Team Red: Ann A, Zed B.\n"
    assert run_verb("team", file, "-", 1, 8).stdout == "In no team: Ann A, Zed B.\n"
    late = run_verb("late", file, "Yves & Zoe", "--two-names", "couple")
    assert late.stdout == "Yves and Zoe wait for the next round, as a couple.\n"
    for command in (("couple", file, 1, 1), ("couple", file, 1, 99), ("team", file, "x" * 81, 1)):
        refused = run_verb(*command)
        assert refused.returncode == 1
        assert refused.stderr.count("\n") == 1


def test_two_names_on_a_line_are_asked_about(tmp_path: Path) -> None:
    file = tmp_path / "hall.drive"
    refused = run_verb("new", file, "-", stdin="Ann & Bob\nCarl\nDora\nEve & Fred\n")
    assert refused.returncode == 1
    assert "2 lines name two people, such as 'Ann & Bob'" in refused.stderr
    assert not file.exists()
    shared = ("new", file, "-", "--two-names", "share")
    made = run_verb(*shared, stdin="Ann & Bob\nCarl\nDora\nEve & Fred\n")
    assert made.stdout.startswith("4 players, 24 deals.")
    run_verb("next", file)
    asked = run_verb("late", file, "Yves & Zoe")
    assert "1 line names two people, such as 'Yves & Zoe'" in asked.stderr
