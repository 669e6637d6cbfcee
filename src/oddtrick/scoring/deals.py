"""What a finished deal is worth to each side: one small value for each way of counting.

Each way is a frozen record with one question, ``stages(deal)``: the points of every side, split
into the stages in which they are scored, because a match may end between two of them (H3).
"""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Protocol

import msgspec

from oddtrick.cards import Rank, Suit, card_at, mask_of

if TYPE_CHECKING:
    from collections.abc import Sequence

Points = tuple[int, ...]
"""Points of each side, in order of the sides."""

BOOK = 6
"""A side's first six tricks count nothing (W5, C3)."""

TOP_TRUMP_POINTS = {Rank.JACK: 11, Rank.TEN: 10, Rank.ACE: 4, Rank.KING: 3, Rank.QUEEN: 2}
"""S5."""


class Honours(Enum):
    """Whether A K Q J of trumps score in whist, and for whom (H1, H5)."""

    NONE = "none"
    DEALT = "dealt"
    CAPTURED = "captured"


class DealFacts(msgspec.Struct, frozen=True):
    """A finished deal, as scoring sees it.

    Args:
        sides: the seats of each side.
        tricks: tricks won by each seat, over all its hands.
        taken: the cards (masks) in the tricks that each seat won.
        dealt: the cards (masks) that each seat was dealt, over all its hands.
        winning: the cards (mask) that won a trick.
        trump: the trump suit, or None.
        score: of each side, before the deal.
    """

    sides: tuple[tuple[int, ...], ...]
    tricks: tuple[int, ...]
    taken: tuple[int, ...]
    dealt: tuple[int, ...]
    winning: int
    trump: Suit | None
    score: Points

    @property
    def side_tricks(self) -> Points:
        """Tricks won by each side."""
        return tuple(sum(self.tricks[seat] for seat in side) for side in self.sides)

    def side_cards(self, by_seat: Sequence[int]) -> tuple[int, ...]:
        """The cards of the seats (masks), put together for each side."""
        return tuple(sum(by_seat[seat] for seat in side) for side in self.sides)

    @property
    def nothing(self) -> Points:
        """No points for anybody."""
        return (0,) * len(self.sides)


class DealScoring(Protocol):
    """How a deal is counted."""

    def stages(self, deal: DealFacts) -> tuple[Points, ...]:
        """The points of each side, in the order in which they are scored."""


def honour_points(cards: int, trump: Suit | None) -> int:
    """Four for all of A K Q J of trumps, two for three of them, else nothing (H1, C5).

    Without trumps there are no honours (H4).

    >>> from oddtrick.cards import Card
    >>> honour_points(mask_of([Card.SA, Card.SQ, Card.SJ]), Suit.SPADES)
    2
    """
    if trump is None:
        return 0
    honours = mask_of(card_at(trump, rank) for rank in (Rank.ACE, Rank.KING, Rank.QUEEN, Rank.JACK))
    return {4: 4, 3: 2}.get((cards & honours).bit_count(), 0)


def odd_tricks(tricks: Points) -> Points:
    """One point for each trick above six (W5).

    >>> odd_tricks((9, 4))
    (3, 0)
    """
    return tuple(max(0, won - BOOK) for won in tricks)


class OddTricks(msgspec.Struct, frozen=True):
    """Tricks above six, then honours if they are played (W5, H1-H5, C3, C5).

    Args:
        honours: none, those dealt to a side (H1), or those that the hand's winners took (C5).
        barred_at: a side that starts the deal with this score can't score honours (H2).
    """

    honours: Honours = Honours.NONE
    barred_at: int | None = None

    def stages(self, deal: DealFacts) -> tuple[Points, ...]:
        """Tricks first, then honours (H3)."""
        tricks = odd_tricks(deal.side_tricks)
        if self.honours is Honours.NONE:
            return (tricks,)
        cards = deal.dealt if self.honours is Honours.DEALT else deal.taken
        scored = (honour_points(held, deal.trump) for held in deal.side_cards(cards))
        if self.honours is Honours.CAPTURED:
            scored = (points if won else 0 for points, won in zip(scored, tricks, strict=True))
        allowed = tuple(
            0 if before == self.barred_at else points
            for points, before in zip(scored, deal.score, strict=True)
        )
        return tricks, allowed


class CatchTheTen(msgspec.Struct, frozen=True):
    """The colonial catch-the-ten: the difference of two counts (CS2-CS4)."""

    ten: int = 10

    def stages(self, deal: DealFacts) -> tuple[Points, ...]:
        """The side with more scores the difference, in one stage."""
        first, second = self._count(deal, 0), self._count(deal, 1)
        return ((max(0, first - second), max(0, second - first)),)

    def _count(self, deal: DealFacts, side: int) -> int:
        tricks = deal.side_tricks[side]
        if tricks < BOOK:
            return 0
        taken = deal.side_cards(deal.taken)[side]
        count = tricks - BOOK + honour_points(taken, deal.trump)
        if deal.trump is not None:
            ten = card_at(deal.trump, Rank.TEN)
            count += self.ten if taken & deal.winning & ten.bit else 0
        return count


class TopTrumps(msgspec.Struct, frozen=True):
    """Scotch whist: top trumps in the tricks, and each card above those dealt (S5, S6)."""

    def stages(self, deal: DealFacts) -> tuple[Points, ...]:
        """One stage."""
        taken, dealt = deal.side_cards(deal.taken), deal.side_cards(deal.dealt)
        return (
            tuple(
                self._trumps(deal.trump, won) + max(0, won.bit_count() - had.bit_count())
                for won, had in zip(taken, dealt, strict=True)
            ),
        )

    def _trumps(self, trump: Suit | None, taken: int) -> int:
        if trump is None:
            return 0
        worth = TOP_TRUMP_POINTS.items()
        return sum(points for rank, points in worth if taken & card_at(trump, rank).bit)


class TricksTaken(msgspec.Struct, frozen=True):
    """Each trick counts one, as in knock-out whist."""

    def stages(self, deal: DealFacts) -> tuple[Points, ...]:
        """One stage."""
        return (deal.side_tricks,)
