"""Arguments for a card, from facts that the seat could see.

Each is a small function, as in :mod:`oddtrick.review.arguments_against`. Where no card has been
played yet, the better card is passed for it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from oddtrick.cards import Card, cards_in, mask_of
from oddtrick.review.provable import (
    all_are_held,
    holds_surely,
    is_best_left,
    is_unbeaten,
    partner_lead,
    waits,
)
from oddtrick.review.sentence_conditions import draws_trumps
from oddtrick.review.sentences import Sentence
from oddtrick.tricks import SUIT_MASKS

if TYPE_CHECKING:
    from oddtrick.bots.heuristics.situation import Situation
    from oddtrick.review.sentences import Fact


def wins_it(s: Situation, better: Card, played: Card) -> Sentence | None:
    """It wins the trick for certain."""
    if s.led_suit is None or better not in s.winning_cards:
        return None
    if played in s.winning_cards and played is not better:
        return None
    if not s.later_seats:
        return Sentence("wins-last", {"card": str(better)})
    return Sentence("wins-surely", {"card": str(better)}) if holds_surely(s, better) else None


def takes_points(s: Situation, better: Card, played: Card) -> Sentence | None:
    """It may win points that lie on the table (S5)."""
    if (
        s.led_suit is None
        or not s.card_points.can_feed_partner
        or not s.points_on_table
        or better not in s.winning_cards
    ):
        return None
    if played in s.winning_cards and played is not better:
        return None
    return Sentence("takes-points", {"count": str(s.points_on_table)})


def partner_doubtful(s: Situation, better: Card, played: Card) -> Sentence | None:
    """Partner is winning, but an opponent to come may have a higher card."""
    if not s.is_partner_winning or s.best_card is None or better not in s.winning_cards:
        return None
    if played in s.winning_cards and played is not better:
        return None
    above = s.outstanding & s.stronger[s.best_card] & ~(s.stronger[better] | better.bit)
    above &= sum(1 << card for card in cards_in(above) if _may_come(s, card))
    if not above:
        return None
    higher = max(cards_in(above), key=s.strength.__getitem__)
    return Sentence("partner-doubtful", {"higher": str(higher), "card": str(s.best_card)})


def _may_come(s: Situation, card: Card) -> bool:
    """Returns whether an opponent to come may hold the card."""
    there = [s.distribution[seat] for seat in s.later_opponents]
    return any((one.possible | one.known) & card.bit for one in there)


def one_above(s: Situation, better: Card, played: Card) -> Sentence | None:
    """It would win, but for one card that has not been seen."""
    above = s.outstanding & s.stronger[better]
    if s.led_suit is None or better not in s.winning_cards or above.bit_count() != 1:
        return None
    if played in s.winning_cards and played is not better:
        return None
    return Sentence("one-above", {"card": str(better), "higher": str(cards_in(above)[0])})


def leaves_it_to_partner(s: Situation, better: Card, played: Card) -> Sentence | None:
    """Partner is winning, and it does not interfere."""
    if (
        not s.is_partner_winning
        or s.best_card is None
        or better in s.winning_cards
        or better is not played
    ):
        return None
    return Sentence(partner_lead(s), {"card": str(s.best_card)})


def best_left(s: Situation, better: Card, played: Card) -> Sentence | None:
    """It is the best card left of its suit, or the others have none above it."""
    suit = better.suit
    if s.led_suit is not None or not is_unbeaten(s, better):
        return None
    named = {"card": str(better), "suit": str(suit)}
    if not is_best_left(s, better):
        return Sentence("equal-best", named)
    safe = s.trump not in (None, suit) and holds_surely(s, better)
    return Sentence("best-left-safe" if safe else "best-left", named)


def ruff_for_partner(s: Situation, better: Card, played: Card) -> Sentence | None:
    """Partner has shown out of the suit and may trump it."""
    if s.led_suit is not None or len(s.partners) != 1:
        return None
    partner = s.partners[0]
    if better.suit not in s.voids[partner] or not s.can_ruff(partner, better.suit):
        return None
    return Sentence("partner-out", {"suit": str(better.suit)})


def partner_led(s: Situation, better: Card, played: Card) -> Sentence | None:
    """Partner has led the suit before."""
    if s.led_suit is not None or len(s.partners) != 1:
        return None
    led = {trick.cards[0].suit for trick in s.tricks_led_by(s.partners)}
    if better.suit not in led or (played.suit is better.suit and played is not better):
        return None
    return Sentence("partner-led", {"suit": str(better.suit)})


def from_length(s: Situation, better: Card, played: Card) -> Sentence | None:
    """It is led from the longest suit, or it is the only card of a suit."""
    suit = better.suit
    if s.led_suit is not None or suit is s.trump or (played.suit is suit and played is not better):
        return None
    lengths = [len(s.holding(other)) for other in s.plain_suits]
    if len(s.holding(suit)) == 1 and s.holding(s.trump) and s.outstanding_in(suit):
        return Sentence("singleton", {"card": str(better), "suit": str(suit)})
    if len(s.holding(suit)) < max(lengths) or lengths.count(max(lengths)) > 1:
        return None
    return Sentence("longest", {"suit": str(suit)})


def drawing(s: Situation, better: Card, played: Card) -> Sentence | None:
    """It draws the trumps that others may have."""
    return draws_trumps(s, better) if played.suit is not s.trump or played is better else None


def trumps_counted(s: Situation, better: Card, played: Card) -> Sentence | None:
    """The count of trumps played, held and out, where the decision turns on it."""
    if s.trump is None or s.trump not in (better.suit, played.suit) or s.led_suit is not None:
        return None
    mask, view = SUIT_MASKS[s.trump], s.view
    played_before = view.played.mask
    for hand in view.earlier:
        played_before |= mask_of(card for trick in hand for card in trick.cards)
    gone, own = (played_before & mask).bit_count(), (s.hand & mask).bit_count()
    out = s.outstanding_in(s.trump).bit_count()
    if waits(s) or not gone or (better.suit is s.trump and s.opponents_have_trumps):
        return None
    if not out:
        return Sentence("trumps-mine") if own else None
    tag = "trumps-count" if all_are_held(s) else "trumps-count-most"
    return Sentence(tag, {"gone": str(gone), "own": str(own), "out": str(out)})


ARGUMENTS_FOR: tuple[Fact, ...] = (
    wins_it,
    takes_points,
    leaves_it_to_partner,
    partner_doubtful,
    one_above,
    ruff_for_partner,
    best_left,
    partner_led,
    drawing,
    trumps_counted,
    from_length,
)
"""In order of priority."""
