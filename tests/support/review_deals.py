"""Deals played by bots, some with a blunder in them."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

from oddtrick.bots import club
from oddtrick.bots.search import SearchBudget
from oddtrick.dealing import new_match
from oddtrick.match import Playing

if TYPE_CHECKING:
    from collections.abc import Callable

    from oddtrick.bots import Bot
    from oddtrick.cards import Card
    from oddtrick.match import Match
    from oddtrick.views import View

LITTLE = SearchBudget(candidates=60, worlds=20, weight_power=0.7)
"""Enough to exercise all code."""

SOME = SearchBudget(candidates=1000, worlds=150, weight_power=0.7, temperature=64)
"""Enough to detect a blunder."""


def play(match: Match, bot: Bot, *, deals: int = 1, more: int = 0, seed: int = 0) -> Match:
    """The match after this number of deals and further actions."""
    rng = Random(seed)
    while not match.over and (match.number < deals or more > 0):
        more -= match.number >= deals
        assert match.to_act is not None
        match = match.apply(bot.choose(match.view(match.to_act), rng))
    return match


def played(game: str, seed: int, bot: Bot = club, *, more: int = 0, **options: Any) -> Match:
    """A match with its first deal played, and ``more`` actions of the second."""
    return play(new_match(game, seed=seed, **options), bot, more=more, seed=seed)


def blundered(seed: int, find: Callable[[View], Card | None]) -> tuple[Match, int] | None:
    """A deal of whist played by ``club``, but for one card; and which of its cards that was.

    Args:
        seed: of the cards.
        find: the blunder in a view; None: there is none to make. The first one is made; if there is
            none in the whole deal, the answer is None.
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
