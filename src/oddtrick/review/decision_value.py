"""The value of one decision as far as the seat could know: nothing here sees more than a view.

There are two estimates of a loss. Rollouts suppose that everybody plays on by the policy; a
double-dummy solution supposes that everybody plays perfectly and sees all cards. Each errs in its
own way, so a card is called a mistake only where both find it worse.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from msgspec.structs import replace

from oddtrick.bots import CLUB, Memory, RuleBot
from oddtrick.bots.search import Searcher, expert
from oddtrick.bots.search.utility import utility_kind
from oddtrick.cards import Card, parse_card
from oddtrick.review.explanations import explain
from oddtrick.review.review_types import Choice, Decision, Loss, UtilityKind, choice_of
from oddtrick.rules import action_text
from oddtrick.solver.pimc import evaluate_drawn
from oddtrick.views import Awaited

if TYPE_CHECKING:
    from threading import Event

    from numpy.typing import NDArray

    from oddtrick.bots import Advice
    from oddtrick.bots.search import ChoiceValue, Evaluation
    from oddtrick.bots.search.belief import Belief
    from oddtrick.cards import Suit
    from oddtrick.review.review_types import Phase, Theme
    from oddtrick.rules import Rules
    from oddtrick.solver import pimc
    from oddtrick.solver.pimc import Aim
    from oddtrick.solver.sampling import SampledWorlds
    from oddtrick.views import View


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


# The second estimate: the same worlds, solved double dummy.


MAX_SOLVED = 150
"""Worlds solved for one decision."""

NODES = 100_000
"""Node limit for each world; an opening lead in whist takes about as many."""

MIN_SOLVED = 0.5
"""With a smaller share of its worlds solved, there is no second estimate."""

PROBE = 10
"""Worlds solved first, to see whether the aim is too hard."""

TABLE_MB = 4
"""Transposition table, in MB."""

AIMS: tuple[Aim, ...] = ("points", "tricks")
"""The unit that is counted: points, unless they are too hard to solve (C5)."""


class Distance(NamedTuple):
    """The distance between two cards over solved worlds.

    Args:
        mean: how much more the first takes, in points or tricks.
        error: its standard error.
        ever: whether the first takes more in any world.
    """

    mean: float
    error: float
    ever: bool


class SolvedWorlds(NamedTuple):
    """The double-dummy value of each card in n worlds.

    Args:
        cards: the legal cards, ascending.
        values: float64 [n, C].
        weights: float64 [n], of each world.
    """

    cards: tuple[Card, ...]
    values: NDArray[np.float64]
    weights: NDArray[np.float64]

    def distance(self, better: str, other: str) -> Distance:
        """The difference between what two cards take, given in record form."""
        first, second = (self.cards.index(parse_card(card)) for card in (better, other))
        apart = self.values[:, first] - self.values[:, second]
        shares = self.weights / self.weights.sum()
        mean = float(shares @ apart)
        spread = float(shares @ (apart - mean) ** 2)
        effective = 1 / float(shares @ shares)
        return Distance(mean, (spread / max(1.0, effective - 1)) ** 0.5, bool((apart > 0).any()))


def solve_worlds_of(
    view: View,
    belief: Belief | None,
    cancel: Event | None = None,
    *,
    most: int = MAX_SOLVED,
) -> SolvedWorlds | None:
    """Solves some of the worlds of a decision.

    Args:
        view: the view of the seat that is to play.
        belief: the worlds that the search of this decision rests on; None: trumps were chosen.
        cancel: ends the work early when set.
        most: the most worlds solved.

    Returns:
        None where trumps are to be chosen, or too few worlds could be solved.
    """
    if belief is None:
        return None
    rows, weights = belief.likeliest(most)
    worlds = belief.worlds.take(rows)
    for aim in AIMS:
        if len(rows) > PROBE and not _solved(view, worlds.take(np.arange(PROBE)), aim, cancel):
            continue
        found = _solved(view, worlds, aim, cancel)
        if found is not None:
            kept = weights[: len(found)][found.solved]
            values = found.values[found.solved].astype(np.float64)
            return SolvedWorlds(found.cards, values, kept)
    return None


def _solved(
    view: View, worlds: SampledWorlds, aim: Aim, cancel: Event | None
) -> pimc.Evaluation | None:
    """The worlds solved for an aim; None if too few could be."""
    found = evaluate_drawn(
        view, worlds, objective=aim, nodes=NODES, table_mb=TABLE_MB, cancel=cancel
    )
    return found if found.solved.sum() >= max(1, MIN_SOLVED * len(worlds)) else None


# Phase and theme.


def phase_of(view: View) -> Phase:
    """The phase: trumps, the first lead of a hand, or a third of its tricks."""
    if view.awaited is Awaited.CHOICE:
        return "trumps"
    done = len(view.tricks)
    if not done and not view.table:
        return "opening-lead"
    assert view.seat is not None
    tricks = done + view.counts[view.seat]
    if 3 * done < tricks:
        return "early"
    return "middle" if 3 * done < 2 * tricks else "ending"


def theme_of(view: View, played: Card, best: Card) -> Theme:
    """The theme, from the card played and a better one; the same card: from what it did."""
    if not view.table:
        return _lead(view, played, best)
    wins = _wins(view, played), _wins(view, best)
    winner = view.trick.winner
    assert view.seat is not None
    if wins[0] != wins[1] and winner in view.rules.partners(view.seat):
        return "partners-trick"
    if played.suit is view.table[0].suit:
        return "win-or-leave" if wins[0] != wins[1] else "how-high"
    trumps = (played.suit is view.trump) + (best.suit is view.trump)
    return ("discard", "ruff", "how-high")[trumps]


def _lead(view: View, played: Card, best: Card) -> Theme:
    if (played.suit is view.trump) != (best.suit is view.trump):
        return "trump-lead"
    if played is best:
        return "trump-lead" if played.suit is view.trump else "suit-led"
    return "card-led" if played.suit is best.suit else "suit-led"


def _wins(view: View, card: Card) -> bool:
    """Returns whether the card would be the best of the trick so far."""
    trick = view.trick.play(card)
    return trick.best == len(view.table)


# The decision.


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
    evaluation, belief = searcher.search(view, Random(seed), cancel=cancel)
    better, choices, played = evaluation.chosen, choices_of(evaluation), action_text(action)
    pair = choice_of(choices, played), choice_of(choices, action_text(better))
    loss = loss_of(*pair, view.rules)
    # The second estimate costs more, so it is made only where the first finds a loss.
    if is_found_by_rollouts(loss, view.rules, MIN_ERRORS):
        loss = loss_of(*pair, view.rules, solve_worlds_of(view, belief, cancel))
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


def _theme(view: View, action: Card | Suit, better: Card | Suit) -> Theme:
    if isinstance(action, Card) and isinstance(better, Card):
        return theme_of(view, action, better)
    return "trump-choice"


def advice_for(view: View) -> Advice:
    """The advice of the heuristics."""
    return COACH.advise(view, Random(0))
