"""The facts that the heuristics ask about: computed once from the view of the seat to play.

Heuristics read the situation and never the view, so a level with a poor memory cannot use what it
has forgotten. Cards are compared by :attr:`Situation.strength` only, which covers the promoted jack
of Scotch whist (S3).

Unseen cards are taken to lie evenly over the places where they can be. A seat void in a suit leaves
more of it to the others and itself holds more of the rest. The expected numbers come from iterative
proportional fitting: a table of seats and suits is scaled until its rows and columns add up.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import msgspec

from oddtrick.bots.heuristics.inference import unlikely_cards
from oddtrick.bots.heuristics.limited_memory import PERFECT, Memory, recall_play
from oddtrick.cards import CARDS, Card, Rank, Suit, card_at, cards_in, mask_of
from oddtrick.errors import OddtrickError
from oddtrick.rules import PASS
from oddtrick.scoring import Honours, ScoringProfile
from oddtrick.scoring.deals import HONOUR_RANKS
from oddtrick.tricks import SUIT_MASKS, CardOrder, Strengths
from oddtrick.views import PlayedTrick, View

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from oddtrick.rules import Rules


HONOUR_POINTS = 1
"""Three honours score 2 points and four score 4 (C5): about one for each captured."""


class CardPoints(msgspec.Struct, frozen=True):
    """The scoring of a deal besides its tricks, as far as a player plans for it.

    Args:
        by_card: the points for capturing each card in a trick.
        ten: the ten of trumps, where it scores.
        ten_must_win: the ten scores only if it wins the trick itself (CS2).
        can_feed_partner: a side scores the top trumps in its tricks, so that a partner's winning
            card is a safe place for one's own (S5).
        eliminates: a player who takes no trick is out (K4).
    """

    by_card: dict[Card, int]
    ten: Card | None = None
    ten_must_win: bool = False
    can_feed_partner: bool = False
    eliminates: bool = False

    def total(self, cards: tuple[Card, ...]) -> int:
        """The points for capturing these cards."""
        return sum(self.by_card.get(card, 0) for card in cards) if self.by_card else 0


def card_points(rules: Rules, trump: Suit | None) -> CardPoints:
    """Returns the card points of a deal under these rules with these trumps."""
    return _card_points(rules.profile, trump, eliminates=rules.goal.eliminates)


@cache
def _card_points(profile: ScoringProfile, trump: Suit | None, *, eliminates: bool) -> CardPoints:
    if trump is None:
        return CardPoints({}, eliminates=eliminates)
    by_card = dict(profile.captured_points(trump))
    if profile.honours is Honours.CAPTURED:
        by_card.update({card_at(trump, rank): HONOUR_POINTS for rank in HONOUR_RANKS})
    ten = card_at(trump, Rank.TEN)
    must_win = ten in profile.winning_points(trump)
    return CardPoints(
        by_card,
        ten=ten if must_win or ten in by_card else None,
        ten_must_win=must_win,
        can_feed_partner=bool(profile.captures),
        eliminates=eliminates,
    )


ITERATIONS = 3
"""Scaling steps of the fit; more of them hardly change the numbers."""


class SeatDistribution(msgspec.Struct, frozen=True):
    """An estimate of the cards of one other seat.

    Args:
        possible: the cards (mask) that it may hold.
        known: the cards (mask) that it certainly holds: the turn-up.
        unknown_count: the number of cards it holds besides ``known``.
        probability: for each suit, the probability that a given card of ``possible`` is here.
    """

    possible: int
    known: int
    unknown_count: int
    probability: tuple[float, ...]

    def expected_length(self, suit: Suit) -> float:
        """The expected number of cards of a suit."""
        mask = SUIT_MASKS[suit]
        known = (self.known & mask).bit_count()
        return (self.possible & mask).bit_count() * self.probability[suit] + known


def estimate_distribution(
    view: View, outstanding: int, voids: Sequence[frozenset[Suit]], unlikely: Sequence[int]
) -> dict[int, SeatDistribution]:
    """Estimates the cards of each other seat.

    Args:
        view: the view of the seat that asks.
        outstanding: the cards (mask) that others may hold.
        voids: for each seat, the suits it is void in.
        unlikely: for each seat, the cards (mask) it probably does not hold.
    """
    others = [seat for seat in view.seats if seat != view.seat]
    shown = [0] * view.deal_rules.players
    if view.turn_up is not None and view.turn_up_seat in others:
        shown[view.turn_up_seat] |= view.turn_up.bit
    for seat, card in view.drawn_by_others:
        shown[seat] |= card.bit
    for seat, cards in view.known_hands:
        shown[seat] |= cards.mask
    hidden = outstanding & ~sum(shown)
    possible, known, unknown = [], [], []
    for seat in others:
        here = hidden
        for suit in voids[seat]:
            here &= ~SUIT_MASKS[suit]
        for places, cards in view.places:
            here &= ~(0 if seat in places else cards.mask)
        seen = shown[seat] & outstanding
        count = view.counts[seat] - seen.bit_count()
        likely = here & ~unlikely[seat]
        # An inference that leaves too few cards for the hand was wrong: ignore it.
        possible.append(likely if likely.bit_count() >= count else here)
        known.append(seen)
        unknown.append(min(count, possible[-1].bit_count()))
    probabilities = _fit_probabilities(possible, unknown, hidden)
    rows = zip(possible, known, unknown, probabilities, strict=True)
    return {seat: SeatDistribution(*row) for seat, row in zip(others, rows, strict=True)}


def _fit_probabilities(
    possible: list[int], unknown: list[int], hidden: int
) -> list[tuple[float, ...]]:
    """For each row and suit, the probability that a possible card is there."""
    size = hidden.bit_count()
    if all(cards == hidden for cards in possible):
        return [(count / size,) * 4 if size else (0.0,) * 4 for count in unknown]
    counts = [[(cards & mask).bit_count() for mask in SUIT_MASKS] for cards in (*possible, hidden)]
    # The last row stands for the cards that nobody holds: the undealt ones.
    rows = [*unknown, max(size - sum(unknown), 0)]
    table = [[float(number) for number in row] for row in counts]
    for _ in range(ITERATIONS):
        _scale_columns(table, counts[-1], rows)
        _scale_rows(table, rows)
    return [
        tuple(
            min(expected / count, 1.0) if count else 0.0
            for expected, count in zip(row, possible_counts, strict=True)
        )
        for row, possible_counts in zip(table[:-1], counts, strict=False)
    ]


def _scale_columns(table: list[list[float]], totals: list[int], rows: list[int]) -> None:
    """Scales each suit of the table to its number of hidden cards."""
    for suit in range(4):
        column = sum(row[suit] for row, count in zip(table, rows, strict=True) if count)
        if column:
            scale = totals[suit] / column
            for row in table:
                row[suit] *= scale


def _scale_rows(table: list[list[float]], rows: list[int]) -> None:
    """Scales each row of the table to the number of cards held there."""
    for row, count in zip(table, rows, strict=True):
        total = sum(row)
        scale = count / total if total else 0.0
        for suit in range(4):
            row[suit] *= scale


class Situation(msgspec.Struct, frozen=True):
    """The knowledge of a seat that has to play a card.

    Args:
        view: the view of the seat.
        seat: the seat to play.
        hand: its cards (mask).
        legal: its legal cards, ascending.
        trump: the trump suit, or None.
        strength: the strength of each card.
        heights: the height of each card in its suit, as an ace-high rank; trumps like other suits.
        stronger: for each card, the stronger cards of its suit (mask).
        outstanding: the cards (mask) that another seat may hold, as far as remembered.
        voids: for each seat, the suits it is remembered to be void in.
        tricks: the complete tricks of the hand whose leads are remembered.
        distribution: for each other seat, an estimate of its cards.
        partners: the other seats of its side.
        opponents: the seats of the other sides that are still in.
        later_seats: the seats that play to this trick after it, in order.
        led_suit: the suit led, or None when it has to lead.
        best_card: the card that is winning the trick, or None before the lead.
        winning_seat: the seat that played it.
        winning_cards: the legal cards that would win the trick so far, weakest first.
        card_points: the cards that score besides the tricks.
    """

    view: View
    seat: int
    hand: int
    legal: tuple[Card, ...]
    trump: Suit | None
    strength: Strengths
    heights: tuple[int, ...]
    stronger: tuple[int, ...]
    outstanding: int
    voids: tuple[frozenset[Suit], ...]
    tricks: tuple[PlayedTrick, ...]
    distribution: dict[int, SeatDistribution]
    partners: tuple[int, ...]
    opponents: tuple[int, ...]
    later_seats: tuple[int, ...]
    led_suit: Suit | None
    best_card: Card | None
    winning_seat: int | None
    winning_cards: tuple[Card, ...]
    card_points: CardPoints

    # The trick on the table.

    @property
    def may_pass(self) -> bool:
        """True if the seat may pass instead of playing its card (X5)."""
        return PASS in self.view.legal

    @property
    def later_opponents(self) -> tuple[int, ...]:
        """The opponents that have yet to play to this trick."""
        return tuple(seat for seat in self.later_seats if seat not in self.partners)

    @property
    def has_later_partner(self) -> bool:
        """True if a partner has yet to play to this trick."""
        return any(seat in self.partners for seat in self.later_seats)

    @property
    def is_partner_winning(self) -> bool:
        """True if a partner's card is winning the trick."""
        return self.winning_seat in self.partners

    @property
    def can_follow(self) -> bool:
        """True if this seat can follow the suit led."""
        return self.led_suit is not None and self.legal[0].suit is self.led_suit

    @property
    def points_on_table(self) -> int:
        """The card points in the trick so far."""
        return self.card_points.total(self.view.table)

    # Cards.

    def sort_by_strength(self, cards: Iterable[Card]) -> tuple[Card, ...]:
        """Sorts cards of one suit, weakest first."""
        return tuple(sorted(cards, key=self.strength.__getitem__))

    def height(self, card: Card) -> int:
        """The height of a card, as an ace-high rank: downtown a king counts as a two (B4)."""
        return self.heights[card]

    def holding(self, suit: Suit | None) -> tuple[Card, ...]:
        """This seat's cards of a suit, weakest first; empty for None."""
        return () if suit is None else self.sort_by_strength(cards_in(self.hand & SUIT_MASKS[suit]))

    @property
    def legal_by_strength(self) -> tuple[Card, ...]:
        """The legal cards, weakest first; meaningful when they are of one suit."""
        return self.sort_by_strength(self.legal)

    def is_master(self, card: Card) -> bool:
        """True if no other seat can hold a higher card of its suit."""
        return not self.outstanding & self.stronger[card]

    def are_touching(self, low: Card, high: Card) -> bool:
        """True if no outstanding card lies between two cards of one suit."""
        return not self.outstanding & self.stronger[low] & ~self.stronger[high]

    def outstanding_in(self, suit: Suit | None) -> int:
        """The outstanding cards of a suit (mask)."""
        return 0 if suit is None else self.outstanding & SUIT_MASKS[suit]

    def points_of(self, card: Card) -> int:
        """The points for capturing the card; the ten of trumps always counts 10 (CS2)."""
        if card is self.card_points.ten:
            return 10
        return self.card_points.by_card.get(card, 0)

    # The other seats.

    def is_void(self, seat: int, suit: Suit | None) -> bool:
        """True if the seat certainly has no card of the suit."""
        if suit is None or suit in self.voids[seat]:
            return True
        cards, view = self.outstanding_in(suit), self.view
        # The turn-up is outstanding, but everybody knows that it is not in this hand.
        if view.turn_up is not None and view.turn_up_seat != seat:
            cards &= ~view.turn_up.bit
        return not cards

    def can_ruff(self, seat: int, suit: Suit) -> bool:
        """True if the seat is known to be void in the suit and may hold a trump."""
        return (
            suit is not self.trump
            and self.is_void(seat, suit)
            and not self.is_void(seat, self.trump)
        )

    @property
    def opponents_have_trumps(self) -> bool:
        """True if an opponent may still hold a trump."""
        return any(not self.is_void(seat, self.trump) for seat in self.opponents)

    # The play so far.

    @property
    def plain_suits(self) -> tuple[Suit, ...]:
        """The suits that are not trumps."""
        return tuple(suit for suit in Suit if suit is not self.trump)

    def tricks_led_by(self, seats: tuple[int, ...]) -> tuple[PlayedTrick, ...]:
        """The complete tricks led by any of these seats, in order."""
        return tuple(trick for trick in self.tricks if trick.seats[0] in seats)

    def times_led(self, suit: Suit) -> int:
        """The number of complete tricks of this hand in which the suit was led."""
        return sum(trick.cards[0].suit is suit for trick in self.tricks)


