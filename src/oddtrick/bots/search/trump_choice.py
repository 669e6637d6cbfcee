"""Choosing trumps by rollouts under each suit (K3)."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from oddtrick.bots.search.evaluation import ChoiceValue, Evaluation, best_of
from oddtrick.bots.search.trained_policies import policies_for
from oddtrick.bots.search.utility import lead_in_points, own_tricks, payoff_of
from oddtrick.cards import Suit
from oddtrick.solver.rollout import roll_out_with_trump
from oddtrick.solver.sampling import worlds

if TYPE_CHECKING:
    from collections.abc import Mapping
    from random import Random

    from oddtrick.bots.search.budget import SearchBudget
    from oddtrick.bots.search.utility import Payoff
    from oddtrick.solver.rollout import Outcomes
    from oddtrick.views import View


def evaluate_trumps(view: View, budget: SearchBudget, rng: Random) -> Evaluation:
    """The value of each suit as trumps, by rollouts in the same worlds; the best is chosen.

    No card has been played yet, so every world is as likely as any other.

    Args:
        view: of a seat that is to choose trumps and has seen its cards.
        budget: its ``worlds`` are the number of rollouts for each suit.
        rng: the source of all chance.
    """
    drawn = worlds(view).draw(budget.worlds, rng.getrandbits(64))
    seed = rng.getrandbits(64)
    suits = [action for action in view.legal if isinstance(action, Suit)]
    ends = {
        suit: roll_out_with_trump(view, suit, drawn, policies_for(view.rules, suit).search, seed)
        for suit in suits
    }
    values = _values(view, ends, {suit: payoff_of(view, ends[suit]) for suit in suits})
    return Evaluation(
        choices=values,
        chosen=best_of(values).action,
        worlds=budget.worlds,
        effective_worlds=float(budget.worlds),
        exact=False,
        distinct=len(suits),
    )


def _values(
    view: View, ends: Mapping[Suit, Outcomes], payoffs: Mapping[Suit, Payoff]
) -> tuple[ChoiceValue, ...]:
    """The value of each suit, with the standard error of its distance from the best."""
    means = {suit: float(payoff.utility.mean()) for suit, payoff in payoffs.items()}
    best = payoffs[max(means, key=lambda suit: (means[suit], -suit))].utility
    values = []
    for suit, payoff in payoffs.items():
        tricks, win_chance = own_tricks(view, ends[suit]), float(payoff.win_chance.mean())
        values.append(
            ChoiceValue(
                action=suit,
                utility=means[suit],
                error=float((payoff.utility - best).std()) / math.sqrt(len(best)),
                points=float(lead_in_points(view, ends[suit]).mean()),
                tricks=float(tricks.mean()),
                win_chance=None if math.isnan(win_chance) else win_chance,
                trick_chance=float((tricks > 0).mean()),
            )
        )
    return tuple(values)
