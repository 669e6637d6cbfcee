"""Hints during play: the choice that ``expert`` makes here, and what makes it better.

>>> from random import Random
>>> from oddtrick.bots.search import Searcher, SearchBudget
>>> from oddtrick.dealing import new_match
>>> match, budget = new_match("whist", seed=7), SearchBudget(candidates=200, worlds=100)
>>> view = match.view(match.to_act)
>>> hint = advise(view, budget=budget)
>>> hint.chosen(view) is Searcher("expert", budget).choose(view, Random(1))
True
>>> hint.reason.endswith(".")
True
"""

from __future__ import annotations

from functools import cached_property
from random import Random
from typing import TYPE_CHECKING

import msgspec
import numpy as np
from msgspec.structs import replace

from oddtrick.bots.heuristics.calls import is_valued_call
from oddtrick.bots.heuristics.contracts import explain_call
from oddtrick.bots.search import Searcher
from oddtrick.bots.search.search_context import NoTimeError, decision_seed
from oddtrick.bots.search.searcher import is_searchable
from oddtrick.calls import parse_call
from oddtrick.cards import Card, parse_card, parse_suit
from oddtrick.errors import WANTED_VIEW, OddtrickError, check_type
from oddtrick.review.call_reasons import bid_name, compared_calls, has_figure
from oddtrick.review.decision_value import (
    BUDGET,
    EQUAL,
    advice_for,
    choices_of,
    is_about_as_good,
    lead_in_unit,
    reasons_for,
    search_decision,
)
from oddtrick.review.explanations import MAX_SENTENCES, against_first, is_rule_against
from oddtrick.review.review_types import Choice, choice_of
from oddtrick.review.sentences import Sentence
from oddtrick.review.solved_worlds import solve_worlds_of
from oddtrick.rules import action_text
from oddtrick.views import Awaited, View

if TYPE_CHECKING:
    from threading import Event

    from oddtrick.bots import Advice
    from oddtrick.bots.search import Evaluation, SearchBudget
    from oddtrick.bots.search.searcher import SearchResult
    from oddtrick.review.solved_worlds import SolvedWorlds
    from oddtrick.rules import PlayerAction

MAX_SOLVED = 40
"""Worlds solved for one hint: a player is waiting."""

LEAST = 0.005
"""The least lead of a call that is told: figures have two digits."""

MAX_COMPARED = 3
"""The number of other choices whose figures are given, and of those named as nearly as good."""

NO_DIFFERENCE = (Sentence("no-difference"),)

NOT_SEARCHED = Sentence("not-searched")
"""Said beside the advice of the heuristics where search fails."""

UNREASONED = frozenset({"no-difference", "close-cards", "close-suits"})
"""Sentences beside which no other choices are named."""


class Hint(msgspec.Struct, frozen=True, kw_only=True):
    """The action to take now.

    Args:
        action: the card, as in ``"KH"``, the letter of a suit, or the throw.
        clear: whether no other choice is about as good; where search cannot tell, whether there is
            one to advise.
        rule: the tag of the heuristic with the same advice, or None.
        explanation: the reasons, in one or two sentences.
        close: where it is not clear, a sentence that names other choices worth a thought; None if
            there are none, or too many.
        details: the figures behind it, shown on request.
        choices: the values of all legal choices; empty where search cannot tell them apart.
    """

    action: str
    clear: bool
    rule: str | None
    explanation: tuple[Sentence, ...]
    close: Sentence | None = None
    details: tuple[Sentence, ...] = ()
    choices: tuple[Choice, ...] = ()

    @property
    def reason(self) -> str:
        """The explanation in English, in full."""
        told = self.explanation if self.close is None else (*self.explanation, self.close)
        return " ".join(sentence.text(to_player=True) for sentence in told)

    @property
    def summary(self) -> tuple[Sentence, ...]:
        """At most two sentences: the reason, and a second one or that it is close."""
        told = self.explanation if self.close is None else (*self.explanation, self.close)
        return told[:MAX_SENTENCES]

    def chosen(self, view: View) -> PlayerAction:
        """The action itself, out of the view that the hint was for."""
        return next(action for action in view.legal if action_text(action) == self.action)


