"""Positions to solve, from a seed: random deals, endings reached by random play, and freaks."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from oddtrick.cards import CARDS, Card, Hand, Suit, cards_in, mask_of
from oddtrick.tricks import Trick, from_seat

if TYPE_CHECKING:
    from random import Random

SEATS = range(4)
TRICK = 4


@dataclass(frozen=True)
class Open:
    """The cards of four seats at one moment of the play, ace high, seats 0 and 2 against 1 and 3.

    Args:
        hands: the remaining cards of each seat.
        trump: the trump suit, or None.
        leader: the seat that leads, or has led, the trick.
        trick: the cards on the table, from the leader's on; they are in no hand.
    """

    hands: tuple[Hand, ...]
    trump: Suit | None
    leader: int
    trick: tuple[Card, ...] = ()

    @property
    def to_play(self) -> int:
        """The seat that plays next."""
        return (self.leader + len(self.trick)) % TRICK

    def after(self, card: Card) -> Open:
        """The position when the seat to play has played a card."""
        hands = list(self.hands)
        hands[self.to_play] -= Hand(card.bit)
        trick = Trick(from_seat(SEATS, self.leader), (*self.trick, card), self.trump)
        if not trick.complete:
            return replace(self, hands=tuple(hands), trick=trick.cards)
        winner = trick.winner
        assert winner is not None
        return replace(self, hands=tuple(hands), leader=winner, trick=())

    def legal(self) -> tuple[Card, ...]:
        """The legal cards of the seat to play."""
        trick = Trick(from_seat(SEATS, self.leader), self.trick, self.trump)
        return cards_in(trick.legal(self.hands[self.to_play].mask))


def full_deal(rng: Random, *, trumps: bool) -> Open:
    """Thirteen cards each, any leader; any suit is trumps, or none."""
    pack = rng.sample(CARDS, len(CARDS))
    hands = tuple(Hand(mask_of(pack[seat::TRICK])) for seat in SEATS)
    return Open(hands, Suit(rng.randrange(4)) if trumps else None, rng.randrange(TRICK))


def ending(rng: Random, cards: int, played: int = 0, *, trumps: bool) -> Open:
    """An ending reached by random legal play of a full deal.

    Args:
        rng: the source of randomness.
        cards: the tricks left, including the one under way.
        played: the cards on the table.
        trumps: whether there is a trump suit.
    """
    place = full_deal(rng, trumps=trumps)
    for _ in range(TRICK * (13 - cards) + played):
        place = place.after(rng.choice(place.legal()))
    return place


def four_voids(rng: Random) -> Open:
    """A freak without trumps: each seat is void in a suit of its own, and random otherwise."""
    while True:
        voids = rng.sample(tuple(Suit), len(Suit))
        masks = [0] * TRICK
        for card in CARDS:
            masks[rng.choice([seat for seat in SEATS if voids[seat] is not card.suit])] |= card.bit
        if all(mask.bit_count() == 13 for mask in masks):
            return Open(tuple(map(Hand, masks)), None, rng.randrange(TRICK))
