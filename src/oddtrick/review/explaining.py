"""Why a choice is better, in words: the rule of thumb that asks for it, and what could be known."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oddtrick.review.sentences import Sentence

if TYPE_CHECKING:
    from oddtrick.bots import Advice
    from oddtrick.rules import PlayerAction
    from oddtrick.views import View


def explain(
    view: View, better: PlayerAction, played: PlayerAction | None, advice: Advice
) -> tuple[Sentence, ...]:
    """One or two sentences; everything in them follows from what the seat could know.

    Args:
        view: of the seat that decides.
        better: the choice that is better.
        played: the one that was made; None: none yet.
        advice: what the rules of thumb say.
    """
    if advice.action == better:
        return (Sentence(advice.tag, advice.params),)
    return ()
