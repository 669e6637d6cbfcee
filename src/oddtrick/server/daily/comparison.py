"""The comparison of results at one deal, as in duplicate."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from collections.abc import Mapping


class ResultCount(msgspec.Struct, frozen=True):
    """A result, and how many people had it.

    Args:
        tricks: the tricks of the player's side.
        people: the number of people.
    """

    tricks: int
    people: int


class Comparison(msgspec.Struct, frozen=True):
    """The results of everybody who has finished a deal.

    Args:
        results: the results that occurred, the most tricks first.
        people: the number of people.
        rank: your rank, from 1; equal results share it; None without a result that counts.
        match_points: your share of the match points in percent: 2 for each person with fewer
            tricks and 1 for each other person with as many; None if there is nobody else.
    """

    results: tuple[ResultCount, ...]
    people: int
    rank: int | None
    match_points: float | None


def compare(results: Mapping[int, int], own: int | None) -> Comparison:
    """Compares a result with all results.

    Args:
        results: the number of people by tricks, you among them if your result counts.
        own: the tricks of your side; None without a result that counts.

    >>> compare({7: 2, 8: 1, 6: 1}, 7).match_points
    50.0
    """
    people = sum(results.values())
    counts = tuple(ResultCount(tricks, results[tricks]) for tricks in sorted(results, reverse=True))
    if own is None:
        return Comparison(counts, people, None, None)
    better = sum(count for tricks, count in results.items() if tricks > own)
    worse = sum(count for tricks, count in results.items() if tricks < own)
    others = people - 1
    equal = others - better - worse
    points = 100 * (2 * worse + equal) / (2 * others) if others else None
    return Comparison(counts, people, better + 1, points)
