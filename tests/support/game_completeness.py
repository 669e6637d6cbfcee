"""The hand-written parts of a game, and a search for missing ones."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from oddtrick.games import options_of
from oddtrick.i18n.catalogue import LANGUAGES, catalogue_of
from tests.support.perft.perft_data_files import load
from tests.support.perft.recipes import RECIPES
from tests.support.playthroughs import PLAYTHROUGHS
from tests.support.reference.options import DEFAULTS

if TYPE_CHECKING:
    from collections.abc import Callable

    from oddtrick.games import Game

ROOT = Path(__file__).parents[2]
STATIC = ROOT / "src/oddtrick/web/static"


class Part(NamedTuple):
    """A hand-written part of a game.

    Args:
        place: the file as named in CONTRIBUTING.md, with ``<id>`` for the id of the game.
        exists: True if a game has the part.
    """

    place: str
    exists: Callable[[Game], bool]


def missing_parts(game: Game) -> list[str]:
    """Returns the places of the missing parts of a game."""
    return [part.place.replace("<id>", game.id) for part in PARTS if not part.exists(game)]


def _has_page(game: Game) -> bool:
    page = ROOT / "docs/rules" / f"{game.id}.md"
    return page.is_file() and _read(page).startswith("# ")


def _is_counted(game: Game) -> bool:
    file = ROOT / "tests/data/perft" / f"{game.id}.jsonl"
    return file.is_file() and bool(load(game.id))


def _has_reference(game: Game) -> bool:
    return set(DEFAULTS.get(game.id, ())) == set(game.options.__struct_fields__)


def _is_named_in_reports(game: Game) -> bool:
    return all(f"game.{game.id}" in catalogue_of(language).labels for language in LANGUAGES)


def _is_named_on_the_page(game: Game) -> bool:
    return all(_words("common.js", language, f"game.{game.id}") for language in LANGUAGES)


def _is_offered_on_the_page(game: Game) -> bool:
    keys = [f"start.{game.id}", *(f"option.{option.name}" for option in options_of(game.options))]
    return all(_words("start.js", language, key) for language in LANGUAGES for key in keys)


def _is_explained_on_the_page(game: Game) -> bool:
    return all((STATIC / f"i18n/{at}/rules/{game.id}.js").is_file() for at in LANGUAGES)


def _is_pictured(game: Game) -> bool:
    pictures = _read(STATIC / "start/game-illustrations.js")
    return re.search(rf'^  "?{re.escape(game.id)}"?: \[', pictures, re.MULTILINE) is not None


def _words(file: str, language: str, key: str) -> bool:
    return f'"{key}": ' in _read(STATIC / "i18n" / language / file)


@cache
def _read(file: Path) -> str:
    return file.read_text(encoding="utf-8")


PARTS = (
    Part("docs/rules/<id>.md", _has_page),
    Part("tests/support/perft/recipes.py", lambda game: bool(RECIPES.get(game.id))),
    Part("tests/data/perft/<id>.jsonl", _is_counted),
    Part(
        "tests/support/playthroughs.py",
        lambda game: any(each.game == game.id for each in PLAYTHROUGHS),
    ),
    Part("tests/support/reference/options.py", _has_reference),
    Part("src/oddtrick/i18n/*.json", _is_named_in_reports),
    Part("i18n/*/common.js", _is_named_on_the_page),
    Part("i18n/*/start.js", _is_offered_on_the_page),
    Part("i18n/*/rules/<id>.js", _is_explained_on_the_page),
    Part("start/game-illustrations.js", _is_pictured),
)
