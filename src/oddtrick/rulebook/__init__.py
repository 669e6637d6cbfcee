"""The project's own rulebook, ``docs/rules``: its pages, with the options as they are declared."""

from __future__ import annotations

import re
from importlib import resources
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING

from oddtrick.errors import OddtrickError
from oddtrick.games import GAMES, Game, find_game, options_of

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

TRICK_PLAY = "trick-play"
"""The name of the page of rules that all games share."""
WIDTH = 80
"""The columns of a line of the pages."""
_RULE = re.compile(r"^- \*\*([A-Z]+[0-9]+)\*\* (.*(?:\n  .*)*)", re.MULTILINE)
_OPTIONS = re.compile(r"(<!-- options -->\n).*?(<!-- /options -->)", re.DOTALL)


def pages() -> Traversable:
    """The folder of the pages: beside this file in an installed package, else in the checkout."""
    packed = resources.files("oddtrick.rulebook")
    if (packed / f"{TRICK_PLAY}.md").is_file():
        return packed
    return Path(__file__).parents[3] / "docs" / "rules"


def page(name: str, language: str = "en") -> str:
    """The page of a game, or of trick play, as Markdown with the options filled in.

    Args:
        name: a game, or `TRICK_PLAY`.
        language: the code of a language that a game of another package may have its rules in.

    Raises:
        OddtrickError: there is no such game.
    """
    if name == TRICK_PLAY:
        return _read(TRICK_PLAY)
    game = find_game(name)
    translation = game.translations.get(language)
    own = (translation.page if translation else "") or game.page
    return insert_options_table(own or (_read(game.id) if game in GAMES else _outline(game)), game)


def _outline(game: Game) -> str:
    """The page of a game whose package brings none: what the game says of itself."""
    return (
        f"# {game.title}\n\n{game.objective}\n\n{game.source}\n\n"
        "## Options\n\n<!-- options -->\n<!-- /options -->\n"
    )


def numbered_rules(name: str) -> dict[str, str]:
    """The rules of a page by id, each as one line of Markdown.

    Raises:
        OddtrickError: there is no such game.

    >>> numbered_rules("knockout-whist")["K4"]
    'A player who has taken no trick at the end of a deal is out of the game.'
    """
    found = _RULE.findall(page(name))
    return {rule: " ".join(text.split()) for rule, text in found}


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
    """The options of a game, a list item each: name, values with the default first, meaning."""
    items = []
    for option in options_of(game.options):
        default = {None: "unset", False: "false", True: "true"}.get(option.default, option.default)
        values = f"- `{option.name}`: {option.bounds}; default {default} ({option.rule})."
        for text in (values, f"  {option.meaning}"):
            items += wrap(text, WIDTH, subsequent_indent="  ", break_on_hyphens=False)
    return items
