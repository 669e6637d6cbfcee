"""Units of a contest, and the swing of a deal in each of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, get_args

if TYPE_CHECKING:
    from collections.abc import Sequence

    from oddtrick.arena.duplicate import DealResult
    from oddtrick.rules import Rules

Unit = Literal["tricks", "points", "firsts", "matches"]
"""Margin in tricks or points, or share of first places in deals or in matches."""

UNITS: tuple[Unit, ...] = get_args(Unit)
"""The units of a swing."""


def default_unit(rules: Rules) -> Unit:
    """Returns the unit in which a game is counted by default.

    >>> from oddtrick.games import rules_of
    >>> [default_unit(rules_of(game)) for game in ("whist", "scotch", "knockout")]
    ['tricks', 'points', 'matches']
    """
    return "matches" if rules.goal.eliminates else rules.profile.unit


def is_share(unit: Unit) -> bool:
    """True for a share of first places, False for a margin."""
    return unit in ("firsts", "matches")


def break_even(unit: Unit, sides: int) -> float:
    """Returns the mean swing of equal players."""
    return 1 / sides if is_share(unit) else 0.0


def swing(deal: DealResult, unit: Unit) -> float:
    """Returns the value of a deal to the first of the line-up, averaged over the tables.

    Tricks and points: the margin over the mean of the other sides. In whist, that is the tricks of
    its pair over both tables, less 13. Firsts and matches: the share of first places.

    >>> from oddtrick.arena.duplicate import DealResult, TableResult
    >>> tables = (TableResult((8, 5), (2, 0), (1, 0)), TableResult((6, 7), (0, 1), (0, 1)))
    >>> swing(DealResult(0, tables), "tricks"), 8 + 7 - 13
    (2.0, 2)
    """
    if is_share(unit):
        return _mean([table.firsts[side] for side, table in enumerate(deal.tables)])
    counts = [table.tricks if unit == "tricks" else table.points for table in deal.tables]
    return _mean([_margin(count, side) for side, count in enumerate(counts)])


def _margin(counts: Sequence[int], side: int) -> float:
    others = sum(counts) - counts[side]
    return counts[side] - others / (len(counts) - 1)


def _mean(numbers: Sequence[float]) -> float:
    return sum(numbers) / len(numbers)
