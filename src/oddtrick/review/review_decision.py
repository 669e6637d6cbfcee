"""The review of one decision: the value of each choice, and the cost of the one made."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from msgspec.structs import replace

from oddtrick.bots import CLUB, Memory, RuleBot
from oddtrick.bots.search import Searcher, expert
from oddtrick.cards import Card
from oddtrick.review.decision_types import Decision, choice_of
from oddtrick.review.double_dummy_loss import solve_worlds_of
from oddtrick.review.expected_value import MIN_ERRORS, choices_of, is_found_by_rollouts, loss_of
from oddtrick.review.explanations import explain
from oddtrick.review.themes import phase_of, theme_of
from oddtrick.rules import action_text

if TYPE_CHECKING:
    from threading import Event

    from oddtrick.bots import Advice
    from oddtrick.bots.search import SearchResult
    from oddtrick.cards import Suit
    from oddtrick.review.decision_types import Theme
    from oddtrick.views import View

COACH = RuleBot("coach", CLUB, Memory())
"""The heuristics of the club player, without merely likely inferences."""

BUDGET = expert.budget
"""The budget for each decision, by default that of ``expert``."""

SECOND_LOOK = 3
"""Factor of the budget for decisions that are valued a second time."""


def value_decision(
    view: View, action: Card | Suit, searcher: Searcher, seed: int, cancel: Event | None = None
) -> Decision:
    """The value of a decision, as far as the seat could know.

    The better choice is the one that ``searcher`` makes with ``Random(seed)``.

    Args:
        view: the view of the seat at that moment.
        action: the choice made, one of the view's legal actions.
        searcher: the player to compare with.
        seed: the random seed.
        cancel: ends the search early when set.
    """
    found = searcher.search(view, Random(seed), cancel=cancel)
    return _decision(view, action, found, cancel)


def value_again(
    view: View, action: Card | Suit, searcher: Searcher, seed: int, cancel: Event | None = None
) -> Decision:
    """Values the decision again, with other and more worlds.

    The largest of many losses is likely to be overestimated (the winner's curse); an independent
    second estimate is not.
    """
    budget = searcher.budget
    larger = replace(
        budget, worlds=SECOND_LOOK * budget.worlds, candidates=SECOND_LOOK * budget.candidates
    )
    return value_decision(view, action, Searcher(searcher.name, larger), seed ^ 1, cancel)


def _decision(
    view: View,
    action: Card | Suit,
    found: SearchResult,
    cancel: Event | None,
) -> Decision:
    evaluation = found.evaluation
    better, choices, played = evaluation.chosen, choices_of(evaluation), action_text(action)
    pair = choice_of(choices, played), choice_of(choices, action_text(better))
    loss = loss_of(*pair, view.rules)
    # The second estimate costs more, so it is made only where the first finds a loss.
    if is_found_by_rollouts(loss, view.rules, MIN_ERRORS):
        loss = loss_of(*pair, view.rules, solve_worlds_of(view, found.belief, cancel))
    advice, forced = advice_for(view), evaluation.distinct == 1
    rule = advice if better == advice.action else None
    assert view.seat is not None
    return Decision(
        number=0,
        deal=view.number,
        hand=view.hand_number,
        trick=len(view.tricks),
        place=len(view.table),
        kind="card" if isinstance(action, Card) else "trumps",
        seat=view.seat,
        played=played,
        best=action_text(better),
        choices=choices,
        worlds=evaluation.worlds,
        forced=forced,
        loss=loss,
        double_dummy_loss=None,
        phase=phase_of(view),
        theme=None if forced else _theme(view, action, better if loss.real else action),
        advised=action_text(advice.action),
        rule=None if rule is None else rule.tag,
        explanation=explain(view, better, action, rule) if loss.real else (),
    )


def _theme(view: View, action: Card | Suit, better: Card | Suit) -> Theme:
    if isinstance(action, Card) and isinstance(better, Card):
        return theme_of(view, action, better)
    return "trump-choice"


def advice_for(view: View) -> Advice:
    """The advice of the heuristics."""
    return COACH.advise(view, Random(0))
