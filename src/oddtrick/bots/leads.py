"""What to lead in partnership: trumps when strong, winners, partner's suit, one's own length."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oddtrick.bots.bot import Advice
from oddtrick.bots.reasons import say
from oddtrick.bots.chances import chance_to_hold, expected_trumps
from oddtrick.bots.thumbs import least
from oddtrick.cards import Card, Rank, Suit

if TYPE_CHECKING:
    from oddtrick.bots.situation import Situation

COMMAND = 0.9
"""Strong in trumps: about as many as all the opponents together can be expected to hold."""

FEWEST_TO_DRAW = 3
"""Fewer trumps than these draw nothing, unless the best of them is the master."""

WINNER_ODDS = 0.7
"""A plain winner is led where it escapes a ruff this often."""

FOURTH = 4
"""The fourth best card of a long suit tells partner its length."""

SHORT = 2
"""From one or two small cards the higher is led, to strengthen partner's hand."""


def draw_trumps(s: Situation) -> Advice | None:
    """Strong in trumps: take the opponents' trumps away before they can use them.

    It stops when both opponents are out, or when one last master trump is all that they may have.
    """
    trumps = [card for card in s.held(s.trump) if card in s.legal]
    if not trumps or not s.opponents_have_trumps or len(trumps) < COMMAND * expected_trumps(s):
        return None
    out = s.out_against(s.trump)
    if out.bit_count() == 1 and out & s.above[trumps[-1]]:
        return None
    if not s.is_master(trumps[-1]) and (not s.partners or len(trumps) < FEWEST_TO_DRAW):
        return None
    card = trumps[-1] if s.is_master(trumps[-1]) else lead_from(s, tuple(trumps))
    return say(card, "draw-trumps")


def return_partners_trumps(s: Situation) -> Advice | None:
    """Partner led trumps and wants them drawn: go on while the opponents have any."""
    trumps = tuple(card for card in s.held(s.trump) if card in s.legal)
    led = any(trick.cards[0].suit is s.trump for trick in s.first_led_by(s.partners))
    if not trumps or not led or not s.opponents_have_trumps:
        return None
    if all(s.out_of(seat, s.trump) for seat in s.partners):
        return None
    return say(return_card(s, trumps), "return-trumps")


def cash_winners(s: Situation) -> Advice | None:
    """A plain card that nobody can beat is led while it will probably not be trumped."""
    masters = [card for card in s.legal if card.suit is not s.trump and s.is_master(card)]
    chances = [(chance_to_hold(s, card), card) for card in masters if _ripe(s, card)]
    if not chances:
        return None
    chance, card = max(chances, key=lambda pair: (pair[0], -s.order[pair[1]]))
    if chance < WINNER_ODDS:
        return None
    return say(card, "cash-winner")


def _ripe(s: Situation, card: Card) -> bool:
    """Whether a master need not wait for the cards behind it: it has company, or time presses."""
    held = s.held(card.suit)
    supported = any(s.touching(other, card) for other in held if other is not card)
    return supported or len(held) <= SHORT or bool(s.times_led(card.suit))


def only_trumps_left(s: Situation) -> Advice | None:
    """Nothing but trumps in hand: the best one if nobody can beat it, else a low one."""
    if any(card.suit is not s.trump for card in s.legal):
        return None
    top = max(s.legal, key=s.order.__getitem__)
    if s.is_master(top):
        return say(top, "only-trumps-best")
    return say(least(s, s.legal), "only-trumps-low")


def return_partners_suit(s: Situation) -> Advice | None:
    """The plain suit that partner led first is led back, if partner can still hold it."""
    for trick in s.first_led_by(s.partners):
        suit = trick.cards[0].suit
        held = tuple(card for card in s.held(suit) if card in s.legal)
        if suit is s.trump or not held or not s.out_against(suit):
            continue
        if s.out_of(trick.seats[0], suit) or opponents_ruff(s, suit):
            continue
        return say(return_card(s, held), "return-partners-suit", suit=suit)
    return None


def give_a_ruff(s: Situation) -> Advice | None:
    """Partner is out of a suit and may have trumps: lead it, if no opponent can trump it first."""
    for suit in s.plain_suits:
        held = [card for card in s.held(suit) if card in s.legal]
        ruffers = [seat for seat in s.partners if s.may_ruff(seat, suit)]
        if held and ruffers and not opponents_ruff(s, suit):
            return say(held[0], "give-ruff", suit=suit)
    return None


def lead_long_suit(s: Situation) -> Advice | None:
    """From length: the top of touching honours, else the fourth best."""
    suits = [
        suit
        for suit in s.plain_suits
        if any(card.suit is suit for card in s.legal)
        and not opponents_ruff(s, suit)
        and not all(s.out_of(seat, suit) for seat in s.partners)
    ]
    if not suits:
        return None
    suit = max(suits, key=lambda suit: (len(s.held(suit)), _height(s, suit)))
    card = lead_from(s, s.held(suit))
    return say(card, _lead_reason(s, card))


def lead_anything(s: Situation) -> Advice | None:
    """Nothing is attractive: a plain card if possible, into nobody's ruff, low."""
    plain = [card for card in s.legal if card.suit is not s.trump]
    shared = [card for card in plain if not all(s.out_of(seat, card.suit) for seat in s.partners)]
    quiet = [card for card in shared if not opponents_ruff(s, card.suit)]
    card = least(s, quiet or shared or plain or s.legal)
    return say(card, "least-harm")


def opponents_ruff(s: Situation, suit: Suit) -> bool:
    """Whether an opponent has shown out of the suit and may hold a trump."""
    return any(s.may_ruff(seat, suit) for seat in s.opponents)


def lead_from(s: Situation, held: tuple[Card, ...]) -> Card:
    """The card to lead from a holding, weakest first: top of touching honours, fourth best, or low.

    Args:
        s: the situation.
        held: the cards of one suit that may be led.
    """
    top = held[-1]
    card = held[0]
    if (len(held) > 1 and s.touching(held[-2], top) and held[-2].rank >= Rank.TEN) or (
        s.is_master(top) and s.times_led(top.suit)
    ):
        card = top
    elif len(held) >= FOURTH:
        card = held[-FOURTH]
    elif len(held) <= SHORT and top.rank < Rank.QUEEN:
        card = top
    return _unless_dear(s, card, held)


def return_card(s: Situation, held: tuple[Card, ...]) -> Card:
    """The card with which a suit is returned: a master, the higher of two left, else the lowest."""
    top = held[-1]
    card = top if s.is_master(top) or len(held) <= SHORT else held[0]
    return _unless_dear(s, card, held)


def _unless_dear(s: Situation, card: Card, held: tuple[Card, ...]) -> Card:
    """The card, unless it counts for whoever takes it and may be beaten: then the least dear."""
    return least(s, held) if s.worth(card) and not s.is_master(card) else card


def _height(s: Situation, suit: Suit) -> int:
    """How strong the cards of a suit are, for choosing between suits of the same length."""
    return sum(card.rank for card in s.held(suit))


def _lead_reason(s: Situation, card: Card) -> str:
    held = s.held(card.suit)
    if len(held) >= FOURTH and card is held[-FOURTH]:
        return "fourth-best"
    if card is held[-1] and len(held) > 1:
        return "top-of-sequence"
    return "long-suit-low"
