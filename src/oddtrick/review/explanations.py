"""Why a choice is better, in words: the rule of thumb that asks for it, and what could be known."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oddtrick.cards import Card, Suit
from oddtrick.review.cons import FAULTS
from oddtrick.review.pros import MERITS
from oddtrick.review.provable import certain_tag, known_situation
from oddtrick.review.sentences import Sentence

if TYPE_CHECKING:
    from oddtrick.bots import Advice
    from oddtrick.bots.heuristics.situation import Situation
    from oddtrick.review.sentences import Fact
    from oddtrick.rules import PlayerAction
    from oddtrick.views import View

SENTENCES_AT_MOST = 2


def explain(
    view: View,
    better: PlayerAction,
    played: PlayerAction | None,
    advice: Advice | None,
    worlds: int,
) -> tuple[Sentence, ...]:
    """One or two sentences; everything in them follows from what the seat could know.

    Args:
        view: of the seat that decides.
        better: the choice that is better.
        played: the one that was made; None: none yet.
        advice: what the rules of thumb say, where that is the better choice; else None.
        worlds: in how many worlds it was found to be better.
    """
    rule = () if advice is None else _rule(view, advice)
    if isinstance(better, Suit):
        count = len(view.hand.suit(better))
        facts = (Sentence("trumps-choice", {"suit": str(better), "count": str(count)}),)
        return rule or facts
    if not isinstance(better, Card):
        return rule
    s = known_situation(view)
    against = _first(FAULTS, s, better, played) if isinstance(played, Card) else ()
    told = _unrepeated((*against[:1], *rule))
    if not rule:
        told += _first(MERITS, s, better, played if isinstance(played, Card) else better)
    if not told:
        told = (Sentence("in-worlds", {"card": str(better), "worlds": str(worlds)}),)
    return told[:SENTENCES_AT_MOST]


def _rule(view: View, advice: Advice) -> tuple[Sentence, ...]:
    """The rule of thumb, where it claims nothing that is not certain."""
    tag = certain_tag(view, advice)
    return () if tag is None else (Sentence(tag, advice.params),)


def _first(
    facts: tuple[Fact, ...], s: Situation, better: Card, played: Card
) -> tuple[Sentence, ...]:
    """What these facts have to say."""
    found = (fact(s, better, played) for fact in facts)
    return tuple(sentence for sentence in found if sentence is not None)


def _unrepeated(sentences: tuple[Sentence, ...]) -> tuple[Sentence, ...]:
    """The sentences without those that another one of them says as well."""
    tags = {sentence.tag for sentence in sentences}
    needless = {less for more, less in SAID_BY if more in tags}
    return tuple(sentence for sentence in sentences if sentence.tag not in needless)


SAID_BY: tuple[tuple[str, str], ...] = (
    ("partner-safe", "partner-winning"),
    ("partner-safe", "partner-winning-discard"),
    ("partner-ahead", "partner-winning"),
    ("partner-ahead", "partner-winning-discard"),
    ("cannot-win", "high-for-nothing"),
)
"""Tags of sentences, and of others that are needless beside them."""
