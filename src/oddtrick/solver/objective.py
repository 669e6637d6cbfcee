"""Utilities of a deal that are not a sum over its tricks: honours taken, a card caught."""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from oddtrick.cards import Card, Hand, card_at, cards_in, mask_of
from oddtrick.errors import OddtrickError
from oddtrick.scoring import DealFacts, DealScoring
from oddtrick.scoring.deals import HONOUR_RANKS
from oddtrick.solver import _kernel

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from oddtrick.cards import Suit
    from oddtrick.views import PlayedTrick


class Holder(IntEnum):
    """The side that won a trick *with* the catcher of an objective (CS2)."""

    NOBODY = 0
    US = 1
    THEM = 2


class Objective(msgspec.Struct, frozen=True):
    """The utility of side 0 at the end of the deal, as a table; that of side 1 is its negative.

    Args:
        honours: the cards that count for the side that takes them in a trick.
        catcher: the card that counts for the side that wins a trick with it (CS2), or None.
        tricks: the number of tricks of the deal.
        utility: -30000 to 30000, by tricks won, honours taken and :class:`Holder`, the last
            varying fastest: ``(tricks + 1) * (honours + 1) * 3`` numbers.
        tricks_won: tricks of side 0 before the position.
        honours_won: honours in them.
        caught: the side that won a trick with ``catcher`` before the position.

    >>> objective = Objective.from_function(lambda tricks, _honours, _by: tricks, tricks=2)
    >>> objective.utility
    (0, 0, 0, 1, 1, 1, 2, 2, 2)
    """

    honours: Hand
    catcher: Card | None
    tricks: int
    utility: tuple[int, ...]
    tricks_won: int = 0
    honours_won: int = 0
    caught: Holder = Holder.NOBODY

    @classmethod
    def from_function(
        cls,
        value: Callable[[int, int, Holder], int],
        *,
        tricks: int = 13,
        honours: Hand = Hand(),  # noqa: B008  an immutable value
        catcher: Card | None = None,
    ) -> Objective:
        """Tabulates a function of tricks won, honours taken and the holder of the catcher."""
        utility = tuple(
            value(won, taken, by)
            for won in range(tricks + 1)
            for taken in range(len(honours) + 1)
            for by in Holder
        )
        return cls(honours, catcher, tricks, utility)

    @classmethod
    def of_deal(
        cls,
        scoring: DealScoring,
        *,
        trump: Suit | None,
        tricks: int = 13,
        dealt: Hand | None = None,
        score: tuple[int, int] = (0, 0),
    ) -> Objective:
        """The difference of the sides' points in the deal (C3, C5, CS1-CS4, H5).

        The table is filled in by ``scoring`` itself, so that the rule stands in one place.

        Args:
            scoring: the scoring of the deal between two sides, by tricks, honours taken in them
                and one catcher.
            trump: the trump suit, or None.
            tricks: the number of tricks of the deal.
            dealt: the cards dealt, if not the whole pack; other honours count for nobody.
            score: the score of the two sides before the deal.

        >>> from oddtrick.cards import Suit
        >>> from oddtrick.scoring import CatchTheTen
        >>> objective = Objective.of_deal(CatchTheTen(), trump=Suit.HEARTS)
        >>> objective.utility[(7 * 5 + 4) * 3 + Holder.US]  # one odd trick, all honours, the ten
        15
        """
        present = ~0 if dealt is None else dealt.mask
        ranks = HONOUR_RANKS if trump is not None else ()
        honours = Hand(mask_of(card_at(trump or 0, rank) for rank in ranks) & present)
        catchers = [card for card in scoring.profile.winning_points(trump) if present & card.bit]
        catcher = catchers[0] if catchers else None

        def value(won: int, taken: int, by: Holder) -> int:
            facts = _facts(
                tricks=(won, tricks - won),
                honours=honours,
                taken=taken,
                catcher=catcher,
                by=by,
                trump=trump,
                score=score,
            )
            stages = scoring.stages(facts)
            return sum(first - second for first, second in stages)

        return cls.from_function(value, tricks=tricks, honours=honours, catcher=catcher)

    def after(self, tricks: Iterable[PlayedTrick], sides: tuple[int, ...]) -> Objective:
        """The same objective after these tricks.

        Args:
            tricks: complete tricks.
            sides: the side of each seat, 0 or 1.
        """
        now = self
        for trick in tricks:
            ours = sides[trick.winner] == 0
            won_with = trick.cards[trick.seats.index(trick.winner)]
            taken = (self.honours.mask & mask_of(trick.cards)).bit_count()
            now = replace(
                now,
                tricks_won=now.tricks_won + ours,
                honours_won=now.honours_won + taken * ours,
                caught=(Holder.US if ours else Holder.THEM)
                if won_with == self.catcher
                else now.caught,
            )
        return now

    def kernel(self) -> _kernel.Objective:
        """Returns the kernel's form.

        Raises:
            OddtrickError: a number is out of range.
        """
        try:
            return _kernel.Objective(
                honours=self.honours.mask,
                catcher=-1 if self.catcher is None else self.catcher,
                tricks=self.tricks,
                utility=self.utility,
                tricks_won=self.tricks_won,
                honours_won=self.honours_won,
                caught=self.caught,
            )
        except (TypeError, ValueError) as error:
            raise OddtrickError(
                f"this objective is no table of small whole numbers: {error}"
            ) from (error)


def _facts(
    *,
    tricks: tuple[int, int],
    honours: Hand,
    taken: int,
    catcher: Card | None,
    by: Holder,
    trump: Suit | None,
    score: tuple[int, int],
) -> DealFacts:
    """The facts of a finished deal of two seats, one on each side, with this outcome."""
    held = cards_in(honours.mask)
    ours, theirs = mask_of(held[:taken]), mask_of(held[taken:])
    bit = 0 if catcher is None else catcher.bit
    return DealFacts(
        sides=((0,), (1,)),
        tricks=tricks,
        taken=(ours | bit * (by is Holder.US), theirs | bit * (by is not Holder.US)),
        dealt=(0, 0),
        winning=0 if by is Holder.NOBODY else bit,
        trump=trump,
        score=score,
    )
