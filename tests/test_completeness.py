"""Nothing forgotten: a game without counts, a playthrough or its page fails here, by name."""

from pathlib import Path

import pytest

from oddtrick.games import GAMES, Game
from tests.support.perft.data import load
from tests.support.perft.recipes import RECIPES
from tests.support.playthroughs import PLAYTHROUGHS

PAGES = Path(__file__).parents[1] / "docs" / "rules"

each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)


@each_game
@pytest.mark.parametrize("long", [False, True], ids=["quick", "long"])
def test_a_game_has_counted_positions(game: Game, long: bool) -> None:
    places = load(game.id, long=long)
    assert len(places) >= (2 if long else 20)
    assert {place.record.rules["game"] for place in places} == {game.id}


@each_game
def test_a_game_has_recipes_for_its_positions(game: Game) -> None:
    assert RECIPES[game.id]


@each_game
def test_a_game_has_a_playthrough(game: Game) -> None:
    assert [told.name for told in PLAYTHROUGHS if told.game == game.id]


@each_game
def test_a_game_has_its_page(game: Game) -> None:
    page = PAGES / f"{game.id}.md"
    assert page.is_file()
    assert page.read_text(encoding="utf-8").startswith("# ")


@pytest.mark.parametrize(
    ("game", "option"),
    [(game.id, name) for game in GAMES for name in game.options.__struct_fields__],
)
def test_each_option_of_a_game_is_counted_under_two_values(game: str, option: str) -> None:
    values = {str(place.record.rules.get(option)) for place in load(game)}
    assert len(values) >= 2, f"{game} is counted only with {option} {values}"
