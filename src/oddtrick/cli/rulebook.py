"""The project's own rulebook, ``docs/rules``: its pages, with the options as they are declared."""

from __future__ import annotations

import argparse
import re
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING

from oddtrick.errors import OddtrickError
from oddtrick.games import GAMES, Game, find_game, options_of

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

TRICK_PLAY = "trick-play"
_OPTIONS = re.compile(r"(<!-- options -->\n).*?(<!-- /options -->)", re.DOTALL)


def pages() -> Traversable:
    """Where the pages are: in the installed package, or in the checkout that runs."""
    packed = resources.files("oddtrick") / "rulebook"
    if packed.is_dir():
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
    return with_options(_read(game.id), game)


def _read(name: str) -> str:
    try:
        return (pages() / f"{name}.md").read_text(encoding="utf-8")
    except OSError:
        raise OddtrickError(f"the page {name}.md of the rulebook is missing") from None


def with_options(text: str, game: Game) -> str:
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


def plain_page(name: str) -> str:
    """The page for a terminal without Markdown: comments and marks taken out."""
    text = re.sub(r"<!-- .*? -->\n", "", page(name))
    text = re.sub(r"\*\*(.+?)\*\*", r"\1", text)
    text = re.sub(r"(?<!\w)\*(\S.*?\S)\*(?!\w)", r"\1", text, flags=re.DOTALL)
    text = text.replace("`", "")
    text = re.sub(r"^(#+) (.*)$", _heading, text, flags=re.MULTILINE)
    return re.sub(r"\n{3,}", "\n\n", text)


def _heading(found: re.Match[str]) -> str:
    line = {1: "=", 2: "-"}.get(len(found[1]), "")
    title = found[2].upper() if len(found[1]) == 1 else found[2]
    return f"{title}\n{line * len(title)}" if line else title


def _write(folder: Path) -> None:
    for game in GAMES:
        file = folder / f"{game.id}.md"
        old = file.read_text(encoding="utf-8")
        new = with_options(old, game)
        if new != old:
            file.write_text(new, encoding="utf-8")
            print(f"{file}: options written")


def main() -> None:
    """Writes the declared options into the pages of a folder."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--write", metavar="FOLDER", type=Path, required=True)
    _write(parser.parse_args().write)


if __name__ == "__main__":
    main()
