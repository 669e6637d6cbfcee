"""What the folders of the games in ``tests/games`` hold, found by the games that there are."""

from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

from oddtrick.games import GAMES

FOLDER = Path(__file__).parents[1] / "games"


def folder_of(game: str) -> Path:
    """The folder of a game's recipes, cases, reference and data."""
    return FOLDER / game.replace("-", "_")


@cache
def _module(game: str, module: str) -> ModuleType:
    return import_module(f"tests.games.{folder_of(game).name}.{module}")


def games_with(module: str) -> tuple[str, ...]:
    """The games whose folder has a module."""
    return tuple(game.id for game in GAMES if (folder_of(game.id) / f"{module}.py").is_file())


def by_game(module: str, name: str) -> dict[str, Any]:
    """A value of a module in each folder, by game; games whose folder lacks it are left out."""
    return {game: getattr(_module(game, module), name) for game in games_with(module)}


def own(game: str, name: str, default: Any = None) -> Any:
    """A value or function of a game's reference, or the default of the family.

    Found at the call: the references import what they share.
    """
    return getattr(_module(game, "reference"), name, default)
