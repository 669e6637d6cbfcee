"""Searching players play every game with every option legally."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings

from oddtrick.bots.search import Searcher, expert, master
from oddtrick.dealing import new_match
from oddtrick.errors import OddtrickError
from oddtrick.match import CHANCE, Match
from tests.support.bot_positions import play_out
from tests.support.extent import part, times
from tests.support.hypothesis_strategies import matches
from tests.support.quick_search import QUICK
from tests.support.random_matches import EVERY, WITH_CALLS


@pytest.mark.parametrize(("game", "options"), [*part(EVERY, 5), *part(WITH_CALLS, 1)], ids=str)
def test_deals_of_every_game_are_played_to_the_end(game: str, options: dict[str, Any]) -> None:
    match = new_match(game, seed=3, **options)
    played = play_out(match, (QUICK,) * match.rules.players, Random(3), deals=3)
    assert played.over or played.number == 3


@given(matches())
@settings(max_examples=times(10, whole=60))
def test_an_action_is_found_in_any_position(match: Match) -> None:
    view = match.view(match.to_act)
    assert QUICK.choose(view, Random(1)) in view.legal


def test_choosing_out_of_turn_is_an_error() -> None:
    match = new_match("whist", seed=7)
    assert match.to_act not in (None, CHANCE)
    other = next(seat for seat in range(4) if seat != match.to_act)
    with pytest.raises(OddtrickError, match=f"it is not seat {other}'s turn"):
        QUICK.choose(match.view(other), Random(1))


@pytest.mark.parametrize("bot", [expert, master], ids=lambda bot: bot.name)
def test_the_levels_play_a_card(bot: Searcher) -> None:
    match = new_match("knockout-whist", seed=7)
    assert bot.choose(match.view(match.to_act), Random(1)) in match.legal_actions()
