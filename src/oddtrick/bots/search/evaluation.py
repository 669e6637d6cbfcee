"""The value of each choice open to a seat, as far as the seat can know."""

from __future__ import annotations

import msgspec

from oddtrick.calls import Bid
from oddtrick.cards import Card, Suit


class ChoiceValue(msgspec.Struct, frozen=True):
    """The expected outcome of the deal after one choice: means over weighted worlds.

    Args:
        action: a card to play, a suit to make trumps (K3), or a bid.
        utility: the quantity that play maximises: the chance of winning the game or match where
            there is one to be won, else points or tricks. Only differences mean anything.
        error: standard error of the utility's distance from the best choice's; 0 for the best.
        points: of the seat's side in the deal, less the mean of the other sides.
        tricks: of the seat's side in the whole deal.
        win_chance: the chance of winning the game, rubber or match; None where utility says nothing
            of it, as in a fixed number of deals (D1).
        trick_chance: the chance that the seat's side takes a trick in the deal (K4).
        kept: the chance that a bid of tricks brings no less than if it is kept exactly; None of
            other choices, and where partners bid together.
    """

    action: Card | Suit | Bid
    utility: float
    error: float
    points: float
    tricks: float
    win_chance: float | None
    trick_chance: float
    kept: float | None = None


class Evaluation(msgspec.Struct, frozen=True):
    """The values of all legal choices, and the one that a player with this budget makes.

    Args:
        choices: one value for each legal choice, ascending.
        chosen: the choice made, after policy prior and tie-break.
        worlds: the number of different worlds in which the best choice was tried. A choice that
            fell behind early was tried in fewer.
        effective_worlds: the effective sample size of the weighted worlds (Kong, 1992).
        exact: whether the worlds were solved double dummy, not rolled out.
        distinct: the number of choices that differ; touching cards come to the same.
    """

    choices: tuple[ChoiceValue, ...]
    chosen: Card | Suit | Bid
    worlds: int
    effective_worlds: float
    exact: bool
    distinct: int

    @property
    def best(self) -> ChoiceValue:
        """The value with the highest utility, of equal ones that of the lowest card or suit."""
        return best_of(self.choices)

    def of(self, action: Card | Suit | Bid) -> ChoiceValue:
        """The value of one choice.

        Raises:
            KeyError: the choice is not legal.
        """
        return value_of(self.choices, action)


def best_of(values: tuple[ChoiceValue, ...]) -> ChoiceValue:
    """The value with the highest utility, of equal ones that of the lowest action."""
    return max(values, key=lambda value: value.utility)  # the first of equal ones


def value_of(values: tuple[ChoiceValue, ...], action: Card | Suit | Bid) -> ChoiceValue:
    """The value of one choice.

    Raises:
        KeyError: the choice is not among them.
    """
    for value in values:
        if value.action == action:
            return value
    raise KeyError(action)
