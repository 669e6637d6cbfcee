"""The points of a finished deal: one small frozen record for each way of counting.

``stages(deal)`` returns the points of every side, split into the stages in which they are scored,
because a match may end between two of them (H3). ``profile`` says what the count depends on, so
that bots, solver and reports need not know the game.
"""

from __future__ import annotations

from enum import Enum
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal, Protocol

import msgspec
from msgspec.structs import replace

from oddtrick.calls import TRICK_BIDS, Bid, Calls
from oddtrick.cards import Card, Rank, Suit, card_at, mask_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

Points = tuple[int, ...]
"""Points of each side, in order of the sides."""

BOOK = 6
"""Tricks of a side that count nothing (W5, C3)."""

HONOUR_RANKS = (Rank.ACE, Rank.KING, Rank.QUEEN, Rank.JACK)
"""The ranks of the trumps that are honours (H1, C5)."""

MAX_HONOUR_POINTS = 4
"""Points for all four honours (H1, C5)."""

TOP_TRUMP_POINTS = {Rank.JACK: 11, Rank.TEN: 10, Rank.ACE: 4, Rank.KING: 3, Rank.QUEEN: 2}
"""Points of the top trumps in the tricks (S5)."""

COUNTING_ORDER = (Rank.TEN, None, Rank.ACE, Rank.KING, Rank.QUEEN, Rank.JACK)
"""The order in which a deal is counted out: None is the cards above those dealt (X4)."""


class Honours(Enum):
    """The side for which A K Q J of trumps score, if they score (H1, H5)."""

    NONE = "none"
    DEALT = "dealt"
    CAPTURED = "captured"


class DealFacts(msgspec.Struct, frozen=True):
    """The facts of a finished deal that can be scored.

    Args:
        sides: the seats of each side.
        tricks: tricks won by each seat, over all its hands.
        taken: the cards (masks) in the tricks that each seat won.
        dealt: the cards (masks) that each seat held as play began, over all hands that are
            played: those it was dealt, but for cards exchanged before the play.
        winning: the cards (mask) that won a trick.
        trump: the trump suit, or None.
        score: of each side, before the deal.
        calls: the calls before its play, phase by phase.
        number: of the deal, from 0.
    """

    sides: tuple[tuple[int, ...], ...]
    tricks: tuple[int, ...]
    taken: tuple[int, ...]
    dealt: tuple[int, ...]
    winning: int
    trump: Suit | None
    score: Points
    calls: Calls = ()
    number: int = 0

    @property
    def side_tricks(self) -> Points:
        """Tricks won by each side."""
        return tuple(sum(self.tricks[seat] for seat in side) for side in self.sides)

    def side_cards(self, by_seat: Sequence[int]) -> tuple[int, ...]:
        """The union of the seats' cards (masks) for each side."""
        return tuple(sum(by_seat[seat] for seat in side) for side in self.sides)

    @property
    def nothing(self) -> Points:
        """No points for anybody."""
        return (0,) * len(self.sides)


