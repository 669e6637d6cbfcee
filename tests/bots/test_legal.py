"""Every bot plays every game with every option to its end, legally and at every table."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings

from oddtrick.bots.heuristics.heuristic import make_advice
from oddtrick.cards import Card, Suit
from oddtrick.dealing import new_match
from oddtrick.i18n.localizer import Localizer
from oddtrick.match import Match
from tests.support.bot_positions import QUICK, RULED, play_out
from tests.support.extent import part
from tests.support.hypothesis_strategies import matches
from tests.support.random_matches import EVERY, WITH_CALLS


@pytest.mark.parametrize(("game", "options"), [*part(EVERY, 28), *WITH_CALLS], ids=str)
def test_a_match_of_all_levels_ends(game: str, options: dict[str, Any]) -> None:
    match = new_match(game, seed=11, **options)
    rng = Random(11)
    bots = tuple(rng.choice(QUICK) for _ in range(match.rules.players))
    assert play_out(match, bots, rng).over


@given(matches())
@settings(max_examples=150)
def test_a_bot_acts_legally_in_every_state(match: Match) -> None:
    view = match.view(match.to_act)
    for bot in QUICK:
        assert bot.choose(view, Random(1)) in view.legal


@given(matches())
@settings(max_examples=150)
def test_a_choice_comes_with_its_reason(match: Match) -> None:
    view = match.view(match.to_act)
    for bot in RULED:
        advised = bot.advise(view, Random(2))
        assert advised.action == bot.choose(view, Random(2))
        assert advised.reason == Localizer("en").sentence(advised.tag, advised.params)
        assert advised.reason.endswith(".")
        assert len(advised.reason) <= 80


def test_reasons_can_be_sent_as_data() -> None:
    advised = make_advice(Card.H4, "return-partners-suit", suit=Suit.HEARTS)
    assert msgspec.to_builtins(advised) == {
        "action": int(Card.H4),
        "reason": "Partner led hearts: return the suit.",
        "tag": "return-partners-suit",
        "params": {"suit": "hearts"},
    }
