"""The example game of CONTRIBUTING.md and its registration."""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path
from re import DOTALL, findall
from types import ModuleType

import pytest

from oddtrick import games
from oddtrick.games import Game

PAGE = Path(__file__).parents[2] / "CONTRIBUTING.md"


@cache
def example_game() -> Game:
    """The game that the first Python block of *Adding a game* declares."""
    _, section = PAGE.read_text(encoding="utf-8").split("\n## Adding a game")
    source = findall(r"```python\n(.*?)```", section, DOTALL)[0]
    module = ModuleType("three_handed_whist")
    sys.modules[module.__name__] = module  # msgspec looks up annotations there
    exec(compile(source, str(PAGE), "exec"), module.__dict__)  # noqa: S102  # our own page
    (game,) = (value for value in vars(module).values() if type(value) is Game)
    return game


def register(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """Adds a game to ``GAMES`` in every module that has imported the tuple."""
    shipped = games.GAMES
    for module in list(sys.modules.values()):
        if module.__name__.startswith("oddtrick") and vars(module).get("GAMES") is shipped:
            monkeypatch.setattr(module, "GAMES", (*shipped, game))
