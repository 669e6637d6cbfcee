"""The play of one hand, card by card: the hot path of every match."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from oddtrick.calls import Bid
from oddtrick.cards import Card, Suit, cards_in, check_card, no_card
from oddtrick.errors import RuleBroken
from oddtrick.match.chance_actions import Cut, Deal, StillTied
from oddtrick.match.phase import Phase
from oddtrick.rules import PASS, Play, Throw, parse_play
from oddtrick.tricks import Strengths, Trick, check_seat, from_seat
from oddtrick.views import Awaited, PlayedTrick

if TYPE_CHECKING:
    from collections.abc import Iterable

    from oddtrick.match.chance_actions import Action
    from oddtrick.match.deal_log import DealLog
    from oddtrick.match.state import Match


def played_cards(plays: Iterable[Play]) -> tuple[Card, ...]:
    """The cards among the plays of a hand, in order."""
    return tuple([play for play in plays if type(play) is Card])


class Layout(msgspec.Struct, frozen=True):
    """The part of a hand that stays fixed during its play.

    Args:
        dealt: the cards (mask) that each seat was dealt for this hand, and those it has drawn.
        rotations: for each seat still in, the seats in playing order when it leads.
        trump: the trump suit, or None.
        order: the strength of each card.
        tricks: the number of tricks in the hand.
        break_trumps: trumps may not be led before they are broken (K7).
        dogs: the seats with one card, that may pass at any trick but the last (X5).
        stock: the cards that are still to be drawn, the top one first (G3).
    """

    dealt: tuple[int, ...]
    rotations: tuple[tuple[int, ...], ...]
    trump: Suit | None
    order: Strengths
    tricks: int
    break_trumps: bool
    dogs: tuple[int, ...] = ()
    stock: tuple[Card, ...] = ()

    def after_draw(self, seats: tuple[int, ...]) -> Layout:
        """The layout after these seats, in this order, have drawn a card each (G3)."""
        dealt = list(self.dealt)
        for seat, card in zip(seats, self.stock, strict=False):
            dealt[seat] |= card.bit
        return replace(self, dealt=tuple(dealt), stock=self.stock[len(seats) :])


class Playing(Phase, frozen=True):
    """A hand under way.

    Args:
        layout: what stays fixed.
        trick: the trick under way; its seats are those that have played or may still do so.
        plays: every card and pass, in order, those of the trick under way included.
        winners: the seat that won each complete trick.
        gone: the cards played, as a mask.
        broken: a trump has been played to a lead of another suit (K7).
        settled: the number of ``plays`` in complete tricks.
    """

    layout: Layout
    trick: Trick
    plays: tuple[Play, ...] = ()
    winners: tuple[int, ...] = ()
    gone: int = 0
    broken: bool = False
    settled: int = 0

    awaited = Awaited.CARD
    waits = "plays a card"

    @property
    def to_act(self) -> int:
        """The seat to play."""
        return self.trick.seats[len(self.trick.cards)]

    @property
    def complete(self) -> bool:
        """True if the last trick has been played."""
        return len(self.winners) == self.layout.tricks

    @property
    def may_pass(self) -> bool:
        """True if the seat to act may pass instead of playing its card (X5)."""
        layout = self.layout
        return self.to_act in layout.dogs and len(self.winners) < layout.tricks - 1

    @property
    def passed(self) -> tuple[int, ...]:
        """The seats that have passed at the trick under way, ascending (X5)."""
        seats = self.trick.seats
        return tuple(dog for dog in self.layout.dogs if dog not in seats and self.held(dog))

    def held(self, seat: int) -> int:
        """The cards (mask) that a seat still holds.

        Raises:
            RuleBroken: there is no such seat.
        """
        dealt = self.layout.dealt
        return dealt[check_seat(seat, len(dealt))] & ~self.gone

    def legal_mask(self) -> int:
        """The cards (mask) that the seat to act may play (T2, T3, K7)."""
        trick, layout = self.trick, self.layout
        cards = trick.cards
        held = layout.dealt[trick.seats[len(cards)]] & ~self.gone
        if cards:
            return trick.legal(held)
        if layout.break_trumps and not self.broken and layout.trump is not None:
            return held & ~layout.trump.mask or held
        return held

    def legal(self) -> tuple[Play, ...]:
        """The legal plays, ascending: cards, and passing where that is allowed."""
        cards = cards_in(self.legal_mask())
        return (*cards, PASS) if self.layout.dogs and self.may_pass else cards

    def parse(self, text: str) -> Play:
        """Parses a card or a pass."""
        return parse_play(text)

    def misplaced(self, action: object) -> RuleBroken:
        """The refusal; to anything that is no action it says how a card is written."""
        if isinstance(action, (Suit, Throw, Bid, Deal, Cut, StillTied)):
            return super().misplaced(action)
        return RuleBroken(no_card(action, "play"))

    def apply(self, match: Match, action: Action) -> Match:
        """One more card or pass; the last one ends the hand."""
        if type(action) is Card:
            hand = self._after_card(action)
        elif action is PASS:
            hand = self.after(action)
        else:
            raise self.misplaced(action)
        if len(hand.winners) < hand.layout.tricks:
            return match.enter(hand)
        log = match.deal
        return match.with_deal(hands=(*log.hands, hand.as_played(log))).proceed()

    def as_played(self, log: DealLog) -> PlayedHand:
        """The hand as far as it has been played, for the log of its deal."""
        return PlayedHand(log.leader, self.plays, self.winners, log.dogs)

    def after(self, play: Play) -> Playing:
        """The hand after one more card, or a pass.

        Raises:
            OddtrickError: it is neither.
            RuleBroken: the card is not held, does not follow suit, or leads unbroken trumps; or
                the seat may not pass.
        """
        if play is PASS:
            return self._after_pass()
        return self._after_card(check_card(play, "play"))

    def _after_card(self, card: Card) -> Playing:
        bit = card.bit
        if not self.legal_mask() & bit:
            self._refuse(card)
        return self._after(self.trick.play(card), (*self.plays, card), self.gone | bit)

    def _after_pass(self) -> Playing:
        """The hand without the seat to act in this trick (X5)."""
        if not self.may_pass:
            if self.to_act in self.layout.dogs:
                raise RuleBroken(f"seat {self.to_act} must play its card to the last trick", "X5")
            raise RuleBroken(f"seat {self.to_act} may not pass: it plays a card", "T3")
        return self._after(self.trick.without(self.to_act), (*self.plays, PASS), self.gone)

    def _after(self, trick: Trick, plays: tuple[Play, ...], gone: int) -> Playing:
        """The hand with this trick; a complete one is gathered, its winner leads next (T5)."""
        layout = self.layout
        if len(trick.cards) < len(trick.seats):
            return Playing(layout, trick, plays, self.winners, gone, self.broken, self.settled)
        winner = trick.seats[trick.best]
        seats = layout.rotations[winner]
        if layout.dogs:  # one that has played its card leads no more: the seat to its left does
            seats = tuple(seat for seat in seats if layout.dealt[seat] & ~gone)
        if layout.stock:
            layout = layout.after_draw(seats)
        return Playing(
            layout,
            Trick(seats, (), layout.trump, layout.order),
            plays,
            (*self.winners, winner),
            gone,
            self.broken or (layout.break_trumps and _breaks(trick)),
            len(plays),
        )

    def _refuse(self, card: Card) -> None:
        if self.gone & card.bit:
            raise RuleBroken(f"{card} has been played already", "T3")
        self.trick.check(card, self.held(self.to_act))
        raise RuleBroken(
            f"{card} leads trumps before they are broken, seat {self.to_act} holds "
            + " ".join(map(str, self.legal())),
            "K7",
        )


def _breaks(trick: Trick) -> bool:
    return trick.led is not trick.trump and any(card.suit is trick.trump for card in trick.cards)


class PlayedHand(msgspec.Struct, frozen=True):
    """A hand that is finished or under way.

    Args:
        leader: the seat whose turn came first.
        plays: the cards and passes, in order.
        winners: the seat that won each complete trick.
        dogs: the seats with one card, that may pass (X5).
    """

    leader: int
    plays: tuple[Play, ...]
    winners: tuple[int, ...]
    dogs: tuple[int, ...] = ()

    def turns(self, seats: tuple[int, ...]) -> tuple[tuple[tuple[int, Play], ...], ...]:
        """The turns of each trick, as (seat, card or pass); the last trick may be incomplete.

        Args:
            seats: the seats that play in the deal.
        """
        tricks: list[tuple[tuple[int, Play], ...]] = []
        start, leader = 0, self.leader
        while start < len(self.plays):
            if tricks:
                leader = self.winners[len(tricks) - 1]
            order = from_seat(seats, leader)
            if self.dogs:
                spent = {seat for trick in tricks for seat, play in trick if play is not PASS}
                order = tuple(seat for seat in order if seat not in spent.intersection(self.dogs))
            tricks.append(tuple(zip(order, self.plays[start:], strict=False)))
            start += len(order)
        return tuple(tricks)

    def draws(
        self, seats: tuple[int, ...], stock: tuple[Card, ...]
    ) -> tuple[tuple[tuple[int, Card], ...], ...]:
        """The cards drawn after each complete trick while the stock lasts, as (seat, card) (G3).

        Args:
            seats: the seats that play in the deal.
            stock: the stock as it was dealt.
        """
        size = len(seats)
        return tuple(
            tuple(zip(from_seat(seats, winner), stock[size * trick :], strict=False))
            for trick, winner in enumerate(self.winners[: len(stock) // size])
        )

    def tricks(self, seats: tuple[int, ...]) -> tuple[tuple[tuple[int, Card], ...], ...]:
        """The tricks, each a tuple of (seat, card); the last may be incomplete."""
        return tuple(
            tuple((seat, play) for seat, play in turns if isinstance(play, Card))
            for turns in self.turns(seats)
        )

    def played_tricks(self, seats: tuple[int, ...]) -> tuple[PlayedTrick, ...]:
        """The complete tricks in public form."""
        return tuple(
            _played_trick(turns, winner)
            for turns, winner in zip(self.turns(seats), self.winners, strict=False)
        )


def _played_trick(turns: tuple[tuple[int, Play], ...], winner: int) -> PlayedTrick:
    played = [(seat, play) for seat, play in turns if isinstance(play, Card)]
    return PlayedTrick(
        tuple([seat for seat, _ in played]),
        tuple([card for _, card in played]),
        winner,
        tuple([seat for seat, play in turns if play is PASS]),
    )


def open_hand(
    dealt: tuple[int, ...],
    *,
    leader: int,
    seats: tuple[int, ...],
    trump: Suit | None,
    order: Strengths,
    break_trumps: bool,
    dogs: tuple[int, ...] = (),
    stock: tuple[Card, ...] = (),
) -> Playing:
    """A hand before its first lead."""
    rotations = tuple(from_seat(seats, seat) if seat in seats else () for seat in range(len(dealt)))
    tricks = max(hand.bit_count() for hand in dealt) + len(stock) // len(seats)
    layout = Layout(dealt, rotations, trump, order, tricks, break_trumps, dogs, stock)
    return Playing(layout, Trick(rotations[leader], (), trump, order))
