"""Win probability: the chance that a card wins the trick, given the estimated distribution.

Unseen cards are taken to lie evenly in the places where they can be; a seat that has shown out of a
suit holds none of it, and the turn-up is with the dealer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from oddtrick.bots.heuristics.heuristic import least_valuable
from oddtrick.cards import cards_in
from oddtrick.tricks import SUIT_MASKS

if TYPE_CHECKING:
    from oddtrick.bots.heuristics.situation import SeatDistribution, Situation
    from oddtrick.cards import Card, Suit

PROBABILITY_TOLERANCE = 0.05
"""Cards whose win probabilities differ by less count as equal: the cheaper one is played."""

LIKELY = 0.5
"""A card counts as a likely winner from this win probability upwards."""


def probability_of_none(pool: float, wanted: int, drawn: int) -> float:
    """Returns the hypergeometric probability that a draw contains none of the wanted cards.

    Args:
        pool: the number of cards to draw from; need not be whole.
        wanted: the number of wanted cards in the pool.
        drawn: the number of cards drawn.

    >>> probability_of_none(40, 1, 10), probability_of_none(4, 2, 2)
    (0.75, 0.16666666666666666)
    """
    probability, rest = 1.0, pool - drawn
    for position in range(wanted):
        if rest <= position:
            return 0.0
        probability *= (rest - position) / (pool - position)
    return probability


def win_probability(s: Situation, card: Card) -> float:
    """Returns the probability that no later opponent beats a card that is the best so far."""
    led = s.led_suit or card.suit
    probability = 1.0
    for seat in s.later_opponents:
        probability *= 1.0 - beat_probability(s, seat, card, led)
    return probability


def beat_probability(s: Situation, seat: int, card: Card, led: Suit) -> float:
    """Returns the probability that a seat can beat the card, by rank or by a ruff.

    Args:
        s: the situation.
        seat: the seat that plays later.
        card: the card that is winning.
        led: the suit led.
    """
    estimate = s.distribution[seat]
    stronger = s.stronger[card] if card.suit is led else 0
    if estimate.known & stronger:
        return 1.0
    by_rank = 1.0 - _holds_none(estimate, stronger, led)
    if led is s.trump or s.trump is None or estimate.known & SUIT_MASKS[led]:
        return by_rank
    overruffs = s.stronger[card] if card.suit is s.trump else SUIT_MASKS[s.trump]
    return by_rank + _holds_none(estimate, SUIT_MASKS[led], led) * _ruff_probability(
        estimate, led, s.trump, overruffs
    )


def must_win_probability(s: Situation, seat: int, card: Card) -> float:
    """Returns the probability that a later seat wins the trick though it wants to lose it.

    It has cards of the suit led, none of them below the best card, and the later partners of the
    own seat stay below its lowest.

    Args:
        s: the situation.
        seat: an opponent that plays later, and plays low.
        card: the card played now.
    """
    best = card if s.best_card is None or card in s.winning_cards else s.best_card
    suit = s.led_suit or card.suit
    if best.suit is not suit:
        return 0.0  # the trick is ruffed
    probability, none_below, lower = 0.0, 1.0, 0
    for other in s.sort_by_strength(cards_in(s.outstanding_in(suit))):
        lower |= other.bit
        none_here = _has_none(s.distribution[seat], lower, suit)
        if s.stronger[best] & other.bit and none_below > none_here:
            under = 1.0
            for later in s.later_seats:
                if later in s.partners:
                    under *= _can_stay_below(s, later, lower & ~other.bit, suit)
            probability += (none_below - none_here) * under
        none_below = none_here
    return probability


def _can_stay_below(s: Situation, seat: int, lower: int, suit: Suit) -> float:
    """The probability that a seat has one of the lower cards (mask) of the suit, or none at all."""
    estimate = s.distribution[seat]
    return 1.0 - _has_none(estimate, lower, suit) + _has_none(estimate, SUIT_MASKS[suit], suit)


def _has_none(estimate: SeatDistribution, wanted: int, suit: Suit) -> float:
    """The probability that a seat has none of these cards (mask), those it is known to hold too."""
    return 0.0 if estimate.known & wanted else _holds_none(estimate, wanted, suit)


def _ruff_probability(estimate: SeatDistribution, led: Suit, trump: Suit, trumps: int) -> float:
    """The probability that a seat void in the suit led has one of these trumps (mask)."""
    if estimate.known & trumps:
        return 1.0
    # A seat void in the suit led holds more of everything else, trumps included.
    others = estimate.unknown_count - estimate.expected_length(led)
    share = estimate.probability[trump] * estimate.unknown_count / others if others > 0 else 0.0
    return 1.0 - _none_with_share(
        share, (estimate.possible & trumps).bit_count(), estimate.unknown_count
    )


def _holds_none(estimate: SeatDistribution, wanted: int, suit: Suit) -> float:
    """The probability that a seat has none of these cards (mask) of a suit."""
    return _none_with_share(
        estimate.probability[suit], (estimate.possible & wanted).bit_count(), estimate.unknown_count
    )


def _none_with_share(share: float, wanted: int, drawn: int) -> float:
    """The probability of no wanted card if each is held with probability ``share``.

    The expected share of a hypergeometric draw is drawn / pool, so a larger share corresponds to a
    smaller pool.
    """
    if not wanted or share <= 0.0:
        return 1.0
    return probability_of_none(drawn / min(share, 1.0), wanted, drawn)


def likeliest_winner(s: Situation) -> tuple[Card, float]:
    """Returns the cheapest card of about the highest win probability, and that probability."""
    rated = [(card, win_probability(s, card)) for card in s.winning_cards]
    best = max(probability for _, probability in rated)
    good = [card for card, probability in rated if probability >= best - PROBABILITY_TOLERANCE]
    return least_valuable(s, good), best


def expected_opponent_trumps(s: Situation) -> float:
    """Returns the expected number of trumps that the opponents hold together."""
    if s.trump is None:
        return 0.0
    return sum(s.distribution[seat].expected_length(s.trump) for seat in s.opponents)
