"""The value of one decision as far as the seat could know: nothing here sees more than a view.

There are three estimates of a loss. Rollouts suppose that everybody plays on by the policy; a
double-dummy solution supposes that everybody plays perfectly and sees all cards. Both rest on what
the plays seen say of the hidden cards; a second solution, in worlds that all count alike, does not.
Each errs in its own way, so a card is called a mistake only where all find it worse.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from threading import Event

from msgspec.structs import replace

from oddtrick.bots import CLUB, Advice, Memory, RuleBot
from oddtrick.bots.search import ChoiceValue, Evaluation, Searcher, expert
from oddtrick.bots.search.belief import Belief
from oddtrick.bots.search.rollout import RolloutPosition
from oddtrick.bots.search.searcher import SearchResult
from oddtrick.bots.search.utility import utility_kind
from oddtrick.calls import Bid
from oddtrick.cards import Card, Suit, parse_card
from oddtrick.review.call_reasons import reasons_for_call
from oddtrick.review.causes import cause_of
from oddtrick.review.explanations import explain
from oddtrick.review.phase_and_theme import phase_of, theme_of
from oddtrick.review.provable import known_situation
from oddtrick.review.review_types import Choice, Decision, Kind, Loss, UtilityKind, choice_of
from oddtrick.review.sentences import Sentence
from oddtrick.review.solved_worlds import SolvedWorlds, most_solved, solve_worlds_of
from oddtrick.rules import PlayerAction, Rules, action_text
from oddtrick.views import Awaited, View

MIN_ERRORS = 2.0
"""A loss of fewer standard errors may be sampling noise."""

ALONE_ERRORS = 3.0
"""The same where rollouts are the only estimate, because the worlds are too hard to solve."""

SOLVED_ERRORS = 2.0
"""The same in solved worlds."""

FLOORS: dict[UtilityKind, float] = {"chance": 0.005, "points": 0.15, "tricks": 0.15}
"""Smaller losses of utility are never called clear."""

MIN_POINTS = 0.15
"""Nor are losses of fewer points, or of fewer tricks where a deal is scored in tricks."""

EQUAL = 0.05
"""Choices that fall behind by less, in the same unit, are as good as the same."""


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
        kept=value.kept,
    )


def _probability(value: float) -> float:
    """The value within 0 and 1: weighted sums are rounded."""
    return min(1.0, max(0.0, value))


def loss_of(
    choice: Choice, best: Choice, rules: Rules, solved: Sequence[SolvedWorlds] | None = None
) -> Loss:
    """The cost of a choice against the one that ``expert`` makes.

    Errors are distances from the choice of the highest utility. That need not be the one made: the
    larger error of the two is the safe one.

    Args:
        choice: the choice to value.
        best: the choice made by ``expert``.
        rules: the game.
        solved: worlds solved double dummy, weighted and not, as further estimates; None: there are
            none.
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
        distances = [worlds.distance(best.action, choice.action) for worlds in solved]
        real = all(
            apart.ever and apart.mean >= max(MIN_POINTS, SOLVED_ERRORS * apart.error)
            for apart in distances
        )
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


def lead_in_unit(best: Choice, other: Choice, rules: Rules) -> float:
    """The distance between two choices, in tricks or points as the game has it."""
    if rules.profile.unit == "tricks":
        return best.tricks - other.tricks
    return best.points - other.points


def relative_losses(choices: tuple[Choice, ...], best: Choice, rules: Rules) -> dict[Card, float]:
    """The loss of each card against the best, in units of the least loss that is clear."""
    floor = FLOORS[utility_kind(rules)]
    return {
        parse_card(one.action): (best.utility - one.utility)
        / max(floor, MIN_ERRORS * max(one.error, best.error))
        for one in choices
        if len(one.action) > 1
    }


def reasons_for(
    view: View,
    found: SearchResult,
    better: PlayerAction,
    played: PlayerAction | None = None,
    rivals: Sequence[Card] = (),
) -> tuple[Sentence, ...]:
    """The explanation of a choice by the values of all choices.

    Args:
        view: the view of the seat to act.
        found: the search of this decision.
        better: the choice to explain.
        played: the choice made; None: none yet.
        rivals: cards that lose, the nearest first: the first whose loss has a clear cause is named.
    """
    choices, advice = choices_of(found.evaluation), advice_for(view)
    best = choice_of(choices, action_text(better))
    own_advice = advice if advice.action == better else None
    if view.awaited is Awaited.CALL:
        other = choice_of(choices, action_text(better if played is None else played))
        return reasons_for_call(view, best, other, own_advice)
    near = (one.action for one in choices if lead_in_unit(best, one, view.deal_rules) < EQUAL)
    causes: Iterable[Sentence | None] = ()
    if isinstance(better, Card) and found.belief is not None and found.values is not None:
        s = known_situation(view)
        causes = (cause_of(s, found.belief, found.values, better, card) for card in rivals)
    return explain(
        view,
        better,
        played,
        losses=relative_losses(choices, best, view.deal_rules),
        advice=own_advice,
        cause=next((cause for cause in causes if cause is not None), None),
        equals=frozenset(parse_card(one) for one in near if len(one) > 1),
    )


COACH = RuleBot("coach", CLUB, Memory())
"""The heuristics of the club player, without merely likely inferences."""

BUDGET = expert.budget
"""The budget for each decision, by default that of ``expert``."""

QUICK = replace(BUDGET, candidates=400, worlds=60)
"""The budget for each decision of a quick review."""

FORCED_SHARE = 0.05
"""The share of the budget for decisions without a real choice: no values are compared there."""

