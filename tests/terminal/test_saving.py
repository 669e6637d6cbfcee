"""Tests that saving loses nothing: neither the game nor a file in its way."""

from __future__ import annotations

import os
import shlex
from pathlib import Path

import pytest
from textual.widgets import Input

from oddtrick.errors import OddtrickError
from oddtrick.record import encode_record
from oddtrick.terminal.game_session import GameSession, resume_session
from tests.support.terminal.game_sessions import play_out, session, until_yours
from tests.support.terminal.pilot import playing
from tests.support.terminal.terminal_process import play


@pytest.fixture
def game() -> GameSession:
    """A game in progress that is not autosaved."""
    begun = session("whist", seed=2)
    until_yours(begun)
    return begun


def holds(file: Path, game: GameSession) -> bool:
    """True if the file holds the game as it stands."""
    return file.read_bytes() == encode_record(game.record) + b"\n"


@pytest.fixture
def no_state_folder(games_folder: Path) -> Path:
    """A file in the place of the data folder, so that nothing can be saved there."""
    games_folder.parent.mkdir(parents=True)
    games_folder.write_text("in the way")
    return games_folder


@pytest.mark.parametrize("content", ["notes", "", "{}", "[1, 2]", '{"format": "oddtrick/1"}'])
@pytest.mark.parametrize("replace", [False, True])
def test_a_file_that_holds_no_game_is_never_replaced(
    game: GameSession, tmp_path: Path, content: str, replace: bool
) -> None:
    file = tmp_path / "mine.txt"
    file.write_text(content)
    with pytest.raises(OddtrickError, match="exists and is not a saved game"):
        game.save(file, replace=replace)
    assert file.read_text() == content
    assert list(tmp_path.iterdir()) == [file]


def test_a_file_of_several_records_is_not_replaced(game: GameSession, tmp_path: Path) -> None:
    one = game.save(tmp_path / "one.json").read_bytes()
    many = tmp_path / "many.jsonl"
    many.write_bytes(one * 2)
    with pytest.raises(OddtrickError, match="several records"):
        game.save(many, replace=True)
    assert many.read_bytes() == one * 2


def test_a_device_stays_a_device_also_behind_a_link(game: GameSession, tmp_path: Path) -> None:
    pipe, link = tmp_path / "pipe", tmp_path / "link"
    os.mkfifo(pipe)
    link.symlink_to(pipe)
    for file in (pipe, link, Path("/dev/null")):
        with pytest.raises(OddtrickError, match="is a device"):
            game.save(file, replace=True)
    assert pipe.is_fifo()
    assert link.is_symlink()


def test_a_link_is_followed_and_stays(game: GameSession, tmp_path: Path) -> None:
    target, link = tmp_path / "target.json", tmp_path / "link.json"
    link.symlink_to(target)
    game.save(link)
    assert link.is_symlink()
    assert holds(target, game)
    with pytest.raises(OddtrickError, match="already holds a game"):
        game.save(link)


def test_a_game_is_replaced_when_asked_and_keeps_its_permissions(
    game: GameSession, tmp_path: Path
) -> None:
    file = game.save(tmp_path / "mine.json")
    file.chmod(0o600)
    game.apply(game.view.legal[0])
    with pytest.raises(OddtrickError, match="already holds a game"):
        game.save(file)
    game.save(file, replace=True)
    assert holds(file, game)
    assert file.stat().st_mode & 0o777 == 0o600


def test_no_folder_is_made(game: GameSession, tmp_path: Path) -> None:
    with pytest.raises(OddtrickError, match=r"there is no folder .*new: make it first"):
        game.save(tmp_path / "new" / "mine.json")
    assert not list(tmp_path.glob("new*"))


def test_a_folder_is_refused(game: GameSession, tmp_path: Path) -> None:
    with pytest.raises(OddtrickError, match="is a folder"):
        game.save(tmp_path)


@pytest.mark.usefixtures("no_state_folder")
def test_a_game_that_cannot_be_kept_is_told_and_the_status_is_1() -> None:
    done = play("whist", "--seed=6", stdin="quit\n")
    assert done.returncode == 1
    assert done.stdout.splitlines()[-1].startswith("This game is not saved: ")


@pytest.mark.usefixtures("no_state_folder")
def test_a_game_saved_by_hand_is_not_lost(tmp_path: Path) -> None:
    file = tmp_path / "by hand.json"
    done = play("whist", "--seed=6", stdin=f"save {file}\nquit\n")
    assert done.returncode == 0
    command = f"oddtrick play --resume '{file}'"
    assert done.stdout.splitlines()[-1] == f"The game is saved. Resume it with: {command}"


def test_saving_is_tried_again_when_there_is_room(no_state_folder: Path) -> None:
    table = session("whist", seed=2, keep=True)
    until_yours(table)
    assert table.save_problem
    no_state_folder.unlink()
    table.apply(table.view.legal[0])
    assert not table.save_problem
    assert table.file is not None
    assert holds(table.file, table)


@pytest.mark.parametrize("bot", ["casual", "club"])
def test_the_command_that_resumes_gives_the_same_game(bot: str) -> None:
    done = play("whist", "--seed=6", f"--bot={bot}", "--seat=2", "--name=Bob", stdin="quit\n")
    command = done.stdout.splitlines()[-1].split("Resume it with: ")[1]
    program, verb, *args = shlex.split(command)
    assert (program, verb) == ("oddtrick", "play")
    again = play(*args, stdin="quit\n")
    assert again.returncode == 0
    hand = [line for line in done.stdout.splitlines() if line.startswith("Your hand")]
    assert hand[-1] in again.stdout
    assert again.stdout.splitlines()[-1] == done.stdout.splitlines()[-1]


@pytest.mark.usefixtures("no_state_folder")
async def test_the_drawn_game_tells_that_it_is_not_saved() -> None:
    async with playing(session("whist", seed=2, keep=True)) as person:
        await person.press("enter", "ctrl+q")
        assert any("This game is not saved" in line for line in person.screen)
        await person._pilot.press("y")
        await person.until(lambda: person.app.return_code is not None)
        assert person.app.return_code == 1
        (farewell,) = person.app.farewells.values()
        assert farewell.startswith("This game is not saved: ")


async def test_a_finished_game_is_saved_and_reviewed_from_its_last_dialog(tmp_path: Path) -> None:
    table = session("knockout-whist", seed=2, players=2)
    play_out(table)
    async with playing(
        table, review_lines=lambda record: [f"a review of {len(record.deals)}"]
    ) as person:
        shown = next(line for line in person.screen if "New game (n)" in line)
        assert all(label in shown for label in ("Menu (m)", "Undo (u)", "Quit (q)"))
        assert all(label in shown for label in ("Review (v)", "Save (^s)"))
        await person.press("v")
        text = f"a review of {len(table.view.past)}"
        await person.until(lambda: any(text in line for line in person.screen))
        await person.press("escape", "ctrl+s")
        person.app.screen.query_one(Input).value = str(tmp_path / "over.json")
        await person.press("enter")
        await person.until((tmp_path / "over.json").exists)
        assert resume_session(tmp_path / "over.json").over
        assert person.at == "MatchResult"
