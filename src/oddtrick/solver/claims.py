"""Verification of claims of the remaining tricks (T9).

A seat claims for its side. The claim stands only if the claimer can win every remaining trick for
the side against any play of the others, including its partner.
"""

from __future__ import annotations

from msgspec.structs import replace

from oddtrick.cards import Card, Hand, Suit, cards_in
from oddtrick.match import Match, Playing
from oddtrick.rules import PASS, Play
from oddtrick.solver.position import Position
from oddtrick.solver.solving import SearchStopped, Solver
from oddtrick.tricks import SUIT_MASKS, Strengths, check_seat
from oddtrick.views import View

Rivals = list[tuple[int, int]]
"""The cards (mask) that each other seat may have, and the number that it has."""

NODES = 100_000
"""Node limit of the search. A claim that it cannot decide is rejected."""

WORLDS = 500
"""The most layouts of the hidden cards in which a claim is searched."""

WORLD_NODES = 15_000
"""Node limit of the search over all these layouts together: a fraction of a second."""

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

    Raises:
        RuleBroken: there is no such seat.
    """
    hand, seat = match.phase, check_seat(seat, match.rules.players)
    if not _may_claim(match, seat) or not isinstance(hand, Playing):
        return None
    side = match.deal_rules.sides[match.deal_rules.side_of(seat)]
    if not match.deal.dogs and not _within_reach(match, hand, frozenset(side)):
        return None
    return _completion(hand, _Search(seat, frozenset(side), nodes))


def _may_claim(match: Match, seat: int) -> bool:
    """True if a hand is under way with all its cards in hand: none is still to be drawn (G3)."""
    hand = match.phase
    return isinstance(hand, Playing) and seat in match.deal.seats and not hand.layout.stock


def provable_claim(match: Match, seat: int) -> tuple[Card, ...] | None:
    """Returns cards that complete the hand if the claimer's view proves the claim, or None.

    The claim has to stand in every layout of the hidden cards that the view allows. So the answer
    depends on the view alone and tells the claimer nothing about the real cards. A claim that
    cannot be proved within the limits is rejected.

    Args:
        match: the match, with a hand under way.
        seat: the seat that claims the remaining tricks for its side.

    Raises:
        RuleBroken: there is no such seat.
    """
    hand, seat = match.phase, check_seat(seat, match.rules.players)
    if not _may_claim(match, seat) or not isinstance(hand, Playing):
        return None
    side = frozenset(match.deal_rules.sides[match.deal_rules.side_of(seat)])
    if not _stands_in_all_layouts(match.view(seat), hand, side):
        return None
    return _completion(hand, _Search(seat, side, NODES))


def _stands_in_all_layouts(view: View, hand: Playing, side: frozenset[int]) -> bool:
    """True if the claim of the view's seat stands in every layout of the hidden cards."""
    # Imported here: it loads numpy, which a server that checks no claim does not need.
    from oddtrick.solver.sampling import worlds  # noqa: PLC0415

    assert view.seat is not None
    layouts = worlds(view)
    hidden = layouts.hidden
    possible = [
        known | sum(cards for cards, cells in hidden.kinds if cells >> place & 1)
        for place, known in enumerate(hidden.known[: hidden.players])
    ]
    rivals = [
        (possible[seat], view.counts[seat])
        for seat in hand.trick.seats
        if seat != view.seat and view.counts[seat]
    ]
    if _is_obvious(hand, view.seat, rivals):
        return True
    if layouts.count > WORLDS:
        return False
    nodes = WORLD_NODES
    for world in layouts.all():
        dealt = (
            held.mask | (dealt & hand.gone)
            for held, dealt in zip(world.hands, hand.layout.dealt, strict=True)
        )
        search = _Search(view.seat, side, nodes)
        try:
            if not search.holds(replace(hand, layout=replace(hand.layout, dealt=tuple(dealt)))):
                return False
        except _OutOfNodesError:
            return False
        nodes = search.nodes
    return True


