"""The decision of a searching player: evaluate every choice, then pick one.

Worlds (layouts of the hidden cards) are sampled and weighted by how well they explain the plays
seen so far. Each choice is rolled out to the end of the deal in the likeliest of them, with
policies learnt by self-play. In the last tricks worlds may be solved double dummy instead. The pick
is the choice of the highest mean utility, after the policy prior and the tie-break.

Bots, reviews and hints all ask here, so that they agree for the same view, budget and ``rng``.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from oddtrick.bots.search.belief import sample_belief
from oddtrick.bots.search.deadline import NoTimeError
from oddtrick.bots.search.endgame import is_solvable
from oddtrick.bots.search.evaluation import ChoiceValue, Evaluation
from oddtrick.bots.search.policy_prior import with_policy_prior
from oddtrick.bots.search.rollout_estimate import roll_out_choices, solve_choices
from oddtrick.bots.search.search_context import search_context
from oddtrick.bots.search.tie_break import (
    break_tie,
    card_of_run,
    heuristic_advice,
    human_scores,
)
from oddtrick.bots.search.trump_choice import evaluate_trumps
from oddtrick.cards import Card
from oddtrick.errors import OddtrickError
from oddtrick.views import Awaited

if TYPE_CHECKING:
    from random import Random
    from threading import Event

    from oddtrick.bots.search.budget import SearchBudget
    from oddtrick.bots.search.search_context import SearchContext
    from oddtrick.bots.styles import Style
    from oddtrick.rules import PlayerAction
    from oddtrick.views import View


def decide(
    view: View, budget: SearchBudget, rng: Random, style: Style | None = None
) -> PlayerAction:
    """The action of a searching player, in its style if it has one.

    Raises:
        OddtrickError: it is not the turn of the view's seat.
    """
    if not view.legal:
        raise OddtrickError(f"it is not seat {view.seat}'s turn, so there is no choice")
    if view.dogs:  # the kernel plays no deals in which a seat may pass
        return heuristic_advice(view, rng, style).action
    if not is_searchable(view):
        return rng.choice(view.legal)
    if view.awaited is Awaited.CHOICE:
        return evaluate_trumps(view, budget, rng).chosen
    context, seed = search_context(view, budget), rng.getrandbits(64)
    moment = context.moment
    if len(moment.choices) == 1:
        return card_of_run(moment, moment.choices[0])
    try:
        return _evaluate_cards(context, seed, rng, style).chosen
    except NoTimeError:
        return card_of_run(moment, moment.choices[int(human_scores(context).argmax())])


def is_searchable(view: View) -> bool:
    """Returns whether search can tell the legal actions apart; not where a seat may pass (X5)."""
    if view.dogs:
        return False
    if view.awaited is Awaited.CHOICE:
        return bool(view.hand)
    return view.awaited is Awaited.CARD and len(view.legal) > 1


def evaluate_choices(
    view: View,
    budget: SearchBudget,
    rng: Random,
    *,
    style: Style | None = None,
    seconds: float | None = None,
    cancel: Event | None = None,
) -> Evaluation:
    """The value of each legal choice, and the one chosen; see :meth:`Searcher.evaluate`."""
    if view.awaited is Awaited.CHOICE and view.hand:
        return evaluate_trumps(view, budget, rng)
    context = search_context(view, budget, seconds=seconds, cancel=cancel)
    return _evaluate_cards(context, rng.getrandbits(64), rng, style)


def _evaluate_cards(
    context: SearchContext, seed: int, rng: Random, style: Style | None
) -> Evaluation:
    """The values of the legal cards.

    Args:
        context: the decision.
        seed: of the worlds and their rollouts.
        rng: for the tie-break.
        style: for the tie-break.

    Raises:
        NoTimeError: time ran out before one world was finished.
    """
    moment, view, budget = context.moment, context.view, context.budget
    assert view.seat is not None
    exact = is_solvable(view.rules) and view.counts[view.seat] <= budget.endgame_cards
    belief = sample_belief(context, budget.solved_worlds if exact else budget.worlds, seed)
    estimate = (solve_choices if exact else roll_out_choices)(context, belief, seed)
    cards = [card for card in view.legal if isinstance(card, Card)]
    values = []
    for card, place in zip(cards, moment.choice_indices, strict=True):
        utility, points, tricks, trick_chance, win_chance = estimate.means[place].tolist()
        values.append(
            ChoiceValue(
                action=card,
                utility=utility,
                error=float(estimate.errors[place]),
                points=points,
                tricks=tricks,
                win_chance=None if math.isnan(win_chance) else win_chance,
                trick_chance=trick_chance,
            )
        )
    return Evaluation(
        choices=tuple(values),
        chosen=_choose(context, tuple(values), rng, style),
        worlds=estimate.worlds,
        effective_worlds=belief.effective,
        exact=exact,
        distinct=len(moment.choices),
    )


def _choose(
    context: SearchContext, values: tuple[ChoiceValue, ...], rng: Random, style: Style | None
) -> Card:
    """The card to play; cards that come to the same need no tie-break by value."""
    moment = context.moment
    if len(moment.choices) == 1:
        return card_of_run(moment, moment.choices[0])
    return break_tie(context, with_policy_prior(context, values), rng, style)
