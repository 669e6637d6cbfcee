"""Explanations: the heuristic that advises a choice, and facts for or against it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oddtrick.cards import Card, Suit
from oddtrick.review.cons import CONS
from oddtrick.review.pros import PROS
from oddtrick.review.provable import certain_tag, known_situation
from oddtrick.review.sentences import Sentence

if TYPE_CHECKING:
    from oddtrick.bots import Advice
    from oddtrick.bots.heuristics.situation import Situation
    from oddtrick.review.sentences import Fact
    from oddtrick.rules import PlayerAction
    from oddtrick.views import View

MAX_SENTENCES = 2


def explain(
    view: View,
    better: PlayerAction,
    played: PlayerAction | None,
    advice: Advice | None,
    worlds: int,
) -> tuple[Sentence, ...]:
    """One or two sentences, based only on what the seat could know.

    Args:
        view: the view of the seat to act.
        better: the choice that is better.
        played: the choice made; None: none yet.
        advice: the advice of the heuristics if it is the better choice, else None.
        worlds: the number of worlds behind the comparison.
    """
    rule = () if advice is None else _rule(view, advice)
    if isinstance(better, Suit):
        count = len(view.hand.suit(better))
        facts = (Sentence("trumps-choice", {"suit": str(better), "count": str(count)}),)
        return rule or facts
    if not isinstance(better, Card):
        return rule
    s = known_situation(view)
    against = _stated(CONS, s, better, played) if isinstance(played, Card) else ()
    sentences = _without_repeats((*against[:1], *rule))
    if not rule:
        sentences += _stated(PROS, s, better, played if isinstance(played, Card) else better)
    if not sentences:
        sentences = (Sentence("in-worlds", {"card": str(better), "worlds": str(worlds)}),)
    return sentences[:MAX_SENTENCES]


def _rule(view: View, advice: Advice) -> tuple[Sentence, ...]:
    """The heuristic, if all its claims are certain."""
    tag = certain_tag(view, advice)
    return () if tag is None else (Sentence(tag, advice.params),)


def _stated(
    facts: tuple[Fact, ...], s: Situation, better: Card, played: Card
) -> tuple[Sentence, ...]:
    """The sentences of the facts that hold."""
    found = (fact(s, better, played) for fact in facts)
    return tuple(sentence for sentence in found if sentence is not None)


def _without_repeats(sentences: tuple[Sentence, ...]) -> tuple[Sentence, ...]:
    """Drops sentences that another sentence implies."""
    tags = {sentence.tag for sentence in sentences}
    needless = {less for more, less in IMPLIED if more in tags}
    return tuple(sentence for sentence in sentences if sentence.tag not in needless)


IMPLIED: tuple[tuple[str, str], ...] = (
    ("partner-safe", "partner-winning"),
    ("partner-safe", "partner-winning-discard"),
    ("partner-ahead", "partner-winning"),
    ("partner-ahead", "partner-winning-discard"),
    ("cannot-win", "high-for-nothing"),
)
"""Pairs of tags: the first makes the second redundant."""
