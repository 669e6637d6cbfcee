"""Every bot plays every game with every option to its end, legally and at any table."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings

from oddtrick.bots import BOTS, casual, random_bot
from oddtrick.dealing import new_match
from oddtrick.match import Match
from tests.bots.tables import play_out
from tests.drawn import matches
from tests.views.games import EVERY


@pytest.mark.parametrize(("game", "options"), EVERY, ids=str)
def test_a_match_of_casual_and_random_players_ends(game: str, options: dict[str, Any]) -> None:
    match = new_match(game, seed=11, **options)
    rng = Random(11)
    bots = tuple(rng.choice((casual, casual, random_bot)) for _ in range(match.rules.players))
    assert play_out(match, bots, rng).over


@given(matches())
@settings(max_examples=150)
def test_whatever_happened_before_a_bot_does_what_it_may(match: Match) -> None:
    view = match.view(match.to_act)
    for bot in BOTS:
        assert bot.choose(view, Random(1)) in view.legal


@given(matches())
@settings(max_examples=150)
def test_casual_gives_a_sentence_with_its_choice(match: Match) -> None:
    view = match.view(match.to_act)
    advised = casual.advise(view, Random(2))
    assert advised.action == casual.choose(view, Random(2))
    assert advised.reason.endswith(".")
    assert len(advised.reason) <= 80
