"""The ten of trumps and the other top trumps: Scotch whist (S5, S8) and catch-the-ten (CS2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oddtrick.bots.bot import Advice
from oddtrick.bots.heuristics.heuristic import least_valuable
from oddtrick.bots.heuristics.reasons import make_advice
from oddtrick.bots.heuristics.win_probability import (
    PROBABILITY_TOLERANCE,
    likeliest_winner,
    win_probability,
)
from oddtrick.cards import Card, cards_in
from oddtrick.tricks import SUIT_MASKS

if TYPE_CHECKING:
    from oddtrick.bots.heuristics.situation import Situation
    from oddtrick.cards import Suit

TEN_IS_SAFE = 0.8
"""The ten is risked where it holds the trick this often: a better place may not come."""

PARTNER_IS_SAFE = 0.8
"""A top trump is given to a partner's winning card that holds this often."""

FEW_TRUMPS = 2
"""S8: the ten single or with one other trump."""

WORTH_A_FIGHT = 0.3
"""Top trumps on the table are fought for with a card that has this chance to hold."""


def win_with_ten(s: Situation) -> Advice | None:
    """The ten takes the trick itself, as far as one can see: the best that can befall it."""
    ten = s.card_points.ten
    if ten is None or s.led_suit is None or ten not in s.winning_cards:
        return None
    if win_probability(s, ten) < TEN_IS_SAFE:
        return None
    return make_advice(ten, "ten-wins")


def protect_ten(s: Situation) -> Advice | None:
    """Only the ten could win, and somebody behind may well beat it: it waits for a better place."""
    ten = s.card_points.ten
    if ten is None or s.winning_cards != (ten,) or s.led_suit is None or len(s.legal) == 1:
        return None
    if win_probability(s, ten) >= TEN_IS_SAFE:
        return None
    rest = [card for card in s.legal if card is not ten]
    return make_advice(least_valuable(s, rest), "ten-waits")


def lead_master_ten(s: Situation) -> Advice | None:
    """Every higher trump is gone or in one's own hand: nothing can beat the ten any more."""
    ten = s.card_points.ten
    if ten is None or s.led_suit is not None or ten not in s.legal or not s.is_master(ten):
        return None
    return make_advice(ten, "ten-master")


def lead_short_ten(s: Situation) -> Advice | None:
    """In partnership the ten, if single or with one other trump, is led at once (S8)."""
    ten = s.card_points.ten
    if ten is None or not _bare(s):
        return None
    return make_advice(ten, "ten-bare")


def lead_short_ten_if_favoured(s: Situation) -> Advice | None:
    """S8 where the odds are with it: partners are as likely as opponents to hold the best trump.

    Led into two opponents and one partner, with the jack anywhere, the ten is lost two times in
    three; whoever can wait may trump with it, or put it on partner's winning card.
    """
    ten = s.card_points.ten
    if ten is None or s.trump is None or not _bare(s):
        return None
    best = max(cards_in(s.outstanding_in(s.trump)), key=s.strength.__getitem__, default=None)
    ours = sum(_chance_of(s, seat, best) for seat in s.partners)
    theirs = sum(_chance_of(s, seat, best) for seat in s.opponents)
    return make_advice(ten, "ten-bare") if ours >= theirs - PROBABILITY_TOLERANCE else None


def _bare(s: Situation) -> bool:
    """Whether the ten may be led, is short of company, and partner may have a trump (S8)."""
    ten = s.card_points.ten
    if ten is None or ten not in s.legal or s.led_suit is not None or not s.partners:
        return False
    if s.card_points.ten_must_win or len(s.holding(s.trump)) > FEW_TRUMPS:
        return False
    return not all(s.is_void(seat, s.trump) for seat in s.partners)


def _chance_of(s: Situation, seat: int, card: Card | None) -> float:
    """The chance that a seat holds the card."""
    if card is None:
        return 0.0
    there = s.distribution[seat]
    if there.known & card.bit:
        return 1.0
    return there.probability[card.suit] if there.possible & card.bit else 0.0


def lead_shortest_suit_for_ten(s: Situation) -> Advice | None:
    """The holder of the ten empties the shortest suit so as to trump with the ten (S8).

    In catch-the-ten the ten has to win by itself, so that there partners do it too (CS2).
    """
    ten = s.card_points.ten
    if ten is None or s.led_suit is not None or not s.hand & ten.bit:
        return None
    if s.partners and not s.card_points.ten_must_win:
        return None
    suit = shortest_plain_suit(s)
    if suit is None:
        return None
    held = s.holding(suit)
    card = held[-1] if s.is_master(held[-1]) else held[0]
    return make_advice(card, "ten-short-suit")


def shortest_plain_suit(s: Situation) -> Suit | None:
    """The plain suit in hand with the fewest cards, which another seat can still lead."""
    lengths = [
        ((s.hand & SUIT_MASKS[suit]).bit_count(), suit)
        for suit in s.plain_suits
        if s.hand & SUIT_MASKS[suit] and s.outstanding_in(suit)
    ]
    return min(lengths)[1] if lengths else None


def discard_from_shortest_suit(s: Situation) -> Advice | None:
    """Out of the suit led and unable to win: the discard comes from the shortest suit (S8)."""
    ten = s.card_points.ten
    if ten is None or s.can_follow or s.winning_cards or not s.hand & ten.bit:
        return None
    if s.partners and not s.card_points.ten_must_win:
        return None
    suit = shortest_plain_suit(s)
    if suit is None or suit is s.led_suit:
        return None
    return make_advice(s.holding(suit)[0], "ten-discard")


def feed_partner(s: Situation) -> Advice | None:
    """Partner's card will hold: put on it the best top trump that may not win by itself (S8)."""
    if not s.card_points.can_feed_partner or not s.is_partner_winning or s.best_card is None:
        return None
    gifts = [card for card in s.legal if s.points_of(card) and not s.is_master(card)]
    if not gifts or win_probability(s, s.best_card) < PARTNER_IS_SAFE:
        return None
    gift = max(gifts, key=s.points_of)
    return make_advice(gift, "feed-partner", rank=gift.rank)


def win_points_on_table(s: Situation) -> Advice | None:
    """Top trumps lie in this trick, above all the ten: win it if you can (S8, C5)."""
    if not s.points_on_table or not s.winning_cards:
        return None
    card, chance = likeliest_winner(s)
    if chance < WORTH_A_FIGHT:
        return None
    return make_advice(card, "prize")


def save_master_for_ten(s: Situation) -> Advice | None:
    """The best trump is not spent on an empty trick while it can still catch the ten (S8)."""
    ten = s.card_points.ten
    if (
        ten is None
        or s.led_suit is None
        or not s.outstanding_in(ten.suit) & ten.bit
        or s.points_on_table
    ):
        return None
    winners = s.winning_cards
    if not winners or not all(card.suit is s.trump and s.is_master(card) for card in winners):
        return None
    rest = [card for card in s.legal if card not in winners]
    if not rest:
        return None
    return make_advice(least_valuable(s, rest), "keep-for-ten", rank=winners[-1].rank)
