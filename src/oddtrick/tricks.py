"""One trick, for the whole family: its legal plays and its winner (T2-T5, S3, B4)."""

from __future__ import annotations

from enum import Enum
from operator import index
from typing import TYPE_CHECKING

import msgspec

from oddtrick.cards import CARDS, RANK_LETTERS, Card, Rank, Suit, card_at, cards_in
from oddtrick.errors import RuleBroken

if TYPE_CHECKING:
    from collections.abc import Sequence

SUIT_MASKS: tuple[int, ...] = tuple(suit.mask for suit in Suit)
"""The cards of each suit, as a mask, by the value of the suit."""

Strengths = tuple[int, ...]
"""The rank of each of the 52 cards; only cards of one suit are compared."""

_ACE_HIGH: Strengths = tuple(range(52))


class CardOrder(Enum):
    """The ranking of the cards of one suit."""

    ACE_HIGH = "ace-high"
    """A K Q J 10 9 … in every suit (W2)."""
    TRUMP_JACK_HIGH = "trump-jack-high"
    """The same, but the jack of trumps ranks above the ace of trumps (S3)."""
    LOW_WINS = "low-wins"
    """2 3 4 … K A in every suit (B4)."""
    LOW_WINS_ACE_HIGH = "low-wins-ace-high"
    """A 2 3 4 … K in every suit (B4)."""

    def strengths(self, trump: Suit | None) -> Strengths:
        """The place of each card under these trumps: a permutation of 0 … 51.

        >>> order = CardOrder.TRUMP_JACK_HIGH.strengths(Suit.HEARTS)
        >>> order[Card.HJ] > order[Card.HA] > order[Card.HK] > order[Card.HQ] > order[Card.HT]
        True
        """
        if self is CardOrder.LOW_WINS:
            return _LOW_WINS
        if self is CardOrder.LOW_WINS_ACE_HIGH:
            return _LOW_WINS_ACE_HIGH
        if self is CardOrder.ACE_HIGH or trump is None:
            return _ACE_HIGH
        return _JACK_HIGH[trump]

    @property
    def heights(self) -> tuple[int, ...]:
        """The height of each card in a suit that is not trumps, 0 to 12, as an ace-high rank.

        >>> CardOrder.LOW_WINS.heights[Card.D3] == Rank.KING
        True
        """
        return _HEIGHTS[self]


def _promote_jack(trump: Suit) -> Strengths:
    order = list(range(52))
    jack, ace = card_at(trump, Rank.JACK), card_at(trump, Rank.ACE)
    for card in range(jack + 1, ace + 1):
        order[card] -= 1
    order[jack] = ace
    return tuple(order)


_JACK_HIGH = tuple(_promote_jack(suit) for suit in Suit)


def _ranked(ranks: str) -> Strengths:
    """The same order in every suit: the letters of the ranks, the lowest first."""
    return tuple(13 * card.suit + ranks.index(card.rank.letter) for card in CARDS)


_LOW_WINS = _ranked(RANK_LETTERS[::-1])
_LOW_WINS_ACE_HIGH = _ranked(f"{RANK_LETTERS[-2::-1]}A")
_HEIGHTS = {
    order: tuple(strength % len(Rank) for strength in order.strengths(None)) for order in CardOrder
}


