"""Deals that are decided: no trick to come changes the points of any side."""

from __future__ import annotations

from random import Random

import pytest

from oddtrick import new_match
from oddtrick.games import GAMES
from oddtrick.match import Match
from oddtrick.solver.settled import is_settled, settled_line

SETTLES = {"solo-whist", "bid-whist", "german-whist", "oh-hell"}
"""Games in which tricks may be left that change nothing."""


def _played_out(match: Match, rng: Random) -> Match:
    while match.all_deals[0].result is None:
        match = match.apply(rng.choice(match.legal_actions()))
    return match


@pytest.mark.parametrize("game", [game.id for game in GAMES])
def test_whoever_takes_the_rest_of_a_settled_deal_its_points_are_the_same(game: str) -> None:
    rng, found = Random(game), 0
    for seed in range(12):
        match = new_match(game, seed=seed)
        while match.all_deals[0].result is None and not is_settled(match):
            match = match.apply(rng.choice(match.legal_actions()))
        line = settled_line(match)
        if not line:
            continue
        found += 1
        ended = match
        for card in line:
            ended = ended.apply(card)
        result = ended.all_deals[0].result
        assert result is not None
        for _ in range(5):
            other = _played_out(match, rng)
            other_result = other.all_deals[0].result
            assert other_result is not None
            assert other_result.points == result.points
            assert other.standing.score == ended.standing.score
            assert other.winner == ended.winner
    assert (found > 0) == (game in SETTLES)
