"""The cost of commands, counted in lines of Python: it grows no faster than what they concern."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from oddtrick.drive import DrivePlan, Entry, begin_round, create_drive
from oddtrick.drive.attendance import add_entries
from oddtrick.drive.drive import open_drive
from oddtrick.drive.next_crossing import next_crossing
from tests.support.drives import MOVEMENTS, play_at_random


def lines_of(work: Callable[[], object]) -> int:
    """Returns how many lines of Python some work executes."""
    count = 0

    def trace(frame: Any, event: str, argument: Any) -> Any:
        nonlocal count
        count += event == "line"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        work()
    finally:
        sys.settrace(before)
    return count


def people(count: int) -> list[Entry]:
    return [Entry(f"Person {number}") for number in range(count)]


def test_adding_entries_costs_in_proportion_to_their_number() -> None:
    def cost(count: int) -> int:
        entries = people(count)
        return lines_of(lambda: add_entries(open_drive(DrivePlan()), entries))

    assert cost(400) < 2.2 * cost(200)


@pytest.mark.parametrize("movement", MOVEMENTS)
@pytest.mark.parametrize("spare", ["bots", "sit-out"])
def test_a_round_costs_the_same_however_many_came_before(movement: Any, spare: Any) -> None:
    plan = DrivePlan(movement=movement, rounds=24, spare=spare)
    drive = play_at_random(create_drive(plan, people(26)), seed=1)

    def cost(rounds: int) -> int:
        before = replace(drive, rounds=drive.rounds[: rounds - 1])
        return lines_of(lambda: begin_round(before)) + lines_of(lambda: next_crossing(before))

    assert cost(24) < 2 * cost(6)
