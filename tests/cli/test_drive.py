"""``oddtrick drive``: a whole drive on the command line, and what is refused."""

from __future__ import annotations

import csv
import json
import re
from io import StringIO
from pathlib import Path
from typing import get_args

import pytest

from oddtrick.drive import (
    DrivePlan,
    Entry,
    add_entries,
    decode_drive,
    encode_drive,
    open_drive,
)
from oddtrick.drive.plan import SpareSeats
from tests.support.run_program import Done, oddtrick

NAMES = "Name,Group\nAnn,A\nBob,B\nCarl\nDora\nEve\nFred\nGus\n"


def run_verb(*args: object, stdin: str = "") -> Done:
    return oddtrick("drive", *map(str, args), stdin=stdin)


@pytest.fixture
def drive(tmp_path: Path) -> Path:
    entries, file = tmp_path / "entries.csv", tmp_path / "hall.drive"
    entries.write_text(NAMES, encoding="utf-8")
    usual = ("--deals", 2, "--scoring", "tricks", "--spare", "bots", "--seats", "list")
    done = run_verb("new", file, entries, *usual)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("7 players, 1 empty seat for a bot, 2 deals.")
    return file


def play(file: Path, *results: tuple[int, int]) -> str:
    seated = run_verb("next", file)
    assert seated.returncode == 0, seated.stderr
    for table, (north, east) in enumerate(results, start=1):
        entered = run_verb("enter", file, table, north, east)
        assert entered.returncode == 0, entered.stderr
    return seated.stdout


def test_a_drive_is_run_from_the_entries_to_the_prizes(drive: Path) -> None:
    assert "Round 1 of 2: hearts are trumps\ntable   1  Ann and Bob  against" in play(
        drive, (8, 5), (4, 9)
    )
    play(drive, (13, 0), (7, 6))
    corrected = run_verb("correct", drive, 1, 2, 9, 4, "--why", "sides exchanged")
    assert corrected.stdout == "Round 1, table 2: 4-9 is now 9-4.\n"
    standings = run_verb("standings", drive).stdout
    assert "Prizes\nfirst A: " in standings
    result = json.loads(run_verb("standings", drive, "--json").stdout)
    assert sum(score["total"] for score in result["standings"]) == 26 * 2 * 2
    rows = list(csv.DictReader(StringIO(run_verb("standings", drive, "--csv").stdout)))
    assert {row["name"]: int(row["total"]) for row in rows} == {
        result["players"][score["player"]]["name"]: score["total"] for score in result["standings"]
    }
    assert all(int(row["round 1"]) + int(row["round 2"]) == int(row["total"]) for row in rows)


def test_results_are_entered_as_they_come(drive: Path) -> None:
    run_verb("next", drive)
    for wrong, status, why in (
        ("1 8 5, 2 9 5", 1, "table 2: a deal has 13 tricks"),
        ("1 8 5, 2 9", 2, "'2 9' is not a result"),
        ("1 8 5, 1 8 5", 1, "table 1 has a result in round 1"),
    ):
        refused = run_verb("enter", drive, *wrong.split())
        assert (refused.returncode, refused.stderr.count("\n")) == (status, 1)
        assert why in refused.stderr
        assert decode_drive(drive.read_bytes()).rounds[0].results == (None, None), "all or none"
    assert run_verb("enter", drive, "1", "8", "5,", "2", "9", "4").stdout.startswith("The round is")
    run_verb("next", drive)
    lines = run_verb("enter", drive, "-", stdin="2 9 5\n\n2 9 4\nx\n1 7 6\n")
    assert lines.stdout.splitlines()[0] == "Still missing: table 1."
    assert lines.stdout.splitlines()[1].startswith("All results are in.")
    assert (lines.returncode, lines.stderr.count("\n")) == (1, 2), "the others are entered"
    assert decode_drive(drive.read_bytes()).rounds[1].results == ((7, 6), (9, 4))


def test_a_slip_in_the_round_under_way_needs_no_reason(drive: Path) -> None:
    play(drive, (8, 5), (4, 9))
    assert run_verb("correct", drive, 1, 2, 9, 4).stdout == "Round 1, table 2: 4-9 is now 9-4.\n"
    assert decode_drive(drive.read_bytes()).log[-1].why == "a slip"
    run_verb("next", drive)
    late = run_verb("correct", drive, 1, 2, 4, 9)
    assert (late.returncode, late.stderr.count("\n")) == (2, 1)
    assert "round 1 is over: say why it is corrected, with --why" in late.stderr