def situation_of(view: View, memory: Memory = PERFECT) -> Situation:
    """Returns the situation of the seat to play, as far as this memory retains it.

    Raises:
        OddtrickError: the seat is not to play a card.
    """
    seat = view.seat
    cards = tuple(action for action in view.legal if isinstance(action, Card))
    if seat is None or not cards:
        raise OddtrickError(f"it is not seat {seat}'s turn to play a card, so there is no advice")
    trick, rules, trump = view.trick, view.deal_rules, view.trump
    partners = rules.partners(seat)
    stronger = stronger_cards(rules.order, trump)
    best = view.table[trick.best] if view.table else None
    play = recall_play(view, memory, stronger)
    points = card_points(rules, trump)
    unlikely = _unlikely_cards(view, memory, stronger, points)
    winning = [card for card in cards if best is None or _beats(card, best, stronger, trump)]
    return Situation(
        view=view,
        seat=seat,
        hand=view.hand.mask,
        legal=cards,
        trump=trump,
        strength=trick.order,
        heights=rules.order.heights,
        stronger=stronger,
        outstanding=play.outstanding,
        voids=play.voids,
        tricks=play.tricks,
        distribution=estimate_distribution(view, play.outstanding, play.voids, unlikely),
        partners=partners,
        opponents=tuple(other for other in view.seats if other not in (seat, *partners)),
        later_seats=view.table_seats[len(view.table) + 1 :],
        led_suit=trick.led,
        best_card=best,
        winning_seat=trick.winner,
        winning_cards=tuple(sorted(winning, key=trick.order.__getitem__)),
        card_points=points,
    )


