"""Leads in partnership: winners, partner's suit, ruffs for partner, the own long suit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from oddtrick.bots.bot import Advice
from oddtrick.bots.heuristics.advice_with_reason import make_advice
from oddtrick.bots.heuristics.heuristic import least_valuable
from oddtrick.bots.heuristics.win_probability import PROBABILITY_TOLERANCE, win_probability
from oddtrick.cards import Card, Rank, Suit

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from oddtrick.bots.heuristics.situation import Situation

MIN_WIN_PROBABILITY = 0.7
"""A plain winner is led if its win probability is at least this."""

FOURTH = 4
"""The fourth best card of a long suit shows partner its length."""

SHORT = 2
"""From at most this many small cards the higher is led, to strengthen partner's hand."""


def cash_winners(s: Situation, least: float = MIN_WIN_PROBABILITY) -> Advice | None:
    """Leads a plain master while it will probably not be ruffed.

    Args:
        s: the situation.
        least: the win probability from which it is led.
    """
    rated = _rated_winners(s)
    if not rated:
        return None
    probability, card = max(rated, key=lambda pair: (pair[0], -s.strength[pair[1]]))
    if probability < least:
        return None
    return make_advice(card, "cash-winner")


def equal_winners(s: Situation, advice: Advice) -> tuple[Advice, ...]:
    """Returns the other winners that :func:`cash_winners` could lead as safely."""
    rated = {card: probability for probability, card in _rated_winners(s)}
    least = max(rated.values()) - PROBABILITY_TOLERANCE
    return tuple(
        replace(advice, action=card) for card, probability in rated.items() if probability >= least
    )


def _rated_winners(s: Situation) -> list[tuple[float, Card]]:
    """The plain masters that may be cashed, each with its win probability."""
    masters = [card for card in s.legal if card.suit is not s.trump and s.is_master(card)]
    return [(win_probability(s, card), card) for card in masters if _should_cash(s, card)]


def _should_cash(s: Situation, card: Card) -> bool:
    """True if a master has support, is short, or its suit has been led: waiting gains nothing."""
    holding = s.holding(card.suit)
    supported = any(s.are_touching(other, card) for other in holding if other is not card)
    return supported or len(holding) <= SHORT or bool(s.times_led(card.suit))


def return_partners_suit(s: Situation) -> Advice | None:
    """Returns the plain suit that partner led first, if partner can still hold it."""
    for trick in s.tricks_led_by(s.partners):
        suit = trick.cards[0].suit
        holding = tuple(card for card in s.holding(suit) if card in s.legal)
        if suit is s.trump or not holding or not s.outstanding_in(suit):
            continue
        if s.is_void(trick.seats[0], suit) or opponents_can_ruff(s, suit):
            continue
        return make_advice(card_to_return(s, holding), "return-partners-suit", suit=suit)
    return None


def give_ruff(s: Situation) -> Advice | None:
    """Leads a suit that partner can ruff and no opponent can."""
    return next(_ruffs_to_give(s), None)


def equal_ruffs(s: Situation, advice: Advice) -> tuple[Advice, ...]:
    """Returns the leads of the other suits that partner can ruff and no opponent can."""
    return tuple(other for other in _ruffs_to_give(s) if other != advice)


def _ruffs_to_give(s: Situation) -> Iterator[Advice]:
    for suit in s.plain_suits:
        holding = [card for card in s.holding(suit) if card in s.legal]
        ruffers = [seat for seat in s.partners if s.can_ruff(seat, suit)]
        if holding and ruffers and not opponents_can_ruff(s, suit):
            yield make_advice(holding[0], "give-ruff", suit=suit)


def lead_long_suit(s: Situation) -> Advice | None:
    """Leads from the longest suit: the top of touching honours, else the fourth best."""
    suits = _suits_to_lead(s)
    if not suits:
        return None
    suit = max(suits, key=lambda suit: (len(s.holding(suit)), _rank_sum(s, suit)))
    card = card_to_lead(s, s.holding(suit))
    return make_advice(card, _lead_tag(s, card))


