"""The parts of the rules that the page is given say what the library builds, under all options."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from oddtrick.cards import FULL_PACK, cards_in
from oddtrick.errors import RuleBroken
from oddtrick.games import GAMES, Game, find_game, options_of
from oddtrick.match import deal_cards, play_hands
from oddtrick.rules import FirstDealer, Rules
from oddtrick.tricks import CardOrder
from oddtrick.web.match_rules import MatchGame, match_game

GIVEN = {game.id: match_game(game) for game in GAMES}

each_playable_game = pytest.mark.parametrize(
    "game", [game for game in GAMES if GIVEN[game.id].rules is not None], ids=lambda game: game.id
)


def parts_of(given_to_page: MatchGame, options: dict[str, Any]) -> dict[str, Any]:
    """The parts under these options, as the page looks them up."""
    found: dict[str, Any] = {}
    assert given_to_page.rules is not None
    for part in given_to_page.rules:
        key = msgspec.json.encode([options[name] for name in part.by]).decode()
        value = part.values.get(key)
        if isinstance(value, dict):
            value = options[value["option"]] + value["plus"]
        *outer, last = part.path
        (found.setdefault(outer[0], {}) if outer else found)[last] = value
    return found


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
def test_the_parts_are_those_of_the_rules(game: Game, data: st.DataObject) -> None:
    options = data.draw(options_for(game))
    parts = parts_of(GIVEN[game.id], options)
    rules = _built(game, options)
    if isinstance(rules, RuleBroken):
        assert parts["refused"] == [rules.rule, str(rules)]
    else:
        assert parts["refused"] is None
        compare(parts, rules)


def _built(game: Game, options: dict[str, Any]) -> Rules | RuleBroken:
    try:
        return game.build(msgspec.convert(options, game.options))
    except RuleBroken as refusal:
        return refusal


def compare(parts: dict[str, Any], rules: Rules) -> None:
    """Compares the parts with the rules they stand for."""
    assert parts["players"] == rules.players
    assert tuple(parts["sides"]) == rules.sides
    assert parts["missing"] == [str(card) for card in cards_in(FULL_PACK & ~rules.pack)]
    assert (tuple(parts["sizes"]), parts["fewer"]) == (rules.plan.hands, rules.plan.fewer)
    assert tuple(parts["each"]) == rules.plan.each
    assert parts["jackHigh"] == (rules.order is CardOrder.TRUMP_JACK_HIGH)
    assert parts["breakTrumps"] == rules.break_trumps
    assert parts["partnersCut"] == (rules.first_dealer is not FirstDealer.LOWEST_CUT)
    assert parts["aceLow"] == rules.ace_low_in_cut
    for name in ("trumps", "scoring", "match"):
        choice = getattr(rules, name)
        assert parts[name]["type"] == type(choice).__name__
    assert parts["match"].get("target", rules.goal.target) == rules.goal.target or (
        rules.goal.deals is not None
    )
    if rules.goal.deals is not None:
        assert parts["match"]["deals"] == rules.goal.deals
    assert parts["scoring"].get("honours", "none") in (rules.profile.honours.value, "none")


def test_games_without_calls_and_stock_are_given_to_the_page() -> None:
    for game in GAMES:
        rules = game.rules()
        left_out = bool(rules.course) or rules.plan.stock is not None
        assert (GIVEN[game.id].rules is None) == left_out, game.id


def test_a_game_with_calls_is_left_to_the_server() -> None:
    whist = find_game("whist")

    def build(options: Any) -> Rules:
        return msgspec.structs.replace(whist.build(options), course=(deal_cards, play_hands))

    assert match_game(msgspec.structs.replace(whist, build=build)).rules is None


def test_a_choice_of_another_package_has_the_name_of_that_package() -> None:
    whist = find_game("whist")

    class OddTricks(msgspec.Struct, frozen=True):
        """A class that only has the name of one of ours."""

    def build(options: Any) -> Rules:
        return msgspec.structs.replace(whist.build(options), scoring=OddTricks())

    parts = match_game(msgspec.structs.replace(whist, build=build)).rules
    assert parts is not None
    (kinds,) = (part.values for part in parts if part.path == ("scoring", "type"))
    assert {*kinds.values()} == {f"{__name__}.OddTricks"}


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
