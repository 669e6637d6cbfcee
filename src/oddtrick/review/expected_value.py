"""The value of each choice as far as the seat could know: nothing here sees more than a view."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from oddtrick.bots.search.utility import utility_kind
from oddtrick.review.decision_types import Choice, Loss, UtilityKind
from oddtrick.rules import action_text

if TYPE_CHECKING:
    from oddtrick.bots.search import ChoiceValue, Evaluation
    from oddtrick.review.double_dummy_loss import SolvedWorlds
    from oddtrick.rules import Rules

MIN_ERRORS = 2.0
"""A loss of fewer standard errors may be sampling noise."""

ALONE_ERRORS = 3.0
"""The same where rollouts are the only estimate, because the worlds are too hard to solve."""

FLOORS: dict[UtilityKind, float] = {"chance": 0.005, "points": 0.15, "tricks": 0.15}
"""Smaller losses of utility are never called clear."""

MIN_POINTS = 0.15
"""Nor are losses of fewer points, or of fewer tricks where a deal is scored in tricks."""


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


def loss_of(choice: Choice, best: Choice, rules: Rules, solved: SolvedWorlds | None = None) -> Loss:
    """The cost of a choice against the one that ``expert`` makes.

    Errors are distances from the choice of the highest utility. That need not be the one made: the
    larger error of the two is the safe one.

    Args:
        choice: the choice to value.
        best: the choice made by ``expert``.
        rules: the game.
        solved: worlds solved double dummy, as a second estimate; None: there is none.
    """
    win_chance = None
    if best.win_chance is not None and choice.win_chance is not None:
        win_chance = best.win_chance - choice.win_chance
    loss = Loss(
        utility=max(0.0, best.utility - choice.utility),
        error=max(choice.error, best.error),
        points=best.points - choice.points,
        tricks=best.tricks - choice.tricks,
        win_chance=win_chance,
        real=False,
    )
    real = is_found_by_rollouts(loss, rules, ALONE_ERRORS if solved is None else MIN_ERRORS)
    if real and solved is not None:
        apart = solved.distance(best.action, choice.action)
        real = apart.ever and apart.mean > apart.error
    return replace(loss, real=real)


def is_about_as_good(
    choice: Choice, best: Choice, rules: Rules, solved: SolvedWorlds | None = None
) -> bool:
    """Returns whether one of the two estimates sees no loss in a choice; see :func:`loss_of`.

    A choice may be neither a clear mistake nor about as good, if one estimate alone finds a loss.
    """
    if not is_found_by_rollouts(loss_of(choice, best, rules), rules, MIN_ERRORS):
        return True
    return solved is not None and solved.distance(best.action, choice.action).mean <= 0


def is_found_by_rollouts(loss: Loss, rules: Rules, errors: float) -> bool:
    """Returns whether a loss is beyond sampling error and too large to pass over.

    Args:
        loss: the loss, by rollouts.
        rules: the game.
        errors: how many standard errors it must exceed.
    """
    in_unit = loss.tricks if rules.profile.unit == "tricks" else loss.points
    floor = max(FLOORS[utility_kind(rules)], errors * loss.error)
    return loss.utility > floor and in_unit >= MIN_POINTS
