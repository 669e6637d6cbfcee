"""A hint during play: what a review would find best here, and why, out of the same values.

>>> from oddtrick.bots.search import Effort
>>> from oddtrick.dealing import new_match
>>> match = new_match("whist", seed=7)
>>> view = match.view(match.to_act)
>>> hint = advise(view, 1, effort=Effort(candidates=200, worlds=100))
>>> hint.chosen(view) in view.legal, hint.reason.endswith(".")
(True, True)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from oddtrick.bots.search.searcher import Searcher
from oddtrick.cards import Card
from oddtrick.errors import OddtrickError
from oddtrick.review.decision_value import EFFORT, advice_for, is_forced, recommended
from oddtrick.review.expected_value import best_of, choices_of, loss_of
from oddtrick.review.explanations import explain
from oddtrick.review.sentences import Sentence, told
from oddtrick.review.verdicts import Choice
from oddtrick.rules import written
from oddtrick.views import Awaited

if TYPE_CHECKING:
    from threading import Event

    from oddtrick.bots.search import Effort
    from oddtrick.rules import PlayerAction
    from oddtrick.views import View


class Hint(msgspec.Struct, frozen=True, kw_only=True):
    """What to do now.

    Args:
        action: the card, as in ``"KH"``, the letter of a suit, or the throw.
        clear: whether everything else is worse for certain; else it is a matter of taste.
        rule: the rule of thumb that says so, by its tag; None: none does.
        explanation: why, in one or two sentences.
        choices: what everything that the rules allow is worth; nothing where there is no choice to
            be made by thinking.
    """

    action: str
    clear: bool
    rule: str | None
    explanation: tuple[Sentence, ...]
    choices: tuple[Choice, ...] = ()

    @property
    def reason(self) -> str:
        """The explanation in English."""
        return " ".join(map(told, self.explanation))

    def chosen(self, view: View) -> PlayerAction:
        """The action itself, of the view that the hint was for."""
        return next(action for action in view.legal if written(action) == self.action)


def advise(view: View, seed: int, *, effort: Effort = EFFORT, cancel: Event | None = None) -> Hint:
    """What to do now, and why: the same for the same view, seed and effort.

    Args:
        view: of the seat whose turn it is.
        seed: of the worlds.
        effort: how hard to think.
        cancel: once it is set, what was found by then is the answer.

    Raises:
        OddtrickError: it is not the turn of the view's seat.
    """
    if not view.legal:
        raise OddtrickError(f"it is not for seat {view.seat} to act, so there is no hint")
    advice = advice_for(view)
    if not is_thinkable(view):
        return Hint(
            action=written(advice.action),
            clear=len(view.legal) == 1,
            rule=advice.tag,
            explanation=(Sentence(advice.tag, advice.params),),
        )
    choices, worlds = choices_of(view, Searcher("coach", replace(effort, threads=1)), seed, cancel)
    better = recommended(view, choices, advice)
    follows = better == advice.action
    return Hint(
        action=written(better),
        clear=is_forced(view) or _is_clear(view, choices),
        rule=advice.tag if follows else None,
        explanation=explain(view, better, None, advice if follows else None, worlds),
        choices=choices,
    )


def is_thinkable(view: View) -> bool:
    """Whether thinking helps: there is more than one choice, and the cards have been seen."""
    if len(view.legal) == 1 or view.awaited is Awaited.THROW:
        return False
    return isinstance(view.legal[0], Card) or bool(view.hand)


def _is_clear(view: View, choices: tuple[Choice, ...]) -> bool:
    """Whether all choices but the best, and those that come to the same, are worse for certain."""
    best = best_of(choices)
    others = [one for one in choices if one.utility != best.utility]
    return bool(others) and all(loss_of(one, best, view.rules).real for one in others)
