"""Of cards that are as good as each other the one that a partner expects."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from oddtrick.bots.search.learnt import sorts_of
from oddtrick.cards import Card, Rank

if TYPE_CHECKING:
    from random import Random

    from numpy.typing import NDArray

    from oddtrick.bots.search.values import Values
    from oddtrick.solver.imagining import Imagined

AS_GOOD = 0.5
"""A card that is worse by less than so many standard errors is as good as the best."""

NOTHING = 1e-9
"""Utilities that differ by less are the same: sums of fractions."""


def mannerly(here: Imagined, values: Values, rng: Random) -> Card:
    """Of the cards that are about the best the one that people would play.

    That is the one which the rules of thumb name, or else the one that is played most often.
    """
    best = max(value.utility for value in values.cards)
    good = [
        best - value.utility <= AS_GOOD * value.error + NOTHING
        for value in map(values.of, here.choices)
    ]
    if sum(good) == 1:
        return in_run(here, here.choices[good.index(True)])
    advised = by_rule_of_thumb(here, rng)
    if good[here.stands_for[here.view.legal.index(advised)]]:
        return advised
    return in_run(here, here.choices[int(np.where(good, manners(here), -np.inf).argmax())])


def by_rule_of_thumb(here: Imagined, rng: Random) -> Card:
    """What the best of the players would do who think in rules of thumb."""
    from oddtrick.bots import BOTS, RuleBot  # noqa: PLC0415  they are made after this is loaded

    advised = [bot for bot in BOTS if isinstance(bot, RuleBot)][-1].choose(here.view, rng)
    assert isinstance(advised, Card)
    return advised


def manners(here: Imagined) -> NDArray[np.float64]:
    """How much speaks for each choice at first sight, among people."""
    habits = sorts_of(here.view.rules, here.view.trump)[-1]
    numbers = np.append(habits.numbers, 0).astype(np.float64)
    return np.asarray(numbers[here.traits()].sum(axis=1))


def in_run(here: Imagined, choice: Card) -> Card:
    """The card to play of those that a choice stands for: it makes no difference but to partner.

    To a lead with partners about it is the highest of touching honours; otherwise the lowest card.
    """
    view = here.view
    assert view.seat is not None
    place = here.choices.index(choice)
    cards = [card for card in view.legal if isinstance(card, Card)]
    run = [card for card, at in zip(cards, here.stands_for, strict=True) if at == place]
    top = max(run, key=view.rules.order.strengths(view.trump).__getitem__)
    leads = not view.table and bool(view.rules.partners(view.seat))
    return top if leads and choice.rank >= Rank.TEN else choice
