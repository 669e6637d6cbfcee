"""Programs that give something else than what is wanted are told so, in one line."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

import pytest

import oddtrick as ot
from oddtrick.arena import find_entrant, play_duplicate
from oddtrick.bots import find_bot
from oddtrick.cards import parse_hand, parse_suit
from oddtrick.errors import describe_error
from oddtrick.match import start
from oddtrick.pbn import boards_of
from oddtrick.perft import divide, perft
from oddtrick.record import (
    decode_record,
    encode_record,
    record_of,
    replay,
    result_of,
    steps_of,
)
from oddtrick.review import advise, review
from oddtrick.rulebook import numbered_rules, page
from oddtrick.solver import (
    Position,
    SearchStopped,
    principal_line,
    solve,
    solve_cards,
    solve_many,
)
from oddtrick.solver.deals import VectorDeals, plan_deal, play_deals
from oddtrick.solver.sampling import worlds
from tests.support.review_deals import LITTLE

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


MATCH = ot.new_match("knockout-whist", seed=7)
BOTS = Random(7)
STATES = [MATCH]
while not STATES[-1].over:
    STATES.append(STATES[-1].apply(BOTS.choice(STATES[-1].legal_actions())))
ENDING, VIEW = STATES[-4], MATCH.view(MATCH.to_act)
HANDS = ["K...2", "AQ...", "32...", "..32."]
POSITION = Position.parse(HANDS)
RULES = ot.rules_of("scotch-whist")

CALLS: dict[str, tuple[Callable[..., object], dict[str, Any]]] = {
    "Hand.of": (ot.Hand.of, {"cards": "AK.Q.J.T"}),
    "new_match": (ot.new_match, {"game": "whist", "seed": 1}),
    "apply": (MATCH.apply, {"action": MATCH.legal_actions()[0]}),
    "view": (MATCH.view, {"seat": 0}),
    "perft": (perft, {"match": ENDING, "depth": 1}),
    "divide": (divide, {"match": ENDING, "depth": 1}),
    "record_of": (record_of, {"match": MATCH, "names": None}),
    "steps_of": (steps_of, {"match": MATCH, "names": None}),
    "result_of": (result_of, {"match": MATCH}),
    "decode_record": (decode_record, {"data": encode_record(record_of(MATCH))}),
    "encode_record": (encode_record, {"record": record_of(MATCH)}),
    "replay": (replay, {"record": record_of(MATCH)}),
    "boards_of": (boards_of, {"match": ot.new_match("whist", seed=7), "names": None}),
    "Position.parse": (
        Position.parse,
        {"hands": HANDS, "trump": "S", "leader": 0, "trick": "", "sides": None},
    ),
    "solve": (solve, {"position": POSITION, "nodes": None, "seconds": None}),
    "solve_cards": (solve_cards, {"position": POSITION, "nodes": None, "seconds": None}),
    "principal_line": (principal_line, {"position": POSITION, "nodes": None, "seconds": None}),
    "solve_many": (
        solve_many,
        {"positions": [POSITION], "threads": 1, "table_mb": 16, "nodes": None, "seconds": None},
    ),
    "plan_deal": (plan_deal, {"rules": RULES, "start": None}),
    "play_deals": (
        play_deals,
        {"rules": RULES, "n": 1, "seed": 1, "first": 0, "start": None, "threads": 1}
        | {"policy": "uniform", "record": ()},
    ),
    "worlds": (worlds, {"view": VIEW}),
    "draw": (worlds(VIEW).draw, {"n": 1, "seed": 1, "first": 0}),
    "find_bot": (find_bot, {"name": "club"}),
    "play_duplicate": (
        lambda rules, a, **options: play_duplicate(rules, a, "random", **options),
        {"rules": RULES, "a": "random", "deals": 1, "seed": 1, "unit": None, "chunk_size": 1},
    ),
    "advise": (partial(advise, budget=LITTLE), {"view": ENDING.view(ENDING.to_act)}),
    "review": (partial(review, budget=LITTLE), {"match": ENDING, "deals": [0]}),
}

WRONG: tuple[object, ...] = (
    *(None, True, -1, 3, 1.5, float("nan"), 10**30, "", "x", b"", b"\xff", object()),
    *([], {}, [None], ["a", "b", "c"], ("AS",), ot.Suit.SPADES, ot.card("AS"), MATCH, VIEW),
)


@pytest.mark.parametrize("name", CALLS)
def test_a_call_with_a_wrong_argument_ends_in_one_line(name: str) -> None:
    """Or with a result, where the value has a meaning there; and never in another exception."""
    call, right = CALLS[name]
    call(**right)
    for argument in right:
        for value in WRONG:
            given = right | {argument: value}
            told = ""
            try:
                call(**given)
            except ot.OddtrickError as error:
                told = str(error)
            except SearchStopped:
                assert argument in ("nodes", "seconds")
            assert "\n" not in told
            assert len(told) < 300, told


def test_names_for_each_seat_are_kept() -> None:
    assert record_of(MATCH, ("Ann", "Bob", "Cal", "Dot")).names == ["Ann", "Bob", "Cal", "Dot"]


def test_an_error_is_told_in_one_line_and_ours_without_its_type() -> None:
    assert describe_error(ot.OddtrickError("two\nlines")) == "two lines"
    assert describe_error(KeyError("hand")) == "KeyError: 'hand'"
    assert describe_error(KeyError()) == "KeyError"