def advise(
    view: View, seed: int = 0, *, budget: SearchBudget = BUDGET, cancel: Event | None = None
) -> Hint:
    """Returns the choice that a review of the same seed finds best, and the reasons for it.

    Args:
        view: the view of the seat to act.
        seed: the random seed, as of a review.
        budget: the amount of work.
        cancel: ends the search early when set.

    Where the search cannot value the position, as in a game whose points no profile tells, the hint
    is that of the heuristics, and says so.

    Raises:
        OddtrickError: it is not the turn of the view's seat, bots cannot value its calls, or there
            was no time.
    """
    check_type(view, View, WANTED_VIEW)
    if not view.legal:
        raise OddtrickError(f"it is not seat {view.seat}'s turn, so there is no hint")
    if view.awaited is Awaited.CALL and not is_valued_call(view):
        raise OddtrickError("there are no hints for such calls yet, only for the play")
    searcher, own = Searcher("coach", replace(budget, threads=1)), decision_seed(view, seed)
    if view.awaited is not Awaited.CALL and not is_searchable(view):
        return _hint_by_rule(view, searcher.choose(view, Random(own)))
    try:
        return _searched_hint(view, searcher, own, cancel)
    except NoTimeError:
        raise
    except Exception:  # noqa: BLE001  # whatever a search of somebody else's game ends in
        return _hint_by_rule(view, advice_for(view).action, NOT_SEARCHED)


def _hint_by_rule(view: View, action: PlayerAction, *more: Sentence) -> Hint:
    """The hint for an action that search does not value, with the reason of the heuristics."""
    advice = advice_for(view)
    return Hint(
        action=action_text(action),
        clear=len(view.legal) == 1 or bool(view.dogs),
        rule=advice.tag,
        explanation=(Sentence(advice.tag, advice.params), *more),
    )


def _searched_hint(view: View, searcher: Searcher, own: int, cancel: Event | None) -> Hint:
    """The hint for a decision that search can value."""
    if view.awaited is Awaited.CALL:
        return _call_hint(view, searcher.evaluate(view, Random(own), cancel=cancel))
    advice = advice_for(view)
    found = search_decision(view, searcher, own, cancel)
    field = _Field(view, found, solve_worlds_of(view, found.belief, cancel, most=MAX_SOLVED))
    return Hint(
        action=field.best.action,
        clear=not field.close,
        rule=advice.tag if advice.action == found.evaluation.chosen else None,
        explanation=field.explanation,
        close=field.close_call(),
        details=field.details(),
        choices=field.choices,
    )


def _call_hint(view: View, evaluation: Evaluation) -> Hint:
    """The hint for a call: what the hand is worth, and by how much other calls fall behind."""
    choices, advice = choices_of(evaluation), advice_for(view)
    best = choice_of(choices, action_text(evaluation.chosen))
    names = {action_text(call): bid_name(view, call) for call in view.legal}
    behind = sorted(choices, key=lambda one: -one.utility)
    # Calls with the same name are one bid: only the best of them is compared.
    others = {names[one.action]: one for one in reversed(behind)}
    others.pop(names[best.action], None)
    apart = {
        name: lead_in_unit(best, one, view.deal_rules)
        for name, one in sorted(others.items(), key=lambda item: -item[1].utility)[:MAX_COMPARED]
    }
    counted = names[action_text(advice.action)]
    # Heuristic and search may disagree: then the hint also says why the heuristic's call is worse.
    agree = counted == names[best.action]
    against = () if agree else _against(view, best, others[counted], counted)
    why = _why_call(view, evaluation, advice)
    return Hint(
        action=best.action,
        clear=all(lead >= EQUAL for lead in apart.values()),
        rule=advice.tag if agree else None,
        explanation=against if against and has_figure(why) else (why, *against),
        details=(
            Sentence("in-worlds", {"worlds": str(evaluation.worlds)}),
            *(_behind_call(bid, lead) for bid, lead in apart.items() if lead >= LEAST),
        ),
        choices=choices,
    )


def _why_call(view: View, evaluation: Evaluation, advice: Advice) -> Sentence:
    """The reason for a call: its promise, or that the hand does best without the card put away."""
    if isinstance(evaluation.chosen, Card) and not view.offers:
        return Sentence(advice.tag, {"card": action_text(evaluation.chosen)})
    why = explain_call(view, evaluation.chosen) if view.offers else advice
    return Sentence(why.tag, why.params)


def _against(view: View, best: Choice, other: Choice, name: str) -> tuple[Sentence, ...]:
    """The argument against the call that the tricks of the hand suggest, if there is one."""
    if best.kept is not None:
        return (compared_calls(view, best, other),)
    lead = lead_in_unit(best, other, view.deal_rules)
    return (_behind_call(name, lead),) if lead >= LEAST else ()


def _behind_call(call: str, lead: float) -> Sentence:
    if isinstance(parse_call(call), Card):
        return _behind(call, "points", f"{lead:.2f}")
    return Sentence("behind-bid", {"bid": call, "amount": f"{lead:.2f}"})


