"""Limited memory: the part of the play that a level remembers.

People err at Whist because they forget, and so do the lower levels: a forgotten card may, for all
they know, still be in somebody's hand. Forgetting depends on the play alone, so the same view is
always remembered in the same way.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import msgspec

from oddtrick.bots.heuristics.inference import find_echoes
from oddtrick.cards import CARDS, Rank, Suit, mask_of
from oddtrick.tricks import SUIT_MASKS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from oddtrick.views import PlayedTrick, View

UNLIMITED = 99
"""More tricks than any hand has."""


class Memory(msgspec.Struct, frozen=True):
    """The limits of a level's memory.

    Args:
        plain: in plain suits, cards of this rank and above are never forgotten.
        trumps: in trumps, cards of this rank and above are never forgotten.
        tricks: the number of latest tricks of which every card is remembered.
        voids: the number of latest tricks in which a failure to follow suit is remembered.
        leads: the number of latest tricks whose leads are remembered.
        infers: whether it concludes from a play which cards the player does not hold.
    """

    plain: Rank = Rank.TWO
    trumps: Rank = Rank.TWO
    tricks: int = UNLIMITED
    voids: int = UNLIMITED
    leads: int = UNLIMITED
    infers: bool = False


PERFECT = Memory()
"""Remembers every card, void and lead, and infers nothing."""


class RememberedPlay(msgspec.Struct, frozen=True):
    """The play of a hand as a level remembers it.

    Args:
        outstanding: the cards (mask) that others may hold now, as far as remembered.
        voids: for each seat, the suits it is remembered to be void in.
        tricks: the complete tricks whose leads are remembered, in order.
    """

    outstanding: int
    voids: tuple[frozenset[Suit], ...]
    tricks: tuple[PlayedTrick, ...]


def recall_play(view: View, memory: Memory, stronger: Sequence[int]) -> RememberedPlay:
    """Returns what this memory retains of the hand in progress.

    Args:
        view: the view of the seat that remembers.
        memory: its limits.
        stronger: for each card, the stronger cards of its suit (mask).
    """
    outstanding = outstanding_cards(view) | _forgotten_cards(view, memory)
    voids: tuple[frozenset[Suit], ...]
    if memory.voids >= len(view.tricks):
        voids = tuple(map(frozenset, view.voids))
    else:
        voids = _recent_voids(view, memory.voids)
    if memory.infers and not view.deal_rules.plan.stock:
        # An echo shows two cards, both of which have been played.
        echoes = find_echoes(view, stronger)
        voids = tuple(
            suits | {suit for other, suit in echoes if other == seat}
            for seat, suits in enumerate(voids)
        )
    return RememberedPlay(outstanding, voids, view.tricks[-memory.leads :])


def outstanding_cards(view: View) -> int:
    """The cards (mask) that others may hold: unseen, turned up and with the dealer, seen elsewhere.

    A turn-up that belongs to the dealer's last separate hand is in nobody's hand before (S4).
    """
    unseen = view.unseen.mask
    is_last_hand = view.hand_number == view.hand_count - 1
    if view.turn_up is not None and is_last_hand and view.turn_up_seat not in (None, view.seat):
        unseen |= view.turn_up.bit
    for _, card in view.drawn_by_others:
        unseen |= card.bit
    for _, cards in view.known_hands:
        unseen |= cards.mask
    return unseen


def _forgotten_cards(view: View, memory: Memory) -> int:
    older = view.tricks[: max(len(view.tricks) - memory.tricks, 0)]
    if not older:
        return 0
    heights = view.deal_rules.order.heights
    retained = _cards_from(memory.plain, heights)
    if view.trump is not None:
        trumps = SUIT_MASKS[view.trump]
        retained = retained & ~trumps | _cards_from(memory.trumps, heights) & trumps
    return mask_of(card for trick in older for card in trick.cards) & ~retained


@cache
def _cards_from(rank: Rank, heights: tuple[int, ...]) -> int:
    """The cards (mask) as high as this rank and above, in all suits."""
    return mask_of(card for card in CARDS if heights[card] >= rank)


def _recent_voids(view: View, tricks: int) -> tuple[frozenset[Suit], ...]:
    """For each seat, the suits it failed to follow in the latest tricks and the one in progress."""
    found: list[set[Suit]] = [set() for _ in view.voids]
    current = ((view.table_seats, view.table),) if view.table else ()
    recent = view.tricks[len(view.tricks) - tricks :] if tricks else ()
    for seats, cards in (*((trick.seats, trick.cards) for trick in recent), *current):
        for seat, card in zip(seats, cards, strict=False):
            if card.suit is not cards[0].suit:
                found[seat].add(cards[0].suit)
    if view.drawn:  # a card drawn since may be of any suit
        found = [suits.intersection(known) for suits, known in zip(found, view.voids, strict=True)]
    return tuple(map(frozenset, found))
