"""Echoes in the play of others: high, then low in a plain suit shows a doubleton."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from oddtrick.cards import Card, Rank, Suit
from oddtrick.tricks import SUIT_MASKS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from oddtrick.views import PlayedTrick, View

HIGHEST_SIGNAL = Rank.NINE
"""The highest card that counts as a signal; a higher one is played to win."""

ECHO_LENGTH = 2
"""The cards of the suit that an echo shows."""


def find_echoes(view: View, stronger: Sequence[int]) -> frozenset[tuple[int, Suit]]:
    """Returns the seats and suits of all echoes: the seat had exactly two cards of the suit.

    Args:
        view: the view of the seat that looks for them.
        stronger: for each card, the stronger cards of its suit (mask).
    """
    return _echoes_in(view.tricks, view.trump, tuple(stronger))


def is_misleading_echo(view: View, card: Card, stronger: Sequence[int]) -> bool:
    """Returns whether a card begins or completes an echo, though its seat did not have two cards.

    Args:
        view: the view of the seat to play.
        card: the card.
        stronger: for each card, the stronger cards of its suit (mask).
    """
    led = view.table[0] if view.table else card
    if led is card or card.suit is not led.suit or led.suit is view.trump:
        return False
    before = [
        trick.cards[trick.seats.index(view.seat)]
        for trick in view.tricks
        if view.seat in trick.seats
    ]
    own = [other for other in before if other.suit is card.suit]
    held = view.hand.mask & SUIT_MASKS[card.suit]
    if len(own) + held.bit_count() == ECHO_LENGTH:
        return False
    if own:
        return own[0].rank <= HIGHEST_SIGNAL and bool(stronger[card] & own[0].bit)
    has_lower = bool(held & ~stronger[card] & ~card.bit)
    return has_lower and card.rank <= HIGHEST_SIGNAL and bool(stronger[card] & led.bit)


@lru_cache(maxsize=4)  # the four decisions of a trick look at the same complete ones
def _echoes_in(
    tricks: tuple[PlayedTrick, ...], trump: Suit | None, stronger: tuple[int, ...]
) -> frozenset[tuple[int, Suit]]:
    first: dict[tuple[int, Suit], Card] = {}
    found = set()
    for trick in tricks:
        led = trick.cards[0]
        for seat, card in zip(trick.seats[1:], trick.cards[1:], strict=True):
            if card.suit is not led.suit or led.suit is trump:
                continue
            before = first.setdefault((seat, led.suit), card)
            # A card that beat the lead was played to win, not to signal.
            is_signal = before.rank <= HIGHEST_SIGNAL and stronger[before] & led.bit
            if is_signal and stronger[card] & before.bit:
                found.add((seat, led.suit))
    return frozenset(found)