class Trick(msgspec.Struct, frozen=True):
    """A trick under way or complete.

    Args:
        seats: the seats in the order in which they play; the first leads.
        cards: the cards so far, in that order.
        trump: the trump suit, or None.
        order: the strength of each card, from :meth:`CardOrder.strengths`.

    >>> trick = Trick((1, 2, 3, 0), (Card.DK, Card.D2, Card.C3), Suit.CLUBS)
    >>> trick.winner, trick.to_play, trick.led, str(trick)
    (3, 0, <Suit.DIAMONDS: 1>, '1: KD 2D 3C')
    """

    seats: tuple[int, ...]
    cards: tuple[Card, ...] = ()
    trump: Suit | None = None
    order: Strengths = _ACE_HIGH

    @property
    def leader(self) -> int:
        """The seat that leads."""
        return self.seats[0]

    @property
    def led(self) -> Suit | None:
        """The suit led, or None before the lead."""
        return self.cards[0].suit if self.cards else None

    @property
    def complete(self) -> bool:
        """True when every seat has played."""
        return len(self.cards) == len(self.seats)

    @property
    def to_play(self) -> int | None:
        """The seat to play next, or None when the trick is complete."""
        return None if self.complete else self.seats[len(self.cards)]

    @property
    def best(self) -> int:
        """The place in ``cards`` of the card that is winning: highest trump, else suit led (T4)."""
        cards, order = self.cards, self.order
        best, best_card = 0, cards[0]
        for place in range(1, len(cards)):
            card = cards[place]
            if card.suit is best_card.suit:
                if order[card] > order[best_card]:
                    best, best_card = place, card
            elif card.suit is self.trump:
                best, best_card = place, card
        return best

    @property
    def winner(self) -> int | None:
        """The seat that is winning, or has won, the trick; None before the lead (T4)."""
        return self.seats[self.best] if self.cards else None

    def legal(self, held: int) -> int:
        """Of the cards held (a mask), those that may be played: follow suit if you can (T3)."""
        if not self.cards:
            return held
        return held & SUIT_MASKS[self.cards[0].suit] or held

    def play(self, card: Card) -> Trick:
        """The trick with one more card; the caller checks legality."""
        return Trick(self.seats, (*self.cards, card), self.trump, self.order)

    def without(self, seat: int) -> Trick:
        """The trick without a seat that passes (X5)."""
        seats = tuple(other for other in self.seats if other != seat)
        return Trick(seats, self.cards, self.trump, self.order)

    def check(self, card: Card, held: int) -> None:
        """Refuses a card that the next seat may not play (T3, T8).

        Raises:
            RuleBroken: the seat does not hold the card, or holds a card of the suit led.
        """
        seat = self.to_play
        if not held & card.bit:
            raise RuleBroken(f"seat {seat} does not hold {card}", "T3")
        if not self.legal(held) & card.bit:
            led = self.cards[0]
            could = " ".join(map(str, cards_in(self.legal(held))))
            raise RuleBroken(
                f"{card} does not follow suit, {led} was led and seat {seat} holds {could}", "T3"
            )

    def __str__(self) -> str:
        return f"{self.leader}: " + " ".join(map(str, self.cards))


def check_seat(seat: int, players: int, action: str = "") -> int:
    """Returns the seat as an ``int`` if a table has it: 0 to one less than its players (T1).

    Negative numbers do not count from the end, and a truth value is no number.

    Args:
        seat: the seat; a NumPy integer will do.
        players: the number of seats at the table.
        action: the action that the seat is given for, as in ``"deal"``, for the message.

    Raises:
        RuleBroken: there is no such seat.

    >>> check_seat(-1, 4)
    Traceback (most recent call last):
    ...
    oddtrick.errors.RuleBroken: there is no seat -1: the seats are 0 to 3 (T1)
    """
    if type(seat) is int and 0 <= seat < players:
        return seat
    try:
        number = None if isinstance(seat, bool) else int(index(seat))
    except TypeError:
        number = None
    if number is None:
        raise RuleBroken(f"{repr(seat)[:20]} is not a seat: write 0 to {players - 1}", "T1")
    if not 0 <= number < players:
        shown = str(number) if abs(number) < 1000 else f"{number:.0e}"
        what = f"seat {shown} can't {action}" if action else f"there is no seat {shown}"
        raise RuleBroken(f"{what}: the seats are 0 to {players - 1}", "T1")
    return number


def from_seat(seats: Sequence[int], first: int) -> tuple[int, ...]:
    """The seats clockwise from ``first`` (T1).

    >>> from_seat((0, 2, 3), 2)
    (2, 3, 0)
    """
    at = tuple(seats).index(first)
    return (*seats[at:], *seats[:at])


def left_of(seats: Sequence[int], seat: int) -> int:
    """The next of the seats clockwise; ``seat`` itself need not be among them (T1).

    >>> left_of((0, 2, 3), 0), left_of((0, 2, 3), 1), left_of((0, 2, 3), 3)
    (2, 2, 0)
    """
    return next((other for other in seats if other > seat), seats[0])