SECOND_LOOK = 3
"""Factor of the budget for decisions that are valued a second time."""


def value_decision(
    view: View,
    action: Card | Suit | Bid,
    searcher: Searcher,
    seed: int,
    cancel: Event | None = None,
    *,
    best: str | None = None,
) -> Decision:
    """The value of a decision, as far as the seat could know.

    Args:
        view: the view of the seat at that moment.
        action: the choice made, one of the view's legal actions.
        searcher: the player to compare with.
        seed: the random seed.
        cancel: ends the search early when set.
        best: the choice to compare with, in record form; None: the one that ``searcher`` makes
            with ``Random(seed)``.
    """
    found = search_decision(view, searcher, seed, cancel)
    evaluation = found.evaluation
    better, choices, played = evaluation.chosen, choices_of(evaluation), action_text(action)
    if best is not None:
        better = next(
            value.action for value in evaluation.choices if action_text(value.action) == best
        )
    pair = choice_of(choices, played), choice_of(choices, action_text(better))
    if view.awaited is Awaited.CALL:
        loss = _loss_of_call(view, pair, searcher, seed, cancel)
    else:
        loss = _loss_by_all(view, pair, found.belief, most_solved(searcher.budget.worlds), cancel)
    advice, forced = advice_for(view), evaluation.distinct == 1
    rule = advice if better == advice.action else None
    rivals = (action,) if isinstance(action, Card) else ()
    assert view.seat is not None
    return Decision(
        number=0,
        deal=view.number,
        hand=view.hand_number,
        trick=len(view.tricks),
        place=_place_of(view),
        kind=_kind_of(view),
        seat=view.seat,
        played=played,
        best=action_text(better),
        choices=choices,
        worlds=evaluation.worlds,
        forced=forced,
        loss=loss,
        double_dummy_loss=None,
        phase=phase_of(view),
        theme=None if forced else theme_of(view, action, better if loss.real else action),
        advised=action_text(advice.action),
        rule=None if rule is None else rule.tag,
        explanation=reasons_for(view, found, better, action, rivals) if loss.real else (),
    )


def _kind_of(view: View) -> Kind:
    if view.awaited is Awaited.CALL:
        return "call"
    return "card" if view.awaited is Awaited.CARD else "trumps"


def _place_of(view: View) -> int:
    """The cards on the table, or the calls before this one."""
    if view.awaited is Awaited.CALL:
        return sum(len(made) for _, made in view.calls)
    return len(view.table)


def _loss_of_call(
    view: View, pair: tuple[Choice, Choice], searcher: Searcher, seed: int, cancel: Event | None
) -> Loss:
    """The cost of a call, the first of the pair, in worlds that the calls heard make likelier.

    It is real only where it is found as well in worlds that all count alike: a call is no mistake
    only because the model expects more, or less, of those who have called before.
    """
    loss = loss_of(*pair, view.deal_rules)
    if not loss.real:
        return loss
    alike = Searcher(searcher.name, replace(searcher.budget, weight_power=0))
    found = choices_of(alike.evaluate(view, Random(seed), cancel=cancel))
    played, best = (choice_of(found, each.action) for each in pair)
    again = loss_of(played, best, view.deal_rules)
    return replace(loss, real=again.real)


def _loss_by_all(
    view: View, pair: tuple[Choice, Choice], belief: Belief | None, most: int, cancel: Event | None
) -> Loss:
    """The cost of a choice, the first, by rollouts and double dummy in ``most`` worlds each."""
    loss = loss_of(*pair, view.deal_rules)
    # The others cost more, so they are made only where the first finds a loss.
    if not is_found_by_rollouts(loss, view.deal_rules, MIN_ERRORS):
        return loss
    solved = []
    for weighted in (True, False):
        worlds = solve_worlds_of(view, belief, cancel, most=most, weighted=weighted)
        if worlds is None:  # too hard: one judge in place of two others needs to be surer
            return loss_of(*pair, view.deal_rules)
        solved.append(worlds)
    return loss_of(*pair, view.deal_rules, solved)


def search_decision(
    view: View, searcher: Searcher, seed: int, cancel: Event | None = None
) -> SearchResult:
    """The search of a decision, for a hint as for a review.

    Where there is no real choice it takes a small share of the budget.
    """
    drawing = view.deal_rules.plan.stock is not None
    if view.awaited is Awaited.CARD and not drawing and len(RolloutPosition(view).choices) == 1:
        searcher = _with_budget(searcher, FORCED_SHARE)
    return searcher.search(view, Random(seed), cancel=cancel)


def _with_budget(searcher: Searcher, factor: float) -> Searcher:
    """The searcher with a multiple of its budget."""
    budget = searcher.budget
    worlds, candidates = round(factor * budget.worlds), round(factor * budget.candidates)
    larger = replace(budget, worlds=max(1, worlds), candidates=max(1, candidates))
    return Searcher(searcher.name, larger)


def value_twice(
    view: View,
    action: Card | Suit | Bid,
    searcher: Searcher,
    seed: int,
    cancel: Event | None = None,
) -> Decision:
    """Values a decision, and one with a clear loss again: then the second estimate stands.

    The largest of many losses is likely to be overestimated (the winner's curse); an independent
    second estimate, in other and more worlds, is not. It compares with the same better choice, the
    one that a hint would have named.
    """
    first = value_decision(view, action, searcher, seed, cancel)
    if not first.loss.real:
        return first
    again = _with_budget(searcher, SECOND_LOOK)
    return value_decision(view, action, again, seed ^ 1, cancel, best=first.best)


def advice_for(view: View) -> Advice:
    """The advice of the heuristics."""
    return COACH.advise(view, Random(0))
