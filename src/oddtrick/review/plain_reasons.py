"""Plain reasons: for every play there is one, where no rule of thumb and no argument applies.

Each is a fact, or advice in the play's own terms, that a beginner can use. The last reason of each
list always applies to its kind of play.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from oddtrick.review.card_conditions import has_gap, is_lowest
from oddtrick.review.provable import may_beat, partner_lead
from oddtrick.review.sentence_conditions import draws_trumps
from oddtrick.review.sentences import Sentence

if TYPE_CHECKING:
    from oddtrick.bots.heuristics.situation import Situation
    from oddtrick.cards import Card


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
