"""A small slice of strength: with little thought, and over few deals, search is ahead already.

The bounds stand below what was measured, so that they fail when play gets worse and not when a card
is played differently. What was measured at length stands in `docs/bots.md`.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from statistics import fmean
from typing import Any

import pytest

from oddtrick.bots import Bot, casual, club
from oddtrick.bots.search import SearchBudget, Searcher
from oddtrick.bots.search.literature_baseline_players import TreePlayer
from oddtrick.dealing import new_match
from tests.support.bot_positions import play_out
from tests.support.extent import part

SEARCHER = Searcher("slice", SearchBudget(candidates=300, worlds=80, temperature=64))
HASTY = Searcher("hasty", SearchBudget(candidates=4, worlds=2))
PIMC = Searcher("pimc", SearchBudget(weight_power=0, endgame_cards=13, solved_worlds=1))
TREE = TreePlayer("tree", iterations=300)


def points(game: str, seed: int, bots: Sequence[Bot], **options: Any) -> tuple[int, ...]:
    """The scores of the sides in the first deal of a match."""
    match = play_out(new_match(game, seed=seed, **options), tuple(bots), Random(seed), deals=1)
    result = match.all_deals[0].result
    assert result is not None
    return result.points if game != "whist" else (result.tricks[0] + result.tricks[2], 0)


@pytest.mark.parametrize(
    ("better", "worse", "deals"),
    part(
        [
            (SEARCHER, casual, 10),
            (SEARCHER, club, 16),
            (SEARCHER, HASTY, 12),
            (SEARCHER, TREE, 10),
            (SEARCHER, PIMC, 9),
        ],
        1,
    ),
    ids=lambda value: getattr(value, "name", value),
)
def test_whist_in_duplicate_deals(better: Bot, worse: Bot, deals: int) -> None:
    ours: list[Bot] = [better, worse, better, worse]
    theirs: list[Bot] = [worse, better, worse, better]
    swings = [
        points("whist", seed, ours)[0] - points("whist", seed, theirs)[0] for seed in range(deals)
    ]
    assert fmean(swings) > 0


@pytest.mark.whole(
    held_by="tests/bots/search/test_search_strength.py::test_whist_in_duplicate_deals"
)
@pytest.mark.parametrize(
    ("game", "options", "deals"),
    [
        ("scotch-whist", {"players": 4, "sides": 2}, 20),
        ("scotch-whist", {"players": 5}, 12),
    ],
)
def test_points_in_games_with_points_over_casual(
    game: str, options: dict[str, Any], deals: int
) -> None:
    ahead = []
    for seed in range(deals):
        match = new_match(game, seed=seed, **options)
        players, sides = match.rules.players, len(match.rules.sides)
        for side in range(sides):
            mine = [
                SEARCHER if match.rules.side_of(seat) == side else casual for seat in range(players)
            ]
            scored = points(game, seed, mine, **options)
            ahead.append(scored[side] - fmean(scored))
    assert fmean(ahead) > 0


@pytest.mark.whole(
    held_by="tests/bots/search/test_search_strength.py::test_whist_in_duplicate_deals"
)
@pytest.mark.parametrize("others", part([casual, TREE], 1), ids=lambda bot: bot.name)
def test_knockout_is_won_more_often_than_by_chance_against_three_others(others: Bot) -> None:
    won, matches = 0, 40
    for seed in range(matches):
        seat = seed % 4
        bots = tuple(SEARCHER if other == seat else others for other in range(4))
        match = play_out(new_match("knockout-whist", seed=seed, players=4), bots, Random(seed))
        won += match.winner == seat
    assert won > matches / 4
