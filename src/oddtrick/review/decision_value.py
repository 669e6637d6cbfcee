"""One decision: what each choice was worth as far as could be known, and what the one made cost."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from msgspec.structs import replace

from oddtrick.bots import CLUB, Memory, RuleBot
from oddtrick.bots.search import expert
from oddtrick.bots.search.searcher import Searcher
from oddtrick.bots.search.tie_break import AS_GOOD, NOTHING, in_run
from oddtrick.cards import Card
from oddtrick.review.expected_value import best_of, choices_of, loss_of
from oddtrick.review.explanations import explain
from oddtrick.review.themes import phase_of, theme_of
from oddtrick.review.verdicts import Decision
from oddtrick.rules import written
from oddtrick.solver.rollout import RolloutPosition
from oddtrick.views import Awaited

if TYPE_CHECKING:
    from threading import Event

    from oddtrick.bots import Advice
    from oddtrick.cards import Suit
    from oddtrick.review.verdicts import Choice, Theme
    from oddtrick.rules import PlayerAction
    from oddtrick.views import View

COACH = RuleBot("coach", CLUB, Memory())
"""Whose rules of thumb are told: the club player's, who takes nothing for certain that is not."""

EFFORT = expert.effort
"""How hard is thought over each decision, unless told otherwise: as hard as ``expert`` does."""

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
    loss = loss_of(own, best_of((own, *choices)), view.rules)
    advice, forced = advice_for(view), is_forced(view)
    better = recommended(view, choices, advice)
    follows = better == advice.action
    theme: Theme = "trump-choice"
    if isinstance(action, Card) and isinstance(better, Card):
        theme = theme_of(view, action, better if loss.real else action)
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
        best=written(better) if loss.real else played,
        choices=choices,
        worlds=worlds,
        forced=forced,
        loss=loss,
        open_loss=None,
        phase=phase_of(view),
        theme=None if forced else theme,
        advised=written(advice.action),
        rule=advice.tag if follows else None,
        explanation=(
            explain(view, better, action, advice if follows else None, worlds) if loss.real else ()
        ),
    )


def recommended(view: View, choices: tuple[Choice, ...], advice: Advice) -> PlayerAction:
    """Of the choices that are about the best the one that a player would understand.

    That is what the rules of thumb say; else of cards that come to the same the one that tells
    partner most.
    """
    best = best_of(choices)
    advised = next(choice for choice in choices if choice.action == written(advice.action))
    if best.utility - advised.utility <= AS_GOOD * advised.error + NOTHING:
        return advice.action
    better = next(action for action in view.legal if written(action) == best.action)
    if not isinstance(better, Card):
        return better
    here = RolloutPosition(view)
    cards = [card for card in view.legal if isinstance(card, Card)]
    return in_run(here, here.choices[here.choice_indices[cards.index(better)]])


def advice_for(view: View) -> Advice:
    """What the rules of thumb say."""
    return COACH.advise(view, Random(0))


def is_forced(view: View) -> bool:
    """Whether there is nothing to decide: one card, or cards that come to the same."""
    if len(view.legal) == 1:
        return True
    return view.awaited is Awaited.CARD and len(RolloutPosition(view).choices) == 1
