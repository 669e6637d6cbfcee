"""The project's own rulebook, ``docs/rules``: its pages, with the options as they are declared."""

from __future__ import annotations

import re
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING

from oddtrick.errors import OddtrickError
from oddtrick.games import Game, find_game, options_of

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

TRICK_PLAY = "trick-play"
_OPTIONS = re.compile(r"(<!-- options -->\n).*?(<!-- /options -->)", re.DOTALL)


def pages() -> Traversable:
    """The folder of the pages: beside this file in an installed package, else in the checkout."""
    packed = resources.files("oddtrick.rulebook")
    if (packed / f"{TRICK_PLAY}.md").is_file():
        return packed
    return Path(__file__).parents[3] / "docs" / "rules"


def page(name: str) -> str:
    """The page of a game, or of trick play, as Markdown with the options filled in.

    Raises:
        OddtrickError: there is no such game.
    """
    if name == TRICK_PLAY:
        return _read(TRICK_PLAY)
    game = find_game(name)
    return insert_options_table(_read(game.id), game)


def _read(name: str) -> str:
    try:
        return (pages() / f"{name}.md").read_text(encoding="utf-8")
    except OSError:
        raise OddtrickError(f"the page {name}.md of the rulebook is missing") from None


def insert_options_table(text: str, game: Game) -> str:
    """The page with the table of options as the game declares them."""
    lines = "".join(f"{line}\n" for line in options_table(game))
    return _OPTIONS.sub(lambda found: f"{found[1]}\n{lines}\n{found[2]}", text)


def options_table(game: Game) -> list[str]:
    """The options of a game, one list item each: name, values with the default first, meaning."""
    items = []
    for option in options_of(game.options):
        default = {None: "unset", False: "false", True: "true"}.get(option.default, option.default)
        items += [
            f"- `{option.name}`: {option.bounds}; default {default} ({option.rule}).",
            f"  {option.meaning}",
        ]
    return items
