"""Play without a partner: each for himself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from oddtrick.bots.bot import Advice
from oddtrick.bots.heuristics.heuristic import least_valuable, make_advice
from oddtrick.bots.heuristics.leads import opponents_can_ruff
from oddtrick.bots.heuristics.win_probability import (
    LIKELY,
    PROBABILITY_TOLERANCE,
    likeliest_winner,
    win_probability,
)
from oddtrick.cards import Card, Suit
from oddtrick.rules import PASS
from oddtrick.tricks import SUIT_MASKS

if TYPE_CHECKING:
    from oddtrick.bots.heuristics.situation import Situation


MIN_SURVIVAL_PROBABILITY = 0.15
"""With no trick yet, even a small chance to stay in is taken (K4)."""


def lead_likely_winner(s: Situation, least: float = LIKELY) -> Advice | None:
    """Leads a plain card that will probably win, before the others run out of its suit.

    Args:
        s: the situation.
        least: the win probability from which it is led.
    """
    rated = _rated_leads(s)
    if not rated:
        return None
    probability, card = max(rated, key=lambda pair: (pair[0], -s.strength[pair[1]]))
    if probability < least:
        return None
    return make_advice(card, "likely-winner")


def equal_leads(s: Situation, advice: Advice) -> tuple[Advice, ...]:
    """Returns the other plain leads that are about as likely to win."""
    rated = {card: probability for probability, card in _rated_leads(s)}
    least = max(rated.values()) - PROBABILITY_TOLERANCE
    return tuple(
        replace(advice, action=card) for card, probability in rated.items() if probability >= least
    )


def _rated_leads(s: Situation) -> list[tuple[float, Card]]:
    """The plain cards, each with the probability that it wins the trick."""
    plain = [card for card in s.legal if card.suit is not s.trump]
    return [(win_probability(s, card), card) for card in plain]


def lead_to_survive(s: Situation) -> Advice | None:
    """Leads the card likeliest to win while the seat needs a trick to stay in (K4)."""
    if not needs_trick(s):
        return None
    card, _ = likeliest_winner(s)
    return make_advice(card, "lead-to-survive")


def lead_shortest_suit(s: Situation) -> Advice | None:
    """Leads from the shortest suit with trumps in hand, to ruff its next lead."""
    if not s.holding(s.trump):
        return None
    suits = {card.suit for card in s.legal if card.suit is not s.trump}
    if not suits:
        return None
    return _short_lead(s, min(suits, key=lambda suit: (_length(s, suit), suit)))


def equally_short_suits(s: Situation, advice: Advice) -> tuple[Advice, ...]:
    """Returns the leads from the other suits as short as that of :func:`lead_shortest_suit`."""
    assert isinstance(advice.action, Card)
    shortest = _length(s, advice.action.suit)
    suits = [suit for suit in s.plain_suits if _length(s, suit) == shortest]
    return tuple(_short_lead(s, suit) for suit in suits)


def _short_lead(s: Situation, suit: Suit) -> Advice:
    return make_advice(s.holding(suit)[0], "short-suit", suit=suit)


def lead_low(s: Situation) -> Advice | None:
    """Leads low from the longest suit; always applies."""
    safe = _safe_leads(s)
    longest = max({card.suit for card in safe}, key=lambda suit: (_length(s, suit), -suit))
    card = least_valuable(s, [card for card in safe if card.suit is longest])
    return make_advice(card, "lead-low")


def equally_long_suits(s: Situation, advice: Advice) -> tuple[Advice, ...]:
    """Returns the low leads from the other suits as long as that of :func:`lead_low`."""
    assert isinstance(advice.action, Card)
    safe, longest = _safe_leads(s), _length(s, advice.action.suit)
    suits = sorted({card.suit for card in safe if _length(s, card.suit) == longest})
    lows = [least_valuable(s, [card for card in safe if card.suit is suit]) for suit in suits]
    return tuple(replace(advice, action=card) for card in lows)


def _safe_leads(s: Situation) -> list[Card]:
    """The cards that no opponent can ruff, plain ones if there are any."""
    safe = [card for card in s.legal if not opponents_can_ruff(s, card.suit)] or list(s.legal)
    return [card for card in safe if card.suit is not s.trump] or safe


def _length(s: Situation, suit: Suit) -> int:
    return (s.hand & SUIT_MASKS[suit]).bit_count()


def win_if_likely(s: Situation, least: float = LIKELY) -> Advice | None:
    """Plays the cheapest card that will probably win.

    Scoring top trumps are kept for tricks that hold points (S8).

    Args:
        s: the situation.
        least: the win probability from which a card is played.
    """
    likely = [
        card
        for card in s.winning_cards
        if not (s.card_points.can_feed_partner and s.points_of(card))
        and win_probability(s, card) >= least
    ]
    if not likely:
        return None
    if not s.can_follow:
        return make_advice(likely[0], "ruff-low")
    return make_advice(likely[0], "good-enough")


def win_to_survive(s: Situation) -> Advice | None:
    """Takes any chance of a trick while the seat needs one to stay in (K4)."""
    if not needs_trick(s) or not s.winning_cards:
        return None
    card, probability = likeliest_winner(s)
    if probability < MIN_SURVIVAL_PROBABILITY:
        return None
    return make_advice(card, "survive")


def needs_trick(s: Situation) -> bool:
    """True if the seat has no trick, needs one to stay in, and holds no certain one (K4)."""
    if not s.card_points.eliminates or s.view.won[s.seat]:
        return False
    return not any(s.is_master(card) for card in s.holding(s.trump))


# A dog: with one card for a whole deal, to play it or to knock (X5).


def play_or_knock(s: Situation, plain: float, trump: float) -> Advice:
    """Plays the card where it is likely enough to win, else knocks.

    Args:
        s: the situation.
        plain: the win probability from which a plain card is played: it seldom has a chance.
        trump: the same of a trump, to the last trick but one. With more tricks to come it can wait
            for a safer ruff, and the probability has to be higher.
    """
    (card,) = s.legal
    needed = plain
    if card.suit is s.trump and trump:
        needed = 1 - (1 - trump) / _tricks_to_come(s)
    if s.winning_cards and win_probability(s, card) >= needed:
        return make_advice(card, "dog-plays")
    return make_advice(PASS, "dog-knocks")


def _tricks_to_come(s: Situation) -> int:
    """The number of later tricks of the deal to which the card may still be played."""
    others = (s.view.counts[seat] for seat in s.view.seats if seat not in s.view.dogs)
    return max(max(others) - 1, 1)
