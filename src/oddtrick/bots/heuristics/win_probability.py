"""How likely a card is to hold the trick: what a player means by "this should be good".

The unseen cards are taken to lie evenly in the places where they can be; a seat that has shown out
of a suit holds none of it, and the turn-up lies where everybody saw it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from oddtrick.bots.heuristics.heuristic import least_valuable
from oddtrick.tricks import SUIT_MASKS

if TYPE_CHECKING:
    from oddtrick.bots.heuristics.card_distribution import SeatDistribution
    from oddtrick.bots.heuristics.situation import Situation
    from oddtrick.cards import Card, Suit

PROBABILITY_TOLERANCE = 0.05
"""Cards whose chances differ by less are as good as each other: the cheaper one is played."""

LIKELY = 0.5
"""A card is risked on a trick where it holds more often than not."""


def probability_of_none(pool: float, wanted: int, drawn: int) -> float:
    """The chance that cards drawn from a pool have none of the wanted ones among them.

    >>> chance_of_none(40, 1, 10), chance_of_none(4, 2, 2)
    (0.75, 0.16666666666666666)
    """
    chance, rest = 1.0, pool - drawn
    for place in range(wanted):
        if rest <= place:
            return 0.0
        chance *= (rest - place) / (pool - place)
    return chance


def win_probability(s: Situation, card: Card) -> float:
    """The chance that a card which is the best so far is not beaten by a later opponent."""
    led = s.led_suit or card.suit
    chance = 1.0
    for seat in s.later_opponents:
        chance *= 1.0 - beat_probability(s, seat, card, led)
    return chance


def beat_probability(s: Situation, seat: int, card: Card, led: Suit) -> float:
    """The chance that a seat can beat the card when this suit is led, by rank or by a ruff."""
    there = s.distribution[seat]
    above = s.stronger[card] if card.suit is led else 0
    if there.known & above:
        return 1.0
    higher = 1.0 - _none(there, above, led)
    if led is s.trump or s.trump is None or there.known & SUIT_MASKS[led]:
        return higher
    over = s.stronger[card] if card.suit is s.trump else SUIT_MASKS[s.trump]
    return higher + _none(there, SUIT_MASKS[led], led) * _ruffs(there, led, s.trump, over)


def _ruffs(there: SeatDistribution, led: Suit, trump: Suit, over: int) -> float:
    """The chance that a seat which is out of the suit led has one of these trumps."""
    if there.known & over:
        return 1.0
    others = there.unknown_count - there.expected_length(led)
    share = there.probability[trump] * there.unknown_count / others if others > 0 else 0.0
    return 1.0 - _none_at(share, (there.possible & over).bit_count(), there.unknown_count)


def _none(there: SeatDistribution, wanted: int, suit: Suit) -> float:
    """The chance that a seat has none of these cards of a suit."""
    return _none_at(
        there.probability[suit], (there.possible & wanted).bit_count(), there.unknown_count
    )


def _none_at(share: float, wanted: int, drawn: int) -> float:
    """The same, where each of the wanted cards is there with this chance.

    A seat that is more likely to hold them draws, as it were, from a smaller pool.
    """
    if not wanted or share <= 0.0:
        return 1.0
    return probability_of_none(drawn / min(share, 1.0), wanted, drawn)


def likeliest_winner(s: Situation) -> tuple[Card, float]:
    """The cheapest of the winning cards that have about the best chance to hold."""
    chances = [(card, win_probability(s, card)) for card in s.winning_cards]
    most = max(chance for _, chance in chances)
    good = [card for card, chance in chances if chance >= most - PROBABILITY_TOLERANCE]
    return least_valuable(s, good), most


def expected_opponent_trumps(s: Situation) -> float:
    """How many trumps the opponents together can be expected to hold."""
    if s.trump is None:
        return 0.0
    return sum(s.distribution[seat].expected_length(s.trump) for seat in s.opponents)
