"""Tests of days, runs of days, and the comparison of results."""

from __future__ import annotations

from collections import Counter
from datetime import date, timedelta

from hypothesis import given
from hypothesis import strategies as st

from oddtrick.server.daily.daily_service import (
    begin_of,
    compare,
    day_at,
    end_of,
    next_day,
    parse_day,
    reveal_of,
    streaks,
)

FIRST = date(2026, 11, 1)
DAYS = st.dates(date(1970, 1, 2), date(2200, 1, 1))


@given(DAYS, st.integers(0, 24 * 3600 * 1000 - 1))
def test_a_day_lasts_from_its_begin_to_the_next(day: date, within: int) -> None:
    assert day_at(begin_of(day) + within) == day
    assert end_of(day) == begin_of(next_day(day)) < reveal_of(day)
    assert parse_day(day.isoformat()) == day


@given(st.text(max_size=12))
def test_other_texts_are_no_days(text: str) -> None:
    day = parse_day(text)
    assert day is None or day.isoformat() == text


@given(st.sets(st.integers(0, 40)), st.integers(0, 42))
def test_streaks_are_runs_of_consecutive_days(numbers: set[int], today: int) -> None:
    days = [FIRST + timedelta(number) for number in numbers if number <= today]
    found = streaks(days, FIRST + timedelta(today))
    text = "".join("x" if number in numbers else " " for number in range(today + 1))
    runs = [len(run) for run in text.split()]
    assert found.total == len(days) == sum(runs)
    assert found.longest == max(runs, default=0)
    ended = text if text.endswith("x") else text[:-1]
    assert found.current == len(ended) - len(ended.rstrip("x"))


@given(st.lists(st.integers(0, 13), min_size=1, max_size=30))
def test_results_are_compared_person_by_person(tricks: list[int]) -> None:
    own, *others = tricks
    found = compare(Counter(tricks), own)
    assert found.people == len(tricks) == sum(each.people for each in found.results)
    assert found.rank == 1 + sum(other > own for other in others)
    points = sum(2 * (own > other) + (own == other) for other in others)
    if others:
        assert found.match_points is not None
        assert abs(found.match_points - 100 * points / (2 * len(others))) < 1e-9
    else:
        assert found.match_points is None
    listed = [each.tricks for each in found.results]
    assert listed == sorted(set(tricks), reverse=True)


def test_without_a_result_nothing_is_ranked() -> None:
    found = compare({7: 2, 5: 1}, None)
    assert (found.people, found.rank, found.match_points) == (3, None, None)
