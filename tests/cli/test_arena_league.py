"""``oddtrick arena league``: the report, resuming after a kill, and what is refused."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from oddtrick.cli import arena_league
from oddtrick.cli.parser import Parser
from tests.support.run_program import Done, oddtrick

FEW = ("random", "novice", "casual", "--deals", "8", "--seed", "3")


def league(folder: Path, *args: str) -> Done:
    return oddtrick("arena", "league", folder, *args)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("league") / "table"
    assert league(folder, *FEW, "--json").returncode == 0
    return folder


def test_json_is_one_line_a_bot_best_first(played: Path) -> None:
    done = league(played, "--deals", "8", "--json")
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert (done.stderr, done.returncode) == ("", 0)
    assert [row["place"] for row in rows] == [1, 2, 3]
    assert list(rows[0]) == [
        *("place", "bot", "version", "unit", "rating", "ci95"),
        *("ahead", "ahead_ci95", "deals", "forfeits"),
    ]
    assert rows[-1]["bot"] == "random"
    assert rows[-1]["ahead"] is None
    assert sum(row["rating"] for row in rows) == pytest.approx(0, abs=1e-5)
    low, high = rows[0]["ci95"]
    assert low < rows[0]["rating"] < high
    assert (rows[0]["unit"], rows[0]["deals"]) == ("tricks", 16)


def test_the_report_fits_a_terminal(played: Path) -> None:
    done = league(played, "--deals", "8")
    lines = done.stdout.splitlines()
    assert (done.stderr, done.returncode) == ("", 0)
    assert lines[0] == "whist: 3 bots, 8 deals a pair, seed 3"
    assert "tricks a deal, 95 %" in done.stdout
    assert max(map(len, lines)) <= 80
    assert "…" not in done.stdout


def test_forfeits_are_reported(tmp_path: Path) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text("raise SystemExit('no key')\n")
    own = f"mine=text:{sys.executable} {bot}"
    done = league(tmp_path / "table", "mine", "random", "--bot", own, "--deals", "2")
    assert done.returncode == 0
    assert "mine forfeited 2 deals." in done.stdout


@pytest.mark.parametrize(
    ("args", "wrong"),
    [
        ((), "the following arguments are required: FOLDER"),
        (("table", "nobody"), "'nobody' is not a bot"),
        (("table", "random", "novice", "--delas", "2"), "unknown option --delas: did you mean"),
    ],
)
def test_wrong_usage_is_one_line_and_status_2(
    args: tuple[str, ...], wrong: str, tmp_path: Path
) -> None:
    done = oddtrick("arena", "league", *args, cwd=tmp_path)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert wrong in done.stderr
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("args", "wrong"),
    [
        (("--seed", "9"), "this league has seed 3, not 9"),
        (("--unit", "points"), 'this league has unit "tricks", not "points"'),
        (("--game", "scotch-whist"), "this league has rules "),
        (("--target", "7"), "this league has rules "),
    ],
)
def test_other_terms_are_one_line_and_status_1(
    args: tuple[str, ...], wrong: str, played: Path
) -> None:
    done = league(played, *args, "--deals", "8")
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (1, "", 1)
    assert wrong in done.stderr


@pytest.mark.parametrize("name", ["file", "file/table", "/proc/none"])
def test_a_folder_that_cannot_be_made_is_one_line_and_status_1(name: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    done = oddtrick("arena", "league", name, "random", "novice", cwd=tmp_path)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (1, "", 1)
    assert done.error.startswith(name)


def test_an_action_word_is_known_to_the_help_of_its_verb() -> None:
    assert "oddtrick arena league --help: rate many bots in a league" in " ".join(
        oddtrick("arena", "--help").stdout.split()
    )
    parser = Parser(prog="verb")
    arena_league.add_parser(parser)
    assert [found.prog for found in parser.walk()] == ["verb", "verb league"]
