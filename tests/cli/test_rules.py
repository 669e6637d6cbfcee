"""``oddtrick rules``, and the rest of the command line."""

from __future__ import annotations

import subprocess
import sys

import pytest

from oddtrick.games import GAMES
from tests.support.command import oddtrick


@pytest.mark.parametrize("game", [game.id for game in GAMES])
def test_the_rules_of_each_game_fit_a_terminal_of_eighty_columns(game: str) -> None:
    done = oddtrick("rules", game)
    assert done.returncode == 0
    lines = done.stdout.splitlines()
    assert max(map(len, lines)) <= 80
    assert "**" not in done.stdout
    assert "<!--" not in done.stdout


def test_the_rules_list_the_options_as_declared() -> None:
    done = oddtrick("rules", "whist")
    assert "honours" in done.stdout
    assert "a whole number from 1; default 5" in done.stdout


def test_without_a_game_all_games_are_listed() -> None:
    done = oddtrick("rules")
    assert all(game.id in done.stdout for game in GAMES)


def test_an_unknown_game_is_one_line_that_lists_the_games() -> None:
    done = oddtrick("rules", "bridge")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == (
        "'bridge' is not a game: the games are whist, colonial-whist, colonial-scotch-whist, "
        "scotch-whist, knockout-whist\n"
    )


def test_a_closed_output_pipe_is_no_error() -> None:
    program = f"{sys.executable} -m oddtrick rules whist | head -1"
    done = subprocess.run(program, shell=True, capture_output=True, check=False)  # noqa: S602
    assert done.stderr == b""


def test_importing_the_package_imports_neither_textual_nor_numpy() -> None:
    loads = "import sys, oddtrick; print(*{m.split('.')[0] for m in sys.modules})"
    done = subprocess.run([sys.executable, "-c", loads], capture_output=True, check=True)
    assert not {"textual", "rich", "numpy", "asyncio"} & set(done.stdout.decode().split())


@pytest.mark.parametrize("args", [[], ["deal"], ["play", "bridge"], ["replay"], ["rules", "-x"]])
def test_an_unknown_command_is_one_line_of_error(args: list[str]) -> None:
    done = oddtrick(*args)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("oddtrick")
    assert done.stderr.count("\n") == 1
    assert "--help" in done.stderr
