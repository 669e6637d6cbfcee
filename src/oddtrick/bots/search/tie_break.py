"""The tie-break: of choices about as good as the best, the one that a human partner expects."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from msgspec.structs import replace

from oddtrick.bots.heuristics.situation import situation_of
from oddtrick.bots.heuristics.style_choice import CONVENTIONS, choose_in_style
from oddtrick.bots.search.evaluation import best_of, value_of
from oddtrick.bots.search.policy_prior import policy_scores
from oddtrick.cards import Card, Rank

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from numpy.typing import NDArray

    from oddtrick.bots.bot import Advice
    from oddtrick.bots.search.evaluation import ChoiceValue
    from oddtrick.bots.search.search_context import SearchContext
    from oddtrick.bots.styles import Style
    from oddtrick.solver.rollout import RolloutPosition
    from oddtrick.views import View

TIE_ERRORS = 0.5
"""A choice worse by less than this many standard errors ties with the best."""

COURTESIES = frozenset({"return-partners-suit", "return-trumps"})
"""Rules of thumb that a partner relies on, even where they cost a little."""

COURTESY_COST = 0.1
"""The most tricks given up for a courtesy."""

VOID_LEAD_COST = 0.25
"""The most tricks given up to avoid leading a suit of which every partner is out."""

TOLERANCE = 1e-9
"""Smaller differences of utility are rounding of sums of fractions."""


def break_tie(
    context: SearchContext,
    values: Sequence[ChoiceValue],
    rng: Random,
    style: Style | None = None,
) -> Card:
    """The card to play: the advice of the heuristics, else the likeliest of the people policy.

    Args:
        context: the decision.
        values: of all legal cards, after the policy prior.
        rng: for heuristics that choose at random.
        style: chooses among the tied cards, unless partner relies on the advice.
    """
    moment, values = context.moment, tuple(values)
    best = best_of(values)
    advice = heuristic_advice(context.view, rng)
    assert isinstance(advice.action, Card)
    advised = value_of(values, advice.action)
    is_courtesy = advice.tag in COURTESIES and best.tricks - advised.tricks <= COURTESY_COST
    is_advised = is_courtesy or is_tied(advised, best)
    if is_advised and (style is None or advice.tag in CONVENTIONS):
        return advice.action
    best = _without_void_lead(context, values, best)
    good = [_is_acceptable(context.view, value_of(values, card), best) for card in moment.choices]
    usual = moment.choices[int(np.where(good, human_scores(context), -np.inf).argmax())]
    own = card_of_run(moment, _cheapest_winner(moment, usual, good))
    if style is None:
        return own
    tied = [card for card, is_good in zip(moment.choices, good, strict=True) if is_good]
    runs = (card_of_run(moment, card) for card in tied)
    first = advice.action if is_advised else own
    return choose_in_style(style, situation_of(context.view), (first, *runs))


def _is_acceptable(view: View, value: ChoiceValue, best: ChoiceValue) -> bool:
    """Returns whether a choice ties with the best, and leads a void only if the best does."""
    return is_tied(value, best) and leads_void(view, value.action) <= leads_void(view, best.action)


def _without_void_lead(
    context: SearchContext, values: tuple[ChoiceValue, ...], best: ChoiceValue
) -> ChoiceValue:
    """The best choice; if it leads a partner's void, the best that does not, if that is cheap."""
    view = context.view
    if not leads_void(view, best.action):
        return best
    others = [value_of(values, card) for card in context.moment.choices]
    others = [value for value in others if not leads_void(view, value.action)]
    other = max(others, key=lambda value: value.utility, default=best)
    return other if best.tricks - other.tricks <= VOID_LEAD_COST else best


def _cheapest_winner(moment: RolloutPosition, chosen: Card, good: Sequence[bool]) -> Card:
    """The lowest tied card that still wins the trick, if the seat plays last to it and wins it."""
    view = moment.view
    if not view.table or len(view.table) + 1 < len(view.table_seats):
        return chosen
    assert view.seat is not None
    winners = [
        card
        for card, is_good in zip(moment.choices, good, strict=True)
        if is_good and card.suit is chosen.suit and view.trick.play(card).winner == view.seat
    ]
    return min(winners, key=view.trick.order.__getitem__) if chosen in winners else chosen


def leads_void(view: View, action: object) -> bool:
    """Returns whether the card would lead a suit of which every partner has shown to be out."""
    assert view.seat is not None
    assert isinstance(action, Card)
    partners = view.rules.partners(view.seat)
    return (
        not view.table
        and bool(partners)
        and all(action.suit in view.voids[partner] for partner in partners)
    )


def is_tied(value: ChoiceValue, best: ChoiceValue) -> bool:
    """Returns whether the evaluation cannot tell a choice from the best."""
    return best.utility - value.utility <= TIE_ERRORS * value.error + TOLERANCE


def heuristic_advice(view: View, rng: Random, style: Style | None = None) -> Advice:
    """The advice of the strongest heuristic player, in a style if one is given."""
    from oddtrick.bots import club  # noqa: PLC0415  it is made after this module is loaded

    return replace(club, style=style).advise(view, rng)


def human_scores(context: SearchContext) -> NDArray[np.float64]:
    """The logits of each choice among people: float64 [C]."""
    return policy_scores(context.moment, context.policies.player_types[-1])


def card_of_run(moment: RolloutPosition, choice: Card) -> Card:
    """The card to play of a run of touching cards: it makes no difference but to partner.

    With partners, touching honours are led from the top; otherwise the lowest card is played.
    """
    view = moment.view
    assert view.seat is not None
    place = moment.choices.index(choice)
    cards = [card for card in view.legal if isinstance(card, Card)]
    run = [card for card, at in zip(cards, moment.choice_indices, strict=True) if at == place]
    top = max(run, key=view.rules.order.strengths(view.trump).__getitem__)
    leads = not view.table and bool(view.rules.partners(view.seat))
    return top if leads and choice.rank >= Rank.TEN else choice
