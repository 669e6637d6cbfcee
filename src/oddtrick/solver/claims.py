"""Verification of claims of the remaining tricks (T9).

A seat claims for its side. The claim stands only if the claimer can win every remaining trick for
the side against any play of the others, including its partner.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from oddtrick.cards import Card, Hand, Suit, cards_in
from oddtrick.match import Playing
from oddtrick.solver.position import Position
from oddtrick.solver.solving import SearchStopped, Solver
from oddtrick.tricks import SUIT_MASKS, Strengths

if TYPE_CHECKING:
    from oddtrick.match import Match

NODES = 100_000
"""Node limit of the search. A claim that it cannot decide is rejected."""

SOLVER_NODES = 3_000_000
"""Node limit of the double-dummy test before the search."""


def claim(match: Match, seat: int, nodes: int = NODES) -> tuple[Card, ...] | None:
    """Returns cards that complete the hand if the claim stands, or None if it is rejected.

    In the line returned the claimer plays to win and the others low. A match that takes these cards
    is complete, and so is its record.

    Args:
        match: the match, with a hand under way.
        seat: the seat that claims the remaining tricks for its side.
        nodes: node limit, beyond which the claim is rejected.
    """
    hand = match.phase
    if not isinstance(hand, Playing) or seat not in match.deal.seats:
        return None
    side = match.rules.sides[match.rules.side_of(seat)]
    if not _within_reach(match, hand, frozenset(side)):
        return None
    search = _Search(seat, frozenset(side), nodes)
    line: list[Card] = []
    try:
        while not hand.complete:
            card = search.winning_card(hand) if hand.to_act == seat else _lowest(hand)
            if card is None or not search.holds(hand):
                return None
            line.append(card)
            hand = hand.after(card)
    except _OutOfNodesError:
        return None
    return tuple(line)


def _within_reach(match: Match, hand: Playing, side: frozenset[int]) -> bool:
    """True if the side wins every trick double dummy, with both partners cooperating.

    This is necessary for the claim. It rejects most bad claims, and quickly.
    """
    seats = range(match.rules.players)
    position = Position(
        tuple(Hand(hand.held(seat)) for seat in seats),
        hand.layout.trump,
        hand.trick.seats[0],
        hand.trick.cards,
        sides=tuple(int(seat not in side) for seat in seats),
        order=match.rules.order,
        trumps_held_back=hand.layout.break_trumps and not hand.broken,
        out=tuple(seat for seat in seats if seat not in match.deal.seats),
    )
    try:
        won = Solver(table_mb=16).solve(position, nodes=SOLVER_NODES)
    except SearchStopped:
        return True
    return won == (hand.layout.tricks - len(hand.winners) if hand.to_act in side else 0)


class _OutOfNodesError(Exception):
    """The search reached its node limit."""


class _Search:
    """An and-or search over the plays of the others, with memoised results."""

    def __init__(self, claimer: int, side: frozenset[int], nodes: int) -> None:
        self.claimer = claimer
        self.side = side
        self.nodes = nodes
        self.proved: dict[tuple[int, int, bool, tuple[Card, ...]], bool] = {}

    def holds(self, hand: Playing) -> bool:
        """True if the claimer's side can still win every trick."""
        if hand.complete or self._obvious(hand):
            return True
        key = (hand.gone, hand.to_act, hand.broken, hand.trick.cards)
        if key not in self.proved:
            outcomes = (self._wins(hand, card) for card in self._candidates(hand))
            ours = hand.to_act == self.claimer
            self.proved[key] = any(outcomes) if ours else all(outcomes)
        return self.proved[key]

    def winning_card(self, hand: Playing) -> Card | None:
        """Returns a card of the claimer that keeps the claim, or None."""
        for card in self._candidates(hand):
            if self._wins(hand, card):
                return card
        return None

    def _wins(self, hand: Playing, card: Card) -> bool:
        self.nodes -= 1
        if self.nodes < 0:
            raise _OutOfNodesError
        after = hand.after(card)
        if len(after.winners) > len(hand.winners) and after.winners[-1] not in self.side:
            return False
        return self.holds(after)

    def _candidates(self, hand: Playing) -> tuple[Card, ...]:
        """The distinct legal cards, strongest first, one for each run of equivalent ones."""
        order = hand.layout.order
        legal = sorted(hand.legal(), key=lambda card: (card.suit is hand.layout.trump, order[card]))
        others = _others(hand, hand.to_act) | _on_table(hand)
        kept: list[Card] = []
        for card in reversed(legal):
            if kept and kept[-1].suit is card.suit and not _between(card, kept[-1], others, order):
                continue
            kept.append(card)
        return tuple(kept)

    def _obvious(self, hand: Playing) -> bool:
        """True if the claimer leads and its top cards win until all others are out of each suit.

        As many top trumps as any other seat has trumps draw them all.
        """
        if hand.to_act != self.claimer or hand.trick.cards or hand.layout.break_trumps:
            return False
        own = hand.held(self.claimer)
        others = [hand.held(seat) for seat in hand.trick.seats if seat != self.claimer]
        trump = hand.layout.trump
        suits = [suit for suit in Suit if own & suit.mask]
        if trump is not None and trump not in suits and any(held & trump.mask for held in others):
            return False
        order = hand.layout.order
        return all(
            _draws_all(own, others, suit, order)
            or (_all_tops(own, others, suit, order) and (suit is not trump or len(suits) == 1))
            for suit in suits
        )


def _draws_all(own: int, others: list[int], suit: Suit, order: Strengths) -> bool:
    """True if there are as many top cards as any other seat has cards of the suit."""
    longest = max((held & SUIT_MASKS[suit]).bit_count() for held in others)
    return _tops(own, others, suit, order) >= longest


def _all_tops(own: int, others: list[int], suit: Suit, order: Strengths) -> bool:
    """True if every card of the suit is a top card."""
    return _tops(own, others, suit, order) == (own & SUIT_MASKS[suit]).bit_count()


def _tops(own: int, others: list[int], suit: Suit, order: Strengths) -> int:
    """The number of cards of the suit that rank above all cards of the others."""
    mask = SUIT_MASKS[suit]
    rivals = (order[card] for held in others for card in cards_in(held & mask))
    best = max(rivals, default=-1)
    return sum(order[card] > best for card in cards_in(own & mask))


def _others(hand: Playing, seat: int) -> int:
    """The cards that the other seats hold."""
    held = 0
    for other in hand.trick.seats:
        held |= hand.held(other) if other != seat else 0
    return held


def _on_table(hand: Playing) -> int:
    return sum(card.bit for card in hand.trick.cards)


def _between(low: Card, high: Card, others: int, order: Strengths) -> bool:
    """True if another seat's card of the suit ranks between two given ones."""
    rivals = cards_in(others & SUIT_MASKS[low.suit])
    return any(order[low] < order[card] < order[high] for card in rivals)


def _lowest(hand: Playing) -> Card:
    return min(hand.legal(), key=lambda card: hand.layout.order[card])
