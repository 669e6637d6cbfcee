"""The parts of the rules that the page is given say what the library builds, under all options."""

from __future__ import annotations

from enum import Enum
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from oddtrick.cards import Suit
from oddtrick.errors import RuleBroken
from oddtrick.games import GAMES, Game, find_game, options_of
from oddtrick.rules import Rules
from oddtrick.web.match_rules import MatchGame, match_game
from tests.support.bidding_games import NOMINATION

GIVEN = {game.id: match_game(game) for game in GAMES}

each_playable_game = pytest.mark.parametrize(
    "game", [game for game in GAMES if GIVEN[game.id].rules is not None], ids=lambda game: game.id
)


def fields_of(given_to_page: MatchGame, options: dict[str, Any]) -> dict[str, Any]:
    """The fields of the rules under these options, as the page looks them up."""
    assert given_to_page.rules is not None
    found = {}
    for name, tree in given_to_page.rules.items():
        at = tree
        while isinstance(at, dict) and "by" in at:
            value = options[at["by"]]
            key = value if isinstance(value, str) else msgspec.json.encode(value).decode()
            at = at["of"].get(key, at["of"].get("*"))
        found[name] = _filled(at, options)
    return found


def _filled(value: Any, options: dict[str, Any]) -> Any:
    """A value with the numbers of these options."""
    if isinstance(value, list):
        return [_filled(each, options) for each in value]
    if isinstance(value, dict) and "plus" in value:
        return options[value["option"]] + value["plus"]
    if isinstance(value, dict):
        return {name: _filled(each, options) for name, each in value.items()}
    return value


def options_for(game: Game) -> st.SearchStrategy[dict[str, Any]]:
    """Any options of a game, also such that do not go together."""
    values: dict[str, st.SearchStrategy[Any]] = {}
    for option in options_of(game.options):
        if option.kind == "number":
            number = st.integers(option.least, option.most or 60)
            values[option.name] = st.none() | number if option.optional else number
        else:
            values[option.name] = st.sampled_from(option.choices or (False, True))
    return st.fixed_dictionaries(values)


@each_playable_game
@given(data=st.data())
def test_the_fields_are_those_of_the_rules(game: Game, data: st.DataObject) -> None:
    options = data.draw(options_for(game))
    given = fields_of(GIVEN[game.id], options)
    rules = _built(game, options)
    if isinstance(rules, RuleBroken):
        assert given["refused"] == [rules.rule, str(rules)]
    else:
        assert given == {**_told(rules), "refused": None}


def _built(game: Game, options: dict[str, Any]) -> Rules | RuleBroken:
    try:
        return game.build(msgspec.convert(options, game.options))
    except RuleBroken as refusal:
        return refusal


def _told(value: Any) -> Any:
    """What the page is to be told of a choice: not ids of rules, nor lists of all calls."""
    if isinstance(value, Suit):
        return value.letter
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, tuple):
        return [_told(each) for each in value]
    if callable(value) and not isinstance(value, msgspec.Struct):
        return {"type": value.__name__}
    if not isinstance(value, msgspec.Struct):
        return value
    fields = {name: getattr(value, name) for name in value.__struct_fields__}
    unasked = {"cites", "hook_cites", "rule", "pack_rule", "game", "options", "calls", "contracts"}
    told = {name: _told(each) for name, each in fields.items() if name not in unasked}
    return {"type": type(value).__name__, **told}


def test_games_whose_choices_are_all_ours_are_given_to_the_page() -> None:
    given = {game for game, each in GIVEN.items() if each.rules is not None}
    assert given >= {"whist", "knockout-whist", "scotch-whist", "oh-hell", "german-whist"}


def test_a_game_with_calls_of_its_own_is_left_to_the_server() -> None:
    assert match_game(NOMINATION).rules is None


def test_a_choice_of_another_package_is_left_to_the_server() -> None:
    whist = find_game("whist")

    class OddTricks(msgspec.Struct, frozen=True):
        """A class that only has the name of one of ours."""

    def build(options: Any) -> Rules:
        return msgspec.structs.replace(whist.build(options), scoring=OddTricks())

    assert match_game(msgspec.structs.replace(whist, build=build)).rules is None


def test_a_game_that_fails_under_some_options_is_left_to_the_server() -> None:
    whist = find_game("whist")

    def build(options: Any) -> Rules:
        if options.trumps == "clubs":
            raise ValueError
        return whist.build(options)

    assert match_game(msgspec.structs.replace(whist, build=build)).rules is None


def test_a_number_that_changes_more_than_itself_is_left_to_the_server() -> None:
    whist = find_game("whist")

    def build(options: Any) -> Rules:
        return msgspec.structs.replace(whist.build(options), break_trumps=options.target > 7)

    assert match_game(msgspec.structs.replace(whist, build=build)).rules is None
