"""The card to play, from the value of each: the policy prior, then the tie-break.

Choices that the learnt policy finds unlikely lose some utility. Of choices about as good as the
best, the one is played that a human partner expects.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import numpy as np
from msgspec.structs import replace

from oddtrick.bots.heuristics.leads import card_to_lead, card_to_return, top_to_lead
from oddtrick.bots.heuristics.levels import CLUB, CLUB_MEMORY
from oddtrick.bots.heuristics.rule_bot import RuleBot
from oddtrick.bots.heuristics.situation import situation_of
from oddtrick.bots.heuristics.style_choice import CONVENTIONS, choose_in_style
from oddtrick.bots.search.evaluation import best_of, value_of
from oddtrick.cards import Card, Rank

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from oddtrick.bots.bot import Advice
    from oddtrick.bots.search.evaluation import ChoiceValue
    from oddtrick.bots.search.rollout import Policy, RolloutPosition
    from oddtrick.bots.search.search_context import SearchContext
    from oddtrick.bots.styles import Style
    from oddtrick.views import View

MAX_PENALTY = 0.3
"""Largest penalty of the prior, in tricks or points: rollouts see what no policy has learnt."""

TIE_ERRORS = 0.5
"""A choice worse by less than this many standard errors ties with the best."""

COURTESIES = frozenset({"return-partners-suit", "return-trumps"})
"""Rules of thumb that a partner relies on, even where they cost a little."""

COURTESY_COST = 0.1
"""The most tricks given up for a courtesy."""

LOWEST_COST = 0.02
"""The most tricks or points given up to lose with the lowest card of a suit."""

LOWEST_CHANCE = 0.002
"""The same of the chance of winning, or of a trick."""

VOID_LEAD_COST = 0.25
"""The most tricks given up to avoid leading a suit of which every partner is out."""

TOLERANCE = 1e-9
"""Smaller differences of utility are rounding of sums of fractions."""

ADVISER = RuleBot("adviser", CLUB, CLUB_MEMORY)
"""The strongest player by heuristics: its conventions are those that a partner reckons with."""


def with_policy_prior(
    context: SearchContext, values: tuple[ChoiceValue, ...], worth: float
) -> tuple[ChoiceValue, ...]:
    """The values with the log policy added to their utility, times the weight of the prior.

    The policy's own first choice loses nothing. Where the prior has no weight the values are
    returned as they are.

    Args:
        context: the decision.
        values: of all legal cards.
        worth: the utility of a trick or a point, whichever the policy has learnt to gain.
    """
    weight = context.budget.prior_weight
    weight = context.policies.prior_weight if weight is None else weight
    if not weight or not worth:
        return values
    scores = policy_scores(context.position, context.policies.search)
    penalty = worth * np.maximum(weight * (scores - scores.max()) / 256, -MAX_PENALTY)
    return tuple(
        replace(value, utility=value.utility + float(penalty[place]))
        for value, place in zip(values, context.position.choice_indices, strict=True)
    )


def policy_scores(position: RolloutPosition, policy: Policy) -> NDArray[np.float64]:
    """The logits of the policy for each choice, in 256ths: float64 [C]."""
    # Feature -1 pads the rows; it scores 0.
    weights = np.append(policy.weights, 0).astype(np.float64)
    return np.asarray(weights[position.features()].sum(axis=1))


def break_tie(
    context: SearchContext,
    values: Sequence[ChoiceValue],
    style: Style | None = None,
) -> Card:
    """The card to play: the advice of the heuristics, else the likeliest of the people policy.

    Args:
        context: the decision.
        values: of all legal cards, after the policy prior.
        style: chooses among the tied cards, unless partner relies on the advice.
    """
    position, values = context.position, tuple(values)
    if len(position.choices) == 1:  # touching cards come to the same
        return card_of_run(position, position.choices[0])
    best = best_of(values)
    advice = heuristic_advice(context.view, Random(context.seed))
    assert isinstance(advice.action, Card)
    advised = value_of(values, advice.action)
    is_courtesy = advice.tag in COURTESIES and best.tricks - advised.tricks <= COURTESY_COST
    is_advised = is_courtesy or is_tied(advised, best)
    # Partner plans by a convention: no taste replaces it.
    if is_advised and (style is None or advice.tag in CONVENTIONS):
        return advice.action
    best = _without_void_lead(context, values, best)
    good = [_is_acceptable(context.view, value_of(values, card), best) for card in position.choices]
    usual = position.choices[int(np.where(good, human_scores(context), -np.inf).argmax())]
    own = _natural_card(context, values, usual, good, best)
    if style is None:
        return own
    tied = [card for card, is_good in zip(position.choices, good, strict=True) if is_good]
    runs = (card_of_run(position, card) for card in tied)
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
    others = [value_of(values, card) for card in context.position.choices]
    others = [value for value in others if not leads_void(view, value.action)]
    other = max(others, key=lambda value: value.utility, default=best)
    return other if best.tricks - other.tricks <= VOID_LEAD_COST else best


def _natural_card(
    context: SearchContext,
    values: tuple[ChoiceValue, ...],
    chosen: Card,
    good: Sequence[bool],
    best: ChoiceValue,
) -> Card:
    """The card that partner expects from the suit of the chosen one, if it is about as good."""
    position, view = context.position, context.view
    assert view.seat is not None
    if view.table or not view.deal_rules.partners(view.seat):
        return card_of_run(position, _cheapest(position, values, chosen, good))
    s = situation_of(view, CLUB_MEMORY)
    suits = [trick.cards[0].suit for trick in s.tricks_led_by(s.partners)]
    lead = card_to_return if chosen.suit in suits else card_to_lead
    card = lead(s, s.holding(chosen.suit))
    value = value_of(values, card)
    if is_tied(value, best) or _costs_nothing(value, best):
        return card
    return card_of_run(position, chosen)


def _cheapest(
    position: RolloutPosition,
    values: tuple[ChoiceValue, ...],
    chosen: Card,
    good: Sequence[bool],
) -> Card:
    """The lowest tied card of the suit that does the same: wins in last hand, or loses.

    A seat that plays higher than it must tells partner something, and opponents too.
    """
    view = position.view
    if not view.table:
        return chosen
    wins, is_last = _wins_so_far(view, chosen), len(view.table) + 1 == len(view.table_seats)
    if wins and not is_last:
        return chosen
    own = value_of(values, chosen)
    same = [
        card
        for card, is_good in zip(position.choices, good, strict=True)
        if (is_good or (not wins and _costs_nothing(value_of(values, card), own)))
        and card.suit is chosen.suit
        and _wins_so_far(view, card) == wins
    ]
    return min(same, key=view.trick.order.__getitem__)


def _costs_nothing(value: ChoiceValue, best: ChoiceValue) -> bool:
    """Returns whether a choice is worse by next to nothing, in every measure."""
    chances = best.trick_chance - value.trick_chance
    if best.win_chance is not None and value.win_chance is not None:
        chances = max(chances, best.win_chance - value.win_chance)
    apart = max(best.tricks - value.tricks, best.points - value.points)
    return apart <= LOWEST_COST and chances <= LOWEST_CHANCE


def _wins_so_far(view: View, card: Card) -> bool:
    """Returns whether a card would be winning the trick; before partner, only an honour can."""
    assert view.seat is not None
    later = view.table_seats[len(view.table) + 1 :]
    is_second = len(view.table) == 1 and any(
        seat in view.deal_rules.partners(view.seat) for seat in later
    )
    heights = view.deal_rules.order.heights
    is_spot = card.suit is view.table[0].suit and heights[card] < Rank.TEN
    return not (is_second and is_spot) and view.trick.play(card).best == len(view.table)


def leads_void(view: View, action: object) -> bool:
    """Returns whether the card would lead a suit of which every partner has shown to be out."""
    assert view.seat is not None
    assert isinstance(action, Card)
    partners = view.deal_rules.partners(view.seat)
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
    return (ADVISER if style is None else replace(ADVISER, style=style)).advise(view, rng)


def most_human_card(context: SearchContext) -> Card:
    """The likeliest card among people: what is left where there was no time to search."""
    place = int(human_scores(context).argmax())
    return card_of_run(context.position, context.position.choices[place])


def human_scores(context: SearchContext) -> NDArray[np.float64]:
    """The logits of each choice among people: float64 [C]."""
    return policy_scores(context.position, context.policies.player_types[-1])


def card_of_run(position: RolloutPosition, choice: Card) -> Card:
    """The card to play of a run of touching cards: it makes no difference but to partner.

    With partners, touching honours are led as :func:`top_to_lead` says; otherwise the lowest card
    is played.
    """
    view = position.view
    assert view.seat is not None
    heights = view.deal_rules.order.heights
    if view.table or not view.deal_rules.partners(view.seat) or heights[choice] < Rank.TEN:
        return choice
    place = position.choices.index(choice)
    cards = [card for card in view.legal if isinstance(card, Card)]
    strength = view.deal_rules.order.strengths(view.trump).__getitem__
    suit = sorted((card for card in cards if card.suit is choice.suit), key=strength)
    run = [card for card in suit if position.choice_indices[cards.index(card)] == place]
    is_plain_top = run[-1] is suit[-1] and run[-1].suit is not view.trump
    return top_to_lead(heights, suit) if is_plain_top else run[-1]
