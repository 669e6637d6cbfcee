"""Views and games come back from JSON as they were."""

import json
from collections import deque
from collections.abc import Callable, Iterator
from itertools import count, islice
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from oddtrick.arena.view_decoder import decode_rules, decode_view
from oddtrick.arena.view_json import encode_rules, encode_view
from oddtrick.dealing import Seeded, new_match
from oddtrick.errors import OddtrickError
from oddtrick.games import rules_of
from oddtrick.match import CHANCE, Match, start
from oddtrick.rules import Rules
from oddtrick.views import Awaited, View
from tests.support.hypothesis_strategies import A_GAME
from tests.support.random_matches import EVERY


def states(rules: Rules, seed: int) -> Iterator[Match]:
    """Yields every state of a random match, from before the first cut to the end."""
    match, rng, chance = start(rules), Random(seed), Seeded(seed)
    yield match
    while not match.over:
        by_chance = match.to_act == CHANCE
        match = match.apply(chance(match) if by_chance else rng.choice(match.legal_actions()))
        yield match


@st.composite
def any_moments(draw: st.DrawFn) -> Match:
    """Draws a match of any game and options at any moment, or at its end."""
    name, options = draw(A_GAME)
    seed, last = draw(st.integers(0, 2**32)), draw(st.none() | st.integers(0, 150))
    course = states(rules_of(name, **options), seed)
    return deque(islice(course, None if last is None else last + 1), maxlen=1).pop()


def check(match: Match) -> None:
    for seat in (*range(match.rules.players), None):
        view = match.view(seat)
        decoded = decode_view(json.loads(json.dumps(encode_view(view))), match.rules)
        assert decoded == view
        assert repr(decoded) == repr(view)  # a card equals the suit of the same number


@given(any_moments())
def test_a_decoded_view_is_the_view_that_was_encoded(match: Match) -> None:
    check(match)


KNOCKOUT = rules_of("knockout-whist", players=7, tie="rps")


@pytest.mark.parametrize(
    ("rules", "is_met"),
    [
        (rules_of("whist"), lambda view: view.cut),
        (rules_of("whist", match="rubber"), lambda view: view.standing.game_over),
        (KNOCKOUT, lambda view: view.awaited is Awaited.CHOICE),
        (KNOCKOUT, lambda view: view.thrown),
        (KNOCKOUT, lambda view: view.past and view.past[-1].contest),
        (KNOCKOUT, lambda view: view.awaited is Awaited.NOTHING),
        (rules_of("scotch-whist", players=2), lambda view: view.earlier),
    ],
    ids=("cut", "game over", "choice", "throw", "past contest", "over", "second hand"),
)
def test_a_rare_moment_is_decoded(rules: Rules, is_met: Callable[[View], object]) -> None:
    courses = (match for seed in count() for match in states(rules, seed))
    check(next(match for match in courses if is_met(match.view(None))))


@pytest.mark.parametrize("name", sorted({name for name, _ in EVERY}))
def test_decoded_rules_are_those_that_were_encoded(name: str) -> None:
    for options in [options for game, options in EVERY if game == name]:
        rules = rules_of(name, **options)
        assert decode_rules(json.loads(json.dumps(encode_rules(rules)))["rules"]) == rules


def first_view(**changes: Any) -> dict[str, Any]:
    match = new_match("whist", seed=1)
    document = {**encode_view(match.view(match.to_act)), **changes}
    return {key: value for key, value in document.items() if value != "left out"}


def test_keys_of_later_versions_are_ignored() -> None:
    rules = rules_of("whist")
    assert decode_view(first_view(weather="fine"), rules) == decode_view(first_view(), rules)


@pytest.mark.parametrize(
    ("document", "wrong"),
    [
        ([], "Expected `object`, got `array`"),
        (first_view(seating="left out"), "missing required field `seating`"),
        (first_view(hand=["2C", "1S"]), "'1S' is not a card"),
        (first_view(legal=[7]), r"Expected `str`, got `int` - at `\$.legal\[0\]`"),
        (first_view(awaited="tea"), r"Invalid enum value 'tea' - at `\$.awaited`"),
        (first_view(awaited="throw"), "is not a valid Throw"),
    ],
)
def test_a_view_that_cannot_be_read_is_named(document: Any, wrong: str) -> None:
    with pytest.raises(OddtrickError, match=f"the view cannot be read: .*{wrong}"):
        decode_view(document, rules_of("whist"))
