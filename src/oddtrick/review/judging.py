"""One decision: what each choice was worth as far as could be known, and what the one made cost."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from msgspec.structs import replace

from oddtrick.bots import CLUB, Memory, RuleBot
from oddtrick.bots.search.searcher import Searcher
from oddtrick.cards import Card
from oddtrick.review.explaining import explain
from oddtrick.review.known import best_of, choices_of, loss_of, written
from oddtrick.review.themes import phase_of, theme_of
from oddtrick.review.verdicts import Decision
from oddtrick.solver.imagining import imagine
from oddtrick.views import Awaited

if TYPE_CHECKING:
    from threading import Event

    from oddtrick.bots import Advice
    from oddtrick.cards import Suit
    from oddtrick.review.verdicts import Choice, Theme
    from oddtrick.views import View

COACH = RuleBot("coach", CLUB, Memory())
"""Whose rules of thumb are told: the club player's, who takes nothing for certain that is not."""

HARDER = 3
"""So many times the worlds are drawn when a decision is looked at again."""


def judge(
    view: View, action: Card | Suit, searcher: Searcher, seed: int, cancel: Event | None = None
) -> Decision:
    """What a decision was worth, as far as the seat could know.

    Args:
        view: of the seat that decided, at that moment.
        action: what it did: one of the view's legal actions.
        searcher: how hard to think.
        seed: of the worlds.
        cancel: once it is set, what was found by then is the answer.
    """
    choices, worlds = choices_of(view, searcher, seed, cancel)
    return _decision(view, action, choices, worlds)


def look_again(
    view: View, action: Card | Suit, searcher: Searcher, seed: int, cancel: Event | None = None
) -> Decision:
    """The same with other and more worlds: what seems best in some of them often is not."""
    effort = searcher.effort
    harder = replace(effort, worlds=HARDER * effort.worlds, candidates=HARDER * effort.candidates)
    return judge(view, action, Searcher(searcher.name, harder), seed ^ 1, cancel)


def _decision(
    view: View, action: Card | Suit, choices: tuple[Choice, ...], worlds: int
) -> Decision:
    played = written(action)
    own = next(choice for choice in choices if choice.action == played)
    best = best_of((own, *choices))
    loss = loss_of(own, best, view.rules)
    advice = advice_for(view)
    better = next(one for one in view.legal if written(one) == best.action)
    theme: Theme = "trump-choice"
    if isinstance(action, Card) and isinstance(better, Card):
        theme = theme_of(view, action, better)
    forced = is_forced(view)
    return Decision(
        number=0,
        deal=view.number,
        hand=view.hand_number,
        trick=len(view.tricks),
        place=len(view.table),
        kind="card" if isinstance(action, Card) else "trumps",
        seat=view.seat or 0,
        played=played,
        best=best.action if loss.real else played,
        choices=choices,
        worlds=worlds,
        forced=forced,
        loss=loss,
        open_loss=None,
        phase=phase_of(view),
        theme=None if forced else theme,
        advised=written(advice.action),
        explanation=explain(view, better, action, advice) if loss.real else (),
    )


def advice_for(view: View) -> Advice:
    """What the rules of thumb say."""
    return COACH.advise(view, Random(0))


def is_forced(view: View) -> bool:
    """Whether there is nothing to decide: one card, or cards that come to the same."""
    if len(view.legal) == 1:
        return True
    return view.awaited is Awaited.CARD and len(imagine(view).choices) == 1
