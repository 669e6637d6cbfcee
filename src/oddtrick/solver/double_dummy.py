"""Double dummy: the value of each choice of a match with all cards open.

This is the one place where whole matches meet the solver: reviews measure losses with it, and the
oracle of the arena plays by it. It sees hidden cards, so bots may not import it.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from msgspec.structs import replace

from oddtrick.cards import Card, Hand, Suit
from oddtrick.match import DealLog, Match, PlayedHand, Playing, ToChoose
from oddtrick.rules import Rules
from oddtrick.solver.aim import Aim, aim_of, check_aim
from oddtrick.solver.position import (
    Position,
    Worth,
    check_no_dogs,
    check_no_stock,
    worth_of,
)
from oddtrick.solver.solving import SearchStopped, Solver
from oddtrick.tricks import left_of

TABLE_MB = 64
"""Transposition table for one deal; a deal of thirteen cards seldom needs more."""


def additive_worth(rules: Rules, trump: Suit | None) -> Worth:
    """The worth of tricks and cards as a sum over tricks, so that losses add up.

    Tricks where nothing else counts, however many points each scores; the top trumps and each card
    in Scotch whist; in catch the ten a trick as one, and the ten for the side that takes it.
    Honours taken in tricks do not count (C5).
    """
    worth = worth_of(rules, trump)
    return replace(worth, cards={**worth.cards, **rules.profile.winning_points(trump)})


def points_taken(
    rules: Rules, log: DealLog, hands: tuple[PlayedHand, ...] | None = None
) -> tuple[int, ...]:
    """The :func:`additive_worth` that each side has taken in complete tricks of a deal.

    Args:
        rules: the game.
        log: the deal.
        hands: its hands as far as they have been played; None: the finished ones.
    """
    worth, totals = additive_worth(rules, log.trump), [0] * len(rules.sides)
    idle = rules.idle_tricks(log.number)
    for hand in log.hands if hands is None else hands:
        counted = tuple(zip(hand.tricks(log.seats), hand.winners, strict=False))[idle:]
        for trick, winner in counted:
            value = worth.trick + sum(worth.of(card) for _, card in trick)
            totals[rules.side_of(winner)] += value
    return tuple(totals)


class DoubleDummy:
    """Best play of a match with all cards open, with one transposition table.

    With more than two sides, each is solved alone against all others together: the result is what
    it can be certain of.

    Args:
        nodes: limit on the cards tried, over all questions together; None: none. Once it is
            reached, answers are None. That depends on the questions before, and on nothing else.
            Questions about the end of a deal come cheapest first: their proofs serve earlier ones.
    """

    def __init__(self, nodes: int | None = None) -> None:
        self.nodes = nodes
        self._solver = Solver(TABLE_MB)

    @property
    def _remaining(self) -> int | None:
        """Cards that may still be tried."""
        return None if self.nodes is None else max(0, self.nodes - self._solver.nodes)

    def card_values(self, match: Match, nodes: int) -> dict[Card, int]:
        """The value of each card to the side to play, by the game's own scoring.

        Where honours taken in tricks count (C5, CS1) the scoring is no sum over tricks and much
        harder to solve. If the limit is reached, :func:`additive_worth` stands in, then tricks.
        Where the fewest tricks are wanted, each counts one less than nothing.

        Args:
            match: a match in which a card is to be played.
            nodes: limit for each of the harder questions.

        Raises:
            OddtrickError: as from :func:`position_of`.
        """
        position = position_of(match)
        plain = replace(position, objective=None)
        if position.fewest:
            return {card: -taken for card, taken in self._solver.solve_cards(plain).items()}
        if position.objective is not None:
            additive = replace(plain, worth=additive_worth(match.deal_rules, position.trump))
            for harder in (position, additive):
                with suppress(SearchStopped):
                    return self._solver.solve_cards(harder, nodes=nodes)
        return self._solver.solve_cards(plain)

    def choices(self, match: Match) -> dict[Card | Suit, int] | None:
        """The additive worth that the side to act takes in the whole deal after each choice.

        Args:
            match: a match in which a card is to be played, or trumps are to be chosen.

        Returns:
            None where that was too hard to solve, more tricks may be worth less, or cards are
            still drawn from a stock.
        """
        if aim_of(match.deal_rules) is not Aim.MOST or _has_stock(match):
            return None
        seat = match.to_act
        assert seat is not None
        side = match.deal_rules.side_of(seat)
        if isinstance(match.phase, ToChoose):
            return self._suits(match, side)
        later = self._later_hands(match, side)
        if later is None:
            return None
        try:
            found = self._solver.solve_cards(_additive_position(match, side), nodes=self._remaining)
        except SearchStopped:
            return None
        before = self._taken(match, side) + later
        return {card: before + value for card, value in found.items()}

    def value(self, match: Match, side: int) -> int | None:
        """The additive worth that a side of the deal takes in it with best play from here on."""
        if aim_of(match.deal_rules) is not Aim.MOST or _has_stock(match):
            return None
        if isinstance(match.phase, ToChoose):
            suits = self._suits(match, side)
            if suits is None:
                return None
            chooses = match.deal_rules.side_of(match.phase.seat) == side
            return max(suits.values()) if chooses else min(suits.values())
        rest = self._solved(_additive_position(match, side), side)
        later = self._later_hands(match, side)
        if rest is None or later is None:
            return None
        return self._taken(match, side) + rest + later

    def _taken(self, match: Match, side: int) -> int:
        hands = match.played_hands(match.deal)
        return points_taken(match.deal_rules, match.deal, hands)[side]

    def clear(self) -> None:
        """Frees the memory of the transposition table."""
        self._solver.clear()

    def _suits(self, match: Match, side: int) -> dict[Card | Suit, int] | None:
        """The value to a side of each suit that may be chosen as trumps (K3)."""
        assert isinstance(match.phase, ToChoose)
        found: dict[Card | Suit, int] = {}
        for suit in match.phase.legal():
            value = self.value(match.with_chance(None).apply(suit), side)
            if value is None:
                return None
            found[suit] = value
        return found

    def _later_hands(self, match: Match, side: int) -> int | None:
        """The worth that a side takes in the separate hands still to come (S4)."""
        rules, log, total = match.deal_rules, match.deal, 0
        assert log.deal is not None
        for hands in log.deal.hands[len(log.hands) + 1 :]:
            leader = left_of(log.seats, log.dealer)
            position = Position.of(rules, hands, log.trump, leader, out=_seats_out(match))
            value = self._solved(_additive(rules, position, side), side)
            if value is None:
                return None
            total += value
        return total

    def _solved(self, position: Position, side: int) -> int | None:
        """The worth that a side takes from here; it is side 0 of the position."""
        try:
            value = self._solver.solve(position, nodes=self._remaining)
        except SearchStopped:
            return None
        ours = position.side_of[position.to_play] == 0
        return value if ours else position.points_left - value


def position_of(match: Match) -> Position:
    """The hand under way with all cards open: its contract, and what each side plays for.

    This is the one place that makes a position of a deal.

    Raises:
        OddtrickError: best play of this deal has no value; a seat may pass in it (X5), or cards are
            still to be drawn (G3).
    """
    check_no_dogs(match.deal.dogs)
    hand, rules = match.phase, match.deal_rules
    check_aim(rules)
    scores = match.rules.score_in(rules, match.standing.carried)
    assert isinstance(hand, Playing)
    check_no_stock(len(hand.layout.stock))
    return Position.of(
        rules,
        [Hand(hand.held(seat)) for seat in range(rules.players)],
        hand.layout.trump,
        hand.trick.leader,
        hand.trick.cards,
        past=match.view(None).tricks,
        out=_seats_out(match),
        score=(scores[0], scores[1]) if len(scores) == 2 else (0, 0),
    )


def _has_stock(match: Match) -> bool:
    """True while cards are drawn after tricks: the solver knows no draws."""
    return isinstance(match.phase, Playing) and bool(match.phase.layout.stock)


def _additive_position(match: Match, side: int) -> Position:
    return _additive(match.deal_rules, position_of(match), side)


def _additive(rules: Rules, position: Position, side: int) -> Position:
    """The position with a sum over tricks as its worth; side 0 is this side, side 1 all others."""
    ours: Sequence[int] = rules.sides[side]
    return replace(
        position,
        sides=tuple(int(seat not in ours) for seat in range(rules.players)),
        worth=additive_worth(rules, position.trump),
        objective=None,
    )


def _seats_out(match: Match) -> tuple[int, ...]:
    still_in = match.deal.seats
    return tuple(seat for seat in range(match.rules.players) if seat not in still_in)
