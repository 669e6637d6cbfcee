"""Days of the daily deal, in UTC, and runs of consecutive days."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from collections.abc import Iterable

DAY_MS = 24 * 3600 * 1000

GRACE_MS = 3600 * 1000
"""The time after midnight in which an attempt begun before may still be finished and count."""


class Streaks(msgspec.Struct, frozen=True):
    """Runs of consecutive days.

    Args:
        current: the run that ends today, or yesterday as long as today is not over; 0: none.
        longest: the longest run.
        total: all days.
    """

    current: int
    longest: int
    total: int


def day_at(now: int) -> date:
    """Returns the day at a time in milliseconds since 1970."""
    return datetime.fromtimestamp(now / 1000, UTC).date()


def parse_day(text: str) -> date | None:
    """Parses a day; returns None if it is not written as in ``2026-11-23``.

    >>> parse_day("2026-11-23"), parse_day("20261123"), parse_day("2026-02-30")
    (datetime.date(2026, 11, 23), None, None)
    """
    try:
        day = date.fromisoformat(text)
    except ValueError:
        return None
    return day if day.isoformat() == text else None


def begin_of(day: date) -> int:
    """Returns the first moment of a day (ms since 1970)."""
    return int(datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp()) * 1000


def end_of(day: date) -> int:
    """Returns the first moment after a day (ms since 1970)."""
    return begin_of(day) + DAY_MS


def reveal_of(day: date) -> int:
    """Returns when the deal of a day is revealed and no attempt counts any more (ms)."""
    return end_of(day) + GRACE_MS


def next_day(day: date) -> date:
    """Returns the day after another."""
    return day + timedelta(days=1)


def streaks(days: Iterable[date], today: date) -> Streaks:
    """Returns the runs of consecutive days.

    >>> played = [date(2026, 11, day) for day in (3, 4, 5, 9, 10)]
    >>> streaks(played, date(2026, 11, 11))
    Streaks(current=2, longest=3, total=5)
    """
    lengths: dict[date, int] = {}
    for day in sorted(set(days)):
        lengths[day] = lengths.get(day - timedelta(days=1), 0) + 1
    current = lengths.get(today) or lengths.get(today - timedelta(days=1), 0)
    return Streaks(current, max(lengths.values(), default=0), len(lengths))
