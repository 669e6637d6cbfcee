"""Second hand: low, unless a high card gains."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oddtrick.bots.heuristics.advice_with_reason import make_advice
from oddtrick.bots.heuristics.heuristic import least_valuable, strongest
from oddtrick.bots.heuristics.win_probability import LIKELY, likeliest_winner
from oddtrick.cards import Rank

if TYPE_CHECKING:
    from oddtrick.bots.bot import Advice
    from oddtrick.bots.heuristics.situation import Situation

HONOUR = Rank.JACK
"""The lowest card that is worth covering."""


def cover_honour(s: Situation) -> Advice | None:
    """Covers an honour led with a higher one, so that one trick costs the opponents two honours."""
    if not _is_second_hand(s) or s.best_card is None or s.best_card.rank < HONOUR:
        return None
    card = s.winning_cards[0]
    if card.rank < Rank.QUEEN:
        return None
    return make_advice(card, "cover-honour")


def split_honours(s: Situation) -> Advice | None:
    """Plays the lower of two touching honours, as the king from ace and king."""
    if not _is_second_hand(s):
        return None
    top = strongest(s, s.winning_cards)
    touching = [card for card in s.winning_cards if s.are_touching(card, top)]
    if (
        len(touching) < 2
        or (s.outstanding & s.stronger[top]).bit_count() > 1
        or top.rank < Rank.KING
    ):
        return None
    return make_advice(touching[0], "split-honours")


def take_winner(s: Situation, least: float = LIKELY) -> Advice | None:
    """Plays a master once the suit has been led before, ahead of a ruff.

    Args:
        s: the situation.
        least: the win probability from which it is played.
    """
    if not _is_second_hand(s) or not s.times_led(s.winning_cards[-1].suit):
        return None
    card, probability = likeliest_winner(s)
    if probability < least or not s.is_master(card):
        return None
    return make_advice(card, "second-hand-winner")


def play_low(s: Situation) -> Advice | None:
    """Plays low: partner plays after the next opponent and may win more cheaply."""
    if not _is_second_hand(s):
        return None
    return make_advice(least_valuable(s, s.legal), "second-hand-low")


def _is_second_hand(s: Situation) -> bool:
    return (
        s.can_follow and s.has_later_partner and not s.is_partner_winning and bool(s.winning_cards)
    )
