"""Reasons for a call: how often a bid is kept, what it makes, and what the hand is worth."""

from __future__ import annotations

from oddtrick.bots import Advice
from oddtrick.bots.heuristics.contracts import explain_call
from oddtrick.calls import parse_call
from oddtrick.cards import Card
from oddtrick.review.review_types import Choice
from oddtrick.review.sentences import Sentence
from oddtrick.rules import PlayerAction, action_text
from oddtrick.views import View

LEAST_APART = 0.02
"""Smallest difference between the chances of keeping two bids that is mentioned."""

WHOLE = 100
"""Deals of which shares are told."""


def reasons_for_call(
    view: View, best: Choice, played: Choice, advice: Advice | None = None
) -> tuple[Sentence, ...]:
    """One or two sentences that say why one call is better than another.

    Args:
        view: the view of the seat that calls.
        best: the better call.
        played: the other one.
        advice: the advice of the heuristics if it is the better call, else None.
    """
    if view.offers:
        better = next(call for call in view.legal if action_text(call) == best.action)
        advice = explain_call(view, better)
    compared = compared_calls(view, best, played)
    if advice is None or (has_figure(compared) and advice.params):
        return (compared,)
    return (compared, Sentence(advice.tag, advice.params))


def has_figure(sentence: Sentence) -> bool:
    """Returns whether a sentence states an amount, of tricks, points or deals."""
    return not FIGURES.isdisjoint(sentence.params)


FIGURES = frozenset({"amount", "share", "number"})
"""The parameters that are amounts: reasons with such of different units are not said together."""


def compared_calls(view: View, best: Choice, played: Choice) -> Sentence:
    """Compares two calls: by how often the bid is kept, or else by the average result."""
    named = {"bid": bid_name(view, best.action), "other": bid_name(view, played.action)}
    unit = view.deal_rules.profile.unit
    apart = best.tricks - played.tricks if unit == "tricks" else best.points - played.points
    amount = {"amount": f"{apart:.2f}"}
    if isinstance(parse_call(named["bid"]), Card):
        cards = {"card": named["bid"], "higher": named["other"]}
        return Sentence(f"discard-makes-{unit}", cards | amount)
    if best.kept is None or played.kept is None:
        return Sentence(f"call-makes-{unit}", named | amount)
    if max(best.kept, played.kept) < LEAST_APART:
        return Sentence("bid-hopeless", named)
    if best.kept - played.kept < LEAST_APART:
        return Sentence("bid-kept-as-often", named)
    share, less = (round(100 * each) for each in (best.kept, played.kept))
    if (
        share + less > WHOLE
    ):  # each is played for, so both may often succeed: as shares they confuse
        return Sentence("bid-kept-more", {**named, "share": str(share)})
    return Sentence("bid-kept", {**named, "share": str(share), "less": str(less)})


def bid_name(view: View, call: PlayerAction | str) -> str:
    """The name of a call; for a card put down as a bid, the name of that bid."""
    text = call if isinstance(call, str) else action_text(call)
    for each, contract in view.offers:
        if action_text(each) == text and isinstance(each, Card) and contract is not None:
            return str(contract.bid)
    return text
