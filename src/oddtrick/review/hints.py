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
from oddtrick.bots.search.searcher import is_searchable
from oddtrick.cards import Suit, parse_suit
from oddtrick.errors import OddtrickError
from oddtrick.review.decision_value import (
    BUDGET,
    advice_for,
    choices_of,
    is_about_as_good,
    solve_worlds_of,
)
from oddtrick.review.explanations import explain, explain_close
from oddtrick.review.review_types import Choice, choice_of
from oddtrick.review.sentences import Sentence
from oddtrick.rules import action_text

if TYPE_CHECKING:
    from threading import Event

    from oddtrick.bots.search import SearchBudget
    from oddtrick.review.decision_value import SolvedWorlds
    from oddtrick.rules import PlayerAction
    from oddtrick.views import View

MAX_SOLVED = 40
"""Worlds solved for one hint: a player is waiting."""

MAX_COMPARED = 3
"""The number of other choices whose figures are given."""


class Hint(msgspec.Struct, frozen=True, kw_only=True):
    """The action to take now.

    Args:
        action: the card, as in ``"KH"``, the letter of a suit, or the throw.
        clear: whether no other choice is about as good; where search cannot tell, whether there is
            one to advise.
        rule: the tag of the heuristic with the same advice, or None.
        explanation: the reasons, in at most two sentences; where it is close, what holds for all
            the choices named.
        close: where it is not clear, a sentence that names the choices about as good; else None.
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
        raise OddtrickError(f"it is not seat {view.seat}'s turn, so there is no hint")
    searcher, rng = Searcher("coach", replace(budget, threads=1)), Random(seed)
    advice = advice_for(view)
    if not is_searchable(view):
        return Hint(
            action=action_text(searcher.choose(view, rng)),
            clear=len(view.legal) == 1 or bool(view.dogs),
            rule=advice.tag,
            explanation=(Sentence(advice.tag, advice.params),),
        )
    evaluation, belief = searcher.search(view, rng, cancel=cancel)
    better, choices = evaluation.chosen, choices_of(evaluation)
    rule = advice if better == advice.action else None
    solved = solve_worlds_of(view, belief, cancel, most=MAX_SOLVED)
    close = _close_to(view, choices, action_text(better), solved)
    explanation = explain_close(view, close) if close else explain(view, better, None, rule)
    return Hint(
        action=action_text(better),
        clear=not close,
        rule=None if rule is None else rule.tag,
        explanation=explanation,
        close=_close_call(view, close) if close else None,
        details=_details(view, choices, action_text(better), close, evaluation.worlds),
        choices=choices,
    )


def _close_to(
    view: View, choices: tuple[Choice, ...], chosen: str, solved: SolvedWorlds | None
) -> tuple[PlayerAction, ...]:
    """The choices about as good, with the one chosen; none if all others are worse.

    Choices of the same utility are touching cards, which come to the same.
    """
    best = choice_of(choices, chosen)
    near = {
        one.action: one.utility != best.utility
        for one in choices
        if one.utility == best.utility or is_about_as_good(one, best, view.rules, solved)
    }
    if not any(near.values()):
        return ()
    return tuple(action for action in view.legal if action_text(action) in near)


def _close_call(view: View, close: tuple[PlayerAction, ...]) -> Sentence:
    """The sentence that names the choices about as good."""
    kind = "suit" if isinstance(close[0], Suit) else "card"
    if len(close) == len(view.legal):
        return Sentence("close-any" if kind == "card" else "close-any-suit")
    return Sentence(f"close-{kind}s", {f"{kind}s": " ".join(map(str, close))})


def _details(
    view: View,
    choices: tuple[Choice, ...],
    chosen: str,
    close: tuple[PlayerAction, ...],
    worlds: int,
) -> tuple[Sentence, ...]:
    """The number of worlds, and by how much the next best choices fall behind in them.

    Left out are choices said to be about as good: their distance is noise, or counts for nothing.
    """
    best, unit = choice_of(choices, chosen), view.rules.profile.unit
    near = set(map(action_text, close))
    others = [one for one in choices if one.utility != best.utility and one.action not in near]
    others.sort(key=lambda one: -one.utility)
    said = [Sentence("in-worlds", {"worlds": str(worlds)})]
    for one in others[:MAX_COMPARED]:
        behind = best.tricks - one.tricks if unit == "tricks" else best.points - one.points
        if behind > 0:
            said.append(_behind(one.action, unit, f"{behind:.2f}"))
    return tuple(said)


def _behind(action: str, unit: str, amount: str) -> Sentence:
    if len(action) > 1:
        return Sentence(f"behind-{unit}", {"card": action, "amount": amount})
    return Sentence(f"behind-{unit}-suit", {"suit": str(parse_suit(action)), "amount": amount})
