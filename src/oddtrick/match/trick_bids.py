"""Bids of a number of tricks, each seat once: a phase that games configure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from oddtrick.calls import TRICK_BIDS, Bid
from oddtrick.errors import RuleBroken
from oddtrick.match.call_phase import EachOnce
from oddtrick.tricks import from_seat, left_of

if TYPE_CHECKING:
    from oddtrick.match.state import Match


class BidTricks(Struct, frozen=True):
    """The step in which each seat bids a number of tricks, once (O3, O4).

    Starting left of the dealer, openly, from none to all tricks of the deal.

    Args:
        hook: the dealer's bid may not make the bids add up to the tricks.
        cites: the id of the rule of the bids.
        hook_cites: the id of the rule of the hook.
    """

    hook: bool = False
    cites: str = "O3"
    hook_cites: str = "O4"

    def __call__(self, match: Match) -> TrickBidding | None:
        """Opens the bidding, once."""
        log = match.deal
        if log.called(TRICK_BIDS):
            return None
        seats = from_seat(log.seats, left_of(log.seats, log.dealer))
        return TrickBidding(seats=seats, tricks=match.rules.tricks_in(match.number), step=self)


class TrickBidding(EachOnce, frozen=True, kw_only=True):
    """The phase that :class:`BidTricks` opens, in which the dealer calls last.

    Args:
        tricks: the number of tricks in the deal.
        step: what the game has chosen.
    """

    tricks: int
    step: BidTricks

    name = TRICK_BIDS

    def legal(self) -> tuple[Bid, ...]:
        """Any number of tricks, but for the dealer's hook: the bids may not add up (O4)."""
        return tuple(Bid(number) for number in range(self.tricks + 1) if number != self._hooked_at)

    def misplaced(self, action: object) -> RuleBroken:
        """The refusal, with the rule of the bids or that of the hook."""
        broken = super().misplaced(action)
        if not isinstance(action, Bid):
            return broken
        if action.number != self._hooked_at:
            return RuleBroken(broken.what, self.step.cites)
        why = f"the last bid may not bring the sum to {self.tricks}, the number of tricks"
        return RuleBroken(f"{broken.what}: {why}", self.step.hook_cites)

    @property
    def _hooked_at(self) -> int | None:
        """The bid that the dealer may not make, or None."""
        if not self.step.hook or len(self.made) < len(self.seats) - 1:
            return None
        return self.tricks - sum(bid.number for _, bid in self.made if isinstance(bid, Bid))
