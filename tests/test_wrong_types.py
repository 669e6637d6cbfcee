"""Programs that give None, or a game where its name or its rules are wanted, are told so."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import oddtrick as ot
from oddtrick.arena import find_entrant, play_duplicate
from oddtrick.bots import find_bot
from oddtrick.cards import parse_hand, parse_suit
from oddtrick.match import start
from oddtrick.review import review
from oddtrick.rulebook import numbered_rules, page
from oddtrick.solver import Position
from oddtrick.solver.deals import VectorDeals, plan_deal, play_deals

WHIST = ot.find_game("whist")

BY_NAME: tuple[Callable[[Any], object], ...] = (
    ot.card,
    ot.find_game,
    ot.rules_of,
    ot.unregister_game,
    find_bot,
    find_entrant,
    numbered_rules,
    page,
    parse_hand,
    parse_suit,
    lambda name: play_duplicate(WHIST.rules(), name, "random", deals=1),
    lambda name: play_duplicate(WHIST.rules(), "random", name, deals=1),
)
BY_RULES: tuple[Callable[[Any], object], ...] = (
    start,
    plan_deal,
    lambda rules: play_deals(rules, 1, seed=1),
    lambda rules: play_duplicate(rules, "random", "random", deals=1),
    lambda rules: Position.of(rules, [], None, 0),
    lambda rules: VectorDeals(rules, 1),
)


def refusal(call: Callable[[Any], object], value: object) -> str:
    with pytest.raises(ot.OddtrickError) as refused:
        call(value)
    assert "\n" not in str(refused.value)
    assert len(str(refused.value)) < 160
    return str(refused.value)


@pytest.mark.parametrize("value", [None, WHIST, WHIST.rules(), 7, b"whist"], ids=type)
def test_a_name_is_text(value: object) -> None:
    kind = "None" if value is None else f"a value of type {type(value).__name__}"
    for call in BY_NAME:
        assert refusal(call, value).startswith(f"{kind} was given: give ")


@pytest.mark.parametrize("value", [None, WHIST, "whist", 7], ids=type)
def test_rules_are_neither_a_game_nor_its_name(value: object) -> None:
    for call in BY_RULES:
        told = refusal(call, value)
        assert told.endswith("as rules_of('whist') or game.rules() makes them")


def test_a_new_match_takes_a_name_or_rules() -> None:
    for call in (ot.new_match, lambda rules: ot.new_match(rules=rules)):
        assert refusal(call, None) == "give a game with its options, or rules, not both"
        assert "value of type Game was given" in refusal(call, WHIST)


@pytest.mark.parametrize("value", [None, WHIST, "whist"], ids=type)
def test_a_match_is_reviewed_and_nothing_else(value: Any) -> None:
    assert refusal(review, value).endswith("was given: give a match, or a record of one")
