"""Explanations: the heuristic that advises a choice, and facts for or against it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oddtrick.bots.heuristics.catch_the_ten import shortest_plain_suit
from oddtrick.cards import Card, Suit
from oddtrick.review.arguments import ARGUMENTS_AGAINST, ARGUMENTS_FOR, short_ten_kept
from oddtrick.review.provable import known_situation, may_beat, partner_lead
from oddtrick.review.sentence_conditions import certain_sentence, draws_trumps, has_gap, is_lowest
from oddtrick.review.sentences import Sentence

if TYPE_CHECKING:
    from collections.abc import Sequence

    from oddtrick.bots import Advice
    from oddtrick.bots.heuristics.situation import Situation
    from oddtrick.review.sentences import Fact
    from oddtrick.rules import PlayerAction
    from oddtrick.views import View


MAX_SENTENCES = 2


def explain(
    view: View, better: PlayerAction, played: PlayerAction | None, advice: Advice | None
) -> tuple[Sentence, ...]:
    """One or two sentences, based only on what the seat could know.

    Args:
        view: the view of the seat to act.
        better: the choice that is better.
        played: the choice made; None: none yet.
        advice: the advice of the heuristics if it is the better choice, else None.
    """
    said = None if advice is None else certain_sentence(view, advice)
    rule = () if said is None else (said,)
    if isinstance(better, Suit):
        count = len(view.hand.suit(better))
        facts = (Sentence("trumps-choice", {"suit": str(better), "count": str(count)}),)
        return rule or facts
    if not isinstance(better, Card):
        return rule
    s = known_situation(view)
    against = _stated(ARGUMENTS_AGAINST, s, better, played) if isinstance(played, Card) else ()
    kept = _stated((short_ten_kept,), s, better, played if isinstance(played, Card) else better)
    sentences = _without_repeats((*kept, *against[:1], *rule))
    if not rule:
        sentences += _stated(
            ARGUMENTS_FOR, s, better, played if isinstance(played, Card) else better
        )
    return (sentences or (plain_reason(s, better),))[:MAX_SENTENCES]


def explain_close(view: View, close: Sequence[PlayerAction]) -> tuple[Sentence, ...]:
    """The arguments that hold for all of several choices about as good; often empty."""
    cards = [action for action in close if isinstance(action, Card)]
    if len(cards) < len(close):
        return ()
    s = known_situation(view)
    if s.led_suit is None or s.best_card is None:
        return _explain_close_lead(s, cards)
    winning = [card in s.winning_cards for card in cards]
    if all(winning):
        return () if s.later_seats else (Sentence("wins-any"),)
    if any(winning):
        return ()
    if s.is_partner_winning:
        return (Sentence(partner_lead(s), {"card": str(s.best_card)}),)
    return () if s.winning_cards else (Sentence("lost-trick"),)


def _explain_close_lead(s: Situation, cards: Sequence[Card]) -> tuple[Sentence, ...]:
    """Explains a choice among close leads by the ten of trumps (S8)."""
    ten = s.card_points.ten
    if ten is None or not s.hand & ten.bit:
        return ()
    kept = None if ten in cards else short_ten_kept(s, cards[0], cards[0])
    if kept is not None:
        return (kept,)
    suit = shortest_plain_suit(s)
    ruffs = not s.partners or s.card_points.ten_must_win
    if not ruffs or suit not in {card.suit for card in cards}:
        return ()
    return (Sentence("ten-shortest", {"suit": str(suit)}),)


def _stated(
    facts: tuple[Fact, ...], s: Situation, better: Card, played: Card
) -> tuple[Sentence, ...]:
    found = (fact(s, better, played) for fact in facts)
    return tuple(sentence for sentence in found if sentence is not None)


def _without_repeats(sentences: tuple[Sentence, ...]) -> tuple[Sentence, ...]:
    """Drops sentences that another sentence implies, and a second one of the same tag."""
    by_tag = {sentence.tag: sentence for sentence in reversed(sentences)}
    needless = {less for more, less in IMPLIED if more in by_tag}
    return tuple(
        sentence
        for sentence in sentences
        if sentence.tag not in needless and by_tag[sentence.tag] is sentence
    )


IMPLIED: tuple[tuple[str, str], ...] = (
    *(
        (sure, less)
        for sure in ("partner-safe", "partner-has-it", "partner-ahead")
        for less in ("partner-winning", "partner-ahead-low")
    ),
    ("cannot-win", "high-for-nothing"),
    ("partner-winning-discard", "partner-safe"),
    ("partner-winning-discard", "partner-has-it"),
    ("partner-ahead-discard", "partner-ahead"),
)
"""Pairs of tags: the first makes the second redundant."""


# Plain reasons: for every play there is one, where no rule of thumb and no argument applies.
#
# Each is a fact, or advice in the play's own terms, that a beginner can use. The last reason of
# each list always applies to its kind of play.


def plain_reason(s: Situation, card: Card) -> Sentence:
    """A reason to play the card."""
    if s.led_suit is None:
        return _of_trump_lead(s, card) if card.suit is s.trump else _of_lead(s, card)
    if card in s.winning_cards:
        return _of_winner(s, card)
    return _of_loser(s, card) if s.can_follow else _of_discard(s, card)


def _of_trump_lead(s: Situation, card: Card) -> Sentence:
    if not s.outstanding_in(s.trump):
        return Sentence("trumps-win")
    return draws_trumps(s, card) or Sentence("trump-leads")


def _of_lead(s: Situation, card: Card) -> Sentence:
    held = s.holding(card.suit)
    gap = next((suit for suit in s.plain_suits if suit is not card.suit and has_gap(s, suit)), None)
    if held[-1] is not card:
        tag = "lead-under" if held[0] is card else "lead-through"
        return Sentence(tag, {"card": str(card), "higher": str(held[-1])})
    if gap is not None:
        return Sentence("keep-tenace", {"suit": str(gap)})
    if held[0] is not card:
        return Sentence("lead-highest", {"card": str(card), "suit": str(card.suit)})
    if s.holding(s.trump) and s.outstanding_in(card.suit):
        return Sentence("singleton", {"card": str(card), "suit": str(card.suit)})
    return Sentence("safest-suit", {"suit": str(card.suit)})


def _of_winner(s: Situation, card: Card) -> Sentence:
    if s.trump is not None and all(one.suit is s.trump for one in s.legal) and not s.can_follow:
        return Sentence("only-trumps-ruff")
    return Sentence("takes-lead", {"card": str(card), "higher": str(s.best_card)})


def _of_loser(s: Situation, card: Card) -> Sentence:
    """A reason to follow suit with a card that does not win."""
    if not s.winning_cards:
        if s.is_partner_winning:
            return Sentence(partner_lead(s), {"card": str(s.best_card)})
        return Sentence("cannot-win" if is_lowest(s, card) else "spare-high")
    top = s.winning_cards[-1]
    named = {"card": str(top)}
    if s.is_partner_winning:
        return Sentence("partner-ahead-keep", named)
    if s.best_card is not None and any(
        may_beat(s, seat, s.best_card) for seat in s.later_seats if seat in s.partners
    ):
        return Sentence("save-for-partner", named)
    if any(may_beat(s, seat, top) for seat in s.later_opponents):
        return Sentence("save-from-behind", named)
    return Sentence("duck", named)


def _of_discard(s: Situation, card: Card) -> Sentence:
    """A reason to play a card of another suit that does not win."""
    trumps = s.holding(s.trump)
    if card.suit is s.trump:
        return Sentence("only-trumps-ruff") if len(trumps) == len(s.legal) else _kept(s, card)
    if not s.winning_cards:
        return _kept(s, card)
    if s.is_partner_winning:
        return Sentence("partner-ahead-discard", {"card": str(s.best_card)})
    return Sentence("keep-trumps")


def _kept(s: Situation, card: Card) -> Sentence:
    """The hand that a discard leaves."""
    held = s.holding(card.suit)
    if card.suit is not s.trump and len(held) == 1:
        if s.holding(s.trump) and s.outstanding_in(card.suit):
            return Sentence("empties-suit", {"card": str(card), "suit": str(card.suit)})
    elif held[-1] is not card:
        return Sentence("keeps-higher", {"card": str(card), "higher": str(held[-1])})
    return Sentence("spare-suit", {"suit": str(card.suit)})
