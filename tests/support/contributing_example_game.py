"""The example game of CONTRIBUTING.md and its registration."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from re import DOTALL, findall
from types import ModuleType

from oddtrick import games
from oddtrick.games import Game

PAGE = Path(__file__).parents[2] / "CONTRIBUTING.md"


def example_source() -> str:
    """The first Python block of *Adding a game*."""
    _, section = PAGE.read_text(encoding="utf-8").split("\n## Adding a game")
    source: str = findall(r"```python\n(.*?)```", section, DOTALL)[0]
    return source


@cache
def example_game() -> Game:
    """The game that it declares."""
    module = ModuleType("three_handed_whist")
    sys.modules[module.__name__] = module  # msgspec looks up annotations there
    exec(compile(example_source(), str(PAGE), "exec"), module.__dict__)  # noqa: S102  # our own page
    (game,) = (value for value in vars(module).values() if type(value) is Game)
    return game


@contextmanager
def registered(game: Game) -> Iterator[None]:
    """Registers a game until the block ends."""
    games.register_game(game)
    try:
        yield
    finally:
        games.unregister_game(game.id)