class _Field:
    """The choices of a decision beside the one made: those about as good, and those that lose.

    Of touching cards, which come to the same, the lowest stands for all.
    """

    def __init__(self, view: View, found: SearchResult, solved: SolvedWorlds | None) -> None:
        self.view, self.found, self.solved = view, found, solved
        self.choices = choices_of(found.evaluation)
        self.best = choice_of(self.choices, action_text(found.evaluation.chosen))
        self.close: list[Choice] = []
        self.behind: list[Choice] = []
        for one in self._others():
            near = is_about_as_good(one, self.best, view.deal_rules, solved)
            (self.close if near else self.behind).append(one)

    def _others(self) -> list[Choice]:
        """The other choices, the best first."""
        first: dict[tuple[str, float], Choice] = {}
        for one in self.choices:
            first.setdefault((one.action[-1], one.utility), one)
        first.pop((self.best.action[-1], self.best.utility))
        return sorted(first.values(), key=lambda one: -one.utility)

    @cached_property
    def explanation(self) -> tuple[Sentence, ...]:
        """The reasons for the choice, in one or two sentences."""
        if self._makes_no_difference():
            return NO_DIFFERENCE
        same = [one for one in self.behind if one.action[-1] == self.best.action[-1]]
        near = dict.fromkeys((*self.behind[:1], *same[:1]))
        rivals = [parse_card(one.action) for one in near if len(one.action) > 1]
        chosen = self.found.evaluation.chosen
        reasons = reasons_for(self.view, self.found, chosen, rivals=rivals)
        if not reasons and isinstance(chosen, Card):
            losing = [parse_card(one.action) for one in self.behind]
            reasons = against_first(self.view, chosen, losing)
        told = reasons or self._told_behind()[:1]
        return told or (_as_good([one.action for one in self.close[:MAX_COMPARED]]),)

    def _makes_no_difference(self) -> bool:
        """Returns whether every card does equally well in every world, by both estimates."""
        values = self.found.values
        tables = [] if values is None else [values.utility[~np.isnan(values.utility).any(axis=1)]]
        tables += [] if self.solved is None else [self.solved.values]
        return bool(tables) and all((np.ptp(table, axis=1) == 0).all() for table in tables)

    def close_call(self) -> Sentence | None:
        """The sentence that names other choices worth a thought: not another card for the same."""
        if self.explanation[0].tag in UNREASONED:
            return None
        told = {word for sentence in self.explanation for word in sentence.params.values()}
        named = [
            one.action
            for one in self.close
            if self._lead_over(one) < EQUAL and self._is_another_plan(one)
            if one.action not in told
        ]
        if not 0 < len(named) <= MAX_COMPARED:
            return None
        return _as_good(named, "as-rule" if self._is_rule_against(named) else "close")

    def _is_rule_against(self, named: list[str]) -> bool:
        """Returns whether a reason is a rule of thumb that would have none of some good choices."""
        chosen, advice = self.found.evaluation.chosen, advice_for(self.view)
        cards = frozenset(parse_card(one) for one in named if len(one) > 1)
        own = advice if advice.action == chosen else None
        return any(
            is_rule_against(self.view, chosen, sentence, cards, own)
            for sentence in self.explanation
        )

    def _is_another_plan(self, one: Choice) -> bool:
        """Returns whether a choice is of another suit, or wins where the best one loses."""
        if len(one.action) == 1 or one.action[-1] != self.best.action[-1]:
            return True
        wins = [self._wins(each) for each in (one, self.best)]
        return bool(self.view.table) and wins[0] != wins[1]

    def _wins(self, one: Choice) -> bool:
        """Returns whether a card would be winning."""
        trick = self.view.trick.play(parse_card(one.action))
        return trick.best == len(self.view.table)

    def _lead_over(self, one: Choice) -> float:
        """The distance by which a choice falls behind."""
        return lead_in_unit(self.best, one, self.view.deal_rules)

    def details(self) -> tuple[Sentence, ...]:
        """The number of worlds, and by how much the next best choices fall behind in them.

        Left out are choices about as good: their distance is noise, or counts for nothing.
        """
        worlds = Sentence("in-worlds", {"worlds": str(self.found.evaluation.worlds)})
        return (worlds, *self._told_behind())

    def _told_behind(self) -> tuple[Sentence, ...]:
        unit = self.view.deal_rules.profile.unit
        return tuple(
            _behind(one.action, unit, f"{self._lead_over(one):.2f}")
            for one in self.behind[:MAX_COMPARED]
            if self._lead_over(one) > 0
        )


def _as_good(actions: list[str], tag: str = "close") -> Sentence:
    """The sentence that names choices that would do as well."""
    if len(actions[0]) > 1:
        return Sentence(f"{tag}-cards", {"cards": " ".join(actions)})
    return Sentence(f"{tag}-suits", {"suits": " ".join(str(parse_suit(one)) for one in actions)})


def _behind(action: str, unit: str, amount: str) -> Sentence:
    if len(action) > 1:
        return Sentence(f"behind-{unit}", {"card": action, "amount": amount})
    return Sentence(f"behind-{unit}-suit", {"suit": str(parse_suit(action)), "amount": amount})
