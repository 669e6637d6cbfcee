"""A game without counts, a playthrough, its page or its words on the web fails here, by name."""

import ast
from pathlib import Path

import pytest

from oddtrick import scoring
from oddtrick.games import GAMES, Game
from tests.support.contributing_example_game import example_game
from tests.support.game_completeness import PARTS, ROOT, missing_parts
from tests.support.perft.perft_data_files import load

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
