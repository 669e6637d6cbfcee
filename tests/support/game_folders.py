"""What the folders of the games in ``tests/games`` hold, found by the games that there are."""

from importlib import import_module
from pathlib import Path
from typing import Any

from oddtrick.games import GAMES

FOLDER = Path(__file__).parents[1] / "games"


def folder_of(game: str) -> Path:
    """The folder of a game's recipes, cases, reference and data."""
    return FOLDER / game.replace("-", "_")


def by_game(module: str, name: str) -> dict[str, Any]:
    """A value of a module in each folder, by game; games whose folder lacks it are left out."""
    return {
        game.id: getattr(import_module(f"tests.games.{folder_of(game.id).name}.{module}"), name)
        for game in GAMES
        if (folder_of(game.id) / f"{module}.py").is_file()
    }
