"""When to lead trumps, and when not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oddtrick.bots.heuristics.heuristic import least
from oddtrick.bots.heuristics.leads import lead_from, return_card
from oddtrick.bots.heuristics.reasons import say
from oddtrick.bots.heuristics.win_probability import expected_trumps

if TYPE_CHECKING:
    from oddtrick.bots.bot import Advice
    from oddtrick.bots.heuristics.heuristic import RuleOfThumb
    from oddtrick.bots.heuristics.situation import Situation
    from oddtrick.cards import Card

FEWEST_TO_DRAW = 3
"""Fewer trumps than these draw nothing, unless the best of them is the master."""


def drawing(command: float) -> RuleOfThumb:
    """Strong in trumps: take the opponents' trumps away before they can use them.

    It stops when both opponents are out, or when one last master trump is all that they may have.

    Args:
        command: strong is who holds so many trumps for each that all the opponents together can
            be expected to hold.
    """

    def draw_trumps(s: Situation) -> Advice | None:
        trumps = tuple(card for card in s.held(s.trump) if card in s.legal)
        if not trumps or not s.opponents_have_trumps:
            return None
        if len(trumps) < command * expected_trumps(s) or not _draws(s, trumps):
            return None
        card = trumps[-1] if s.is_master(trumps[-1]) else lead_from(s, trumps)
        return say(card, "draw-trumps")

    return draw_trumps


def _draws(s: Situation, trumps: tuple[Card, ...]) -> bool:
    """Whether leading from these trumps takes more from the opponents than it costs."""
    if s.is_master(trumps[-1]):
        return True
    out = s.out_against(s.trump)
    if out.bit_count() == 1 and out & s.above[trumps[-1]]:
        return False
    return bool(s.partners) and len(trumps) >= FEWEST_TO_DRAW


def return_partners_trumps(s: Situation) -> Advice | None:
    """Partner led trumps and wants them drawn: go on while the opponents have any."""
    trumps = tuple(card for card in s.held(s.trump) if card in s.legal)
    led = any(trick.cards[0].suit is s.trump for trick in s.first_led_by(s.partners))
    if not trumps or not led or not s.opponents_have_trumps:
        return None
    if all(s.out_of(seat, s.trump) for seat in s.partners):
        return None
    return say(return_card(s, trumps), "return-trumps")


def only_trumps_left(s: Situation) -> Advice | None:
    """Nothing but trumps in hand: the best one if nobody can beat it, else a low one."""
    if any(card.suit is not s.trump for card in s.legal):
        return None
    top = max(s.legal, key=s.order.__getitem__)
    if s.is_master(top):
        return say(top, "only-trumps-best")
    return say(least(s, s.legal), "only-trumps-low")


def take_the_rest(s: Situation) -> Advice | None:
    """Every card in hand is the best of its suit and no trump can come between: play them out.

    The opponents' trumps, if there are any, are drawn first.
    """
    if not all(s.is_master(card) for card in s.legal):
        return None
    trumps, out = s.held(s.trump), s.out_against(s.trump).bit_count()
    if len(trumps) < out and s.opponents_have_trumps:
        return None
    plain = tuple(card for card in s.legal if card.suit is not s.trump)
    cards = trumps if trumps and s.opponents_have_trumps else plain or trumps
    return say(max(cards, key=s.order.__getitem__), "all-mine")
