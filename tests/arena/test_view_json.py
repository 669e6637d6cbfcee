"""The view of an external bot: no hidden card, and every key explained."""

import json
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from oddtrick import new_match
from oddtrick.arena.subprocess_bot import PROTOCOL
from oddtrick.arena.view_json import encode_rules, encode_view
from oddtrick.games import rules_of
from oddtrick.match import CHANCE, Match
from oddtrick.rules import Rules, action_text

GAMES = [
    rules_of("whist"),
    rules_of("scotch-whist", players=2),
    rules_of("knockout-whist", players=5, tie="rps"),
    rules_of("knockout-whist", players=3, broken=True, choose="blind"),
    rules_of("knockout-whist", players=7, dogs_life=True),
]


def somewhere(game: int, seed: int, actions: int) -> Match:
    match, rng = new_match(rules=GAMES[game], seed=seed), Random(seed)
    for _ in range(actions):
        if match.over:
            break
        assert match.to_act != CHANCE
        match = match.apply(rng.choice(match.legal_actions()))
    return match


MATCHES = st.builds(
    somewhere, st.integers(0, len(GAMES) - 1), st.integers(0, 99), st.integers(0, 120)
)


@given(MATCHES)
@settings(max_examples=60)
def test_a_view_holds_no_card_that_the_seat_has_not_seen(match: Match) -> None:
    for seat in range(match.rules.players):
        view = match.view(seat)
        encoded = encode_view(view)
        now = {name: encoded[name] for name in encoded if name not in ("deals", "cut", "contest")}
        words = json.dumps(now).replace('"', " ").split()
        if not match.view(seat).tricks and view.past:
            words = [word for word in words if word not in json.dumps(encoded["last_trick"])]
        assert not {str(card) for card in view.unseen} & set(words)


def test_the_rules_are_encoded_as_in_a_record() -> None:
    encoded = encode_rules(new_match("knockout", players=3, seed=1).rules)
    assert encoded["rules"] == {
        "game": "knockout-whist",
        "players": 3,
        "choose": "seen",
        "tie": "cut",
        "broken": False,
        "dogs_life": False,
        "cut": "ace-high",
    }
    assert (encoded["players"], encoded["sides"], len(encoded["pack"])) == (
        3,
        ((0,), (1,), (2,)),
        52,
    )


@given(MATCHES)
def test_every_legal_action_has_its_own_code(match: Match) -> None:
    legal = match.legal_actions()
    assert len(set(map(action_text, legal))) == len(legal)


PAGE = Path(__file__).parents[2] / "docs" / "arena.md"


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: f"{rules.game}-{rules.players}")
def test_the_documentation_explains_every_key(rules: Rules) -> None:
    match = new_match(rules=rules, seed=1)
    page = PAGE.read_text(encoding="utf-8")
    for key in encode_view(match.view(0)):
        assert f"`{key}`" in page
    for key in encode_rules(rules):
        assert f'"{key}": ' in page
    assert f'"protocol": "{PROTOCOL}"' in page