def test_a_name_that_a_spreadsheet_would_run_is_exported_as_text(tmp_path: Path) -> None:
    file = tmp_path / "hall.drive"
    run_verb("new", file, "-", stdin="=1+1\nBob\nCarl\nDora\n")
    assert ",'=1+1," in run_verb("standings", file, "--csv").stdout


def test_a_simulated_drive_is_printed_as_one_object() -> None:
    run = ("run", "--movement", "balanced", "--players", 5, "--deals", 2, "--json")
    done = run_verb(*run, "--scoring", "matches", "--seed", 3)
    result = json.loads(done.stdout)
    assert done.stdout.count("\n") == 1
    assert (result["movement"], result["scoring"]) == ("balanced", "matches")
    assert len(result["players"]) == 8, "bots fill the second table"
    assert done.stdout == run_verb(*run, "--scoring", "matches", "--seed", 3).stdout


def test_the_balance_of_a_movement_is_proved_by_a_table() -> None:
    text = run_verb("balance", "--movement", "balanced", "--players", 12).stdout
    assert "12 players, 11 rounds\npartners: 66 pairs once\nopponents: 66 pairs twice\n" in text
    assert text.count("1/2") == 12 * 11


def test_people_come_late_leave_and_are_replaced(drive: Path) -> None:
    play(drive, (8, 5), (4, 9))
    assert "Lucy Late is seated with the next round" in run_verb("late", drive, "Lucy Late").stdout
    left = run_verb("leave", drive, 2, "--why", "went home", "--by", "Ann")
    assert "leaves before round 2" in left.stdout
    replaced = run_verb("replace", drive, 3, "Zoe", "--why", "took over")
    assert replaced.stdout.startswith("Card 3: Zoe plays for ")
    assert "Lucy Late" in run_verb("next", drive).stdout
    assert run_verb("undo", drive, "--why", "too early").stdout == (
        "Round 2 is undone, with 0 results.\n"
    )
    assert [change.kind for change in decode_drive(drive.read_bytes()).log] == [
        "left",
        "player",
        "undone",
    ]


def test_a_closed_drive_takes_no_correction(drive: Path) -> None:
    play(drive, (8, 5), (4, 9))
    play(drive, (8, 5), (4, 9))
    assert run_verb("close", drive).stdout == "The results are final.\n"
    done = run_verb("correct", drive, 1, 1, 5, 8, "--why", "x")
    assert "closed and its results are final" in done.stderr


def test_a_file_with_entries_only_is_begun_by_the_next_round(tmp_path: Path) -> None:
    file = tmp_path / "entries.drive"
    entries = [Entry(name) for name in ("Ann", "Bob", "Carl", "Dora")]
    file.write_bytes(encode_drive(add_entries(open_drive(DrivePlan()), entries)))
    assert run_verb("standings", file).stderr.endswith(
        "nobody has a card yet: seat the first round\n"
    )
    assert "Ann and Carl" in run_verb("next", file).stdout


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_entries_are_read_as_spreadsheets_save_them(tmp_path: Path, encoding: str) -> None:
    names = ["Jürgen Groß", "Bob", "Carl", "Zoë"]
    (tmp_path / "list.csv").write_bytes("\r\n".join(["Name", *names]).encode(encoding))
    done = run_verb("new", str(tmp_path / "a.drive"), str(tmp_path / "list.csv"))
    assert done.returncode == 0, done.stderr
    players = json.loads((tmp_path / "a.drive").read_bytes())["players"]
    assert [player["name"] for player in players] == names


REFUSED = [
    (("late", "{drive}", " "), 1, "has no name"),
    (("late", "{drive}", "Lucy", "--group", "Lords"), 1, "'Lords' is not a group"),
    (("leave", "{drive}", 99, "--why", "x"), 1, "there is no card 99: cards run from 1 to"),
    (("undo", "{drive}", "--why", "x"), 1, "the drive has not begun"),
    (("close", "{drive}"), 1, "rounds are complete"),
    (("next", "{tmp}/none.drive"), 1, "none.drive: no such file or directory"),
    (("next", "{tmp}"), 1, "is a directory"),
    (("enter", "{drive}", 1, 8, 5), 1, "the drive has not begun: begin the first round"),
    (("new", "{drive}", "{tmp}/entries.csv"), 1, "exists already"),
    (("new", "{tmp}/b.drive", "{tmp}/twice.csv"), 1, "twice.csv: 'Ann' is entered twice"),
    (("new", "{tmp}/b.drive", "{tmp}/few.csv", "--spare", "sit-out"), 1, "do not fill a table"),
    (("new", "{tmp}/b.drive", "{tmp}/book.xlsx"), 1, "this is not text; export the sheet as CSV"),
    (("next", "{tmp}/broken.drive"), 1, "broken.drive: this is not a drive: "),
    (("run", "--players", "3"), 2, "'3' is not a whole number from 4"),
    (("run", "--players", "4", "--movement", "military"), 2, "at least two teams"),
    (("run", "--trumps", "HX"), 2, "'X' is not a trump suit"),
    (("run", "--trumps", "cut", "--movement", "duplicate"), 2, "sealed with their trumps"),
    (("run", "--bots", "nobody", "--players", "4"), 1, "'nobody' is not a bot"),
    (("correct", "{drive}", 1, 1, 8, 5), 1, "oddtrick: the drive has not begun"),
    (("enter", "{drive}", "1 8"), 2, "'1 8' is not a result: give a table, the tricks of"),
]


