"""The rulebook: the page of rules in the folder of each game, with the options as declared."""

from __future__ import annotations

import re
from importlib import resources
from textwrap import wrap
from typing import TYPE_CHECKING

from oddtrick.games import Game, find_game, options_of

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

TRICK_PLAY = "trick-play"
"""The name of the page of rules that all games share."""
WIDTH = 80
"""The columns of a line of the pages."""
_RULE = re.compile(
    r"^(?:[-*] )?(\*\*)?([A-Z]+[0-9]+)\.?(?(1)\*\*)\.? (.*(?:\n(?![-*] |#|\n).+)*)", re.MULTILINE
)
"""A paragraph or a list item that begins with the id of a rule, to its last line."""
_OPTIONS = re.compile(r"(<!-- options -->\n).*?(<!-- /options -->)", re.DOTALL)


def page_file(name: str, file: str = "rules.md") -> Traversable | None:
    """A file in the folder of a game, or of trick play; None: there is none.

    The folder is the package of the module that builds the rules, as ``oddtrick.games.whist``.

    Raises:
        OddtrickError: there is no such game.
    """
    if name == TRICK_PLAY:
        package = "oddtrick.games.trick_play"
    else:
        package = str(getattr(find_game(name).build, "__module__", "")).rpartition(".")[0]
    found = resources.files(package) / file if package else None
    return found if found is not None and found.is_file() else None


def page(name: str, language: str = "") -> str:
    """The rules of a game, or of trick play, as Markdown with the options filled in.

    Args:
        name: a game, or `TRICK_PLAY`.
        language: the code of a language, for the rules as players read them in it; empty, or where
            there are none: the numbered rules.

    Raises:
        OddtrickError: there is no such game.
    """
    file = (page_file(name, f"page.{language}.md") if language else None) or page_file(name)
    text = file.read_text(encoding="utf-8") if file else ""
    if name == TRICK_PLAY:
        return text
    game = find_game(name)
    return insert_options_table(
        game.text(language).page or game.page or text or _outline(game), game
    )


def _outline(game: Game) -> str:
    """The default page of a game without one: title, objective and options."""
    return (
        f"# {game.title}\n\n{game.objective}\n\n{game.source}\n\n"
        "## Options\n\n<!-- options -->\n<!-- /options -->\n"
    )


def numbered_rules(name: str) -> dict[str, str]:
    """The rules of a page by id, each as one line of Markdown.

    A rule is a paragraph or a list item that begins with its id, as ``P1. Text`` or
    ``- **P1** Text``.

    Raises:
        OddtrickError: there is no such game.

    >>> numbered_rules("knockout-whist")["K4"]
    'A player who has taken no trick at the end of a deal is out of the game.'
    """
    found = _RULE.findall(page(name))
    return {rule: " ".join(text.split()) for _, rule, text in found}


def insert_options_table(text: str, game: Game) -> str:
    """The page with the table of options as the game declares them."""
    lines = "".join(f"{line}\n" for line in options_table(game))
    return _OPTIONS.sub(lambda found: f"{found[1]}\n{lines}\n{found[2]}", text)


def options_table(game: Game) -> list[str]:
    """The options of a game, a list item each: name, values with the default first, meaning."""
    items = []
    for option in options_of(game.options):
        default = "unset" if option.default is None else option.default
        if isinstance(default, bool):  # of the numbers, 1 equals true
            default = str(default).lower()
        values = f"- `{option.name}`: {option.bounds}; default {default} ({option.rule})."
        for text in (values, f"  {option.meaning}"):
            items += wrap(text, WIDTH, subsequent_indent="  ", break_on_hyphens=False)
    return items
