"""Partnership signals: the echo, and unblocking partner's suit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oddtrick.bots.heuristics.advice_with_reason import make_advice
from oddtrick.bots.heuristics.echo_detection import HIGHEST_SIGNAL
from oddtrick.cards import Rank

if TYPE_CHECKING:
    from oddtrick.bots.bot import Advice
    from oddtrick.bots.heuristics.situation import Situation


def echo(s: Situation) -> Advice | None:
    """Plays the higher of two small cards under partner's ace or king, to ask for a third round.

    Only with a trump to ruff with, and the first time the suit is led.
    """
    if not s.can_follow or s.led_suit is s.trump or not s.holding(s.trump) or s.led_suit is None:
        return None
    holding, table = s.holding(s.led_suit), s.view.table
    if len(holding) != 2 or holding[1].rank > HIGHEST_SIGNAL or s.times_led(s.led_suit):
        return None
    if s.view.table_seats[0] not in s.partners or table[0].rank < Rank.KING:
        return None
    if holding[1] in s.winning_cards:
        return None
    return make_advice(holding[1], "echo", suit=s.led_suit)


def unblock(s: Situation) -> Advice | None:
    """Plays the higher of two cards so that it does not block partner's long suit.

    Only once trumps are drawn. From king and a small one under partner's ace the king goes: the
    small one is left to reach partner's suit again.
    """
    if not s.can_follow or not s.is_partner_winning or s.best_card is None:
        return None
    if s.led_suit is s.trump or s.opponents_have_trumps:
        return None
    cards = s.legal_by_strength
    if len(cards) != 2 or s.view.table_seats[0] != s.winning_seat:
        return None
    low, high = cards
    has_led_before = any(
        trick.cards[0].suit is s.led_suit for trick in s.tricks_led_by((s.winning_seat,))
    )
    is_next_to_best = s.are_touching(*s.sort_by_strength((high, s.best_card)))
    if not has_led_before or not is_next_to_best or not s.is_master(s.best_card):
        return None
    return None if s.are_touching(low, high) else make_advice(high, "unblock", rank=high.rank)