class ScoringProfile(msgspec.Struct, frozen=True, kw_only=True):
    """The things that a way of counting depends on, for code that must not know the game.

    The defaults describe a count of tricks alone.

    Args:
        unit: the unit that a deal's result is usually told in.
        honours: whether the honours count, and for whom.
        captures: points for trumps of these ranks to the side that takes them in a trick.
        wins_with: points for trumps of these ranks to the side that wins a trick *with* them.
        trick: points of a trick in itself, near enough for a sum over tricks.
        card: points of each card in a trick, likewise.
        book: tricks of a side that count nothing.
        bonus: the most points that a deal can add to these, such as those for a bid that is kept.
            Bots reckon with them when a side comes near the target of the match.
        net: only the side with more scores, and it scores the difference.
        per_side: a side's points follow from its own tricks and the cards named here. If not, they
            follow from those of all sides.
        rising: another trick is never worth less than none. If not, bots look what a trick is worth
            by ``stages``, and may want to lose it.
    """

    unit: Literal["tricks", "points"] = "tricks"
    honours: Honours = Honours.NONE
    captures: tuple[tuple[Rank, int], ...] = ()
    wins_with: tuple[tuple[Rank, int], ...] = ()
    trick: int = 1
    card: int = 0
    book: int = 0
    bonus: int = 0
    net: bool = False
    per_side: bool = True
    rising: bool = True

    @property
    def by_tricks(self) -> bool:
        """True if the points follow from the tricks and the cards dealt, whatever the play.

        >>> OddTricks(Honours.DEALT).profile.by_tricks, TopTrumps().profile.by_tricks
        (True, False)
        """
        return not (self.captures or self.wins_with or self.honours is Honours.CAPTURED)

    def captured_points(self, trump: Suit | None) -> Mapping[Card, int]:
        """The points of single cards to the side that takes them, under these trumps."""
        return _trumps(self.captures, trump)

    def winning_points(self, trump: Suit | None) -> Mapping[Card, int]:
        """The points of single cards to the side that wins a trick with them (CS2)."""
        return _trumps(self.wins_with, trump)

    def max_points(self, tricks: int) -> int:
        """The most points of a side in a deal of that many tricks, cards beyond the tops left out.

        >>> TopTrumps().profile.max_points(9), TricksTaken().profile.max_points(17)
        (30, 17)
        """
        cards = sum(points for _, points in (*self.captures, *self.wins_with))
        honours = 0 if self.honours is Honours.NONE else MAX_HONOUR_POINTS
        return cards + honours + self.bonus + self.trick * max(0, tricks - self.book)


@cache
def _trumps(ranks: tuple[tuple[Rank, int], ...], trump: Suit | None) -> Mapping[Card, int]:
    if trump is None:
        return MappingProxyType({})
    return MappingProxyType({card_at(trump, rank): points for rank, points in ranks})


class ScoreItem(msgspec.Struct, frozen=True):
    """One item of the points that a side scored in a deal, for the score sheet.

    Args:
        reason: what they are for, in words with hyphens, as in ``"tricks-above-six"``: the key
            of its text in each language. Without a text people read the words.
        points: None if the item only says why there are none.
        of: the card or the number that the reason names; a card as in ``"TH"``.
    """

    reason: str
    points: int | None
    of: str = ""


Account = tuple[tuple[ScoreItem, ...], ...]
"""The items of each side, in order of the sides."""


class DealScoring(Protocol):
    """A way of counting a deal."""

    @property
    def profile(self) -> ScoringProfile:
        """The things that the count depends on."""

    def stages(self, deal: DealFacts) -> tuple[Points, ...]:
        """Returns the points of each side, stage by stage in the order of scoring."""

    def account(self, deal: DealFacts, points: Points) -> Account:
        """Returns the items that make up each side's points, for the score sheet.

        Args:
            deal: the finished deal.
            points: scored in it by each side, as the match counted them.
        """


def honour_points(cards: int, trump: Suit | None) -> int:
    """Four points for all of A K Q J of trumps, two for three of them, else none (H1, C5).

    Without trumps there are no honours (H4).

    >>> from oddtrick.cards import Card
    >>> honour_points(mask_of([Card.SA, Card.SQ, Card.SJ]), Suit.SPADES)
    2
    """
    if trump is None:
        return 0
    honours = mask_of(card_at(trump, rank) for rank in HONOUR_RANKS)
    return {4: MAX_HONOUR_POINTS, 3: 2}.get((cards & honours).bit_count(), 0)


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

    @property
    def profile(self) -> ScoringProfile:
        """Tricks, and honours as the options have them."""
        return _ODD_TRICKS[self.honours]

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

    def account(self, deal: DealFacts, points: Points) -> Account:
        """Odd tricks, then the points that the match counted beyond them as honours."""
        how = "dealt" if self.honours is Honours.DEALT else "taken"
        return tuple(
            (
                *_item(odd, "tricks-above-six"),
                *_item(scored - odd, f"honours-{how}"),
            )
            for odd, scored in zip(odd_tricks(deal.side_tricks), points, strict=True)
        )


_ODD_TRICKS = {honours: ScoringProfile(honours=honours, book=BOOK) for honours in Honours}


