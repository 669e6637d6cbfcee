"""Utilities of a deal that are not a sum over its tricks: honours taken, cards caught."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from enum import IntEnum
from functools import lru_cache
from itertools import product

import msgspec
from msgspec.structs import replace

from oddtrick.cards import FULL_PACK, Card, Hand, Suit, card_at, mask_of
from oddtrick.errors import OddtrickError
from oddtrick.scoring import DealFacts, DealScoring, Honours
from oddtrick.scoring.deals import HONOUR_RANKS
from oddtrick.solver import _kernel
from oddtrick.views import PlayedTrick

MAX_CAPTURED, MAX_CATCHERS, MAX_UTILITIES = 6, 4, 65535
"""Limits of the kernel: cards that count one by one, and the size of the table."""


class Holder(IntEnum):
    """The side that won a trick *with* a catcher of an objective (CS2)."""

    NOBODY = 0
    US = 1
    THEM = 2


class Outcome(msgspec.Struct, frozen=True):
    """The end of a deal, as far as an objective tells ends apart.

    Args:
        tricks: tricks of side 0.
        honours: honours in them.
        captured: the captured cards in them.
        holders: for each catcher, the side that won a trick with it.
    """

    tricks: int
    honours: int
    captured: Hand
    holders: tuple[Holder, ...]


class Objective(msgspec.Struct, frozen=True):
    """The utility of side 0 at the end of the deal, as a table; that of side 1 is its negative.

    Args:
        honours: the cards that count together, by their number, for the side that takes them.
        captured: the cards that count one by one for the side that takes them in a trick.
        catchers: the cards that count for the side that wins a trick with them (CS2).
        tricks: the number of tricks of the deal.
        utility: -30000 to 30000, by tricks won, honours taken, the set of captured cards (bit i
            is card i), and the sum of 3**i times the :class:`Holder` of catcher i, the last
            varying fastest.
        tricks_won: tricks of side 0 before the position.
        honours_won: honours in them.
        captured_won: captured cards in them.
        caught: for each catcher the side that won a trick with it before the position; empty:
            nobody.

    >>> objective = Objective.from_function(lambda end: end.tricks, tricks=2)
    >>> objective.utility
    (0, 1, 2)
    """

    honours: Hand
    captured: tuple[Card, ...]
    catchers: tuple[Card, ...]
    tricks: int
    utility: tuple[int, ...]
    tricks_won: int = 0
    honours_won: int = 0
    captured_won: Hand = Hand()
    caught: tuple[Holder, ...] = ()

    @classmethod
    def from_function(
        cls,
        value: Callable[[Outcome], int],
        *,
        tricks: int = 13,
        honours: Hand = Hand(),  # noqa: B008  an immutable value
        captured: tuple[Card, ...] = (),
        catchers: tuple[Card, ...] = (),
    ) -> Objective:
        """Tabulates a function of the end of the deal."""
        sets = [
            Hand.of(card for at, card in enumerate(captured) if key >> at & 1)
            for key in range(1 << len(captured))
        ]
        holdings = [each[::-1] for each in product(Holder, repeat=len(catchers))]
        ends = product(range(tricks + 1), range(len(honours) + 1), sets, holdings)
        return cls(honours, captured, catchers, tricks, tuple(value(Outcome(*end)) for end in ends))

    @classmethod
    def of_deal(
        cls,
        scoring: DealScoring,
        *,
        trump: Suit | None,
        tricks: int = 13,
        dealt: Hand | None = None,
        score: tuple[int, int] = (0, 0),
        seats: tuple[int, int] = (2, 2),
    ) -> Objective:
        """The difference of the sides' points in the deal (C3, C5, CS1-CS4, H5).

        The table is filled in by ``scoring`` itself, so that the rule stands in one place. Honours
        that count as dealt are left out: no play changes them.

        Args:
            scoring: the scoring of the deal between two sides.
            trump: the trump suit, or None.
            tricks: the number of tricks of the deal.
            dealt: the cards dealt, if not the whole pack; others count for nobody.
            score: the score of the two sides before the deal.
            seats: the number of seats of each side.

        Raises:
            OddtrickError: more trumps score than a table has room for.

        >>> from oddtrick.cards import Suit
        >>> from oddtrick.scoring import CatchTheTen
        >>> objective = Objective.of_deal(CatchTheTen(), trump=Suit.HEARTS)
        >>> objective.utility[(7 * 5 + 4) * 3 + Holder.US]  # one odd trick, all honours, the ten
        15
        """
        pack = FULL_PACK if dealt is None else dealt.mask
        assert isinstance(scoring, Hashable)
        return _of_deal(scoring, trump, tricks, pack, score=score, seats=seats)

    def after(self, tricks: Iterable[PlayedTrick], sides: tuple[int, ...]) -> Objective:
        """The same objective after these tricks.

        Args:
            tricks: complete tricks.
            sides: the side of each seat, 0 or 1.
        """
        won, honours, captured = self.tricks_won, self.honours_won, self.captured_won.mask
        caught = dict(zip(self.catchers, self.caught, strict=False))
        for trick in tricks:
            ours, cards = sides[trick.winner] == 0, mask_of(trick.cards)
            won_with = trick.cards[trick.seats.index(trick.winner)]
            if won_with in self.catchers:
                caught[won_with] = Holder.US if ours else Holder.THEM
            if ours:
                won += 1
                honours += (self.honours.mask & cards).bit_count()
                captured |= mask_of(self.captured) & cards
        return replace(
            self,
            tricks_won=won,
            honours_won=honours,
            captured_won=Hand(captured),
            caught=tuple(caught.get(card, Holder.NOBODY) for card in self.catchers),
        )

    def kernel(self) -> _kernel.Objective:
        """Returns the kernel's form.

        Raises:
            OddtrickError: a number is out of range.
        """
        try:
            return _kernel.Objective(
                honours=self.honours.mask,
                captured=self.captured,
                catchers=self.catchers,
                tricks=self.tricks,
                utility=self.utility,
                tricks_won=self.tricks_won,
                honours_won=self.honours_won,
                captured_won=sum(
                    1 << at for at, card in enumerate(self.captured) if card in self.captured_won
                ),
                caught=self.caught,
            )
        except (TypeError, ValueError) as error:
            raise OddtrickError(
                f"this objective is not a table of small whole numbers: {error}"
            ) from (error)


@lru_cache(256)
def _of_deal(
    scoring: DealScoring,
    trump: Suit | None,
    tricks: int,
    pack: int,
    *,
    score: tuple[int, int],
    seats: tuple[int, int],
) -> Objective:
    """The objective of a deal: its table takes thousands of calls of the scoring code."""
    profile = scoring.profile
    counted = HONOUR_RANKS if trump is not None and profile.honours is Honours.CAPTURED else ()
    honours = Hand(mask_of(card_at(trump or 0, rank) for rank in counted) & pack)
    # The kernel tries cards of higher bits first, so those with more points come last.
    points = profile.captured_points(trump)
    captured = tuple(sorted((card for card in points if pack & card.bit), key=points.__getitem__))
    catchers = tuple(card for card in profile.winning_points(trump) if pack & card.bit)
    size = (tricks + 1) * (len(honours) + 1) * 2 ** len(captured) * 3 ** len(catchers)
    if len(captured) > MAX_CAPTURED or len(catchers) > MAX_CATCHERS or size > MAX_UTILITIES:
        raise OddtrickError(
            f"{type(scoring).__name__} can't be solved: its profile names {len(captured)} trumps "
            f"in captures and {len(catchers)} in wins_with, which makes {size:,} outcomes; write "
            f"at most {MAX_CAPTURED} and {MAX_CATCHERS}, and {MAX_UTILITIES:,} outcomes"
        )
    deal = _Deal(tricks, honours, captured, catchers, pack, trump, score, seats)

    def value(end: Outcome) -> int:
        return sum(first - second for first, second in scoring.stages(deal.facts(end)))

    return Objective.from_function(
        value, tricks=tricks, honours=honours, captured=captured, catchers=catchers
    )


class _Deal(msgspec.Struct, frozen=True):
    """A deal between two sides, of which only the watched cards matter."""

    tricks: int
    honours: Hand
    captured: tuple[Card, ...]
    catchers: tuple[Card, ...]
    pack: int
    trump: Suit | None
    score: tuple[int, int]
    seats: tuple[int, int]

    def facts(self, end: Outcome) -> DealFacts:
        """The facts of a finished deal of two seats, one on each side, with this outcome."""
        watched = mask_of((*self.honours, *self.captured, *self.catchers))
        ours = self._taken(end)
        players, won = sum(self.seats), (end.tricks, self.tricks - end.tricks)
        first, rest = _filled(ours, won[0] * players, self.pack & ~watched)
        second, _ = _filled(watched & ~ours, won[1] * players, rest)
        dealt, rest = _filled(0, self.seats[0] * self.tricks, self.pack)
        return DealFacts(
            sides=((0,), (1,)),
            tricks=won,
            taken=(first, second),
            dealt=(dealt, _filled(0, self.seats[1] * self.tricks, rest)[0]),
            winning=mask_of(self.catchers) & ~self._held(end, Holder.NOBODY),
            trump=self.trump,
            score=self.score,
        )

    def _taken(self, end: Outcome) -> int:
        """The watched cards that side 0 has taken; honours may be watched by themselves too."""
        ours = end.captured.mask | self._held(end, Holder.US)
        theirs = mask_of(self.captured) & ~ours | self._held(end, Holder.THEM)
        free = [card for card in self.honours if not (ours | theirs) & card.bit]
        missing = max(0, end.honours - (ours & self.honours.mask).bit_count())
        return ours | mask_of(free[:missing])

    def _held(self, end: Outcome, holder: Holder) -> int:
        """The catchers that this side won a trick with."""
        by = zip(self.catchers, end.holders, strict=True)
        return mask_of(card for card, each in by if each is holder)


def _filled(cards: int, size: int, others: int) -> tuple[int, int]:
    """Fills up cards to a size with others that do not score, and returns the rest of these."""
    for _ in range(size - cards.bit_count()):
        cards |= others & -others
        others &= others - 1
    return cards, others
