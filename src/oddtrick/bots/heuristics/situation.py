"""The situation of a player whose turn it is: what a careful person would have in mind.

It is worked out once from the view, as far as a level remembers it; the rules of thumb ask it and
not the view. Cards are compared
by :attr:`Situation.order` only, so that the promoted jack of Scotch whist needs no word (S3).
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import msgspec

from oddtrick.bots.heuristics.card_distribution import Whereabouts, whereabouts
from oddtrick.bots.heuristics.card_values import Stakes, stakes_of
from oddtrick.bots.heuristics.memory import PERFECT, Memory, remembered
from oddtrick.bots.heuristics.negative_inference import denied
from oddtrick.cards import CARDS, Card, Suit, cards_in, mask_of
from oddtrick.errors import OddtrickError
from oddtrick.tricks import SUIT_MASKS, CardOrder, Strengths
from oddtrick.views import SeenTrick, View

if TYPE_CHECKING:
    from collections.abc import Iterable


class Situation(msgspec.Struct, frozen=True):
    """What a seat knows when it has to play a card.

    Args:
        view: all that the seat may know.
        seat: the seat to play.
        hand: its cards (mask).
        legal: the cards that it may play, ascending.
        trump: the trump suit, or None.
        order: the strength of each card.
        above: for each card the cards of its suit (mask) that are stronger.
        outside: the cards (mask) that another seat may hold, as far as is remembered.
        voids: for each seat the suits that it is remembered to be out of.
        tricks: the complete tricks of the hand whose leads are remembered.
        whereabouts: for each other seat what it probably holds.
        partners: the other seats of its side.
        opponents: the seats of the other sides that are still in.
        later: the seats that play to this trick after it, in order.
        led: the suit led, or None when it has to lead.
        best: the card that is winning, or None before the lead.
        winner: the seat that played it.
        winners: the legal cards that would be the best of the trick so far, weakest first.
        stakes: what counts besides tricks.
    """

    view: View
    seat: int
    hand: int
    legal: tuple[Card, ...]
    trump: Suit | None
    order: Strengths
    above: tuple[int, ...]
    outside: int
    voids: tuple[frozenset[Suit], ...]
    tricks: tuple[SeenTrick, ...]
    whereabouts: dict[int, Whereabouts]
    partners: tuple[int, ...]
    opponents: tuple[int, ...]
    later: tuple[int, ...]
    led: Suit | None
    best: Card | None
    winner: int | None
    winners: tuple[Card, ...]
    stakes: Stakes

    # The trick on the table.

    @property
    def later_opponents(self) -> tuple[int, ...]:
        """The opponents that still play to this trick."""
        return tuple(seat for seat in self.later if seat not in self.partners)

    @property
    def partner_later(self) -> bool:
        """Whether a partner still plays to this trick."""
        return any(seat in self.partners for seat in self.later)

    @property
    def partner_winning(self) -> bool:
        """Whether a partner's card is the best so far."""
        return self.winner in self.partners

    @property
    def follows(self) -> bool:
        """Whether this seat can follow the suit led."""
        return self.led is not None and self.legal[0].suit is self.led

    @property
    def prize(self) -> int:
        """The points lying on the table."""
        return self.stakes.prize(self.view.table)

    # Cards.

    def weakest_first(self, cards: Iterable[Card]) -> tuple[Card, ...]:
        """Cards in order of strength; of use within one suit."""
        return tuple(sorted(cards, key=self.order.__getitem__))

    def held(self, suit: Suit | None) -> tuple[Card, ...]:
        """This seat's cards of a suit, weakest first; none of no suit."""
        return () if suit is None else self.weakest_first(cards_in(self.hand & SUIT_MASKS[suit]))

    @property
    def legal_by_strength(self) -> tuple[Card, ...]:
        """The cards that may be played, weakest first; of use where one follows suit."""
        return self.weakest_first(self.legal)

    def is_master(self, card: Card) -> bool:
        """Whether nobody else can hold a higher card of its suit."""
        return not self.outside & self.above[card]

    def touching(self, low: Card, high: Card) -> bool:
        """Whether no card that others may hold stands between two of one suit."""
        return not self.outside & self.above[low] & ~self.above[high]

    def out_against(self, suit: Suit | None) -> int:
        """The cards of a suit (mask) that another seat may hold."""
        return 0 if suit is None else self.outside & SUIT_MASKS[suit]

    def worth(self, card: Card) -> int:
        """What the card brings to whoever takes it; the ten's ten points count as well (CS2)."""
        if card is self.stakes.ten:
            return 10
        return self.stakes.capture.get(card, 0)

    # Who may hold what.

    def out_of(self, seat: int, suit: Suit | None) -> bool:
        """Whether the seat certainly has no card of the suit."""
        if suit is None or suit in self.voids[seat]:
            return True
        cards, view = self.out_against(suit), self.view
        if view.turn_up is not None and view.turn_up_seat != seat:
            cards &= ~view.turn_up.bit
        return not cards

    def may_ruff(self, seat: int, suit: Suit) -> bool:
        """Whether the seat is known to be out of the suit and may hold a trump."""
        return (
            suit is not self.trump and self.out_of(seat, suit) and not self.out_of(seat, self.trump)
        )

    @property
    def opponents_have_trumps(self) -> bool:
        """Whether an opponent may still hold a trump."""
        return any(not self.out_of(seat, self.trump) for seat in self.opponents)

    # What has been played.

    @property
    def plain_suits(self) -> tuple[Suit, ...]:
        """The suits that are not trumps."""
        return tuple(suit for suit in Suit if suit is not self.trump)

    def first_led_by(self, seats: tuple[int, ...]) -> tuple[SeenTrick, ...]:
        """The complete tricks that these seats led, in order."""
        return tuple(trick for trick in self.tricks if trick.seats[0] in seats)

    def times_led(self, suit: Suit) -> int:
        """How often a suit has been led in the complete tricks of this hand."""
        return sum(trick.cards[0].suit is suit for trick in self.tricks)


