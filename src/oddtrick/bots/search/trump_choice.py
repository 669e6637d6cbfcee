"""Choosing trumps: the suit under which the deal turns out best (K3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oddtrick.bots.search.policies import policy_of
from oddtrick.bots.search.utility import utility_of
from oddtrick.cards import Suit
from oddtrick.solver.rollout import roll_out_with_trump
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
        ends = roll_out_with_trump(view, suit, drawn, policy_of(view.rules, suit), seed)
        worth[suit] = float(utility_of(view, ends).mean())
    return max(suits, key=lambda suit: (worth[suit], -suit))
