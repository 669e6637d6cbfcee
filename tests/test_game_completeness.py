"""A game without counts, a playthrough, its page or its words on the web fails here, by name."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest

from oddtrick import scoring
from oddtrick.games import GAMES, Game, options_of
from oddtrick.i18n.catalogue import LANGUAGES, catalogue_of
from tests.support.contributing_example_game import example_game
from tests.support.perft.perft_data_files import load
from tests.support.perft.recipes import RECIPES
from tests.support.playthroughs import PLAYTHROUGHS
from tests.support.reference.options import DEFAULTS

if TYPE_CHECKING:
    from collections.abc import Callable


ROOT = Path(__file__).parents[1]
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


SOURCE = ROOT / "src/oddtrick"
OWN = (SOURCE / "games", SOURCE / "scoring", SOURCE / "rules.py")
"""The only places that know games by name and ways of scoring by class."""

WAYS = {
    name
    for name in scoring.__all__
    if hasattr(getattr(scoring, name), "stages") or hasattr(getattr(scoring, name), "after")
} - {"DealScoring", "MatchScoring"}

each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)


@each_game
def test_a_game_has_all_its_handwritten_parts(game: Game) -> None:
    assert missing_parts(game) == []


def test_a_game_with_only_its_own_file_gets_a_list_of_missing_parts() -> None:
    expected = [part.place.replace("<id>", "three-handed-whist") for part in PARTS]
    assert missing_parts(example_game()) == expected


@pytest.mark.parametrize("place", [part.place for part in PARTS])
def test_contributing_lists_each_handwritten_part(place: str) -> None:
    page = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    assert f"`{place}`" in page.partition("\n## Adding a game")[2]


@each_game
@pytest.mark.parametrize("long", [False, True], ids=["quick", "long"])
def test_a_game_has_counted_positions(game: Game, long: bool) -> None:
    places = load(game.id, long=long)
    assert len(places) >= (2 if long else 20)
    assert {place.record.rules["game"] for place in places} == {game.id}


@pytest.mark.parametrize(
    ("game", "option"),
    [
        (game.id, name)
        for game in GAMES
        for name in game.options.__struct_fields__
        if name != "cut"  # no count reaches back to the cut for the first deal
    ],
)
def test_each_option_of_a_game_is_counted_under_two_values(game: str, option: str) -> None:
    values = {str(place.record.rules.get(option)) for place in load(game)}
    assert len(values) >= 2, f"{game} is counted only with {option} {values}"


def _known_by(file: Path) -> set[str]:
    """The classes of scoring that a module names, and the ids of games among its strings."""
    names, texts = set(), set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Name):
            names.add(node.id)
        elif isinstance(node, ast.Attribute):
            names.add(node.attr)
        elif isinstance(node, ast.alias):
            names.add(node.name)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            texts.add(node.value)
    return (names & WAYS) | (texts & {game.id for game in GAMES})


def test_no_other_module_knows_a_game_or_a_way_of_scoring() -> None:
    assert len(WAYS) == 8
    others = (
        file
        for file in SOURCE.rglob("*.py")
        if not any(file.is_relative_to(place) for place in OWN)
    )
    found = {str(file.relative_to(SOURCE)): known for file in others if (known := _known_by(file))}
    assert found == {
        "bots/search/trained_policies.py": {"whist"}
    }  # the name of a policy in its file