@pytest.mark.parametrize(("argv", "status", "message"), REFUSED, ids=[r[2] for r in REFUSED])
def test_errors_are_one_line(
    argv: tuple[object, ...], status: int, message: str, drive: Path, tmp_path: Path
) -> None:
    (tmp_path / "twice.csv").write_text("Ann\nAnn\nBob\nCarl\n", encoding="utf-8")
    (tmp_path / "few.csv").write_text("Ann\nBob\nCarl\n", encoding="utf-8")
    (tmp_path / "book.xlsx").write_bytes(b"PK\x03\x04\x14\0\x8d\xff")
    (tmp_path / "broken.drive").write_text('{"format": "oddtrick-drive/1"', encoding="utf-8")
    before = drive.read_bytes()
    done = run_verb(*(str(arg).format(tmp=tmp_path, drive=drive) for arg in argv))
    assert done.returncode == status
    assert message in done.stderr
    assert done.stderr.count("\n") == 1
    assert drive.read_bytes() == before


@pytest.mark.parametrize("spare", get_args(SpareSeats))
@pytest.mark.parametrize("movement", ["progressive", "partner", "balanced"])
def test_the_size_of_a_new_drive_names_bots_and_sit_outs_only_where_there_are_any(
    movement: str, spare: str, tmp_path: Path
) -> None:
    for people in range(8, 13):
        file, entries = tmp_path / f"{people}.drive", tmp_path / "entries.csv"
        entries.write_text("\n".join(f"P {n}" for n in range(people)), encoding="utf-8")
        done = run_verb("new", file, entries, "--movement", movement, "--spare", spare)
        line = done.stdout.splitlines()[0]
        said = [int(number) for number in re.findall(r"(\d+) (?:players|empty|sitting)", line)]
        assert said[0] == people
        assert 0 not in said
        bots = [int(number) for number in re.findall(r"(\d+) empty", line)]
        out = [int(number) for number in re.findall(r"(\d+) sitting", line)]
        assert (people + sum(bots) - sum(out)) % 4 == 0
        assert len(bots) + len(out) > 0 or people % 4 == 0


def test_in_a_hall_people_sit_out_and_some_cross_over_as_the_organiser_chooses(
    tmp_path: Path,
) -> None:
    file, entries = tmp_path / "hall.drive", tmp_path / "entries.csv"
    people = [f"Gent {n},Gents" for n in range(1, 7)] + [f"Lady {n},Ladies" for n in range(1, 12)]
    entries.write_text("\n".join(people), encoding="utf-8")
    done = run_verb("new", file, entries, "--deals", 2)  # the groups are called as in the list
    assert done.stdout.splitlines()[:2] == [
        "17 players, 1 sitting out each round, 2 deals.",
        "2 of group Ladies play in the seats of Gents: Lady 9, Lady 10.",
    ]
    assert run_verb("cross", file, 7, 8).stdout == "Chosen to cross over: Lady 1, Lady 2.\n"
    seated = run_verb("next", file).stdout
    assert "Lady 1 (as Gents)" in seated
    assert seated.count("(as Gents)") == 2
    for table in (1, 2, 3):
        run_verb("enter", file, table, 8, 5)
    stopped = run_verb("unplayed", file, 1, 4, "--score", "average", "--why", "taken ill")
    assert stopped.stdout == "Round 1, table 4: not played, scored as average.\n"
    run_verb("leave", file, 3, "--why", "went home")
    assert run_verb("next", file).returncode == 0
    back = run_verb("late", file, "Gent 3")
    assert back.stdout == "Gent 3 is back, with the score so far.\n"
    assert "½" in run_verb("standings", file).stdout