@cache
def stronger_cards(order: CardOrder, trump: Suit | None) -> tuple[int, ...]:
    """Returns, for each card, the cards of its suit that rank above it (mask).

    >>> stronger = stronger_cards(CardOrder.TRUMP_JACK_HIGH, Suit.HEARTS)
    >>> cards_in(stronger[Card.HA]), cards_in(stronger[Card.SA]), cards_in(stronger[Card.SK])
    ((Card.HJ,), (), (Card.SA,))
    """
    strength = order.strengths(trump)
    return tuple(
        mask_of(
            other for other in CARDS if other.suit is card.suit and strength[other] > strength[card]
        )
        for card in CARDS
    )


def _beats(card: Card, best: Card, stronger: tuple[int, ...], trump: Suit | None) -> bool:
    """True if a legal card beats the best so far: a higher card of its suit, or a trump."""
    if card.suit is best.suit:
        return bool(stronger[best] & card.bit)
    return card.suit is trump


def _unlikely_cards(
    view: View, memory: Memory, stronger: tuple[int, ...], points: CardPoints
) -> tuple[int, ...]:
    """For each seat, the cards it probably does not hold, by its play so far."""
    # For the cards of a stock, and where tricks may be unwanted, players lose them on purpose.
    rules = view.deal_rules
    if not memory.infers or rules.plan.stock or not rules.profile.rising:
        return (0,) * view.deal_rules.players
    # A player may hold back a scoring trump on purpose, so its absence proves nothing.
    scoring = mask_of(points.by_card) if points.can_feed_partner else 0
    return tuple(cards & ~scoring for cards in unlikely_cards(view, stronger))