def situation_of(view: View, memory: Memory = PERFECT) -> Situation:
    """The situation of the seat to play, as somebody with this memory sees it.

    Raises:
        OddtrickError: it is not for this seat to play a card.
    """
    seat = view.seat
    cards = tuple(action for action in view.legal if isinstance(action, Card))
    if seat is None or not cards:
        raise OddtrickError(f"it is not for seat {seat} to play a card, so there is no advice")
    trick, rules = view.trick, view.rules
    partners = rules.partners(seat)
    opponents = tuple(other for other in view.seats if other != seat and other not in partners)
    above = stronger_cards(rules.order, view.trump)
    best = view.table[trick.best] if view.table else None
    kept = remembered(view, memory, above)
    stakes = stakes_of(rules, view.trump)
    winners = [card for card in cards if best is None or _beats(card, best, above, view.trump)]
    return Situation(
        view=view,
        seat=seat,
        hand=view.hand.mask,
        legal=cards,
        trump=view.trump,
        order=trick.order,
        above=above,
        outside=kept.outside,
        voids=kept.voids,
        tricks=kept.tricks,
        whereabouts=whereabouts(
            view, kept.outside, kept.voids, _denied(view, memory, above, stakes)
        ),
        partners=partners,
        opponents=opponents,
        later=view.table_seats[len(view.table) + 1 :],
        led=trick.led,
        best=best,
        winner=trick.winner,
        winners=tuple(sorted(winners, key=trick.order.__getitem__)),
        stakes=stakes,
    )


@cache
def stronger_cards(order: CardOrder, trump: Suit | None) -> tuple[int, ...]:
    """For each card the cards of its suit (mask) that rank above it.

    >>> above = stronger_cards(CardOrder.TRUMP_JACK_HIGH, Suit.HEARTS)
    >>> cards_in(above[Card.HA]), cards_in(above[Card.SA]), cards_in(above[Card.SK])
    ((Card.HJ,), (), (Card.SA,))
    """
    places = order.strengths(trump)
    return tuple(
        mask_of(
            other for other in CARDS if other.suit is card.suit and places[other] > places[card]
        )
        for card in CARDS
    )


def _beats(card: Card, best: Card, above: tuple[int, ...], trump: Suit | None) -> bool:
    """Whether a legal card beats the best so far: higher in its suit, or a trump on a plain one."""
    if card.suit is best.suit:
        return bool(above[best] & card.bit)
    return card.suit is trump


def _denied(view: View, memory: Memory, above: tuple[int, ...], stakes: Stakes) -> tuple[int, ...]:
    """The cards that each seat hardly holds; a top trump may have been kept back on purpose."""
    if not memory.infers:
        return (0,) * view.rules.players
    dear = mask_of(stakes.capture) if stakes.feeds else 0
    return tuple(cards & ~dear for cards in denied(view, above))
