"""Deals played by bots, some with a blunder in them."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from oddtrick.bots import Bot, club
from oddtrick.bots.search import SearchBudget
from oddtrick.cards import Card
from oddtrick.dealing import new_match
from oddtrick.match import Match, Playing
from oddtrick.views import View
from tests.support.extent import times

LITTLE = SearchBudget(candidates=times(20, whole=60), worlds=times(8, whole=20), weight_power=0.7)
"""A budget that exercises all code."""

SOME = SearchBudget(
    candidates=times(400, whole=1000),
    worlds=times(60, whole=150),
    weight_power=0.7,
    temperature=64,
)
"""A budget that detects a blunder."""


def play(match: Match, bot: Bot, *, deals: int = 1, more: int = 0, seed: int = 0) -> Match:
    """Plays a number of deals and further actions, and returns the match."""
    rng = Random(seed)
    while not match.over and (match.number < deals or more > 0):
        more -= match.number >= deals
        assert match.to_act is not None
        match = match.apply(bot.choose(match.view(match.to_act), rng))
    return match


def played(game: str, seed: int, bot: Bot = club, *, more: int = 0, **options: Any) -> Match:
    """Returns a match after its first deal and ``more`` actions of the second."""
    return play(new_match(game, seed=seed, **options), bot, more=more, seed=seed)


def blundered(seed: int, find: Callable[[View], Card | None]) -> tuple[Match, int] | None:
    """Returns a deal of whist played by ``club`` except for one blunder, and the blunder's index.

    Args:
        seed: the seed of the cards.
        find: returns the blunder possible in a view, or None.

    Returns:
        The match and the index of the blunder among the cards of the deal, or None if the deal
        has no opportunity. The first blunder found is played.
    """
    match, rng, at = new_match("whist", seed=seed), Random(seed), -1
    while match.number == 0 and not match.over:
        assert isinstance(match.phase, Playing)
        view = match.view(match.phase.to_act)
        blunder = find(view) if at < 0 else None
        if blunder is not None:
            at = len(match.phase.plays)
        match = match.apply(blunder if blunder is not None else club.choose(view, rng))
    return (match, at) if at >= 0 else None
