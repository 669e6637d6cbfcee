"""How likely a card is to hold the trick: what a player means by "this should be good".

The unseen cards are taken to lie evenly in the places where they can be; a seat that has shown out
of a suit holds none of it, and the turn-up lies where everybody saw it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from oddtrick.bots.thumbs import least
from oddtrick.tricks import SUIT_MASKS

if TYPE_CHECKING:
    from oddtrick.bots.situation import Situation
    from oddtrick.cards import Card, Suit

SAME_CHANCE = 0.05
"""Cards whose chances differ by less are as good as each other: the cheaper one is played."""


def chance_of_none(pool: int, wanted: int, drawn: int) -> float:
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


def chance_to_hold(s: Situation, card: Card) -> float:
    """The chance that a card which is the best so far is not beaten by a later opponent."""
    led = s.led or card.suit
    chance = 1.0
    for seat in s.later_opponents:
        chance *= 1.0 - chance_to_beat(s, seat, card, led)
    return chance


def chance_to_beat(s: Situation, seat: int, card: Card, led: Suit) -> float:
    """The chance that a seat can beat the card when this suit is led, by rank or by a ruff."""
    pool, drawn, known = _places(s, seat)
    following = pool & SUIT_MASKS[led]
    above = s.above[card] if card.suit is led else 0
    if known & SUIT_MASKS[led]:
        # The turn-up makes the seat follow suit.
        none_above = chance_of_none(pool.bit_count(), (following & above).bit_count(), drawn)
        return 1.0 if known & above else 1.0 - none_above
    none_above = chance_of_none(pool.bit_count(), (following & above).bit_count(), drawn)
    if led is s.trump or s.trump is None:
        return 1.0 - none_above
    out = chance_of_none(pool.bit_count(), following.bit_count(), drawn)
    trumps = SUIT_MASKS[s.trump]
    over = s.above[card] if card.suit is s.trump else trumps
    others = pool & ~following
    ruffs = 1.0
    if not known & over:
        ruffs -= chance_of_none(others.bit_count(), (others & over).bit_count(), drawn)
    return 1.0 - none_above + out * ruffs


def best_chance(s: Situation) -> tuple[Card, float]:
    """The cheapest of the winning cards that have about the best chance to hold."""
    chances = [(card, chance_to_hold(s, card)) for card in s.winners]
    most = max(chance for _, chance in chances)
    good = [card for card, chance in chances if chance >= most - SAME_CHANCE]
    return least(s, good), most


def expected_trumps(s: Situation) -> float:
    """How many trumps the opponents together can be expected to hold."""
    trumps = s.out_against(s.trump)
    if not trumps:
        return 0.0
    total = 0.0
    for seat in s.opponents:
        pool, drawn, known = _places(s, seat)
        if pool:
            total += drawn * (pool & trumps).bit_count() / pool.bit_count()
        total += (known & trumps).bit_count()
    return min(total, float(trumps.bit_count()))


def _places(s: Situation, seat: int) -> tuple[int, int, int]:
    """What a seat may hold (mask), how many cards of that, and the turn-up if it holds it."""
    view = s.view
    pool, drawn, known = s.outside, view.counts[seat], 0
    for suit in view.voids[seat]:
        pool &= ~SUIT_MASKS[suit]
    if view.turn_up is not None and pool & view.turn_up.bit:
        pool &= ~view.turn_up.bit
        if view.turn_up_seat == seat:
            known, drawn = view.turn_up.bit, drawn - 1
    return pool, min(drawn, pool.bit_count()), known
