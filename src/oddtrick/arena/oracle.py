"""The oracle: it sees all cards and plays the best of them double dummy.

It is no bot and lives here, where whole matches are, so that no bot can ever be given what it
sees. What it wins is what is left to win at most.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, TypeVar

from msgspec.structs import replace

from oddtrick.cards import Hand
from oddtrick.match import Match, Playing, ToChoose
from oddtrick.solver import Position, SearchStopped, Solver, Worth

if TYPE_CHECKING:
    from collections.abc import Mapping
    from random import Random

    from oddtrick.cards import Card, Suit
    from oddtrick.rules import PlayerAction, Rules

ORACLE = "oracle"
TABLE_MB = 64
"""Proofs kept while a deal is played; a deal of thirteen cards seldom needs more."""

NODES = 200_000
"""Cards tried for one decision where honours taken in tricks count (C5, CS1)."""

_Choice = TypeVar("_Choice")


class Oracle:
    """Best play with open cards for the seat to act; the others are thought to see them, too.

    With more than two sides it plays as if all others were together against it: what it can be
    certain of.
    """

    name = ORACLE

    def __init__(self) -> None:
        self._solver = Solver(TABLE_MB)

    def act(self, match: Match, rng: Random) -> PlayerAction:
        """The card of the most value, among equals one of the lowest; trumps by the same measure.

        Throws, and trumps chosen before the cards are dealt, are a matter of luck.
        """
        phase = match.phase
        if isinstance(phase, Playing):
            values = self._values(_open_cards(match, phase), match.rules)
            strength = phase.layout.order
            lowest = min(strength[card] for card in _most(values))
            return rng.choice([card for card in _most(values) if strength[card] == lowest])
        if isinstance(phase, ToChoose) and match.deal.deal is not None:
            return rng.choice(_most({suit: self._worth_of(match, suit) for suit in phase.legal}))
        return rng.choice(match.legal_actions())

    def _values(self, position: Position, rules: Rules) -> dict[Card, int]:
        """What each card is worth; where honours count and many cards are left, nearly so."""
        plain = replace(position, objective=None)
        if position.objective is not None:
            for nearly in (position, replace(plain, worth=_nearly(rules, position.trump))):
                with suppress(SearchStopped):
                    return self._solver.solve_cards(nearly, nodes=NODES)
        return self._solver.solve_cards(plain)

    def _worth_of(self, match: Match, trump: Suit) -> int:
        """What the chooser's side takes with these trumps; the eldest hand leads (K6)."""
        chosen = match.with_chance(None).apply(trump)
        assert isinstance(chosen.phase, Playing)
        assert match.to_act is not None
        rules, own = match.rules, match.rules.side_of(match.to_act)
        sides = tuple(int(rules.side_of(seat) != own) for seat in range(rules.players))
        position = replace(_open_cards(chosen, chosen.phase), sides=sides)
        value = self._solver.solve(position)
        return value if sides[position.to_play] == 0 else position.points_left - value

    def close(self) -> None:
        """Gives its memory back."""
        self._solver.clear()


def _nearly(rules: Rules, trump: Suit | None) -> Worth:
    """A trick as one, and the ten where it is caught: a sum, which is solved far more quickly."""
    return Worth(cards=dict(rules.profile.winning_points(trump)))


def _most(values: Mapping[_Choice, int]) -> list[_Choice]:
    """The choices of the most value."""
    best = max(values.values())
    return [choice for choice, value in values.items() if value == best]


def _open_cards(match: Match, hand: Playing) -> Position:
    seats = range(match.rules.players)
    still_in = match.deal.seats
    scores = match.standing.carried
    return Position.of(
        match.rules,
        [Hand(hand.held(seat)) for seat in seats],
        hand.layout.trump,
        hand.trick.leader,
        hand.trick.cards,
        past=match.view(None).tricks,
        out=tuple(seat for seat in seats if seat not in still_in),
        score=(scores[0], scores[1]) if len(scores) == 2 else (0, 0),
    )
