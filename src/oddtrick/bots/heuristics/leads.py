"""What to lead in partnership: trumps when strong, winners, partner's suit, one's own length."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oddtrick.bots.bot import Advice
from oddtrick.bots.heuristics.heuristic import least_valuable
from oddtrick.bots.heuristics.reasons import make_advice
from oddtrick.bots.heuristics.win_probability import win_probability
from oddtrick.cards import Card, Rank, Suit

if TYPE_CHECKING:
    from oddtrick.bots.heuristics.situation import Situation

WINNER_ODDS = 0.7
"""A plain winner is led where it escapes a ruff this often."""

FOURTH = 4
"""The fourth best card of a long suit tells partner its length."""

SHORT = 2
"""From one or two small cards the higher is led, to strengthen partner's hand."""


def cash_winners(s: Situation) -> Advice | None:
    """A plain card that nobody can beat is led while it will probably not be trumped."""
    masters = [card for card in s.legal if card.suit is not s.trump and s.is_master(card)]
    chances = [(win_probability(s, card), card) for card in masters if _ripe(s, card)]
    if not chances:
        return None
    chance, card = max(chances, key=lambda pair: (pair[0], -s.strength[pair[1]]))
    if chance < WINNER_ODDS:
        return None
    return make_advice(card, "cash-winner")


def _ripe(s: Situation, card: Card) -> bool:
    """Whether a master need not wait for the cards behind it: it has company, or time presses."""
    held = s.holding(card.suit)
    supported = any(s.are_touching(other, card) for other in held if other is not card)
    return supported or len(held) <= SHORT or bool(s.times_led(card.suit))


def return_partners_suit(s: Situation) -> Advice | None:
    """The plain suit that partner led first is led back, if partner can still hold it."""
    for trick in s.tricks_led_by(s.partners):
        suit = trick.cards[0].suit
        held = tuple(card for card in s.holding(suit) if card in s.legal)
        if suit is s.trump or not held or not s.outstanding_in(suit):
            continue
        if s.is_void(trick.seats[0], suit) or opponents_can_ruff(s, suit):
            continue
        return make_advice(card_to_return(s, held), "return-partners-suit", suit=suit)
    return None


def give_ruff(s: Situation) -> Advice | None:
    """Partner is out of a suit and may have trumps: lead it, if no opponent can trump it first."""
    for suit in s.plain_suits:
        held = [card for card in s.holding(suit) if card in s.legal]
        ruffers = [seat for seat in s.partners if s.can_ruff(seat, suit)]
        if held and ruffers and not opponents_can_ruff(s, suit):
            return make_advice(held[0], "give-ruff", suit=suit)
    return None


def lead_long_suit(s: Situation) -> Advice | None:
    """From length: the top of touching honours, else the fourth best."""
    suits = [
        suit
        for suit in s.plain_suits
        if any(card.suit is suit for card in s.legal)
        and not opponents_can_ruff(s, suit)
        and not all(s.is_void(seat, suit) for seat in s.partners)
    ]
    if not suits:
        return None
    suit = max(suits, key=lambda suit: (len(s.holding(suit)), _height(s, suit)))
    card = card_to_lead(s, s.holding(suit))
    return make_advice(card, _lead_reason(s, card))


def lead_least_harmful(s: Situation) -> Advice | None:
    """Nothing is attractive: a plain card if possible, into nobody's ruff, low."""
    plain = [card for card in s.legal if card.suit is not s.trump]
    shared = [card for card in plain if not all(s.is_void(seat, card.suit) for seat in s.partners)]
    quiet = [card for card in shared if not opponents_can_ruff(s, card.suit)]
    card = least_valuable(s, quiet or shared or plain or s.legal)
    return make_advice(card, "least-harm")


def opponents_can_ruff(s: Situation, suit: Suit) -> bool:
    """Whether an opponent has shown out of the suit and may hold a trump."""
    return any(s.can_ruff(seat, suit) for seat in s.opponents)


def card_to_lead(s: Situation, held: tuple[Card, ...]) -> Card:
    """The card to lead from a holding, weakest first: top of touching honours, fourth best, or low.

    Args:
        s: the situation.
        held: the cards of one suit that may be led.
    """
    top = held[-1]
    card = held[0]
    if (len(held) > 1 and s.are_touching(held[-2], top) and held[-2].rank >= Rank.TEN) or (
        s.is_master(top) and s.times_led(top.suit)
    ):
        card = top
    elif len(held) >= FOURTH:
        card = held[-FOURTH]
    elif len(held) <= SHORT and top.rank < Rank.QUEEN:
        card = top
    return _unless_dear(s, card, held)


def card_to_return(s: Situation, held: tuple[Card, ...]) -> Card:
    """The card with which a suit is returned: a master, the higher of two left, else the lowest."""
    top = held[-1]
    card = top if s.is_master(top) or len(held) <= SHORT else held[0]
    return _unless_dear(s, card, held)


def _unless_dear(s: Situation, card: Card, held: tuple[Card, ...]) -> Card:
    """The card, unless it counts for whoever takes it and may be beaten: then the least dear."""
    return least_valuable(s, held) if s.points_of(card) and not s.is_master(card) else card


def _height(s: Situation, suit: Suit) -> int:
    """How strong the cards of a suit are, for choosing between suits of the same length."""
    return sum(card.rank for card in s.holding(suit))


def _lead_reason(s: Situation, card: Card) -> str:
    held = s.holding(card.suit)
    if len(held) >= FOURTH and card is held[-FOURTH]:
        return "fourth-best"
    if card is held[-1] and len(held) > 1:
        return "top-of-suit"
    return "long-suit-low"
