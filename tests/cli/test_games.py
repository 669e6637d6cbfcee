"""Tests of ``oddtrick games``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from oddtrick.terminal.saved_games import saved_games
from tests.support.run_program import oddtrick
from tests.support.terminal.game_sessions import play_out, session, until_yours


@pytest.fixture(autouse=True)
def saved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """The files of an unfinished and a finished game, as the list numbers them."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    over = session("knockout-whist", seed=3, players=2, keep=True)
    play_out(over)
    begun = session("whist", seed=3, keep=True)
    until_yours(begun)
    files = saved_games()
    assert len(files) == 2
    return files


def test_the_list_has_every_game_for_people_and_programs(saved: list[Path]) -> None:
    lines = oddtrick("games").stdout.splitlines()
    assert [line.split()[:2] for line in lines] == [
        [str(number), file.stem] for number, file in enumerate(saved, 1)
    ]
    assert lines[0].endswith("  Whist, deal 1")
    assert "  Knock-out Whist, won by " in lines[1]
    told = json.loads(oddtrick("games", "--json").stdout)["games"]
    assert [each["file"] for each in told] == list(map(str, saved))
    assert [each["state"] for each in told] == ["unfinished", "finished"]
    assert [each["game"] for each in told] == ["whist", "knockout-whist"]


@pytest.mark.parametrize("by_name", [False, True])
def test_a_game_is_resumed_by_number_or_name(saved: list[Path], by_name: bool) -> None:
    done = oddtrick("games", "resume", saved[0].stem if by_name else "1", "--plain", stdin="quit\n")
    assert done.returncode == 0
    assert done.stdout.startswith("Whist, first to 5.")
    assert str(saved[0]) in done.stdout.splitlines()[-1]


def test_a_game_is_reviewed() -> None:
    done = oddtrick("games", "review", "2", "--effort=quick", "--deal=1")
    assert done.returncode == 0
    assert "What mattered most" in done.stdout


def test_a_game_is_removed_only_with_consent(saved: list[Path]) -> None:
    refused = oddtrick("games", "remove", "1")
    assert refused.returncode != 0
    assert "give --yes" in refused.stderr
    assert saved_games() == saved
    done = oddtrick("games", "remove", "--yes", "1", saved[0].stem)
    assert done.stdout == f"Removed {saved[0].stem}.\n"
    assert saved_games() == saved[1:]


@pytest.mark.parametrize("word", ["0", "3", "nothing", "../x"])
def test_an_unknown_game_is_refused_in_one_line(word: str) -> None:
    for verb in ("resume", "review", "remove"):
        done = oddtrick("games", verb, word)
        assert done.returncode != 0
        assert done.stderr.endswith("is not a saved game: oddtrick games lists them (1 to 2)\n")
        assert not done.stdout


def test_an_unreadable_file_is_listed(saved: list[Path]) -> None:
    saved[0].write_text("{")
    told = json.loads(oddtrick("games", "--json").stdout)["games"]
    assert [each["state"] for each in told] == ["unreadable", "finished"]


def test_an_empty_list_tells_how_to_start(saved: list[Path]) -> None:
    for file in saved:
        file.unlink()
    assert oddtrick("games").stdout == "No games are saved. oddtrick play starts one.\n"
    assert json.loads(oddtrick("games", "--json").stdout) == {"games": []}
