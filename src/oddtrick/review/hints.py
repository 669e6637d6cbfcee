"""Hints during play: the choice that ``expert`` makes here, and the reason for it.

>>> from random import Random
>>> from oddtrick.bots.search import Searcher, SearchBudget
>>> from oddtrick.dealing import new_match
>>> match, budget = new_match("whist", seed=7), SearchBudget(candidates=200, worlds=100)
>>> view = match.view(match.to_act)
>>> hint = advise(view, 1, budget=budget)
>>> hint.chosen(view) is Searcher("expert", budget).choose(view, Random(1))
True
>>> hint.reason.endswith(".")
True
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from oddtrick.bots.search import Searcher
from oddtrick.bots.search.decision import is_searchable
from oddtrick.cards import parse_suit
from oddtrick.errors import OddtrickError
from oddtrick.review.decision_value import BUDGET, advice_for
from oddtrick.review.expected_value import choices_of, loss_of
from oddtrick.review.explanations import explain
from oddtrick.review.sentences import Sentence
from oddtrick.review.verdicts import Choice, choice_of
from oddtrick.rules import action_text

if TYPE_CHECKING:
    from threading import Event

    from oddtrick.bots.search import SearchBudget
    from oddtrick.rules import PlayerAction
    from oddtrick.views import View


class Hint(msgspec.Struct, frozen=True, kw_only=True):
    """The action to take now.

    Args:
        action: the card, as in ``"KH"``, the letter of a suit, or the throw.
        clear: whether all other choices are worse beyond sampling error.
        rule: the tag of the heuristic with the same advice, or None.
        explanation: the reasons, in one or two sentences.
        close: where it is not clear, a sentence that names the runner-up; None where search cannot
            tell choices apart.
        choices: the values of all legal choices; empty where search cannot tell them apart.
    """

    action: str
    clear: bool
    rule: str | None
    explanation: tuple[Sentence, ...]
    close: Sentence | None = None
    choices: tuple[Choice, ...] = ()

    @property
    def reason(self) -> str:
        """The explanation in English, in full."""
        return " ".join(sentence.text() for sentence in self._sentences(self.explanation))

    @property
    def summary(self) -> tuple[Sentence, ...]:
        """The first reason, which says most, and that it is close if it is."""
        return self._sentences(self.explanation[:1])

    def _sentences(self, reasons: tuple[Sentence, ...]) -> tuple[Sentence, ...]:
        return reasons if self.close is None else (*reasons, self.close)

    def chosen(self, view: View) -> PlayerAction:
        """The action itself, out of the view that the hint was for."""
        return next(action for action in view.legal if action_text(action) == self.action)


def advise(
    view: View, seed: int, *, budget: SearchBudget = BUDGET, cancel: Event | None = None
) -> Hint:
    """Returns the action of a searching player with ``Random(seed)``, and the reasons for it.

    Args:
        view: the view of the seat to act.
        seed: the random seed.
        budget: the amount of work.
        cancel: ends the search early when set.

    Raises:
        OddtrickError: it is not the turn of the view's seat.
    """
    if not view.legal:
        raise OddtrickError(f"it is not for seat {view.seat} to act, so there is no hint")
    searcher, rng = Searcher("coach", replace(budget, threads=1)), Random(seed)
    advice = advice_for(view)
    if not is_searchable(view):
        return Hint(
            action=action_text(searcher.choose(view, rng)),
            clear=len(view.legal) == 1,
            rule=advice.tag,
            explanation=(Sentence(advice.tag, advice.params),),
        )
    evaluation = searcher.evaluate(view, rng, cancel=cancel)
    better, choices = evaluation.chosen, choices_of(evaluation)
    rule = advice if better == advice.action else None
    close = _runner_up(view, choices, action_text(better))
    return Hint(
        action=action_text(better),
        clear=close is None,
        rule=None if rule is None else rule.tag,
        explanation=explain(view, better, None, rule, evaluation.worlds),
        close=None if close is None else _close_call(close),
        choices=choices,
    )


def _runner_up(view: View, choices: tuple[Choice, ...], chosen: str) -> Choice | None:
    """The best other choice, unless it is worse for certain.

    Choices of the same utility are touching cards, which come to the same.
    """
    best = choice_of(choices, chosen)
    others = [one for one in choices if one.utility != best.utility]
    rivals = [one for one in others if not loss_of(one, best, view.rules).real]
    return max(rivals, key=lambda one: one.utility, default=None)


def _close_call(choice: Choice) -> Sentence:
    """The sentence that a choice is about as good."""
    if len(choice.action) > 1:
        return Sentence("close-card", {"card": choice.action})
    return Sentence("close-suit", {"suit": str(parse_suit(choice.action))})
