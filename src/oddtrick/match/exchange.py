"""The exchange of the kitty: the declarer takes the undealt cards, and discards as many (B3)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import Struct

from oddtrick.cards import Card, Hand, mask_of
from oddtrick.errors import RuleBroken
from oddtrick.match.call_phase import CallPhase
from oddtrick.views import OUT_OF_PLAY

if TYPE_CHECKING:
    from oddtrick.calls import Made
    from oddtrick.match.deal_log import DealLog
    from oddtrick.match.state import Match
    from oddtrick.views import Places


class Exchange(CallPhase, frozen=True, kw_only=True):
    """A seat has taken the kitty, and discards as many cards, one by one, in secret.

    Args:
        seat: the seat.
        held: its cards, with those of the kitty.
        kitty: the cards of the kitty.
        is_open: all have seen the kitty.
    """

    seat: int
    held: Hand
    kitty: Hand
    is_open: bool

    name = "discards"
    rule = "B3"

    @property
    def to_act(self) -> int:
        """The seat that discards."""
        return self.seat

    @property
    def complete(self) -> bool:
        """True once it has as many cards as the others."""
        return len(self.made) == len(self.kitty)

    @property
    def discarded(self) -> Hand:
        """The cards discarded so far."""
        return Hand(mask_of(card for _, card in self.made if isinstance(card, Card)))

    def legal(self) -> tuple[Card, ...]:
        """Any card in hand, of the kitty or not."""
        return tuple(self.held - self.discarded)

    def misplaced(self, action: object) -> RuleBroken:
        """The refusal of a card that the seat does not hold."""
        if isinstance(action, Card) and action not in self.legal():
            return RuleBroken(f"seat {self.seat} does not hold {action}", self.rule)
        return super().misplaced(action)

    def seen_by(self, seat: int | None) -> Made:
        """The discards, which nobody else sees."""
        return tuple((by, card if by == seat else None) for by, card in self.made)

    def places_seen_by(self, seat: int | None) -> Places:
        """The own discards; of a kitty shown, its cards: taken, and perhaps discarded."""
        if seat == self.seat:
            return (((OUT_OF_PLAY,), self.discarded),)
        return (((self.seat, OUT_OF_PLAY), self.kitty),) if self.is_open else ()

    def held_hands(self, log: DealLog) -> tuple[Hand, ...]:
        """The hands, with the cards taken and without those discarded."""
        hands = list(super().held_hands(log))
        hands[self.seat] = self.held - self.discarded
        return tuple(hands)

    def shown(self, seat: int | None) -> dict[str, Any]:
        """The kitty, to those who have seen it."""
        return {"kitty": self.kitty if self.is_open or seat == self.seat else Hand()}

    def settle(self, match: Match) -> Match:
        """The hands that are played."""
        return match.with_deal(held=(self.held_hands(match.deal),))


class TakeKitty(Struct, frozen=True):
    """The step in which the declarer of the contract takes the kitty, once.

    Args:
        shown: the kitty is shown to all before it is taken.
    """

    shown: bool

    def __call__(self, match: Match) -> Exchange | None:
        """Opens the exchange, once there is a contract."""
        log = match.deal
        if log.called(Exchange.name) or log.contract is None or log.contract.declarer is None:
            return None
        assert log.deal is not None
        (hands,), seat = log.deal.hands, log.contract.declarer
        kitty = Hand(match.rules.pack & ~sum(hand.mask for hand in hands))
        return Exchange(seat=seat, held=hands[seat] | kitty, kitty=kitty, is_open=self.shown)
