"""A bot is blind: its choice does not depend on cards that its seat cannot see."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from oddtrick.bots import BOTS, Bot
from oddtrick.match import CHANCE, Match
from tests.support.bot_positions import QUICK, RULED, chosen
from tests.support.extent import part, times
from tests.support.hypothesis_strategies import matches
from tests.support.permute_hidden_cards import permute_hidden
from tests.support.random_matches import EVERY, WITH_CALLS, course

SEARCHING = [bot for bot in BOTS if bot not in QUICK]


@given(matches(), st.integers(0, 2**32))
@settings(max_examples=times(70, whole=200))
def test_permuting_unseen_cards_never_changes_a_choice(match: Match, seed: int) -> None:
    other = permute_hidden(match, match.to_act, Random(seed))
    assume(other is not None)
    assert other is not None
    for bot in QUICK:
        assert chosen(bot, other, seed) == chosen(bot, match, seed)
    view, same = match.view(match.to_act), other.view(match.to_act)
    for bot in RULED:
        assert bot.advise(same, Random(seed)) == bot.advise(view, Random(seed))


@pytest.mark.parametrize(
    ("game", "options"), [*part(EVERY[::2], 14), *part(WITH_CALLS, 2)], ids=str
)
def test_choices_ignore_unseen_cards_in_every_game(game: str, options: dict[str, Any]) -> None:
    rng, tried = Random(4), 0
    states = [match for match in course(game, options, 4) if match.to_act not in (None, CHANCE)]
    for match in rng.sample(states, 12):
        other = permute_hidden(match, match.to_act, rng)
        if other is None:
            continue
        assert other != match
        for bot in QUICK:
            assert chosen(bot, other) == chosen(bot, match)
        tried += 1
    assert tried > 3


@pytest.mark.long
@pytest.mark.parametrize("bot", SEARCHING, ids=lambda bot: str(bot.name))
@given(match=matches(), seed=st.integers(0, 2**32))
@settings(max_examples=40, deadline=None)
def test_bots_that_search_ignore_unseen_cards(bot: Bot, match: Match, seed: int) -> None:
    other = permute_hidden(match, match.to_act, Random(seed))
    assume(other is not None)
    assert other is not None
    assert chosen(bot, other, seed) == chosen(bot, match, seed)
