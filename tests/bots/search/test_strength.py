"""A small slice of strength: with little thought, and over few deals, search is ahead already."""

from __future__ import annotations

from random import Random
from statistics import fmean
from typing import TYPE_CHECKING, Any

import pytest

from oddtrick.bots import Bot, casual
from oddtrick.bots.search import Effort, Searcher
from oddtrick.dealing import new_match
from tests.bots.tables import play_out

if TYPE_CHECKING:
    from collections.abc import Sequence

SEARCHER = Searcher("slice", Effort(candidates=200, worlds=50, ending=4, solved=15))


def points(game: str, seed: int, bots: Sequence[Bot], **options: Any) -> tuple[int, ...]:
    """What the sides score in the first deal of a match."""
    match = play_out(new_match(game, seed=seed, **options), tuple(bots), Random(seed), deals=1)
    result = match.all_deals[0].result
    assert result is not None
    return result.points if game != "whist" else (result.tricks[0] + result.tricks[2], 0)


def test_whist_over_casual_in_duplicate_deals() -> None:
    ours: list[Bot] = [SEARCHER, casual, SEARCHER, casual]
    theirs: list[Bot] = [casual, SEARCHER, casual, SEARCHER]
    swings = [
        points("whist", seed, ours)[0] - points("whist", seed, theirs)[0] for seed in range(40)
    ]
    assert fmean(swings) > 0


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("scotch-whist", {"players": 4, "sides": 2}),
        ("scotch-whist", {"players": 5}),
    ],
)
def test_points_in_games_with_points_over_casual(game: str, options: dict[str, Any]) -> None:
    ahead = []
    for seed in range(40):
        match = new_match(game, seed=seed, **options)
        players, sides = match.rules.players, len(match.rules.sides)
        for side in range(sides):
            mine = [
                SEARCHER if match.rules.side_of(seat) == side else casual for seat in range(players)
            ]
            scored = points(game, seed, mine, **options)
            ahead.append(scored[side] - fmean(scored))
    assert fmean(ahead) > 0


def test_knockout_is_won_more_often_than_by_chance_against_three_casual_players() -> None:
    won = 0
    for seed in range(60):
        seat = seed % 4
        bots = [SEARCHER if other == seat else casual for other in range(4)]
        match = play_out(
            new_match("knockout-whist", seed=seed, players=4), tuple(bots), Random(seed)
        )
        won += match.winner == seat
    assert won > 60 / 4
