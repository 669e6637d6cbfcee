"""The play of one hand, card by card: the hot path of every match."""

from __future__ import annotations

import msgspec

from oddtrick.cards import Card, Suit, cards_in, check_card
from oddtrick.errors import RuleBroken
from oddtrick.tricks import Strengths, Trick, check_seat, from_seat, left_of
from oddtrick.views import PlayedTrick


class Layout(msgspec.Struct, frozen=True):
    """The part of a hand that stays fixed during its play.

    Args:
        dealt: the cards (mask) that each seat was dealt for this hand.
        rotations: for each seat still in, the seats in playing order when it leads.
        trump: the trump suit, or None.
        order: the strength of each card.
        tricks: the number of tricks in the hand.
        break_trumps: trumps may not be led before they are broken (K7).
    """

    dealt: tuple[int, ...]
    rotations: tuple[tuple[int, ...], ...]
    trump: Suit | None
    order: Strengths
    tricks: int
    break_trumps: bool


class Playing(msgspec.Struct, frozen=True):
    """A hand under way.

    Args:
        layout: what stays fixed.
        trick: the trick under way.
        plays: every card played, in order, those of the trick under way included.
        winners: the seat that won each complete trick.
        gone: the cards played, as a mask.
        broken: a trump has been played to a lead of another suit (K7).
    """

    layout: Layout
    trick: Trick
    plays: tuple[Card, ...] = ()
    winners: tuple[int, ...] = ()
    gone: int = 0
    broken: bool = False

    @property
    def to_act(self) -> int:
        """The seat to play."""
        return self.trick.seats[len(self.trick.cards)]

    @property
    def complete(self) -> bool:
        """True if the last trick has been played."""
        return len(self.winners) == self.layout.tricks

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

    def legal(self) -> tuple[Card, ...]:
        """The same as cards, ascending."""
        return cards_in(self.legal_mask())

    def after(self, card: Card) -> Playing:
        """The hand with one more card played.

        Raises:
            OddtrickError: it is no card.
            RuleBroken: the card is not held, does not follow suit, or leads unbroken trumps.
        """
        if type(card) is not Card:
            check_card(card, "play")
        if not self.legal_mask() & card.bit:
            self._refuse(card)
        trick = self.trick.play(card)
        if len(trick.cards) < len(trick.seats):
            plays, gone = (*self.plays, card), self.gone | card.bit
            return Playing(self.layout, trick, plays, self.winners, gone, self.broken)
        return self._gather(trick, card)

    def _gather(self, trick: Trick, card: Card) -> Playing:
        """Gathers a complete trick; its winner leads to the next (T5)."""
        layout = self.layout
        winner = trick.seats[trick.best]
        return Playing(
            layout,
            Trick(layout.rotations[winner], (), layout.trump, layout.order),
            (*self.plays, card),
            (*self.winners, winner),
            self.gone | card.bit,
            self.broken or (layout.break_trumps and _breaks(trick)),
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
        leader: the seat that led to the first trick.
        plays: the cards in the order played.
        winners: the seat that won each complete trick.
    """

    leader: int
    plays: tuple[Card, ...]
    winners: tuple[int, ...]

    @property
    def leaders(self) -> tuple[int, ...]:
        """The seat that led to each trick; after the last complete one, the next leader."""
        return (self.leader, *self.winners)

    def tricks(self, seats: tuple[int, ...]) -> tuple[tuple[tuple[int, Card], ...], ...]:
        """The tricks, each a tuple of (seat, card); the last may be incomplete."""
        size = len(seats)
        tricks = []
        for number, start in enumerate(range(0, len(self.plays), size)):
            order = from_seat(seats, self.leaders[number])
            tricks.append(tuple(zip(order, self.plays[start : start + size], strict=False)))
        return tuple(tricks)

    def played_tricks(self, seats: tuple[int, ...]) -> tuple[PlayedTrick, ...]:
        """The complete tricks in public form."""
        return tuple(
            PlayedTrick(tuple(seat for seat, _ in trick), tuple(card for _, card in trick), winner)
            for trick, winner in zip(self.tricks(seats), self.winners, strict=False)
        )


def open_hand(
    dealt: tuple[int, ...],
    *,
    dealer: int,
    seats: tuple[int, ...],
    trump: Suit | None,
    order: Strengths,
    break_trumps: bool,
) -> Playing:
    """A hand before its first lead, which is the eldest hand's (T2, K6)."""
    eldest = left_of(seats, dealer)
    rotations = tuple(from_seat(seats, seat) if seat in seats else () for seat in range(len(dealt)))
    layout = Layout(dealt, rotations, trump, order, dealt[eldest].bit_count(), break_trumps)
    return Playing(layout, Trick(rotations[eldest], (), trump, order))
