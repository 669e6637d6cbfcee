"""The server supplies the choices that a client offers."""

from __future__ import annotations

from collections.abc import Callable

import jsonschema_rs
import pytest

from oddtrick.bots import BOTS
from oddtrick.games import GAMES, Game, find_game
from oddtrick.rulebook import TRICK_PLAY, page
from oddtrick.tables.commands import PHRASES
from tests.support.server.api_requests import ApiClient, refusal


@pytest.fixture
def ann(new_client: Callable[..., ApiClient]) -> ApiClient:
    return new_client()


def test_every_game_is_listed_with_its_options(ann: ApiClient) -> None:
    result = ann("GET /api/games").json()
    assert [game["id"] for game in result["games"]] == [game.id for game in GAMES]
    assert result["trick_play"] == f"/api/games/{TRICK_PLAY}/rules"


def test_the_list_of_games_is_compressed_for_those_who_take_it(ann: ApiClient) -> None:
    packed = ann("GET /api/games", headers={"Accept-Encoding": "gzip"})
    plain = ann("GET /api/games", headers={"Accept-Encoding": "identity"})
    assert packed.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in plain.headers
    assert packed.json() == plain.json()
    assert int(packed.headers["content-length"]) < len(plain.content) / 4


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_a_single_game_equals_its_list_item(ann: ApiClient, game: Game) -> None:
    result = ann(f"GET /api/games/{game.id}").json()
    assert result in ann("GET /api/games").json()["games"]
    assert ann(f"GET /api/games/{game.aliases[-1] if game.aliases else game.id}").json() == result
    jsonschema_rs.meta.validate(result["options_schema"])
    defaults = {option["name"]: option["default"] for option in result["options"]}
    jsonschema_rs.validator_for(result["options_schema"]).validate(defaults)
    rules = game.rules()
    assert result["players"]["least"] <= rules.players <= result["players"]["most"]


@pytest.mark.parametrize("name", [TRICK_PLAY, *(game.id for game in GAMES), "rat"])
def test_the_rules_are_the_pages_of_the_rulebook(ann: ApiClient, name: str) -> None:
    answer = ann(f"GET /api/games/{name}/rules")
    assert answer.headers["content-type"] == "text/markdown; charset=utf-8"
    assert answer.text == page(name if name == TRICK_PLAY else find_game(name).id)


@pytest.mark.parametrize("name", ["bridge", "..", "%2e%2e", "trick-plays", "%00"])
def test_an_unknown_game_is_not_found(ann: ApiClient, name: str) -> None:
    for path in (f"/api/games/{name}", f"/api/games/{name}/rules"):
        if ".." not in path:
            assert ann(f"GET {path}").status_code == 404


def test_an_unknown_game_error_lists_the_games(ann: ApiClient) -> None:
    answer = ann("GET /api/games/bridge")
    assert refusal(answer) == (404, "no-such-game")
    assert "knockout-whist" in answer.json()["error"]["message"]


def test_phrases_and_bot_levels_are_listed(ann: ApiClient) -> None:
    assert ann("GET /api/phrases").json() == {"phrases": list(PHRASES)}
    result = ann("GET /api/bots/levels").json()
    assert result["levels"] == [bot.name for bot in BOTS]
    assert result["usual"] in result["levels"]
