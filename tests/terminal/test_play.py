from pathlib import Path

import pytest

from oddtrick.cli import make_parser
from oddtrick.cli.play import run
from oddtrick.errors import OddtrickError
from oddtrick.games import GAMES, Game, options_of
from tests.support.terminal.terminal_process import play


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_game_help_lists_every_option_with_bounds_and_default(game: Game) -> None:
    done = play(game.id, "--help")
    assert done.returncode == 0
    words = " ".join(done.stdout.split())
    for option in options_of(game.options):
        assert f"--{option.name.replace('_', '-')}" in words
        assert option.meaning in words
        assert f"({option.rule})" in words
        if option.kind == "number":
            assert option.bounds[1:] in words


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["scotch", "--players=9"], "players is a whole number from 2 to 8, not 9"),
        (["scotch", "--players=5", "--sides=2"], "5 players play each for himself"),
        (["whist", "--match=deals", "--honours=dealt"], "honours must be"),
        (["whist", "--seat=7"], "the seats are 0 to 3"),
        (["whist", "--bot=fritz"], "'fritz' is not a bot"),
        (["--resume=nowhere.json"], "nowhere.json: no such file"),
        (["whist", "--resume=nowhere.json"], "name no other game"),
    ],
)
def test_an_error_is_one_line(args: list[str], message: str) -> None:
    done = play(*args)
    assert done.returncode == (1 if message.endswith("no such file") else 2)
    assert message in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert not done.stdout


@pytest.mark.parametrize("args", [["bridge"], ["whist", "--players=4"], ["--speed=warp"]])
def test_an_invalid_command_line_is_exit_status_2(args: list[str]) -> None:
    assert play(*args).returncode == 2


def test_common_flags_are_accepted_before_or_after_the_game() -> None:
    before = play("--seed=4", "whist", "--plain")
    after = play("whist", "--seed=4")
    assert before.stdout.splitlines()[:5] == after.stdout.splitlines()[:5]


def test_the_persons_name_is_saved_with_the_game(tmp_path: Path) -> None:
    file = tmp_path / "x.json"
    play("whist", "--seed=4", "--seat=2", "--name=Jo", stdin=f"save {file}\n")
    assert '"names":["Ann","Bob","Jo","Dot"]' in file.read_text()


def test_a_missing_textual_is_reported_with_the_install_command(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("oddtrick.cli.play.find_spec", lambda name: None)
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    args = make_parser().parse_args(["play", "whist"])
    with pytest.raises(OddtrickError, match=r"pip install '.*\[terminal\]'.*--plain"):
        run(args)
