"""Choosing trumps: the suit under which the deal turns out best (K3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oddtrick.bots.search.policies import habits_of
from oddtrick.bots.search.utility import utility_of
from oddtrick.cards import Suit
from oddtrick.solver.rollout import play_under
from oddtrick.solver.sampling import worlds

if TYPE_CHECKING:
    from random import Random

    from oddtrick.rules import PlayerAction
    from oddtrick.views import View


def choose_trumps(view: View, rng: Random, tried: int) -> PlayerAction:
    """The suit that is best in the mean over so many worlds; any, before the cards are seen."""
    suits = [action for action in view.legal if isinstance(action, Suit)]
    if not view.hand:
        return rng.choice(suits)
    drawn = worlds(view).draw(tried, rng.getrandbits(64))
    seed = rng.getrandbits(64)
    worth = {}
    for suit in suits:
        ends = play_under(view, suit, drawn, habits_of(view.rules, suit), seed)
        worth[suit] = float(utility_of(view, ends).mean())
    return max(suits, key=lambda suit: (worth[suit], -suit))
