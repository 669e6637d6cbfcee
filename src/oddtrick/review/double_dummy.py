"""Double dummy: what each choice was worth with all cards open, counted over the whole deal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from oddtrick.cards import Hand
from oddtrick.match import PlayedHand, Playing, ToChoose
from oddtrick.solver import Position, SearchStopped, Solver, Worth
from oddtrick.solver.position import worth_of
from oddtrick.tricks import left_of

if TYPE_CHECKING:
    from oddtrick.cards import Card, Suit
    from oddtrick.match import DealLog, Match, Phase
    from oddtrick.review.results import Unit
    from oddtrick.rules import Rules

NODES = 15_000_000
"""Cards tried for one deal at most. Whist takes a third of that at most; catch the ten often takes
more, and its first tricks stay unsolved."""

TABLE_MB = 64
"""Proofs kept while a deal is solved."""


def unit_of(rules: Rules, trump: Suit | None) -> Unit:
    """In what open cards are counted."""
    return "tricks" if open_worth(rules, trump) == Worth() else "points"


def open_worth(rules: Rules, trump: Suit | None) -> Worth:
    """What tricks and cards count with open cards: always a sum, so that losses add up.

    Tricks in whist and knock-out; the top trumps and each card in Scotch whist; in catch the ten a
    trick as one, and the ten for whoever takes it. Honours taken in tricks do not count (C5).
    """
    worth = worth_of(rules, trump)
    return replace(worth, cards={**worth.cards, **rules.profile.winning_points(trump)})


def taken(rules: Rules, log: DealLog, phase: Phase | None = None) -> tuple[int, ...]:
    """What each side has taken in a deal, in complete tricks.

    Args:
        rules: the game.
        log: the deal, with its finished hands.
        phase: the hand under way, if there is one.
    """
    hands = list(log.hands)
    if isinstance(phase, Playing):
        hands.append(PlayedHand(left_of(log.seats, log.dealer), phase.plays, phase.winners))
    worth, counts = open_worth(rules, log.trump), [0] * len(rules.sides)
    for hand in hands:
        for trick, winner in zip(hand.tricks(log.seats), hand.winners, strict=False):
            brings = worth.trick + sum(worth.of(card) for _, card in trick)
            counts[rules.side_of(winner)] += brings
    return tuple(counts)


class OpenDeal:
    """The cards of one deal, open; what it has proved serves for all of its moments.

    With more than two sides each is solved alone against all others together: what it can be
    certain of. Once all its tries are spent, answers are None: that depends on the questions
    before, and on nothing else. Asked about the last moment first, it can use each proof for the
    next.

    Args:
        rules: the game.
    """

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self._solver = Solver(TABLE_MB)

    @property
    def _left(self) -> int:
        """How many cards may still be tried."""
        return max(0, NODES - self._solver.nodes)

    def choices(self, match: Match) -> dict[str, int] | None:
        """What the side of the seat to act takes in the whole deal, after each of its choices."""
        seat = match.to_act
        assert seat is not None
        side = self.rules.side_of(seat)
        if isinstance(match.phase, ToChoose):
            return self._suits(match, side)
        assert isinstance(match.phase, Playing)
        later = self._later(match, side)
        if later is None:
            return None
        try:
            found = self._solver.solve_cards(_position(match, match.phase, side), nodes=self._left)
        except SearchStopped:
            return None
        before = taken(self.rules, match.deal, match.phase)[side] + later
        return {str(card): before + value for card, value in found.items()}

    def value(self, match: Match, side: int) -> int | None:
        """What a side takes in the whole deal with best play from here on."""
        if isinstance(match.phase, ToChoose):
            suits = self._suits(match, side)
            if suits is None:
                return None
            chooses = self.rules.side_of(match.phase.seat) == side
            return max(suits.values()) if chooses else min(suits.values())
        assert isinstance(match.phase, Playing)
        rest = self._solved(_position(match, match.phase, side), side)
        later = self._later(match, side)
        if rest is None or later is None:
            return None
        return taken(self.rules, match.deal, match.phase)[side] + rest + later

    def _suits(self, match: Match, side: int) -> dict[str, int] | None:
        """What a side takes under each of the trumps that may be chosen (K3)."""
        assert isinstance(match.phase, ToChoose)
        found = {}
        for suit in match.phase.legal:
            value = self.value(match.with_chance(None).apply(suit), side)
            if value is None:
                return None
            found[suit.letter] = value
        return found

    def _later(self, match: Match, side: int) -> int | None:
        """What a side takes in the separate hands that are still to come (S4)."""
        log, total = match.deal, 0
        assert log.deal is not None
        for hands in log.deal.hands[len(log.hands) + 1 :]:
            leader = left_of(log.seats, log.dealer)
            value = self._solved(_opened(match, hands, leader, (), side), side)
            if value is None:
                return None
            total += value
        return total

    def _solved(self, position: Position, side: int) -> int | None:
        """What a side takes from here; side 0 of the position is ours."""
        try:
            value = self._solver.solve(position, nodes=self._left)
        except SearchStopped:
            return None
        ours = position.side_of[position.to_play] == 0
        return value if ours else position.points_left - value


def _position(match: Match, hand: Playing, side: int) -> Position:
    held = tuple(Hand(hand.held(seat)) for seat in range(match.rules.players))
    return _opened(match, held, hand.trick.leader, hand.trick.cards, side, broken=hand.broken)


def _opened(
    match: Match,
    hands: tuple[Hand, ...],
    leader: int,
    trick: tuple[Card, ...],
    side: int,
    *,
    broken: bool = False,
) -> Position:
    """A position in which side 0 is this side, and side 1 all others."""
    rules, log = match.rules, match.deal
    ours = rules.sides[side]
    return Position(
        hands,
        log.trump,
        leader,
        trick,
        sides=tuple(int(seat not in ours) for seat in range(rules.players)),
        order=rules.order,
        worth=open_worth(rules, log.trump),
        trumps_held_back=rules.break_trumps and not broken,
        out=tuple(seat for seat in range(rules.players) if seat not in log.seats),
    )
