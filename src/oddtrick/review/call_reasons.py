"""Reasons for a call: how often a bid is kept, what it makes, and what the hand is worth."""

from __future__ import annotations

from oddtrick.bots import Advice
from oddtrick.review.review_types import Choice
from oddtrick.review.sentences import Sentence

LEAST_APART = 0.02
"""Chances of keeping two bids that differ by less are told as equal."""


def reasons_for_call(
    best: Choice, played: Choice, unit: str, advice: Advice | None = None
) -> tuple[Sentence, ...]:
    """One or two sentences that say why one call is better than another.

    Args:
        best: the better call.
        played: the other one.
        unit: ``tricks`` or ``points``, as the game has it.
        advice: the advice of the heuristics if it is the better call, else None.
    """
    counted = () if advice is None else (Sentence(advice.tag, advice.params),)
    return (_compared(best, played, unit), *counted)


def _compared(best: Choice, played: Choice, unit: str) -> Sentence:
    """What separates two calls: how often they are kept, or else what they make on average."""
    named = {"bid": best.action, "other": played.action}
    if best.kept is None or played.kept is None:
        apart = best.tricks - played.tricks if unit == "tricks" else best.points - played.points
        return Sentence(f"call-makes-{unit}", {**named, "amount": f"{apart:.2f}"})
    shares = {"share": _hundredths(best.kept), "less": _hundredths(played.kept)}
    kept_more = best.kept - played.kept >= LEAST_APART
    return Sentence("bid-kept" if kept_more else "bid-kept-as-often", {**named, **shares})


def _hundredths(share: float) -> str:
    return str(round(100 * share))
