"""Trump leads: drawing, returning and cashing them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from oddtrick.bots.heuristics.advice_with_reason import make_advice
from oddtrick.bots.heuristics.heuristic import least_valuable
from oddtrick.bots.heuristics.leads import card_to_lead, card_to_return
from oddtrick.bots.heuristics.win_probability import expected_opponent_trumps

if TYPE_CHECKING:
    from oddtrick.bots.bot import Advice
    from oddtrick.bots.heuristics.situation import Situation
    from oddtrick.cards import Card

FEWEST_TO_DRAW = 3
"""Fewer trumps than this draw too little, unless the best of them is the master."""


def draw_trumps(s: Situation, min_ratio: float) -> Advice | None:
    """Draws the opponents' trumps from strength.

    It stops when the opponents have none left, or only one, which is the master.

    Args:
        s: the situation.
        min_ratio: the least number of own trumps for each trump that the opponents together can be
            expected to hold.
    """
    trumps = tuple(card for card in s.holding(s.trump) if card in s.legal)
    if not trumps or not s.opponents_have_trumps:
        return None
    if len(trumps) < min_ratio * expected_opponent_trumps(s) or not _is_drawing_profitable(
        s, trumps
    ):
        return None
    card = trumps[-1] if s.is_master(trumps[-1]) else card_to_lead(s, trumps)
    return make_advice(card, "draw-trumps")


def _is_drawing_profitable(s: Situation, trumps: tuple[Card, ...]) -> bool:
    """True if leading these trumps takes more from the opponents than it costs."""
    if s.is_master(trumps[-1]):
        return True
    out = s.outstanding_in(s.trump)
    if out.bit_count() == 1 and out & s.stronger[trumps[-1]]:
        return False
    return bool(s.partners) and len(trumps) >= FEWEST_TO_DRAW


def return_partners_trumps(s: Situation) -> Advice | None:
    """Returns partner's trump lead while the opponents have trumps."""
    trumps = tuple(card for card in s.holding(s.trump) if card in s.legal)
    has_partner_led = any(trick.cards[0].suit is s.trump for trick in s.tricks_led_by(s.partners))
    if not trumps or not has_partner_led or not s.opponents_have_trumps:
        return None
    if all(s.is_void(seat, s.trump) for seat in s.partners):
        return None
    return make_advice(card_to_return(s, trumps), "return-trumps")


def lead_only_trumps(s: Situation) -> Advice | None:
    """Leads from a hand of trumps only: the best if it is the master, else the lowest."""
    if any(card.suit is not s.trump for card in s.legal):
        return None
    top = max(s.legal, key=s.strength.__getitem__)
    if s.is_master(top):
        return make_advice(top, "only-trumps-best")
    return make_advice(least_valuable(s, s.legal), "only-trumps-low")


def take_remaining_tricks(s: Situation) -> Advice | None:
    """Plays out a hand of masters, drawing the opponents' trumps first."""
    if not all(s.is_master(card) for card in s.legal):
        return None
    trumps, out = s.holding(s.trump), s.outstanding_in(s.trump).bit_count()
    if len(trumps) < out and s.opponents_have_trumps:
        return None
    return make_advice(max(_masters_to_lead(s), key=s.strength.__getitem__), "all-mine")


def equal_masters(s: Situation, advice: Advice) -> tuple[Advice, ...]:
    """Returns the other masters that :func:`take_remaining_tricks` can lead at no risk."""
    masters = _masters_to_lead(s)
    if s.opponents_have_trumps and masters[0].suit is not s.trump:
        return ()
    return tuple(replace(advice, action=card) for card in masters)


def _masters_to_lead(s: Situation) -> tuple[Card, ...]:
    """Of a hand of masters, the trumps while opponents have any, else the plain cards."""
    trumps = s.holding(s.trump)
    plain = tuple(card for card in s.legal if card.suit is not s.trump)
    return trumps if trumps and s.opponents_have_trumps else plain or trumps
