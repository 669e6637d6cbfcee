"""A searching player does not know hidden cards."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from oddtrick.match import CHANCE
from tests.support.bot_positions import chosen
from tests.support.extent import part
from tests.support.permute_hidden_cards import permute_hidden
from tests.support.quick_search import QUICK
from tests.support.random_matches import EVERY, course


@pytest.mark.parametrize(("game", "options"), part(EVERY[::3], 6), ids=str)
def test_two_matches_that_differ_in_unseen_cards_give_the_same_choice(
    game: str, options: dict[str, Any]
) -> None:
    rng, tried = Random(6), 0
    states = [match for match in course(game, options, 6) if match.to_act not in (None, CHANCE)]
    for match in rng.sample(states, 12):
        other = permute_hidden(match, match.to_act, rng)
        if other is None:
            continue
        assert other != match
        assert chosen(QUICK, other) == chosen(QUICK, match)
        tried += 1
    assert tried > 3