def equally_long_suits(s: Situation, advice: Advice) -> tuple[Advice, ...]:
    """Returns the leads from the other suits as long as that of :func:`lead_long_suit`."""
    assert isinstance(advice.action, Card)
    longest = len(s.holding(advice.action.suit))
    cards = [
        card_to_lead(s, s.holding(suit))
        for suit in _suits_to_lead(s)
        if len(s.holding(suit)) == longest
    ]
    return tuple(make_advice(card, _lead_tag(s, card)) for card in cards)


def _suits_to_lead(s: Situation) -> list[Suit]:
    """The plain suits that no opponent can ruff and a partner may hold."""
    return [
        suit
        for suit in s.plain_suits
        if any(card.suit is suit for card in s.legal)
        and not opponents_can_ruff(s, suit)
        and not all(s.is_void(seat, suit) for seat in s.partners)
    ]


def lead_least_harmful(s: Situation) -> Advice | None:
    """Leads a low plain card that no opponent can ruff, if possible; always applies."""
    return make_advice(least_valuable(s, _harmless_leads(s)), "least-harm")


def equally_harmless(s: Situation, advice: Advice) -> tuple[Advice, ...]:
    """Returns the leads of cards of other suits worth no more than the harmless one."""
    assert isinstance(advice.action, Card)
    own = (s.points_of(advice.action), advice.action.rank)
    equal = [card for card in _harmless_leads(s) if (s.points_of(card), card.rank) == own]
    return tuple(replace(advice, action=card) for card in equal)


def _harmless_leads(s: Situation) -> Sequence[Card]:
    """The plain cards that no opponent can ruff and a partner can follow, as far as there are."""
    plain = [card for card in s.legal if card.suit is not s.trump]
    useful = [card for card in plain if not all(s.is_void(seat, card.suit) for seat in s.partners)]
    safe = [card for card in useful if not opponents_can_ruff(s, card.suit)]
    return safe or useful or plain or s.legal


def opponents_can_ruff(s: Situation, suit: Suit) -> bool:
    """True if an opponent is known to be void in the suit and may hold a trump."""
    return any(s.can_ruff(seat, suit) for seat in s.opponents)


def card_to_lead(s: Situation, holding: tuple[Card, ...]) -> Card:
    """Returns the card to lead from a holding: top of touching honours, fourth best, or low.

    Args:
        s: the situation.
        holding: the cards of one suit that may be led, weakest first.
    """
    top = holding[-1]
    card = holding[0]
    if (len(holding) > 1 and s.are_touching(holding[-2], top) and holding[-2].rank >= Rank.TEN) or (
        s.is_master(top) and s.times_led(top.suit)
    ):
        card = top
    elif len(holding) >= FOURTH:
        card = holding[-FOURTH]
    elif len(holding) <= SHORT and top.rank < Rank.QUEEN:
        card = top
    return _avoid_points(s, card, holding)


def card_to_return(s: Situation, holding: tuple[Card, ...]) -> Card:
    """Returns the card to return a suit with: a master, the higher of two, else the lowest."""
    top = holding[-1]
    card = top if s.is_master(top) or len(holding) <= SHORT else holding[0]
    return _avoid_points(s, card, holding)


def _avoid_points(s: Situation, card: Card, holding: tuple[Card, ...]) -> Card:
    """The card, unless it scores and may be beaten: then the one worth least."""
    return least_valuable(s, holding) if s.points_of(card) and not s.is_master(card) else card


def _rank_sum(s: Situation, suit: Suit) -> int:
    """The sum of the ranks held in a suit, to choose between suits of equal length."""
    return sum(card.rank for card in s.holding(suit))


def _lead_tag(s: Situation, card: Card) -> str:
    holding = s.holding(card.suit)
    if len(holding) >= FOURTH and card is holding[-FOURTH]:
        return "fourth-best"
    if card is holding[-1] and len(holding) > 1:
        return "top-of-suit"
    return "long-suit-low"
