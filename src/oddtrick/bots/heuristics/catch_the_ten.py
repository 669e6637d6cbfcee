"""The ten of trumps and the other top trumps: Scotch whist (S5, S8) and catch-the-ten (CS2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oddtrick.bots.bot import Advice
from oddtrick.bots.heuristics.heuristic import least_valuable, make_advice
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

MIN_TEN_PROBABILITY = 0.8
"""The ten is played where it wins with this probability: a better chance may not come."""

MIN_PARTNER_PROBABILITY = 0.8
"""A top trump is given to a partner's card that wins with this probability."""

SHORT_TRUMPS = 2
"""The ten counts as short when single or with one other trump (S8)."""

MIN_CONTEST_PROBABILITY = 0.3
"""Top trumps on the table are contested with a card of at least this win probability."""


def win_with_ten(s: Situation) -> Advice | None:
    """Wins the trick with the ten where it will probably hold."""
    ten = s.card_points.ten
    if ten is None or s.led_suit is None or ten not in s.winning_cards:
        return None
    if win_probability(s, ten) < MIN_TEN_PROBABILITY:
        return None
    return make_advice(ten, "ten-wins")


def protect_ten(s: Situation) -> Advice | None:
    """Keeps the ten back where only it could win and a later player may well beat it."""
    ten = s.card_points.ten
    if ten is None or s.winning_cards != (ten,) or s.led_suit is None or len(s.legal) == 1:
        return None
    if win_probability(s, ten) >= MIN_TEN_PROBABILITY:
        return None
    rest = [card for card in s.legal if card is not ten]
    return make_advice(least_valuable(s, rest), "ten-waits")


def lead_master_ten(s: Situation) -> Advice | None:
    """Leads the ten once every higher trump is gone or in this hand."""
    ten = s.card_points.ten
    if ten is None or s.led_suit is not None or ten not in s.legal or not s.is_master(ten):
        return None
    return make_advice(ten, "ten-master")


def lead_short_ten(s: Situation) -> Advice | None:
    """Leads a short ten at once, in partnership (S8)."""
    ten = s.card_points.ten
    if ten is None or not _may_lead_short_ten(s):
        return None
    return make_advice(ten, "ten-bare")


def lead_short_ten_if_favoured(s: Situation) -> Advice | None:
    """Leads a short ten (S8) if partners are as likely as opponents to hold the best trump.

    Led into two opponents and one partner, with the jack anywhere, the ten is lost two times in
    three. Kept, it may still ruff or go on partner's winning card.
    """
    ten = s.card_points.ten
    if ten is None or s.trump is None or not _may_lead_short_ten(s):
        return None
    best = max(cards_in(s.outstanding_in(s.trump)), key=s.strength.__getitem__, default=None)
    ours = sum(_holding_probability(s, seat, best) for seat in s.partners)
    theirs = sum(_holding_probability(s, seat, best) for seat in s.opponents)
    return make_advice(ten, "ten-bare") if ours >= theirs - PROBABILITY_TOLERANCE else None


def _may_lead_short_ten(s: Situation) -> bool:
    """True if a short ten may be led and a partner may have a trump (S8)."""
    ten = s.card_points.ten
    if ten is None or ten not in s.legal or s.led_suit is not None or not s.partners:
        return False
    trumps = s.holding(s.trump)
    if s.card_points.ten_must_win or len(trumps) > SHORT_TRUMPS:
        return False
    # A master beside the ten goes first: it may bring down what would take the ten.
    if trumps[-1] is not ten and s.is_master(trumps[-1]):
        return False
    return not all(s.is_void(seat, s.trump) for seat in s.partners)


def _holding_probability(s: Situation, seat: int, card: Card | None) -> float:
    if card is None:
        return 0.0
    distribution = s.distribution[seat]
    if distribution.known & card.bit:
        return 1.0
    return distribution.probability[card.suit] if distribution.possible & card.bit else 0.0


def lead_shortest_suit_for_ten(s: Situation) -> Advice | None:
    """Leads from the shortest suit, so that the ten can ruff later (S8).

    In partnership only in catch-the-ten, where the ten must win the trick itself (CS2).
    """
    ten = s.card_points.ten
    if ten is None or s.led_suit is not None or not s.hand & ten.bit:
        return None
    if s.partners and not s.card_points.ten_must_win:
        return None
    suit = shortest_plain_suit(s)
    if suit is None:
        return None
    holding = s.holding(suit)
    # A master wins its trick on the way; otherwise the smallest card costs least.
    card = holding[-1] if s.is_master(holding[-1]) else holding[0]
    return make_advice(card, "ten-short-suit")


def shortest_plain_suit(s: Situation) -> Suit | None:
    """Returns the shortest plain suit in hand that another seat can still lead."""
    lengths = [
        ((s.hand & SUIT_MASKS[suit]).bit_count(), suit)
        for suit in s.plain_suits
        if s.hand & SUIT_MASKS[suit] and s.outstanding_in(suit)
    ]
    return min(lengths)[1] if lengths else None


def discard_from_shortest_suit(s: Situation) -> Advice | None:
    """Discards from the shortest suit, so that the ten can ruff later (S8)."""
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
    """Puts the best top trump that is not a master on partner's winning card (S8)."""
    if not s.card_points.can_feed_partner or not s.is_partner_winning or s.best_card is None:
        return None
    scoring = [card for card in s.legal if s.points_of(card) and not s.is_master(card)]
    if not scoring or win_probability(s, s.best_card) < MIN_PARTNER_PROBABILITY:
        return None
    card = max(scoring, key=s.points_of)
    return make_advice(card, "feed-partner", rank=card.rank)


def win_points_on_table(s: Situation) -> Advice | None:
    """Wins a trick that holds card points, above all the ten (S8, C5)."""
    if not s.points_on_table or not s.winning_cards:
        return None
    card, probability = likeliest_winner(s)
    if probability < MIN_CONTEST_PROBABILITY:
        return None
    return make_advice(card, "prize")


def save_master_for_ten(s: Situation) -> Advice | None:
    """Saves the master trump from a trick without points while the ten is out (S8)."""
    ten = s.card_points.ten
    if (
        ten is None
        or s.led_suit is None
        or not s.outstanding_in(ten.suit) & ten.bit
        or s.points_on_table
    ):
        return None
    winning = s.winning_cards
    if not winning or not all(card.suit is s.trump and s.is_master(card) for card in winning):
        return None
    rest = [card for card in s.legal if card not in winning]
    if not rest:
        return None
    return make_advice(least_valuable(s, rest), "keep-for-ten", rank=winning[-1].rank)
