"""The games of modules that the user names are there in this process and in those it starts."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.support.example_package import install_example, oddtrick_with, with_site
from tests.support.extent import part

REGISTER = """
import oddtrick
from prize_whist import PRIZE_WHIST
oddtrick.register_game(PRIZE_WHIST)
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a module of a game and one that registers it, which nobody has installed."""
    here = tmp_path_factory.mktemp("here")
    install_example(here)
    (here / "prize_whist-1.0.dist-info" / "entry_points.txt").unlink()
    (here / "my_games.py").write_text(REGISTER)
    (here / "faulty.py").write_text("raise ValueError('two\\nlines')\n")
    (here / "quits.py").write_text("raise SystemExit\n")
    (here / "random.py").write_text("raise RuntimeError('this hides the standard library')\n")
    return here


@pytest.mark.parametrize("module", ["my_games", "prize_whist"])
def test_a_module_of_the_working_directory_is_named_on_the_command_line(
    folder: Path, module: str
) -> None:
    done = oddtrick_with(with_site(folder.parent), "--plugin", module, "rules", cwd=folder)
    assert (done.returncode, done.stderr) == (0, "")
    assert "prize-whist            Win tricks" in done.stdout


def test_a_module_is_named_in_the_environment(folder: Path) -> None:
    environ = with_site(folder.parent, ODDTRICK_PLUGINS=" my_games ,")
    done = oddtrick_with(environ, "play", "prize", "--plain", stdin="quit\n", cwd=folder)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("Prize Whist, first to 15.")


def test_worker_processes_import_the_module_too(folder: Path) -> None:
    play = ["arena", "casual", "random", "--game", "prize", "--target", "5", "--deals", "2"]
    work = ["--executor", "processes", "--workers", "1", "--json"]
    environ = with_site(folder.parent)
    done = oddtrick_with(environ, "--plugin", "my_games", *play, *work, cwd=folder)
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["deals"] == 2


@pytest.mark.parametrize(
    ("module", "reason"),
    [
        ("nowhere", "ModuleNotFoundError: No module named 'nowhere'"),
        ("faulty", "ValueError: two lines"),
        ("quits", "SystemExit"),
    ],
)
@pytest.mark.parametrize("verb", part(["rules", "play"], 1))
def test_a_module_that_fails_ends_the_command_with_one_line(
    folder: Path, module: str, reason: str, verb: str
) -> None:
    environ = with_site(folder.parent)
    done = oddtrick_with(environ, "--plugin", module, verb, cwd=folder, stdin="")
    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr == f"oddtrick: the plugin {module} can't be loaded: {reason}\n"
