"""A game without counts, a playthrough, its page or its words on the web fails here, by name."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest

from oddtrick import scoring
from oddtrick.games import GAMES, Game, options_of
from oddtrick.i18n.catalogue import DEFAULT_LANGUAGE, LANGUAGES
from oddtrick.rulebook import page_file
from tests.support.contributing_example_game import example_game
from tests.support.game_folders import games_with
from tests.support.perft.generate import RECIPES
from tests.support.perft.perft_data_files import load, path_of
from tests.support.playthroughs import PLAYTHROUGHS
from tests.support.reference.options import defaults_of

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
    page = page_file(game.id) if game in GAMES else None
    return page is not None and page.read_text(encoding="utf-8").startswith("# ")


def _is_counted(game: Game) -> bool:
    return path_of(game.id).is_file() and bool(load(game.id))


def _has_reference(game: Game) -> bool:
    if game.id not in games_with("reference"):
        return False
    return set(defaults_of(game.id)) == set(game.options.__struct_fields__)


def _is_translated(game: Game) -> bool:
    return all(
        (text := game.translations.get(language)) and text.title and text.objective
        for language in LANGUAGES
        if language != DEFAULT_LANGUAGE
    )


def _labels_its_options(game: Game) -> bool:
    names = {option.name for option in options_of(game.options)} - COMMON_OPTIONS
    return all(names <= game.text(language).options.keys() for language in LANGUAGES)


def _is_explained(game: Game) -> bool:
    return all(page_file(game.id, f"page.{at}.md") for at in LANGUAGES) if game in GAMES else False


COMMON_OPTIONS = set(
    re.findall(
        r'^  "option\.(\w+)": ', (STATIC / "i18n/en/start.js").read_text("utf-8"), re.MULTILINE
    )
)
"""The options whose labels are in the catalogue of the page, because several games have them."""

PARTS = (
    Part("games/<id>/rules.md", _has_page),
    Part("tests/games/<id>/recipes.py", lambda game: bool(RECIPES.get(game.id))),
    Part("tests/games/<id>/perft.jsonl", _is_counted),
    Part(
        "tests/games/<id>/cases.py",
        lambda game: any(each.game == game.id for each in PLAYTHROUGHS),
    ),
    Part("tests/games/<id>/reference.py", _has_reference),
    Part("games/<id>/texts.py", lambda game: _is_translated(game) and _labels_its_options(game)),
    Part("games/<id>/page.*.md", _is_explained),
    Part("picture", lambda game: game.picture != ("AS",)),
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


def test_the_page_has_mechanisms_and_no_games() -> None:
    ids = "|".join(game.id for game in GAMES)
    folders = ("match", "offline", "solve", "solver", "table", "wire")
    found = {
        (str(file.relative_to(STATIC)), name)
        for folder in folders
        for file in (STATIC / folder).rglob("*.js")
        for name in re.findall(rf'"({ids})"', file.read_text(encoding="utf-8"))
    }
    assert found == {("offline/host/wasm-player.js", "whist")}  # the name of a policy in its file


def test_no_other_module_knows_a_game_or_a_way_of_scoring() -> None:
    assert len(WAYS) == 11
    others = (
        file
        for file in SOURCE.rglob("*.py")
        if not any(file.is_relative_to(place) for place in OWN)
    )
    found = {str(file.relative_to(SOURCE)): known for file in others if (known := _known_by(file))}
    assert found == {
        "bots/search/trained_policies.py": {"whist"}
    }  # the name of a policy in its file
