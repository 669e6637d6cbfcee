"""Options as declared: read back, refused, and what rules each value makes."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import UNSET, UnsetType

from oddtrick.cards import FULL_PACK, Suit
from oddtrick.errors import OddtrickError, RuleBroken
from oddtrick.games import (
    GAMES,
    Game,
    Option,
    find_game,
    options_of,
    options_schema,
    read_options,
    rules_of,
)
from oddtrick.games.options import refusal
from oddtrick.games.registry import shared_names
from oddtrick.games.whist.rules import single_deal
from tests.support.random_matches import EVERY

SHARED = ("catch-the-ten",)
"""Names of more than one game."""

OPTIONS = [(game, option) for game in GAMES for option in options_of(game.options)]
BY_NAME = pytest.mark.parametrize(
    ("game", "option"), OPTIONS, ids=[f"{game.id}-{option.name}" for game, option in OPTIONS]
)


def values(option: Option) -> list[Any]:
    """Values on the inside of an option's bounds, at their edges."""
    if option.kind == "yes-no":
        return [False, True]
    if option.kind == "choice":
        return list(option.choices)
    assert option.least is not None
    return [option.least, option.most or 1000, *([None] if option.optional else [])]


def strangers(option: Option) -> list[Any]:
    """Values on the outside of them, and of other kinds."""
    beyond: list[Any] = [[], {}, 2.0, "surely not", b"none"]
    if option.kind != "yes-no":
        beyond += [True, False]
    if option.kind != "number":
        return [*beyond, 1, 0]
    assert option.least is not None
    above = [] if option.most is None else [option.most + 1]
    return [*beyond, option.least - 1, *above, str(option.least)]


@BY_NAME
def test_each_value_within_the_bounds_is_accepted(game: Game, option: Option) -> None:
    for value in [option.default, *values(option)]:
        assert refusal(option, value) == ""
        assert getattr(read_options(game, {option.name: value}), option.name) == value


@BY_NAME
def test_each_value_beyond_the_bounds_is_refused_with_them_and_the_rule(
    game: Game, option: Option
) -> None:
    unset = [] if option.optional else [None]
    for value in [*strangers(option), *unset]:
        with pytest.raises(RuleBroken) as broken:
            read_options(game, {option.name: value})
        assert broken.value.rule == option.rule
        assert f"{game.id}: {option.name} is {option.bounds}, not " in str(broken.value)


@BY_NAME
def test_the_default_of_a_choice_stands_first(game: Game, option: Option) -> None:
    if option.kind == "choice":
        assert option.choices[0] == option.default
        assert len(set(option.choices)) == len(option.choices)


@BY_NAME
def test_the_schema_of_a_form_says_the_same_as_the_option(game: Game, option: Option) -> None:
    schema = json.dumps(options_schema(game.options))
    assert option.name in schema
    assert json.dumps(option.meaning)[1:-1] in schema
    assert all(json.dumps(choice) in schema for choice in option.choices)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_omitted_options_have_their_defaults(game: Game) -> None:
    defaults = {option.name: option.default for option in options_of(game.options)}
    assert game.rules() == rules_of(game.id) == rules_of(game.id, **defaults)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_an_unknown_option_is_refused_with_the_list_of_options(game: Game) -> None:
    names = ", ".join(option.name for option in options_of(game.options))
    with pytest.raises(RuleBroken) as broken:
        read_options(game, {"jokers": 2})
    assert str(broken.value) == f"{game.id} has no option 'jokers': its options are {names}"
    assert broken.value.rule == ""


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_a_game_is_found_by_each_of_its_names_however_they_are_spelt(game: Game) -> None:
    own = [name for name in game.aliases if name not in SHARED]
    for name in (game.id, game.title, *own):
        for spelling in (name, f" {name.upper()} ", name.replace("-", " "), name.replace("-", "_")):
            assert find_game(spelling) is game


def test_a_name_of_two_games_asks_which_is_meant() -> None:
    """Catch the ten is scotch whist in some books and a kind of colonial whist in others."""
    names = Counter(name for game in GAMES for name in (game.id, *game.aliases))
    assert {name for name, games in names.items() if games > 1} == set(SHARED)
    assert shared_names() == tuple(SHARED)
    for spelling in ("catch-the-ten", "Catch the Ten", "CATCH_THE_TEN"):
        with pytest.raises(OddtrickError) as asked:
            find_game(spelling)
        assert str(asked.value) == (
            "catch-the-ten is the name of 2 games: write colonial-scotch-whist or scotch-whist"
        )


@pytest.mark.parametrize("name", ["Reduction Whist", "Diminishing Whist", "Trumps", "Rat"])
def test_the_names_in_its_source_find_knockout_whist(name: str) -> None:
    assert find_game(name).id == "knockout-whist"


@given(st.text())
def test_an_unknown_game_is_refused_with_the_list_of_games(name: str) -> None:
    known = {name for game in GAMES for name in (game.id, *game.aliases)}
    if name.strip().lower().replace(" ", "-").replace("_", "-") not in known:
        with pytest.raises(OddtrickError, match="the games are whist, colonial-whist"):
            find_game(name)


@pytest.mark.parametrize(("game", "options"), EVERY, ids=str)
def test_the_rules_of_every_game_are_consistent(game: str, options: dict[str, Any]) -> None:
    rules = rules_of(game, **options)
    assert rules.game == game
    assert sorted(seat for side in rules.sides for seat in side) == list(range(rules.players))
    assert [side[0] for side in rules.sides] == list(range(len(rules.sides)))
    assert len({len(side) for side in rules.sides}) == 1
    assert rules.pack & ~FULL_PACK == 0
    assert sum(rules.plan.sizes(0)) * rules.players <= rules.pack.bit_count()
    for seat in range(rules.players):
        assert seat in rules.sides[rules.side_of(seat)]
        assert {seat, *rules.partners(seat)} == {*rules.sides[rules.side_of(seat)]}
    assert rules_of(game, **{name: getattr(rules.options, name) for name in options}) == rules


@pytest.mark.parametrize(
    ("name", "bounds"),
    [
        ("players", "a whole number from 2 to 7"),
        ("choose", '"seen" or "blind"'),
        ("broken", "true or false"),
    ],
)
def test_bounds_are_described_in_words(name: str, bounds: str) -> None:
    options = {option.name: option for option in options_of(find_game("rat").options)}
    assert options[name].bounds == bounds


def test_a_number_without_a_maximum_is_described_without_one() -> None:
    target, *_ = options_of(find_game("colonial").options)
    assert target.bounds == "a whole number from 1"


@pytest.mark.parametrize(
    ("fixed", "trumps"),
    [(UNSET, "turn-up"), (None, "no-trumps"), *((suit, str(suit)) for suit in Suit)],
)
def test_D1_a_single_deal_of_whist_has_its_trumps_turned_up_or_fixed(
    fixed: Suit | UnsetType | None, trumps: str
) -> None:
    rules = single_deal(fixed)
    assert rules == rules_of("whist", match="deals", deals=1, trumps=trumps)
    if fixed is not UNSET:
        assert {rules.trumps.fixed(deal) for deal in range(9)} == {fixed}
        assert rules.trumps.rule(0) == ("R2" if fixed is None else "R1")
