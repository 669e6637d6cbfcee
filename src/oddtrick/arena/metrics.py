"""In what a contest is counted, and what one deal is worth to the first of the line-up."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, get_args

if TYPE_CHECKING:
    from collections.abc import Sequence

    from oddtrick.arena.duplicate import DealPlayed
    from oddtrick.rules import Rules

Unit = Literal["tricks", "points", "firsts", "matches"]
"""Tricks or points more than the others, or the share of first places in deals or in matches."""

UNITS: tuple[Unit, ...] = get_args(Unit)


def usual_unit(rules: Rules) -> Unit:
    """What a game is counted in if nobody says otherwise.

    >>> from oddtrick.games import rules_of
    >>> [usual_unit(rules_of(game)) for game in ("whist", "scotch", "knockout")]
    ['tricks', 'points', 'matches']
    """
    return "matches" if rules.goal.eliminates else rules.profile.unit


def is_share(unit: Unit) -> bool:
    """Whether it is a share of first places, and not a difference."""
    return unit in ("firsts", "matches")


def even(unit: Unit, sides: int) -> float:
    """What equal players come to."""
    return 1 / sides if is_share(unit) else 0.0


def swing(deal: DealPlayed, unit: Unit) -> float:
    """What a deal was worth to the first of the line-up, over all its tables.

    Tricks and points: its side's less the mean of the other sides', the mean over the tables. In
    whist that is the tricks that its pair takes over both tables, less 13. Firsts and matches: its
    share of the first places, the mean over the tables.

    >>> from oddtrick.arena.duplicate import DealPlayed, TablePlayed
    >>> tables = (TablePlayed((8, 5), (2, 0), (1, 0)), TablePlayed((6, 7), (0, 1), (0, 1)))
    >>> swing(DealPlayed(0, tables), "tricks"), 8 + 7 - 13
    (2.0, 2)
    """
    if is_share(unit):
        return _mean([table.firsts[side] for side, table in enumerate(deal.tables)])
    counts = [table.tricks if unit == "tricks" else table.points for table in deal.tables]
    return _mean([_more_than_others(count, side) for side, count in enumerate(counts)])


def _more_than_others(counts: Sequence[int], side: int) -> float:
    others = sum(counts) - counts[side]
    return counts[side] - others / (len(counts) - 1)


def _mean(numbers: Sequence[float]) -> float:
    return sum(numbers) / len(numbers)
