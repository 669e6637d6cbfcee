"""Solved deals: the double-dummy value of every trump suit and leader."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from oddtrick.arena.seeds import deal_seed
from oddtrick.cards import Hand, Suit
from oddtrick.dealing import Seeded
from oddtrick.match import Deal, start
from oddtrick.solver import Position, Solver

if TYPE_CHECKING:
    from collections.abc import Iterator

    from oddtrick.match import Match
    from oddtrick.rules import Rules

TABLE_MB = 64
"""The transposition table for one hand; thirteen cards seldom need more."""

Row = dict[str, Any]


def solve_deals(rules: Rules, seed: int, first: int, last: int) -> list[Row]:
    """Solves numbered deals of a game; the result depends on the arguments alone.

    Args:
        rules: the game.
        seed: the seed of the data set.
        first: the number of the first deal.
        last: the number of the last, inclusive.

    Returns:
        A row of the table ``solved`` for each deal, hand, trump suit and leader.
    """
    solver = Solver(TABLE_MB)
    return [
        row for number in range(first, last + 1) for row in _solve_deal(rules, seed, number, solver)
    ]


def first_deal(rules: Rules, seed: int, number: int) -> tuple[Match, Deal]:
    """Returns the start of a match and its first deal; dealers take turns with the number."""
    match = start(rules, dealer=number % rules.players)
    deal = Seeded(deal_seed(seed, number))(match)
    assert isinstance(deal, Deal)
    return match, deal


def _solve_deal(rules: Rules, seed: int, number: int, solver: Solver) -> Iterator[Row]:
    match, deal = first_deal(rules, seed, number)
    for hand, hands in enumerate(deal.hands):
        for trump in trumps_of(rules):
            solver.clear()  # other trumps share no proofs
            for leader in match.deal.seats:
                position = position_of_lead(rules, tuple(map(str, hands)), trump, leader)
                yield {
                    "deal": number,
                    "hand": hand,
                    "dealer": match.deal.dealer,
                    "turn_up": None if deal.turn_up is None else str(deal.turn_up),
                    "hands": [str(cards) if cards else "" for cards in hands],
                    "trump": "N" if trump is None else trump.letter,
                    "leader": leader,
                    "value": solver.solve(position),
                    "total": position.points_left,
                }


def trumps_of(rules: Rules) -> tuple[Suit | None, ...]:
    """Returns the trumps that deals are solved for: every suit, and none where no card needs it.

    In Scotch whist the top trumps score and the jack is the best of them, so that no trumps would
    be another game.
    """
    profile = rules.profile
    needs_trump = profile.captures or profile.wins_with
    alike = rules.order.strengths(Suit.CLUBS) == rules.order.strengths(None)
    return (*Suit,) if needs_trump or not alike else (*Suit, None)


def position_of_lead(
    rules: Rules, hands: tuple[str, ...], trump: Suit | None, leader: int
) -> Position:
    """Returns a hand before its first lead, for a sum over tricks.

    Honours taken in tricks (C5) and the catch of the ten (CS2) do not count: as in ``oddtrick
    solve``, the colonial games are solved for tricks.

    Args:
        rules: the game.
        hands: the hand of each seat, as ``S.H.D.C``.
        trump: the trump suit, or None.
        leader: the seat that leads.
    """
    position = Position.of(rules, [Hand.of(hand) for hand in hands], trump, leader)
    return replace(position, objective=None)