def _completion(hand: Playing, search: _Search) -> tuple[Card, ...] | None:
    """Returns a line in which the claimer plays to win and the others low; None without proof."""
    line: list[Card] = []
    try:
        while not hand.complete:
            ours = hand.to_act == search.claimer
            card = search.winning_card(hand) if ours else _lowest(hand)
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
        order=match.deal_rules.order,
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
        self.proved: dict[tuple[int, int, bool, tuple[Card, ...], tuple[int, ...]], bool] = {}

    def holds(self, hand: Playing) -> bool:
        """True if the claimer's side can still win every trick."""
        if hand.complete or self._obvious(hand):
            return True
        # The cards gone say who holds what: the deal is the same throughout the search.
        key = (hand.gone, hand.to_act, hand.broken, hand.trick.cards, hand.trick.seats)
        if key not in self.proved:
            outcomes = (self._wins(hand, play) for play in self._candidates(hand))
            ours = hand.to_act == self.claimer
            self.proved[key] = any(outcomes) if ours else all(outcomes)
        return self.proved[key]

    def winning_card(self, hand: Playing) -> Card | None:
        """Returns a card of the claimer that keeps the claim, or None."""
        for play in self._candidates(hand):
            if isinstance(play, Card) and self._wins(hand, play):
                return play
        return None

    def _wins(self, hand: Playing, play: Play) -> bool:
        self.nodes -= 1
        if self.nodes < 0:
            raise _OutOfNodesError
        after = hand.after(play)
        if len(after.winners) > len(hand.winners) and after.winners[-1] not in self.side:
            return False
        return self.holds(after)

    def _candidates(self, hand: Playing) -> tuple[Play, ...]:
        """The distinct legal plays: of each run of equivalent cards one, strongest first."""
        order, trump = hand.layout.order, hand.layout.trump
        legal = sorted(
            cards_in(hand.legal_mask()), key=lambda card: (card.suit is trump, order[card])
        )
        others = _others(hand, hand.to_act) | _on_table(hand)
        kept: list[Card] = []
        for card in reversed(legal):
            if kept and kept[-1].suit is card.suit and not _between(card, kept[-1], others, order):
                continue
            kept.append(card)
        return (*kept, PASS) if hand.may_pass else tuple(kept)

    def _obvious(self, hand: Playing) -> bool:
        """The quick test of :func:`_is_obvious` with the real cards."""
        seats = (seat for seat in hand.trick.seats if seat != self.claimer)
        held = [hand.held(seat) for seat in seats]
        return _is_obvious(hand, self.claimer, [(cards, cards.bit_count()) for cards in held])


def _is_obvious(hand: Playing, claimer: int, rivals: Rivals) -> bool:
    """True if the claimer leads and its top cards win until all others are out of each suit.

    As many top trumps as any other seat can have draw them all, unless one need not follow (X5).
    """
    if hand.to_act != claimer or hand.trick.cards or hand.layout.break_trumps:
        return False
    if any(hand.held(dog) for dog in hand.layout.dogs):
        return False
    own, trump, order = hand.held(claimer), hand.layout.trump, hand.layout.order
    suits = [suit for suit in Suit if own & suit.mask]
    if trump is not None and trump not in suits and any(held & trump.mask for held, _ in rivals):
        return False
    return all(
        _draws_all(own, rivals, suit, order)
        or (_all_tops(own, rivals, suit, order) and (suit is not trump or len(suits) == 1))
        for suit in suits
    )


def _draws_all(own: int, rivals: Rivals, suit: Suit, order: Strengths) -> bool:
    """True if there are as many top cards as any other seat can have cards of the suit."""
    longest = max(min((held & SUIT_MASKS[suit]).bit_count(), size) for held, size in rivals)
    return _tops(own, rivals, suit, order) >= longest


def _all_tops(own: int, rivals: Rivals, suit: Suit, order: Strengths) -> bool:
    """True if every card of the suit is a top card."""
    return _tops(own, rivals, suit, order) == (own & SUIT_MASKS[suit]).bit_count()


def _tops(own: int, rivals: Rivals, suit: Suit, order: Strengths) -> int:
    """The number of cards of the suit that rank above all that the others can have."""
    mask = SUIT_MASKS[suit]
    above = (order[card] for held, _ in rivals for card in cards_in(held & mask))
    best = max(above, default=-1)
    return sum(order[card] > best for card in cards_in(own & mask))


def _others(hand: Playing, seat: int) -> int:
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
    return min(cards_in(hand.legal_mask()), key=lambda card: hand.layout.order[card])
