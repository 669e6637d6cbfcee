"""Inference: what the plays of others say about their hands, beyond the rules.

A last player who loses to the queen has neither king nor ace. One who wins with the nine lacks the
eight, which would have won as well. One who discards on an opponent's trick with no partner to come
has no trump. The rules demand none of this, but almost everybody plays so.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from oddtrick.cards import Card, Rank, Suit, cards_in, mask_of
from oddtrick.tricks import SUIT_MASKS, Trick

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from oddtrick.views import PlayedTrick, View


def unlikely_cards(view: View, stronger: Sequence[int]) -> tuple[int, ...]:
    """Returns, for each seat, the cards (mask) that it probably does not hold.

    Args:
        view: the view of the seat that infers.
        stronger: for each card, the stronger cards of its suit (mask).
    """
    partners = tuple(view.deal_rules.partners(seat) for seat in range(view.deal_rules.players))
    heights = view.deal_rules.order.heights
    found = list(_lacked_after(view.tricks, partners, view.trump, tuple(stronger), heights))
    if view.table:
        trick = Trick(view.table_seats, view.table, view.trump)
        _add_trick(found, trick, partners, stronger, heights)
    return tuple(found)


def denied_by(view: View, card: Card, stronger: Sequence[int]) -> int:
    """Returns the cards (mask) that others will think a seat lacks once it has played a card.

    Args:
        view: the view of the seat to play.
        card: the card.
        stronger: for each card, the stronger cards of its suit (mask).
    """
    partners = tuple(view.deal_rules.partners(seat) for seat in range(view.deal_rules.players))
    trick = Trick(view.table_seats, (*view.table, card), view.trump)
    denied = 0
    heights = view.deal_rules.order.heights
    for seat, cards in _infer_from_trick(trick, partners, stronger, heights):
        denied |= cards if seat == view.seat else 0
    return denied


@lru_cache(maxsize=4)  # the four decisions of a trick look at the same complete ones
def _lacked_after(
    tricks: tuple[PlayedTrick, ...],
    partners: tuple[tuple[int, ...], ...],
    trump: Suit | None,
    stronger: tuple[int, ...],
    heights: tuple[int, ...],
) -> tuple[int, ...]:
    """For each seat, the cards (mask) that it probably lacks by the complete tricks."""
    found = [0] * len(partners)
    for trick in tricks:
        _add_trick(found, Trick(trick.seats, trick.cards, trump), partners, stronger, heights)
    return tuple(found)


def _add_trick(
    found: list[int],
    trick: Trick,
    partners: Sequence[tuple[int, ...]],
    stronger: Sequence[int],
    heights: Sequence[int],
) -> None:
    for seat, cards_lacked in _infer_from_trick(trick, partners, stronger, heights):
        found[seat] |= cards_lacked


def _infer_from_trick(
    trick: Trick,
    partners: Sequence[tuple[int, ...]],
    stronger: Sequence[int],
    heights: Sequence[int],
) -> Iterator[tuple[int, int]]:
    """Yields each seat of a trick with the cards (mask) that it probably lacks."""
    seats, cards, trump = trick.seats, trick.cards, trick.trump
    best, winner = cards[0], seats[0]
    yield winner, _lacked_by_leader(best, stronger, heights)
    for place in range(1, len(cards)):
        seat, card = seats[place], cards[place]
        beats = stronger[best] & card.bit if card.suit is best.suit else card.suit is trump
        is_last = place + 1 == len(seats)
        mates = partners[seat]
        # Each for himself, only the last player is sure to have wanted the trick.
        must_win = not any(mate in seats[place + 1 :] for mate in mates) if mates else is_last
        if beats:
            if is_last:
                yield seat, _lacked_by_winner(card, best, stronger)
            best, winner = card, seat
        elif must_win and winner not in mates:
            yield seat, _lacked_by_loser(card, best, cards[0].suit, trump, stronger)


def _lacked_by_leader(card: Card, stronger: Sequence[int], heights: Sequence[int]) -> int:
    """A leader plays the top of touching honours: a queen led denies the king."""
    height = heights[card]
    if not Rank.TEN <= height <= Rank.QUEEN:
        return 0
    return mask_of(above for above in cards_in(stronger[card]) if heights[above] == height + 1)


def _lacked_by_winner(card: Card, best: Card, stronger: Sequence[int]) -> int:
    """The last player wins as cheaply as possible."""
    cheaper = SUIT_MASKS[card.suit] & ~stronger[card] & ~card.bit
    return cheaper & stronger[best] if card.suit is best.suit else cheaper


def _lacked_by_loser(
    card: Card, best: Card, led: Suit, trump: Suit | None, stronger: Sequence[int]
) -> int:
    """A player with no partner to come lets an opponent win only if unable to prevent it."""
    if card.suit is led:
        return stronger[best] if best.suit is led else 0
    if trump is None or led is trump:
        return 0
    return stronger[best] if best.suit is trump else SUIT_MASKS[trump]


# Echoes: high, then low in a plain suit shows a doubleton.


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
    heights = view.deal_rules.order.heights
    return _echoes_in(view.tricks, view.trump, tuple(stronger), heights)


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
    heights = view.deal_rules.order.heights
    if own:
        return heights[own[0]] <= HIGHEST_SIGNAL and bool(stronger[card] & own[0].bit)
    has_lower = bool(held & ~stronger[card] & ~card.bit)
    return has_lower and heights[card] <= HIGHEST_SIGNAL and bool(stronger[card] & led.bit)


@lru_cache(maxsize=4)  # the four decisions of a trick look at the same complete ones
def _echoes_in(
    tricks: tuple[PlayedTrick, ...],
    trump: Suit | None,
    stronger: tuple[int, ...],
    heights: tuple[int, ...],
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
            is_signal = heights[before] <= HIGHEST_SIGNAL and stronger[before] & led.bit
            if is_signal and stronger[card] & before.bit:
                found.add((seat, led.suit))
    return frozenset(found)