class CatchTheTen(msgspec.Struct, frozen=True):
    """Colonial catch-the-ten: the difference of the two sides' counts (CS2-CS4, X1).

    Args:
        ten: the points for winning a trick with the ten of trumps.
        scored_by: the side that can score the difference: the one with more points (CS4), or the
            one with more tricks (X1).
    """

    ten: int = 10
    scored_by: Literal["points", "tricks"] = "points"

    @property
    def profile(self) -> ScoringProfile:
        """Tricks, honours taken, and the ten of trumps for the side that wins a trick with it."""
        return ScoringProfile(
            unit="points",
            honours=Honours.CAPTURED,
            wins_with=((Rank.TEN, self.ten),),
            book=BOOK,
            net=True,
            per_side=self.scored_by == "points",
        )

    def stages(self, deal: DealFacts) -> tuple[Points, ...]:
        """The difference, in one stage, if it is above 0 for the side that can score it."""
        first, second = self._count(deal, 0), self._count(deal, 1)
        lead = (max(0, first - second), max(0, second - first))
        if self.scored_by == "points":
            return (lead,)
        tricks = deal.side_tricks
        return (tuple(lead[side] if tricks[side] == max(tricks) else 0 for side in (0, 1)),)

    def account(self, deal: DealFacts, points: Points) -> Account:
        """Each side's own count, of which the difference is scored (CS3, CS4)."""
        del points
        return tuple(self._items(deal, side) for side in range(len(deal.sides)))

    def _count(self, deal: DealFacts, side: int) -> int:
        tricks = deal.side_tricks[side]
        if tricks < BOOK:
            return 0
        taken = deal.side_cards(deal.taken)[side]
        return tricks - BOOK + honour_points(taken, deal.trump) + self._caught(deal, taken)

    def _caught(self, deal: DealFacts, taken: int) -> int:
        """The points of the ten to the side that took these cards (CS2)."""
        if deal.trump is None:
            return 0
        return self.ten if taken & deal.winning & card_at(deal.trump, Rank.TEN).bit else 0

    def _items(self, deal: DealFacts, side: int) -> tuple[ScoreItem, ...]:
        tricks, taken = deal.side_tricks[side], deal.side_cards(deal.taken)[side]
        if tricks < BOOK:
            return (ScoreItem("nothing-without-its-book", None),)
        return (
            ScoreItem("tricks-above-six", tricks - BOOK),
            *_item(honour_points(taken, deal.trump), "honours-taken"),
            *_item(self._caught(deal, taken), "the-ten"),
        )


class TopTrumps(msgspec.Struct, frozen=True):
    """Scotch whist: top trumps in the tricks, and each card above those dealt (S5, S6).

    Args:
        in_order: every item is a stage of its own, in the order of X4; otherwise all are counted at
            once.
    """

    in_order: bool = False

    @property
    def profile(self) -> ScoringProfile:
        """Top trumps for the side that takes them, and the number of cards."""
        return _TOP_TRUMPS_IN_ORDER if self.in_order else _TOP_TRUMPS

    def stages(self, deal: DealFacts) -> tuple[Points, ...]:
        """The points of both in one stage, or item by item."""
        items = tuple(_scotch_item(deal, rank) for rank in COUNTING_ORDER)
        return items if self.in_order else (tuple(map(sum, zip(*items, strict=True))),)

    def account(self, deal: DealFacts, points: Points) -> Account:
        """The top trumps that each side took, and its cards above those dealt.

        Items that came too late to be counted are left out (X4).
        """
        order = COUNTING_ORDER if self.in_order else (*TOP_TRUMP_POINTS, None)
        items = [_scotch_item(deal, rank) for rank in order]
        dealt = [cards.bit_count() for cards in deal.side_cards(deal.dealt)]
        return tuple(
            tuple(
                ScoreItem("cards-above", item[side], str(dealt[side]))
                if rank is None
                else ScoreItem("card", item[side], str(card_at(deal.trump or 0, rank)))
                for at, (rank, item) in enumerate(zip(order, items, strict=True))
                if item[side] and sum(each[side] for each in items[:at]) < points[side]
            )
            for side in range(len(deal.sides))
        )


