"""The oracle: a player that sees all cards and plays double dummy.

It is not a bot, and belongs to the arena, which has whole matches: no bot can be given what it
sees. Its result bounds what better play could win.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from oddtrick.match import Playing, ToChoose
from oddtrick.solver.double_dummy import DoubleDummy

if TYPE_CHECKING:
    from collections.abc import Mapping
    from random import Random

    from oddtrick.match import Match
    from oddtrick.rules import PlayerAction

ORACLE = "oracle"

NODES = 200_000
"""Cards tried for one decision where honours taken in tricks count (C5, CS1)."""

_Choice = TypeVar("_Choice")


class Oracle:
    """Best play with open cards for the seat to act, against others who see them too.

    With more than two sides it plays as if all others were together against it.
    """

    name = ORACLE

    def __init__(self) -> None:
        self._double_dummy: DoubleDummy | None = None

    def act(self, match: Match, rng: Random) -> PlayerAction:
        """The card of the highest value, of equal ones one of the lowest; trumps likewise.

        Throws, and trumps chosen before the cards are dealt, are random.
        """
        phase, solver = match.phase, self._solver_for(match)
        if isinstance(phase, Playing):
            best = _best(solver.card_values(match, NODES))
            strength = phase.layout.order
            lowest = min(strength[card] for card in best)
            return rng.choice([card for card in best if strength[card] == lowest])
        if isinstance(phase, ToChoose) and match.deal.deal is not None:
            suits = solver.choices(match)
            assert suits is not None, "there is no limit"
            return rng.choice(
                [action for action in match.legal_actions() if action in _best(suits)]
            )
        return rng.choice(match.legal_actions())

    def _solver_for(self, match: Match) -> DoubleDummy:
        """The solver for these rules; its table serves deal after deal."""
        if self._double_dummy is None or self._double_dummy.rules != match.rules:
            self._double_dummy = DoubleDummy(match.rules)
        return self._double_dummy

    def close(self) -> None:
        """Frees the memory of the solver."""
        if self._double_dummy is not None:
            self._double_dummy.clear()


def _best(values: Mapping[_Choice, int]) -> list[_Choice]:
    """The choices of the highest value."""
    best = max(values.values())
    return [choice for choice, value in values.items() if value == best]
