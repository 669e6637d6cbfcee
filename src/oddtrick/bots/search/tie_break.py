"""Of cards that are as good as each other the one that a partner expects."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from oddtrick.bots.search.policies import player_types
from oddtrick.bots.search.policy_prior import speaks_for
from oddtrick.cards import Card, Rank

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from numpy.typing import NDArray

    from oddtrick.bots.bot import Advice
    from oddtrick.bots.search.card_values import CardValue, Values
    from oddtrick.solver.rollout import RolloutPosition

AS_GOOD = 0.5
"""A card that is worse by less than so many standard errors is as good as the best."""

COURTESIES = frozenset({"return-partners-suit", "return-trumps"})
"""Rules of thumb that a partner is cross about if they are broken for next to nothing."""

COURTESY = 0.1
"""So many tricks, at most, are given up for one of these: a partner who trusts is worth more."""

RUDENESS = 0.25
"""So many are given up for not leading what every partner is out of."""

NOTHING = 1e-9
"""Utilities that differ by less are the same: sums of fractions."""


def mannerly(here: RolloutPosition, values: Values, rng: Random) -> Card:
    """Of the cards that are about the best the one that people would play.

    That is the one which the rules of thumb name, or else the one that is played most often.
    """
    best = values.of(values.best)
    advice = by_rule_of_thumb(here, rng)
    assert isinstance(advice.action, Card)
    advised = values.of(advice.action)
    if is_as_good(advised, best):
        return advised.card
    if advice.tag in COURTESIES and best.tricks - advised.tricks <= COURTESY:
        return advised.card
    best = _politest(here, values, best)
    good = [
        is_as_good(values.of(card), best) and is_rude(here, card) <= is_rude(here, best.card)
        for card in here.choices
    ]
    usual = here.choices[int(np.where(good, manners(here), -np.inf).argmax())]
    return in_run(here, _cheapest(here, usual, good))


def _politest(here: RolloutPosition, values: Values, best: CardValue) -> CardValue:
    """The best card, or where that is rude the best that is not, if it costs little."""
    if not is_rude(here, best.card):
        return best
    polite = [values.of(card) for card in here.choices if not is_rude(here, card)]
    kindest = max(polite, key=lambda value: value.utility, default=best)
    return kindest if best.tricks - kindest.tricks <= RUDENESS else best


def _cheapest(here: RolloutPosition, chosen: Card, good: Sequence[bool]) -> Card:
    """Last to play, no more is spent on a trick than it takes, where that is as good."""
    view = here.view
    if not view.table or len(view.table) + 1 < len(view.table_seats):
        return chosen
    assert view.seat is not None
    enough = [
        card
        for card, as_good in zip(here.choices, good, strict=True)
        if as_good and card.suit is chosen.suit and view.trick.play(card).winner == view.seat
    ]
    return min(enough, key=view.trick.order.__getitem__) if chosen in enough else chosen


def is_rude(here: RolloutPosition, card: Card) -> bool:
    """Whether the card would lead a suit of which every partner has shown to be out."""
    view = here.view
    assert view.seat is not None
    partners = view.rules.partners(view.seat)
    return (
        not view.table
        and bool(partners)
        and all(card.suit in view.voids[partner] for partner in partners)
    )


def is_as_good(value: CardValue, best: CardValue) -> bool:
    """Whether a card can't be told from the best."""
    return best.utility - value.utility <= AS_GOOD * value.error + NOTHING


def by_rule_of_thumb(here: RolloutPosition, rng: Random) -> Advice:
    """What the best of the players would do who think in rules of thumb."""
    from oddtrick.bots import club  # noqa: PLC0415  it is made after this is loaded

    return club.advise(here.view, rng)


def manners(here: RolloutPosition) -> NDArray[np.float64]:
    """How much speaks for each choice at first sight, among people."""
    return speaks_for(here, player_types(here.view.rules, here.view.trump)[-1])


def in_run(here: RolloutPosition, choice: Card) -> Card:
    """The card to play of those that a choice stands for: it makes no difference but to partner.

    To a lead with partners about it is the highest of touching honours; otherwise the lowest card.
    """
    view = here.view
    assert view.seat is not None
    place = here.choices.index(choice)
    cards = [card for card in view.legal if isinstance(card, Card)]
    run = [card for card, at in zip(cards, here.choice_indices, strict=True) if at == place]
    top = max(run, key=view.rules.order.strengths(view.trump).__getitem__)
    leads = not view.table and bool(view.rules.partners(view.seat))
    return top if leads and choice.rank >= Rank.TEN else choice
