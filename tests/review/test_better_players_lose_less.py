"""Tests that better players lose less in reviews."""

from __future__ import annotations

from functools import cache

import pytest

from oddtrick.bots import Bot, club, random_bot
from oddtrick.bots.search import SearchBudget, Searcher
from oddtrick.review import Tally, review
from tests.support.extent import part
from tests.support.review_deals import played

QUICK = SearchBudget(candidates=400, worlds=80, weight_power=0.7, temperature=64)
SEARCHING = Searcher("searching", QUICK)


@cache
def lost(game: str, bot: Bot, seeds: range) -> tuple[float, float]:
    """The mean cost of an unforced decision, by utility and double dummy."""
    tallies: list[Tally] = []
    for seed in seeds:
        found = review(played(game, seed, bot), deals=[0], seed=seed + 100, budget=QUICK, threads=2)
        tallies += [losses.total for losses in found.losses]
    decisions = sum(one.decisions for one in tallies)
    utility = sum(one.utility for one in tallies)
    return utility / decisions, sum(one.double_dummy or 0 for one in tallies) / decisions


@pytest.mark.parametrize(("game", "deals"), part([("knockout-whist", 4), ("whist", 4)], 1))
def test_losses_rank_search_before_club_before_random(game: str, deals: int) -> None:
    best, good, bad = (lost(game, bot, range(deals)) for bot in (SEARCHING, club, random_bot))
    assert best[0] < good[0] < bad[0]
    assert bad[0] > 2 * good[0]
    assert bad[0] > 10 * best[0]
    assert best[1] < bad[1]
    assert good[1] < bad[1]


@pytest.mark.whole(
    held_by="tests/review/test_better_players_lose_less.py::test_losses_rank_search_before_club_before_random"
)
def test_search_loses_less_than_random_without_partners_too() -> None:
    best, bad = (lost("scotch-whist", bot, range(4)) for bot in (SEARCHING, random_bot))
    assert bad[0] > 10 * best[0]
    assert best[1] < bad[1]
