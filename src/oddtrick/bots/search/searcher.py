"""Players that search: the one place that values a decision.

:meth:`Searcher.search` is the whole way of a decision, each stage a module of its own. Worlds
(layouts of the hidden cards) are sampled and weighted by how well they explain the plays seen so
far. Each choice is rolled out to the end of the deal in the likeliest of them, with policies learnt
by self-play; in the last tricks worlds may be solved double dummy instead. The pick is the choice
of the highest mean utility, after the policy prior and the tie-break.

Bots, hints and reviews all ask here, so that they agree for the same view, budget and ``rng``. A
bot draws its chance from the view: in the same position it always plays the same card.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from oddtrick.bots.heuristics.bids import trick_count_of
from oddtrick.bots.heuristics.calls import is_valued_call
from oddtrick.bots.heuristics.contracts import telling
from oddtrick.bots.search.belief import Belief, sample_belief
from oddtrick.bots.search.drawing import check_drawing, search_drawing
from oddtrick.bots.search.estimate import estimate_calls, estimate_choices, estimate_trumps
from oddtrick.bots.search.evaluation import Evaluation, best_of
from oddtrick.bots.search.search_context import (
    Deadline,
    NoTimeError,
    SearchBudget,
    decision_seed,
    search_context,
)
from oddtrick.bots.search.tie_break import (
    break_tie,
    card_of_run,
    heuristic_advice,
    most_human_card,
    with_policy_prior,
)
from oddtrick.bots.styles import Style
from oddtrick.calls import Bid
from oddtrick.errors import OddtrickError
from oddtrick.solver.deals.kernel_deal_plan import plan_deal
from oddtrick.views import Awaited

if TYPE_CHECKING:
    from threading import Event

    from oddtrick.bots.search.estimate import WorldValues
    from oddtrick.bots.search.evaluation import ChoiceValue
    from oddtrick.bots.search.search_context import SearchContext
    from oddtrick.rules import PlayerAction, Rules
    from oddtrick.views import View


class SearchResult(NamedTuple):
    """A decision, with the worlds that it rests on.

    Args:
        evaluation: the value of each choice, and the choice made.
        belief: the weighted worlds; None: trumps were chosen, or cards are drawn from a stock.
        values: the utility of each card in the worlds tried; None: likewise.
    """

    evaluation: Evaluation
    belief: Belief | None = None
    values: WorldValues | None = None


class Searcher(msgspec.Struct, frozen=True):
    """A player that samples the layouts of the hidden cards and rolls out each card in them.

    Args:
        name: of the level.
        budget: the amount of work for each decision.
        style: its taste among choices that the search cannot tell apart; None: none.
    """

    name: str
    budget: SearchBudget = SearchBudget()
    style: Style | None = None

    def check(self, rules: Rules) -> None:
        """Checks that the kernel can play out deals of a game.

        Raises:
            OddtrickError: it can't; the message says why.
        """
        if rules.plan.stock:
            check_drawing(rules)
        else:
            plan_deal(rules)

    def choose(self, view: View, rng: Random) -> PlayerAction:
        """The action to take.

        A card, and trumps of a hand that has been seen, depend on the view alone; throws, and
        trumps chosen blind, on ``rng``.

        Raises:
            OddtrickError: it is not the turn of the view's seat.
        """
        if not view.legal:
            raise OddtrickError(f"it is not seat {view.seat}'s turn, so there is no choice")
        if view.dogs:  # the kernel plays no deals in which a seat may pass
            return heuristic_advice(view, rng, self.style).action
        if not is_searchable(view):
            return rng.choice(view.legal)
        if view.awaited is not Awaited.CARD or view.deal_rules.plan.stock:
            return self._choose_by_value(view, rng)
        context = search_context(view, self.budget)
        if len(context.position.choices) == 1:
            return card_of_run(context.position, context.position.choices[0])
        try:
            return _search(context, self.style).evaluation.chosen
        except NoTimeError:
            return most_human_card(context)

    def _choose_by_value(self, view: View, rng: Random) -> PlayerAction:
        try:
            return self.evaluate(view).chosen
        except NoTimeError:
            return heuristic_advice(view, rng, self.style).action

    def evaluate(
        self,
        view: View,
        rng: Random | None = None,
        *,
        seconds: float | None = None,
        cancel: Event | None = None,
    ) -> Evaluation:
        """The value of each legal choice, and the choice that :meth:`choose` makes of it.

        Args:
            view: of the seat that is to play a card; or that is to choose trumps or to bid, and has
                seen its cards.
            rng: the source of all chance; None: ``Random(decision_seed(view))``, with which
                :meth:`choose` makes the same choice.
            seconds: time limit; None: that of the budget.
            cancel: once it is set, by any thread, the result is what was found by then.

        Raises:
            OddtrickError: the view has no such choice, or time ran out before one world was
                finished.
        """
        return self.search(view, rng, seconds=seconds, cancel=cancel).evaluation

    def search(
        self,
        view: View,
        rng: Random | None = None,
        *,
        seconds: float | None = None,
        cancel: Event | None = None,
    ) -> SearchResult:
        """The same as :meth:`evaluate`, with the worlds that the values rest on."""
        if is_valued_call(view):
            deadline = Deadline(self.budget.seconds if seconds is None else seconds, cancel)
            chance = rng or Random(decision_seed(view))
            values, worlds = estimate_calls(view, self.budget, chance, deadline)
            return _before_play(_understood(view, values), values, worlds)
        if view.awaited is Awaited.CHOICE and view.hand:
            chance = rng or Random(decision_seed(view))
            values, worlds = estimate_trumps(view, self.budget, chance)
            return _before_play(values, values, worlds)
        if view.deal_rules.plan.stock:
            budget, style = self.budget, self.style
            return SearchResult(
                search_drawing(view, budget, rng, style=style, seconds=seconds, cancel=cancel)
            )
        context = search_context(view, self.budget, rng, seconds=seconds, cancel=cancel)
        return _search(context, self.style)


def is_searchable(view: View) -> bool:
    """Returns whether search can tell the legal actions apart; not where a seat may pass (X5)."""
    if view.dogs:
        return False
    if view.awaited is Awaited.CHOICE:
        return bool(view.hand)
    if view.awaited is Awaited.CALL:
        return is_valued_call(view)
    return view.awaited is Awaited.CARD and len(view.legal) > 1


def _search(context: SearchContext, style: Style | None) -> SearchResult:
    """The decision between cards, from top to bottom.

    Raises:
        NoTimeError: time ran out before one world was finished.
    """
    belief = sample_belief(context)
    values, worlds, in_worlds = estimate_choices(context, belief)
    chosen = break_tie(context, with_policy_prior(context, values, in_worlds.worth), style)
    evaluation = Evaluation(
        choices=values,
        chosen=chosen,
        worlds=worlds,
        effective_worlds=belief.effective,
        exact=context.exact,
        distinct=len(context.position.choices),
    )
    return SearchResult(evaluation, belief, in_worlds)


HOPELESS = 0.1
"""A bid of tricks that is kept less often cannot be told from any other that is not kept."""

HOPELESS_ERRORS = 2.0
"""The standard errors by which hopeless bids may differ and still count as equal."""


def _understood(view: View, values: tuple[ChoiceValue, ...]) -> tuple[ChoiceValue, ...]:
    """The values to choose from: of hopeless bids about as good, the one nearest to the hand."""
    best = best_of(values)
    if best.kept is None or best.kept >= HOPELESS:
        return values
    expected = trick_count_of(view).expected(view.hand.mask)

    def distance(value: ChoiceValue) -> float:
        assert isinstance(value.action, Bid)
        return abs(value.action.number - expected)

    equal = [
        value for value in values if best.utility - value.utility <= HOPELESS_ERRORS * value.error
    ]
    return (min(equal, key=distance),)


def _before_play(
    candidates: tuple[ChoiceValue, ...], values: tuple[ChoiceValue, ...], worlds: int
) -> SearchResult:
    """The decision between trumps or calls, with the cards in hand."""
    evaluation = Evaluation(
        choices=values,
        chosen=max(candidates, key=lambda value: (value.utility, -telling(value.action))).action,
        worlds=worlds,
        effective_worlds=float(worlds),
        exact=False,
        distinct=len(values),
    )
    return SearchResult(evaluation)
