"""The value of each choice as far as the seat could know: nothing here sees more than a view."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oddtrick.bots.search.utility import utility_kind
from oddtrick.review.verdicts import Choice, Loss, UtilityKind
from oddtrick.rules import action_text

if TYPE_CHECKING:
    from oddtrick.bots.search import ChoiceValue, Evaluation
    from oddtrick.rules import Rules

MIN_ERRORS = 2.0
"""A loss of fewer standard errors may be sampling noise."""

FLOORS: dict[UtilityKind, float] = {"chance": 0.005, "points": 0.15, "tricks": 0.05}
"""Smaller losses are never reported: standard errors are a little too small late in a deal."""


def choices_of(evaluation: Evaluation) -> tuple[Choice, ...]:
    """The evaluation as the choices of a review."""
    return tuple(_choice(value) for value in evaluation.choices)


def _choice(value: ChoiceValue) -> Choice:
    return Choice(
        action=action_text(value.action),
        utility=value.utility,
        error=value.error,
        points=value.points,
        tricks=value.tricks,
        win_chance=None if value.win_chance is None else _probability(value.win_chance),
        trick_chance=_probability(value.trick_chance),
    )


def _probability(value: float) -> float:
    """The value within 0 and 1: weighted sums are rounded."""
    return min(1.0, max(0.0, value))


def loss_of(choice: Choice, best: Choice, rules: Rules) -> Loss:
    """The cost of a choice against the one that ``expert`` makes.

    Errors are distances from the choice of the highest utility. That need not be the one made: the
    larger error of the two is the safe one.
    """
    lost = max(0.0, best.utility - choice.utility)
    error = max(choice.error, best.error)
    win_chance = None
    if best.win_chance is not None and choice.win_chance is not None:
        win_chance = best.win_chance - choice.win_chance
    return Loss(
        utility=lost,
        error=error,
        points=best.points - choice.points,
        tricks=best.tricks - choice.tricks,
        win_chance=win_chance,
        real=lost > max(FLOORS[utility_kind(rules)], MIN_ERRORS * error),
    )
