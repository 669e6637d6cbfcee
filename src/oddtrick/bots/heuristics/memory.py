"""What a player keeps in mind of the cards that are gone.

People err at Whist because they forget, and so do the lower levels: a card that is forgotten may,
for all they know, still be in somebody's hand. What is forgotten follows from the play alone, so
that the same view is always remembered in the same way.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from oddtrick.bots.heuristics.signals import echoes
from oddtrick.cards import Rank, Suit, mask_of
from oddtrick.tricks import SUIT_MASKS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from oddtrick.views import SeenTrick, View

EVERY = 99
"""More tricks than any hand has."""


class Memory(msgspec.Struct, frozen=True):
    """How much of the play a level remembers.

    Args:
        plain: of the plain suits, cards from this rank upwards are remembered for good.
        trumps: of the trumps, cards from this rank upwards.
        tricks: all cards of so many last tricks are remembered.
        voids: who was out of what is remembered of so many last tricks.
        leads: who led what is remembered of so many last tricks.
        infers: what the others did *not* play is taken as a sign of what they do not hold.
    """

    plain: Rank = Rank.TWO
    trumps: Rank = Rank.TWO
    tricks: int = EVERY
    voids: int = EVERY
    leads: int = EVERY
    infers: bool = False


PERFECT = Memory()
"""Every card, every void, every lead."""


class Remembered(msgspec.Struct, frozen=True):
    """The play as a level remembers it.

    Args:
        outside: the cards (mask) that others may hold now, as far as is remembered.
        voids: for each seat, the suits that it is remembered to be out of.
        tricks: the complete tricks whose leads are remembered, in order.
    """

    outside: int
    voids: tuple[frozenset[Suit], ...]
    tricks: tuple[SeenTrick, ...]


def remembered(view: View, memory: Memory, above: Sequence[int]) -> Remembered:
    """What somebody with this memory knows of the hand under way.

    Args:
        view: of the seat that thinks.
        memory: how much it keeps in mind.
        above: for each card the cards of its suit (mask) that are stronger.
    """
    outside = outside_of(view) | _forgotten(view, memory)
    voids: tuple[frozenset[Suit], ...]
    if memory.voids >= len(view.tricks):
        voids = tuple(map(frozenset, view.voids))
    else:
        voids = _recent_voids(view, memory.voids)
    if memory.infers:
        signs = echoes(view, above)
        voids = tuple(
            known | {suit for other, suit in signs if other == seat}
            for seat, known in enumerate(voids)
        )
    return Remembered(outside, voids, view.tricks[-memory.leads :])


def outside_of(view: View) -> int:
    """The cards that others may hold now: not seen yet, or turned up and still with the dealer.

    A turn-up that waits in the dealer's last separate hand is in nobody's hand before (S4).
    """
    unseen = view.unseen.mask
    in_play = view.hand_number == view.hand_count - 1
    if view.turn_up is not None and in_play and view.turn_up_seat not in (None, view.seat):
        unseen |= view.turn_up.bit
    return unseen


def _forgotten(view: View, memory: Memory) -> int:
    """The played cards that have slipped the mind."""
    older = view.tricks[: max(len(view.tricks) - memory.tricks, 0)]
    if not older:
        return 0
    kept = _from_rank(memory.plain)
    if view.trump is not None:
        trumps = SUIT_MASKS[view.trump]
        kept = kept & ~trumps | _from_rank(memory.trumps) & trumps
    return mask_of(card for trick in older for card in trick.cards) & ~kept


def _from_rank(rank: Rank) -> int:
    """The cards of this rank and above, in all suits."""
    return sum(mask & mask << rank for mask in SUIT_MASKS)


def _recent_voids(view: View, tricks: int) -> tuple[frozenset[Suit], ...]:
    """The suits that each seat failed to follow in the last tricks and in the one under way."""
    found: list[set[Suit]] = [set() for _ in view.voids]
    under_way = ((view.table_seats, view.table),) if view.table else ()
    recent = view.tricks[len(view.tricks) - tricks :] if tricks else ()
    for seats, cards in (*((trick.seats, trick.cards) for trick in recent), *under_way):
        for seat, card in zip(seats, cards, strict=False):
            if card.suit is not cards[0].suit:
                found[seat].add(cards[0].suit)
    return tuple(map(frozenset, found))