def _scotch_item(deal: DealFacts, rank: Rank | None) -> Points:
    """The points of each side for a top trump (S5), or for its cards above those dealt (S6)."""
    taken = deal.side_cards(deal.taken)
    if rank is None:
        dealt = deal.side_cards(deal.dealt)
        return tuple(
            max(0, won.bit_count() - had.bit_count()) for won, had in zip(taken, dealt, strict=True)
        )
    top = 0 if deal.trump is None else card_at(deal.trump, rank).bit
    return tuple(TOP_TRUMP_POINTS[rank] if won & top else 0 for won in taken)


_TOP_TRUMPS = ScoringProfile(
    unit="points", captures=tuple(TOP_TRUMP_POINTS.items()), trick=0, card=1
)
_TOP_TRUMPS_IN_ORDER = replace(_TOP_TRUMPS, per_side=False)


class TricksTaken(msgspec.Struct, frozen=True):
    """Each trick counts one, as in knock-out whist."""

    @property
    def profile(self) -> ScoringProfile:
        """Tricks alone."""
        return _TRICKS

    def stages(self, deal: DealFacts) -> tuple[Points, ...]:
        """The tricks of each side in one stage."""
        return (deal.side_tricks,)

    def account(self, deal: DealFacts, points: Points) -> Account:
        """Nothing: the tricks stand beside it."""
        del points
        return ((),) * len(deal.sides)


_TRICKS = ScoringProfile()


class MostTricks(msgspec.Struct, frozen=True):
    """The side with more tricks wins the deal, and that is one point (G4).

    Args:
        tricks: the number of tricks that count in a deal.
    """

    tricks: int

    @property
    def profile(self) -> ScoringProfile:
        """The tricks of both sides; up to half of them win nothing."""
        return ScoringProfile(unit="points", book=self.tricks // 2, per_side=False)

    def stages(self, deal: DealFacts) -> tuple[Points, ...]:
        """One point for the side with more tricks, none if they are level."""
        most = max(deal.side_tricks)
        alone = deal.side_tricks.count(most) == 1
        return (tuple(int(alone and tricks == most) for tricks in deal.side_tricks),)

    def account(self, deal: DealFacts, points: Points) -> Account:
        """The deal, for the side that won it."""
        del deal
        return tuple(_item(won, "the-deal") for won in points)


EXACT = 10
"""Points for exactly as many tricks as were bid (O5)."""


class ExactBids(msgspec.Struct, frozen=True):
    """Ten for an exact bid of a player alone, and the tricks of it, or all tricks (O5).

    Args:
        every_trick: each trick counts one, with or without an exact bid.
    """

    every_trick: bool = False

    @property
    def profile(self) -> ScoringProfile:
        """The tricks of each player, beside ten for the bid."""
        return ScoringProfile(unit="points", bonus=10, rising=False)

    def stages(self, deal: DealFacts) -> tuple[Points, ...]:
        """Everything is scored in one stage; nothing where nobody has bid."""
        return (tuple(map(sum, self._parts(deal))),)

    def account(self, deal: DealFacts, points: Points) -> Account:
        """The points for tricks and for the exact bid."""
        del points
        return tuple(
            (*_item(tricks, "tricks"), *_item(exact, "the-exact-bid"))
            for tricks, exact in self._parts(deal)
        )

    def _parts(self, deal: DealFacts) -> list[tuple[int, int]]:
        """The points of each seat for tricks and for an exact bid."""
        parts = [(0, 0)] * len(deal.sides)
        for seat, bid in dict(deal.calls).get(TRICK_BIDS, ()):
            tricks, exact = deal.tricks[seat], bid == Bid(deal.tricks[seat])
            parts[seat] = (tricks if exact or self.every_trick else 0, EXACT if exact else 0)
        return parts


def _item(points: int, reason: str) -> tuple[ScoreItem, ...]:
    """One item of an account, or none where it brings nothing."""
    return (ScoreItem(reason, points),) if points > 0 else ()
